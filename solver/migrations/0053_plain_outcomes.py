"""The words for the outcomes of a solve, not the stored values: nothing changes in the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [('solver', '0052_unused_difficulty')]
    operations = [
        migrations.AlterField(
            'solve',
            'outcome',
            models.CharField(
                blank=True,
                choices=[
                    ('solved', 'solved'),
                    ('stalled', 'stuck'),
                    ('contradiction', 'contradiction'),
                    ('limit', 'at the limit'),
                ],
                max_length=13,
            ),
        ),
    ]
