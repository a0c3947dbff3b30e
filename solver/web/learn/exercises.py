"""Exercises of the course: the reader writes a rule in SQL, and PostgreSQL in the browser runs it.

Nothing of an answer is stored but its text. It runs beside the reader's on two boards, and their rows are
compared, so typed constants do not pass.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_noop as _

BOARDS = (  # one on which every exercise finds something, and that of article 000
    "060008700000100800030020000090050000470301000000060008040000063020500000006070501",
    "029000008030000010000520097070056100000000000006310070760041000050000020800000630",
)
# The tables that every exercise reads, named as in articles 003 and 002.
GIVEN = """\
CREATE TABLE Nums (n int PRIMARY KEY);
INSERT INTO Nums SELECT generate_series(1, 9);
CREATE TABLE SudokuInput ("row" int, col int, val int, PRIMARY KEY ("row", col));
INSERT INTO SudokuInput
SELECT r.n, c.n, substr('{board}', (r.n - 1)*9 + c.n, 1)::int
FROM Nums r CROSS JOIN Nums c
WHERE substr('{board}', (r.n - 1)*9 + c.n, 1) > '0';
CREATE TABLE Candidate AS
SELECT r.n AS "row", c.n AS col, (r.n - 1)/3*3 + (c.n - 1)/3 + 1 AS box, v.n AS val
FROM Nums r CROSS JOIN Nums c CROSS JOIN Nums v
WHERE NOT EXISTS (SELECT FROM SudokuInput s WHERE s."row" = r.n AND s.col = c.n)
  AND NOT EXISTS (
    SELECT FROM SudokuInput s
    WHERE s.val = v.n AND (s."row" = r.n OR s.col = c.n
      OR ((s."row" - 1)/3 = (r.n - 1)/3 AND (s.col - 1)/3 = (c.n - 1)/3)));
"""


@dataclass(frozen=True)
class Exercise:
    """An exercise, with a hint in two stages, the answer, and what is usually done wrong."""

    name: str
    lesson: str
    question: str
    columns: str
    hints: tuple[str, str]
    answer: str
    mistake: str
    of_mistake: str  # what is wrong about it


EXERCISES = (
    Exercise(
        "givens-of-a-row",
        "candidates-as-rows",
        _("How many digits are given in each of the nine rows? A row without any has 0."),
        "row, count",
        (
            _("Begin with the nine numbers of `Nums`, and look for the givens of each."),
            _(
                "`LEFT JOIN` keeps a number without givens. `COUNT(val)` counts no NULL, `COUNT(*)` does."
            ),
        ),
        """SELECT n, COUNT(val)
FROM Nums LEFT JOIN SudokuInput ON "row" = n
GROUP BY n""",
        'SELECT "row", COUNT(*) FROM SudokuInput GROUP BY "row"',
        _("A row without givens is in no group of `SudokuInput`, so it is missing."),
    ),
    Exercise(
        "every-place",
        "candidates-as-rows",
        _("Which digits could each open cell have before any rule? All nine: list them."),
        "row, col, val",
        (
            _("Nine rows, nine columns and nine values are three times `Nums`."),
            _("`CROSS JOIN` them, and keep what has no given: `NOT EXISTS`."),
        ),
        """SELECT r.n, c.n, v.n
FROM Nums r CROSS JOIN Nums c CROSS JOIN Nums v
WHERE NOT EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = r.n AND s.col = c.n)""",
        "SELECT r.n, c.n, v.n FROM Nums r CROSS JOIN Nums c CROSS JOIN Nums v",
        _("This has the cells with a given too."),
    ),
    Exercise(
        "box-of-a-given",
        "peers",
        _("In which box is each given? Boxes count from 1 to 9, line by line."),
        "row, col, box",
        (
            _("Whole numbers divide to whole numbers: `(col - 1)/3` is 0, 1 or 2."),
            _("A band of boxes begins at `(row - 1)/3*3`, which is 0, 3 or 6."),
        ),
        """SELECT "row", col, ("row" - 1)/3*3 + (col - 1)/3 + 1
FROM SudokuInput""",
        'SELECT "row", col, "row"/3*3 + col/3 + 1 FROM SudokuInput',
        _("Rows and columns begin at 1, so the third of them is in the next box here."),
    ),
    Exercise(
        "seen-by-a-cell",
        "peers",
        _("Which 20 cells does row 4, column 5 see: those of its row, column and box?"),
        "row, col",
        (
            _("All 81 cells are `Nums` joined with itself. Three conditions with OR keep some."),
            _("A cell does not see itself: take it out."),
        ),
        """SELECT r.n, c.n
FROM Nums r CROSS JOIN Nums c
WHERE (r.n = 4 OR c.n = 5 OR ((r.n - 1)/3 = 1 AND (c.n - 1)/3 = 1))
  AND NOT (r.n = 4 AND c.n = 5)""",
        """SELECT r.n, c.n FROM Nums r CROSS JOIN Nums c
WHERE r.n = 4 OR c.n = 5 OR ((r.n - 1)/3 = 1 AND (c.n - 1)/3 = 1)""",
        _("These are 21: the cell itself is among them."),
    ),
    Exercise(
        "only-candidate",
        "hidden-singles",
        _("Article 002’s Single Candidate: which cells have only one candidate left?"),
        "row, col, val",
        (
            _("Group the rows of `Candidate` by cell."),
            _("`HAVING COUNT(*) = 1`. An aggregate has to name the value: `MAX(val)`."),
        ),
        """SELECT "row", col, MAX(val)
