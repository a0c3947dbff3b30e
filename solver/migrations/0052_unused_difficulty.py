"""Nothing reads or writes `difficulty` since grades have names. Its index goes now.

The column stays in the table: versions from c7f5043 on still name it in their queries, and run beside this one while
it is rolled out. The release after this one drops it: `ALTER TABLE solver_puzzle DROP COLUMN difficulty`.
"""

from django.contrib.postgres.operations import RemoveIndexConcurrently
from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [('solver', '0051_saved_game')]
    operations = [
        RemoveIndexConcurrently('puzzle', 'puzzle_by_difficulty'),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.RemoveField('puzzle', 'difficulty')]
        ),
    ]
