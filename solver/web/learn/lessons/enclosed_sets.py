"""Enclosed sets."""

from django.utils.translation import gettext_noop as _

from solver.sets import loops

from .text import LessonText

text = LessonText(
    title=_("Enclosed combos"),
    lede=_(
        "Two cells of a row, column or box that can only be 4 or 8 use up both digits there. So "
        "do three cells with three digits."
    ),
    paragraphs=(
        _(
            "Nobody knows yet which of the cells gets which digit, and it does not matter: "
            "together they use up all of them. These digits can be removed from every other "
            "cell of the unit."
        ),
        _(
            "A set of digits, a *combo*, is a number with one bit per digit: {5,8,9} is "
            "16 + 128 + 256 = 400, and 1 to 511 are all sets there are. A cell fits a combo if "
            "it has no candidate outside it, `mask & ~combo = 0`; it need not have all of its "
            "digits. A combo is *enclosed* in a unit, which is a row, column or box, if exactly "
            "as many cells fit it as it has digits: `GROUP BY unit, combo HAVING count(*) = "
            "bit_count(combo)`. A cell with one candidate is a combo of one digit, so one rule "
            "says it all."
        ),
    ),
    because=_(
        "The cells that fit keep their rows; the rows of the same digits elsewhere in the "
        "unit are deleted. All enclosed sets of all 27 units are found before any row is "
        "deleted, so their order does not matter."
    ),
    loop=loops.enclosed_sets,
    of_loop=_(
        "The loop tries 510 sets in each of 27 units and compares each with nine cells: "
        "123,930 comparisons per pass."
    ),
    of_short=_(
        "All 511 combos meet the cells that fit them, as in the article. A combo with as many cells "
        "as digits is enclosed."
    ),
    ms=(7.1, 59.2, 1.3),
    of_set=_(
        "The set tries only unions of masks that cells of the unit have, built by `WITH "
        "RECURSIVE`: no other set can be enclosed and remove anything. That is some 260 "
        "instead of 13,797, and 6 ms instead of 50."
    ),
    article=(
        _(
            "Article 000 joins 511 combos to 81 cells, groups by range and combo, and "
            "removes the digits in one `UPDATE … FROM`. A cell may match many enclosed "
            "combos at once. T-SQL leaves open which of them updates the row; PostgreSQL "
            "says that it is one of them, but not which."
        ),
        _(
            "The article's sample takes 15 passes if all removals of a pass are made, as "
            "here. Its `UPDATE`, word for word in PostgreSQL, changes a cell by one combo "
            "per pass. Which one depends on the plan: with hash joins it takes 20 passes, "
            "with merge joins 19. It reaches the same board, because what is enclosed stays "
            "enclosed; but a statement whose result depends on its plan is not set-based."
        ),
    ),
    asks=_(
        "The article's question in one query: which sets of digits, found in some cell, fit "
        "as many cells of a box as they have members?"
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
