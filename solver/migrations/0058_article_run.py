"""Solves that ran in PostgreSQL keep what the article's own SQL did there."""

from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):
    dependencies = [('solver', '0057_times_and_levels_of_puzzles')]
    operations = [
        migrations.AddField(
            'DatabaseRun',
            'article',
            models.JSONField(default=dict, db_default=Value('{}', models.JSONField())),
        ),
    ]
