"""The puzzles of a text, and of an item of a file, read as they are meant there."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS, CELL_COUNTS, Allowance, Stopped, refuse_large
from solver.engine.notation.binary import refuse_binary
from solver.engine.notation.line import is_plain
from solver.models.puzzle import refuse_position

from .fields import Item
from .reading import items_in_text

Found = engine.Reading | engine.GridError


def at_once() -> Allowance:
    """Return what reading may cost where somebody waits for it: 0.3 s of the processor or so."""
    return Allowance(characters=100_000, faults=100)


def readings_in(text: str, most: int) -> list[Found]:
    """Each puzzle of a text in its turn: of its lines, or of what an import finds in CSV, JSON or blocks.

    One that is none is its GridError; GridError is raised when there are more than `most`. Where it costs more
    than somebody waits for, the last one is `Stopped`.
    """
    found = engine.read_many(text, most, at_once())
    if all(isinstance(each, engine.Reading) for each in found):
        return found
    items = list(islice(_items_in(text), most + 1))
    readings = _read_each(item for item in items if isinstance(item, dict) and not item.get("left"))
    is_better = any(isinstance(each, engine.Reading) for each in readings)
    return readings if is_better and not any(isinstance(item, str) for item in items) else found


def _items_in(text: str) -> Iterator[Item]:
    """What an import would take as its items; none where it would refuse the text."""
    with suppress(engine.GridError):
        yield from items_in_text(text)


def _read_each(items: Iterable[dict[str, str]]) -> list[Found]:
    found: list[Found] = []
    allowance = at_once()
    for item in items:
        text = item.get("givens", "")
        if refusal := allowance.refusal_of(text, is_plain(text)):
            return [*found, Stopped("{place}: {error}", place=item["place"], error=refusal)]
        found.append(_read(item))
        allowance.faults -= isinstance(found[-1], engine.GridError)
    return found


def _read(item: dict[str, str]) -> Found:
    try:
        if "wrong" in item:
            raise engine.GridError(item["wrong"])
        grid = check_solution(read_puzzle(item["givens"]), item.get("solution", ""))
        return engine.Reading(grid, "line")
    except engine.GridError as error:
        return engine.GridError("{place}: {error}", place=item["place"], error=error.without_line())


def read_puzzle(text: str) -> engine.Grid:
    """The givens of a text in any format; GridError also for a position on the way."""
    if len(text) in CELL_COUNTS and text.isascii() and text.isalnum():
        with suppress(engine.GridError):  # X, perhaps, for an empty cell
            return refuse_large(engine.read_line(text))  # what most lines are, six times as fast
    try:
        return refuse_position(engine.read(text))
    except engine.GridError:
        refuse_binary(text)
        if "\ufffd" in text:
            raise engine.GridError(_("it is not written in UTF-8")) from None
        raise


def check_solution(grid: engine.Grid, solution: str) -> engine.Grid:
    """The grid itself; GridError when the file has a solution beside it that is none of it."""
    if solution.strip(BLANKS):
        is_line = not solution.startswith("[")  # as lists in JSON are
        solved = engine.read_line(solution, grid.size) if is_line else engine.read(solution)
        if not grid.is_solved_by(solved.givens):
            raise engine.GridError(_("the solution next to it does not solve this puzzle"))
    return grid
