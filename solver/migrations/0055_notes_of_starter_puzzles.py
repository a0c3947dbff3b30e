"""Starter puzzles without notes that repeat their facts in English. Pages show the facts in any language."""

from django.db import migrations

FORGET = r"""
    UPDATE solver_puzzle SET notes = ltrim(regexp_replace(notes, '^(\d+ clues(, [a-z0-9-]+)*\.'
        || '|4×4, four givens|16×16, 120 givens|36 givens|23 givens'
        || '|2[48] givens(, (15 iterations|17 iterations|stalls early))?)(?= |$)', ''))
     WHERE tags @> ARRAY['starter']::varchar[]"""
REPLACE = """
    UPDATE solver_puzzle SET notes = replace(notes, '28 givens, and still no way without guessing',
        '28 givens, and the articles’ rules have to guess')
     WHERE tags @> ARRAY['starter']::varchar[]"""


class Migration(migrations.Migration):
    dependencies = [('solver', '0054_numbers_of_generated_puzzles')]
    operations = [
        migrations.RunSQL(FORGET, migrations.RunSQL.noop),
        migrations.RunSQL(REPLACE, migrations.RunSQL.noop),
    ]
