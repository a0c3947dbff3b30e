"""The five articles' own SQL: their T-SQL, and PostgreSQL that is as close to it as it goes.

Both texts of a method are in sections, which begin with `--= key`. In PostgreSQL a sentence follows. Lines that
end in `-- ours` keep rows and times, or help the planner. They are not shown beside the article. Words about
the text stand before its sections, as `--: differs: …`.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

from solver.engine.core.geometry import geometry_of
from solver.engine.core.grid import Grid

FOLDER = Path(__file__).parent
METHODS = ("combos", "branches", "guessing", "rules", "joins")
AS_PRINTED = ("combos", "branches")  # methods that have a text word for word too
SECTION = re.compile(r"^--= (\w+)(?:: (.+))?\n", re.MULTILINE)
WORDS = re.compile(r"^--: (\w+): (.+)\n", re.MULTILINE)
OURS = re.compile(r"^.*-- ours\n", re.MULTILINE)
COLUMNS = "ABCDEFGHI"
# Article 004's "palette order": a row, a column, another row … and a square when it is crossed.
PALETTE = "R1C1R2C2S1R3C3S2S3S4S7R4C4S5R5C5R6C6S6S8R7C7R8C8R9C9S9"
KINDS = {"R": "ROW", "C": "COL", "S": "SQUARE"}


# How the record names the statement of a section, or how the name begins.
STATEMENTS = {
    "combos": {
        "maprange": "setup",
        "temp": "SELECT INTO",
        "united": "UPDATE",
        "update": "UPDATE",
    },
    "branches": {
        "candidates": "MakeCandidates",
        "push": "INSERT",
        "eliminate": "DELETE Candidates",
        "rows": "DELETE Candidates by row",
        "columns": "DELETE Candidates by column",
        "branch": "Branch",
        "purge": "Purge",
    },
    "guessing": {
        "single": "ApplyRuleSingleCandidate",
        "token": "ApplyRuleSingleToken",
        "complete": "RemoveCandidateComplete",
        "partial": "RemoveCandidatePartial",
        "same": "RemoveCandidateValue",
        "guess": "guess",
        "back": "rolled back",
    },
    "rules": {
        **{f"delete{number}": f"delete rule {number}" for number in (1, 2)},
        **{f"insert{number}": f"insert rule {number}" for number in (1, 2, 3, 4)},
    },
    "joins": {
        "singletons": "singletons",
        "others": "possible digits",
        "lines": "SELECT INTO",
        "distinct": "DELETE",
        "join": "join",
    },
}


class Section(NamedTuple):
    key: str
    says: str  # in English
    tsql: str  # blank if the article has none
    postgresql: str  # blank if PostgreSQL has none


@dataclass(frozen=True)
class Article:
    """The texts of an article's method."""

    method: str
    number: str
    name: str
    differs: str  # how its text and this site's engine differ
    rebuilt: str = ""  # what of it the article does not print

    def sections(self, grid: Grid) -> list[Section]:
        """Return the statements in the order of PostgreSQL's text, then those that only T-SQL has."""
        ours = {key: (says, text) for key, says, text in _split("postgresql", self.method)}
        theirs = {key: put_in(text, grid) for key, _says, text in _split("tsql", self.method)}
        for key in theirs:
            ours.setdefault(key, ("", ""))
        return [Section(key, ours[key][0], theirs.get(key, ""), ours[key][1]) for key in ours]


@cache
def articles() -> dict[str, Article]:
    """Return the articles by the name of their method."""
    named = {
        "combos": ("000", "A new set-based T-SQL solution for Sudoku puzzle"),
        "branches": ("001", "a Sudoku solver in T-SQL"),
        "guessing": ("002", "Sudoku by SQL, part two"),
        "rules": ("003", "Solve Sudoku Puzzles with T-SQL"),
        "joins": ("004", "The Sudoku Solution"),
    }
    words = {method: dict(WORDS.findall(_read("postgresql", method))) for method in METHODS}
    return {method: Article(method, *named[method], **words[method]) for method in METHODS}


def install_script(schema: str = "sudoku") -> str:
    """Return the script that installs `solve`, `passes` and `board` in a schema of PostgreSQL."""
    text = "".join(_read("postgresql", name) for name in ("head", *METHODS, "tail"))
    text = WORDS.sub("", text)
    text = SECTION.sub(lambda match: f"-- {match[2]}.\n", text)
    if schema == "sudoku":
        return text
    return text.replace("CREATE SCHEMA IF NOT EXISTS sudoku;\n", "").replace(
        "sudoku.", f"{schema}."
    )


def tsql_script(method: str, grid: Grid) -> str:
    """Return a method of an article as a script for SQL Server, with a puzzle of 9×9 put in."""
    article = articles()[method]
    text = SECTION.sub("", _read("tsql", method))
    return (
        f"-- T-SQL by Sudoku by sets: article {article.number}, {article.name}, as T-SQL for SQL Server.\n"
        f"-- {grid.text}\n"
        "-- Not run here: this site has no SQL Server. A parser of T-SQL has read it.\n"
        "-- Run it in an empty database.\n"
        f"{put_in(text, grid)}"
    )


def put_in(text: str, grid: Grid) -> str:
    """Return a text in T-SQL with a puzzle in it."""
    board = "".join(map(str, grid.givens))
    for name, value in (("board", board), ("inserts", _inserts(grid)), ("join", _join())):
        text = text.replace(f":{name}", value)
    return text


def _inserts(grid: Grid) -> str:
    """Return the givens as article 001 enters them."""
    rows = [
        f"( {digit}, {cell // 9 + 1}, '{COLUMNS[cell % 9]}' );"
        for cell, digit in enumerate(grid.givens)
        if digit
    ]
    return "\n".join(f"INSERT dbo.Solution ( Value, Rw, Cl ) VALUES {row}" for row in rows)  # noqa: S608


def _join() -> str:
    """Return article 004's join of 27 tables."""
    held: dict[int, list[str]] = {}
    joins: list[str] = []
    for kind, number in re.findall(r"(.)(.)", PALETTE):
        name = f"{KINDS[kind]}{number}"
        unit = geometry_of(3).units[9 * [*KINDS].index(kind) + int(number) - 1]
        crossed = []
        for nth, cell in enumerate(unit.cells, 1):
            crossed += [f"{name}.V{nth} = {other}" for other in held.get(cell, ())]
            held.setdefault(cell, []).append(f"{name}.V{nth}")
        on = f" ON {' AND '.join(crossed)}" if crossed else ""
        joins.append(f"{'' if not joins else 'JOIN ' if on else 'CROSS JOIN '}##{name} {name}{on}")
    digits, tables = ", ".join(held[cell][0] for cell in range(81)), "\n  ".join(joins)
    return f"INSERT INTO TEMP_GS_RESULT SELECT 1, CONCAT({digits})\n  FROM {tables}"  # noqa: S608, shown only


def _split(dialect: str, method: str) -> list[tuple[str, str, str]]:
    """Return the key, the sentence and the text of each section."""
    _head, *pieces = SECTION.split(_read(dialect, method))
    texts = (dedent(OURS.sub("", text)).strip("\n") for text in pieces[2::3])
    return list(zip(pieces[::3], (says or "" for says in pieces[1::3]), texts, strict=True))


@cache
def _read(dialect: str, name: str) -> str:
    return (FOLDER / dialect / f"{name}.sql").read_text()
