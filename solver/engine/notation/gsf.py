"""A line of gsf's taxonomy of hard puzzles: fields between commas, the fifth one the grid.

    99480,99408,114,1895,1000…,Name,…

It has six commas at least. All other fields are ratings and names of the puzzle.
"""

from ..core.errors import GridError
from ..core.i18n import gettext
from .base import EXAMPLE, Format, Note, Reading
from .line import read as read_line

_FIELD = 4


def looks_like(text: str) -> bool:
    fields = text.split(",")
    return len(fields) > 6 and "\n" not in text.strip() and len(fields[_FIELD].strip()) == 81


def read(text: str, size: int | None = None) -> Reading:
    fields = text.split(",")
    if len(fields) <= 6:
        raise GridError("a line of gsf's has at least 6 commas, not {count}", count=len(fields) - 1)
    before = sum(len(field) + 1 for field in fields[:_FIELD])
    grid = read_line(" " * before + fields[_FIELD], 9)
    return Reading(grid, "gsf", None, Note(fields[_FIELD], grid, gettext("a line of gsf's")))


format = Format(
    name="gsf",
    title="gsf line",
    rank=70,
    looks_like=looks_like,
    read=read,
    examples=(f"1200,1100,7,26,{EXAMPLE},Article,C26.m,x",),
    sizes=(9,),
)
