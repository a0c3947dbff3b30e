"""Saved games may have details. Processes of the version before write none."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('solver', '0055_notes_of_starter_puzzles')]
    operations = [
        migrations.AddField('SavedGame', 'details', models.JSONField(blank=True, null=True)),
    ]
