"""Exercises of the course: the reader writes a rule in SQL, and PostgreSQL in the browser runs it.

Nothing of an answer is stored but its text. It runs beside the reader's on two boards, and their rows are
compared, so typed constants do not pass.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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


HEADER = re.compile(r"^-- (\w+): (.+)\n", re.MULTILINE)


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

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts for people, in English."""
        return (self.question, *self.hints, self.of_mistake)


@cache
def exercises() -> tuple[Exercise, ...]:
    """Return the exercises of `exercises.sql`: the texts of each, its answer, and the usual mistake."""
    return tuple(map(_read, Path(__file__).with_suffix(".sql").read_text().split("\n\n")))


def _read(text: str) -> Exercise:
    said = dict(HEADER.findall(text))
    answer, mistake = (query.rstrip(";\n") for query in HEADER.sub("", text).split(";\n", 1))
    hints = said.pop("hint"), said.pop("more")
    return Exercise(
        hints=hints, answer=answer, mistake=mistake, of_mistake=said.pop("mistake"), **said
    )


def exercises_of(lesson: str) -> list[Exercise]:
    return [exercise for exercise in exercises() if exercise.lesson == lesson]
