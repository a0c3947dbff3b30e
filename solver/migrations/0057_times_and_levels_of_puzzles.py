"""Puzzles are published at a time, and have a level that an editor set. The log is listed by action.

Processes of the version before write neither column.
"""

from django.db import migrations, models

# Django's table has no index for the history of one row, nor for the list without the entries of an action's puzzles.
LOG = """
CREATE INDEX log_of_object ON django_admin_log (object_id);
CREATE INDEX log_by_action ON django_admin_log (action_time DESC, id DESC)
    WHERE change_message NOT LIKE '[{"job"%'"""
NO_LOG = 'DROP INDEX log_of_object; DROP INDEX log_by_action'


class Migration(migrations.Migration):
    dependencies = [
        ('solver', '0056_details_of_saved_games'),
        ('admin', '0003_logentry_add_action_flag_choices'),
    ]
    operations = [
        migrations.AddField(
            'Puzzle',
            'publish_at',
            models.DateTimeField(
                'publish at',
                null=True,
                blank=True,
                help_text='UTC; then it is published, and you need not be there.',
            ),
        ),
        migrations.AddField(
            'Puzzle',
            'is_level_set',
            models.BooleanField(default=False, db_default=False, editable=False),
        ),
        migrations.AddIndex(
            'Puzzle',
            models.Index(
                fields=['publish_at'],
                condition=models.Q(publish_at__isnull=False),
                name='puzzle_to_publish',
            ),
        ),
        migrations.RunSQL(LOG, NO_LOG),
    ]
