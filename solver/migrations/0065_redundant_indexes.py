"""Three indexes of foreign keys were the beginnings of others, and cost a write for each new row."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('solver', '0064_kinds_of_jobs')]
    operations = [
        migrations.AlterField('jobpart', 'job', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='solver.job')),
        migrations.AlterField('membership', 'collection', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='solver.collection')),
        migrations.AlterField('savedgame', 'owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to=settings.AUTH_USER_MODEL)),
    ]
