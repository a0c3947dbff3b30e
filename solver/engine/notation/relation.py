"""A board as rows of a relation: input or output of a database, a spreadsheet or a page.

    INSERT dbo.Solution (Value, Rw, Cl) VALUES (5, 1, 'A');      r1c6=5, r1c8=6      {"r": 0, "c": 2, "v": 8}

Either a list of cells, each with its row, column and digit, or nine rows with the names of rows and columns.
Names decide over the order. Without names it is row, column, digit, or digit, row, letter. Rows and columns
count from 0 if one of them is 0. A letter alone is a column, before a number it is a row. NULL, NaN and the
like are empty cells. Texts that are not quite such a list are refused.
"""

from collections.abc import Iterable
from functools import lru_cache

from ..core.errors import GridError
from .base import LAST, MOST_LINES, Format, Reading
from .cells import board_of_cells, with_names
from .heads import board_of_rows
from .markup import as_lines
from .records import (
    alike,
    by_columns,
    delimited,
    expanded,
    grouped,
    of_json,
    refuse_columns,
    updates,
)
from .signs import plain_signs
from .variants import refuse_variants
from .wrappings import without_bold


def looks_like(text: str) -> bool:
    return _found(text, None) is not None


def read(text: str, size: int | None = None) -> Reading:
    found = _found(text, size)
    if found is None:
        raise GridError("no list of cells and no table of nine rows was found in this text")
    if isinstance(found, GridError):
        raise found
    refuse_variants(text)
    refuse_columns(text)
    return found


@lru_cache(maxsize=4)  # `looks_like` and `read` search the same text
def _found(text: str, size: int | None) -> Reading | GridError | None:
    if text.count("\n") > MOST_LINES:
        return None
    for plain in as_lines(without_bold(plain_signs(text))):
        tables = [*updates(plain), *of_json(plain), *expanded(plain)]
        tables += [*by_columns(plain), *delimited(plain)]
        listed = alike(plain)
        found = _first(
            board_of_cells(plain, each, size) for each in map(with_names, tables) if each.names
        )
        if found is None and listed:
            found = board_of_cells(plain, listed, size)
        if found is None:
            listed_rows = [listed] if listed and listed.names else []
            found = _first(
                board_of_rows(plain, each, size)
                for each in (*tables, *listed_rows, *grouped(plain))
            )
        if isinstance(found, Reading) and 0 not in found.grid.givens:
            return GridError("this text contains only a solved board; a puzzle has empty cells")
        if isinstance(found, GridError) or (found and _has_enough(found)):
            return found
    return None


def _has_enough(found: Reading) -> bool:
    """Return whether a board has enough givens to have been meant as one."""
    return found.candidates is not None or found.grid.clue_count >= found.grid.size


def _first(found: Iterable[Reading | GridError | None]) -> Reading | GridError | None:
    return next((each for each in found if each is not None), None)


format = Format(
    name="relation",
    title="List of cells, or table with names",
    rank=LAST,
    looks_like=looks_like,
    read=read,
    examples=(
        "INSERT dbo.Solution (Value, Rw, Cl) VALUES (5, 1, 'A'), (2, 1, 'I'), (5, 2, 'D'), (6, 2, 'E'), "
        "( 7, 2, 'H' ), ( 3, 2, 'I' ), ( 9, 3, 'B' ), ( 4, 9, 'A' ), ( 7, 9, 'I' );",
        "r1c6=5, r1c8=6, r1c9=9, r2c1=8, r3c1=1, r3c3=4, r4c2=9, r4c9=2, r5c4=8, r9c8=4",
        "row\t1\t2\t3\t4\t5\t6\t7\t8\t9\n"
        + "".join(f"{row}\tNULL\t{row}" + "\tNULL" * 7 + "\n" for row in range(1, 10)),
    ),
)
