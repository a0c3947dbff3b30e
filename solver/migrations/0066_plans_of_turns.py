"""The plan of the next turn is kept by a session. A function in SQL was planned again for each new row."""

from importlib import import_module

from django.db import migrations

NEXT_TURN = import_module('solver.migrations.0001_squashed_0050_files').NEXT_TURN


class Migration(migrations.Migration):
    dependencies = [('solver', '0065_redundant_indexes')]
    # Nothing needs to be undone: the function gives the same turns.
    operations = [migrations.RunSQL(NEXT_TURN, migrations.RunSQL.noop)]
