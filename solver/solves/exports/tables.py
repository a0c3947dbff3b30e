"""A script for psql that loads `rows.csv` into tables, with example queries."""

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from solver.solves.portions import Portion

from .export import Export

TEXT = """\
-- Sudoku by sets, the rows of a story as tables, for queries of your own. Fetch the rows beside this file, then
--   psql -X -f this-file.sql
CREATE TABLE story (
  relation text NOT NULL CHECK (relation IN ('candidate', 'placed', 'removed')),
  iteration int NOT NULL, branch int NOT NULL,
  step int, technique text,  -- of a candidate: null
  cell text NOT NULL, "row" int NOT NULL, col int NOT NULL, box int NOT NULL, digit int NOT NULL);
\\copy story FROM '{rows}' CSV HEADER

-- What each cell may still hold after an iteration; what a step placed, and what it removed.
CREATE VIEW candidate AS
  SELECT iteration, branch, cell, "row", col, box, digit FROM story WHERE relation = 'candidate';
CREATE VIEW placed AS
  SELECT iteration, branch, step, technique, cell, "row", col, box, digit FROM story WHERE relation = 'placed';
CREATE VIEW removed AS
  SELECT iteration, branch, step, technique, cell, "row", col, box, digit FROM story WHERE relation = 'removed';

-- How many candidates are left after each iteration?
SELECT iteration, count(*) AS candidates FROM candidate GROUP BY iteration ORDER BY iteration;
-- Which rule did how much?
SELECT technique, count(*) AS removed FROM removed GROUP BY technique ORDER BY removed DESC;
-- Hidden singles: digits with one place left in a row, after the first iteration.
SELECT "row", digit, min(cell) AS cell FROM candidate WHERE iteration = 1
GROUP BY "row", digit HAVING count(*) = 1 ORDER BY "row", digit;
"""


def write(portion: Portion) -> Iterator[str]:
    suffix = "" if portion.number is None else f"-{portion.number}"
    yield TEXT.format(rows=f"sudoku-{str(portion.solve.pk)[:8]}{suffix}.rows.csv")


export = Export(
    ending="tables.sql",
    rank=8,
    title=_("script that creates the tables"),
    content_type="application/sql; charset=utf-8",
    shows="sets",
    begins="-- Sudoku by sets, the rows",
    write=write,
    is_english=True,
)
