"""One sequence of numbers for all generated puzzles, because their names have no technique any more."""

from django.db import migrations

RENUMBER = """
    UPDATE solver_puzzle SET number = numbered.place + 1000 FROM (
        SELECT id, row_number() OVER (ORDER BY created_at, id) AS place FROM solver_puzzle
         WHERE number IS NOT NULL) numbered
     WHERE numbered.id = solver_puzzle.id"""


class Migration(migrations.Migration):
    dependencies = [('solver', '0053_plain_outcomes')]
    operations = [migrations.RunSQL(RENUMBER, migrations.RunSQL.noop)]