FROM Candidate
GROUP BY "row", col
HAVING COUNT(*) = 1""",
        'SELECT "row", col, val FROM Candidate GROUP BY "row", col, val HAVING COUNT(*) = 1',
        _("Grouped by the value too, each group has one row, and nothing is counted."),
    ),
    Exercise(
        "only-place",
        "hidden-singles",
        _("Article 001’s unqInRow: which digits have only one place left in their row?"),
        "row, col, val",
        (
            _("What is grouped by is what is counted in: a digit in a row."),
            _("The column is the only one of its group, so any aggregate names it."),
        ),
        """SELECT "row", MAX(col), val
FROM Candidate
GROUP BY "row", val
HAVING COUNT(*) = 1""",
        'SELECT "row", col, MAX(val) FROM Candidate GROUP BY "row", col HAVING COUNT(*) = 1',
        _("This groups by cell: these cells have one candidate, which is the exercise before."),
    ),
    Exercise(
        "mask-of-a-cell",
        "enclosed-sets",
        _(
            "Article 000 writes the candidates of a cell as one number, 2^(v-1) for each. "
            "What is it for each open cell?"
        ),
        "row, col, mask",
        (
            _("A digit v is the bit `1 << (v - 1)`."),
            _("`bit_or` unites the bits of a group. `SUM` does too, as no bit comes twice."),
        ),
        """SELECT "row", col, bit_or(1 << (val - 1))
FROM Candidate
GROUP BY "row", col""",
        'SELECT "row", col, bit_or(1 << val) FROM Candidate GROUP BY "row", col',
        _("Every number is twice as large as it should be: digit 1 is bit 0."),
    ),
    Exercise(
        "pairs-of-a-row",
        "enclosed-sets",
        _(
            "The smallest enclosed combo is a pair: two cells of a row that have the same two "
            "candidates. In which rows, and which candidates? Write them as a text such as 38."
        ),
        "row, pair",
        (
            _("First a list for each cell: `string_agg(val::text, '' ORDER BY val)`."),
            _("Then group the cells of two candidates by row and list, and count two."),
        ),
        """WITH cell AS (
  SELECT "row", col, string_agg(val::text, '' ORDER BY val) AS list
  FROM Candidate GROUP BY "row", col)
SELECT "row", list
FROM cell WHERE length(list) = 2
GROUP BY "row", list HAVING COUNT(*) = 2""",
        """WITH cell AS (
  SELECT "row", col, string_agg(val::text, '' ORDER BY val) AS list
  FROM Candidate GROUP BY "row", col)
SELECT "row", list FROM cell WHERE length(list) = 2""",
        _("One cell with two candidates encloses nothing: it takes as many cells as digits."),
    ),
    Exercise(
        "fewest-candidates",
        "branches",
        _("Where would you branch? List all open cells with the fewest candidates."),
        "row, col, count",
        (
            _("Count the candidates of each cell in a CTE, so that you can read it twice."),
            _("Keep the cells whose count is the smallest: `(SELECT MIN(n) FROM …)`."),
        ),
        """WITH cell AS (
  SELECT "row", col, COUNT(*) AS n FROM Candidate GROUP BY "row", col)
SELECT "row", col, n
FROM cell WHERE n = (SELECT MIN(n) FROM cell)""",
        """SELECT "row", col, COUNT(*) FROM Candidate
GROUP BY "row", col ORDER BY COUNT(*) LIMIT 1""",
        _("`LIMIT 1` takes one of several cells, and nothing says which."),
    ),
    Exercise(
        "part-of-a-line",
        "joins",
        _(
            "Article 004 joins cells to lines. How can the first three cells of row 1 be filled "
            "with different digits? A given cell has one way."
        ),
        "c1, c2, c3",
        (
            _("Givens and candidates together are what a cell may be: `UNION ALL`."),
            _("Join that three times, a column each, with `<>` between any two values."),
        ),
        """WITH may AS (
  SELECT col, val FROM Candidate WHERE "row" = 1
  UNION ALL
  SELECT col, val FROM SudokuInput WHERE "row" = 1)
SELECT a.val, b.val, c.val
FROM may a
JOIN may b ON b.val <> a.val
JOIN may c ON c.val <> a.val AND c.val <> b.val
WHERE a.col = 1 AND b.col = 2 AND c.col = 3""",
        """WITH may AS (
  SELECT col, val FROM Candidate WHERE "row" = 1
  UNION ALL
  SELECT col, val FROM SudokuInput WHERE "row" = 1)
SELECT a.val, b.val, c.val
FROM may a JOIN may b ON b.val <> a.val JOIN may c ON c.val <> b.val
WHERE a.col = 1 AND b.col = 2 AND c.col = 3""",
        _("The first and the third cell may have the same digit here."),
    ),
    Exercise(
        "a-further-unit",
        "units",
        _(
            "Let the diagonal from top left to bottom right have each digit once, too. Which candidates does "
            "that remove, as a given of the diagonal has their digit?"
        ),
        "row, col, val",
        (
            _("A cell is on this diagonal if its row is its column."),
            _(
                "Candidates of the diagonal for which a given of the diagonal with their digit `EXISTS`."
            ),
        ),
        """SELECT c."row", c.col, c.val FROM Candidate c
WHERE c."row" = c.col AND EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = s.col AND s.val = c.val)""",
        """SELECT c."row", c.col, c.val FROM Candidate c
WHERE EXISTS (
  SELECT FROM SudokuInput s WHERE s."row" = s.col AND s.val = c.val)""",
        _("This removes the digit from cells outside the diagonal too."),
    ),
)


def exercises_of(lesson: str) -> list[Exercise]:
    return [exercise for exercise in EXERCISES if exercise.lesson == lesson]
