"""The solves of accounts by their age, of which the inbox needs the newest alone."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [('solver', '0062_stamp_of_public_rows')]
    operations = [
        migrations.RemoveIndex('solve', 'solve_of_account'),
        migrations.AddIndex('solve', models.Index(condition=Q(owner__isnull=False), fields=['created_at'], include=('puzzle',), name='solve_of_account')),
    ]
