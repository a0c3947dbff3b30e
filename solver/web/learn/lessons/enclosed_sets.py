"""Enclosed sets."""

from django.utils.translation import gettext_noop as _

from solver.sets import loops

from .text import LessonText

text = LessonText(
    title=_("Enclosed sets"),
    lede=_(
        "Two cells that hold nothing but 4 and 8 use up the 4 and the 8 of their unit. So do three "
        "cells with three digits."
    ),
    paragraphs=(
        _(
            "Nobody knows yet which of the cells gets which digit, and it does not matter: together "
            "they take them all. Every other cell of the unit can lose these digits."
        ),
        _(
            "A set of digits is *enclosed* in a unit when exactly as many cells fit it as it has "
            "members: `GROUP BY unit, mask HAVING count(*) = bit_count(mask)`. A cell fits when it "
            "has no candidate outside the set, `mask & ~set = 0`. A set of one is a placed digit; so "
            "one rule says all."
        ),
    ),
    because=_(
        "The cells that fit keep their rows; those of the same digits elsewhere in the unit go. All "
        "enclosed sets of all 27 units are found before any row goes, so no order among them "
        "matters."
    ),
    loop=loops.enclosed_sets,
    of_loop=_(
        "The loop tries 510 sets in each of 27 units and holds each against nine cells: 123,930 "
        "comparisons a pass."
    ),
    of_set=_(
        "The set tries only unions of masks that cells of the unit have, which `WITH RECURSIVE` "
        "builds: no other set can be enclosed and take anything. That is some 260 in place of "
        "13,797, and 6 ms in place of 50."
    ),
    article=(
        _(
            "Article 000 joins 511 combos to 81 cells, groups by range and combo, and takes the "
            "digits away in one `UPDATE … FROM`. A cell may match many enclosed combos at once. "
            "T-SQL leaves it open which of them the row is updated with; PostgreSQL says that it is "
            "one, and not which."
        ),
        _(
            "The article's sample takes 15 passes when all removals of a pass are made, as here. Its "
            "`UPDATE`, word for word in PostgreSQL, changes a cell by one combo a pass. Which one is up to the "
            "plan: by hash joins it takes 20 passes, by merge joins 19. It comes to the same board, since what "
            "is enclosed stays so; but a statement whose result hangs on its plan is no set."
        ),
    ),
    asks=_(
        "The article's question in one query: which sets of digits, that some cell holds, do as many cells of "
        "a box fit as they have members?"
    ),
    query="""\
WITH cell AS (
  SELECT box, cell, string_agg(digit::text, '' ORDER BY digit) AS digits
  FROM candidate WHERE iteration = {before} GROUP BY box, cell)
SELECT s.box, s.digits, array_agg(c.cell) AS cells
FROM (SELECT DISTINCT box, digits FROM cell) AS s
JOIN cell AS c ON c.box = s.box AND translate(c.digits, s.digits, '') = ''
GROUP BY s.box, s.digits HAVING count(*) = length(s.digits) AND count(*) > 1
ORDER BY s.box, s.digits;""",
)
