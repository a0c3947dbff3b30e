from django.db import migrations

# What visitors had solved and no editor ever touched: nothing was written about it, and it has not been
# examined, as all is that was imported or entered.
FILL = """
    UPDATE solver_puzzle puzzle SET in_inbox = true
     WHERE NOT is_published AND title = '' AND author = '' AND source = '' AND notes = '' AND tags = '{}'
       AND canonical = ''
       AND EXISTS (SELECT FROM solver_solve solve WHERE solve.puzzle_id = puzzle.id)
       AND NOT EXISTS (SELECT FROM solver_membership place WHERE place.puzzle_id = puzzle.id)"""
EMPTY = "UPDATE solver_puzzle SET in_inbox = false, dismissed_at = NULL WHERE in_inbox"


class Migration(migrations.Migration):

    dependencies = [
        ('solver', '0037_inbox'),
    ]

    operations = [
        migrations.RunSQL(FILL, EMPTY),
    ]
