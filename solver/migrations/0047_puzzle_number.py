from django.db import migrations, models

# Those that are there get theirs in the order in which they came.
NUMBER = """
    UPDATE solver_puzzle puzzle SET number = counted.number
      FROM (SELECT id, row_number() OVER (PARTITION BY tag ORDER BY created_at, id) AS number
              FROM (SELECT id, created_at, (SELECT min(tag) FROM unnest(tags) tag
                                             WHERE tag LIKE 'needs %%') AS tag
                      FROM solver_puzzle WHERE tags <> '{}' AND is_published) tagged
             WHERE tag IS NOT NULL) counted
     WHERE counted.id = puzzle.id"""


class Migration(migrations.Migration):
    dependencies = [("solver", "0046_webhooks")]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="number",
            field=models.PositiveIntegerField(editable=False, null=True),
        ),
        migrations.RunSQL(NUMBER, migrations.RunSQL.noop),
    ]
