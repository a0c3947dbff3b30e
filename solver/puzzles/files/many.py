"""Reading the puzzles of a text, and of the items of a file."""

import re
from contextlib import suppress
from itertools import islice

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation.base import BLANKS, CELL_COUNTS, Allowance, Stopped, refuse_large
from solver.engine.notation.binary import refuse_binary
from solver.engine.notation.line import is_plain
from solver.engine.notation.of_shape import read_board
from solver.models.puzzle import refuse_position

from .reading import items_in_text

CELLS = 81
LINES = 12  # of a text for each puzzle that it may have: a board's rows, with a heading and gaps
SHORTENED = re.compile(r"[1-9]\d{59,79}")  # 60 to 80 digits
Found = engine.Reading | engine.GridError


def at_once() -> Allowance:
    """Return the budget for reading a text while somebody waits: about 0.3 s of CPU time."""
    return Allowance(characters=100_000, faults=100)


def readings_in(text: str, most: int) -> list[Found]:
    """Return each puzzle of a text in order, by its lines, or by its items in CSV, JSON or blocks.

    Invalid puzzles are GridErrors. If reading costs too much while somebody waits, the last one is `Stopped`.
    Raise GridError if there are more than `most` puzzles, or too many lines around them.
    """
    lines = text.count("\n") + text.count("\r") - text.count("\r\n")
    if lines > LINES * most:
        raise engine.GridError(
            "the text has {found} lines; use at most {most}", found=lines, most=most
        )
    refusal, by_line = None, list[Found]()
    try:
        by_line = engine.read_many(text, most, at_once())
    except engine.GridError as error:
        if text.count("\n") >= most:
            raise
        refusal = error  # of words or regions, which may belong to one puzzle, or to columns
    if by_line and all(isinstance(result, engine.Reading) for result in by_line):
        return by_line
    by_item = _by_item(text, most)
    if any(isinstance(result, engine.Reading) for result in by_item):
        return by_item
    if refusal:
        raise refusal
    return by_line


def _by_item(text: str, most: int) -> list[Found]:
    """Return what an import would read in a text, or nothing if it would read some line as it is.

    Each item is found only when the one before it was read, because to find it may cost as much.
    """
    results: list[Found] = []
    allowance = at_once()
    with suppress(engine.GridError):
        for item in islice(items_in_text(text), most + 1):
            if isinstance(item, str):
                return []
            found = item.get("givens", "")
            if refusal := allowance.refusal_of(found, is_plain(found)):
                return [*results, Stopped("{place}: {error}", place=item["place"], error=refusal)]
            if not item.get("left"):
                results.append(_read(item))
                allowance.faults -= isinstance(results[-1], engine.GridError)
    return results


def _read(item: dict[str, str]) -> Found:
    try:
        if "wrong" in item:
            raise engine.GridError(item["wrong"])
        grid = check_solution(read_puzzle(item.get("givens", "")), item.get("solution", ""))
        return engine.Reading(grid, "line")
    except engine.GridError as error:
        return engine.GridError("{place}: {error}", place=item["place"], error=error.without_line())


def read_puzzle(text: str, givens_only: bool = False) -> engine.Grid:
    """Return the givens of a text in any format. Raise GridError if it is not readable.

    A position is refused too, unless `givens_only`.
    """
    if len(text) in CELL_COUNTS and text.isascii() and text.isalnum():
        with suppress(engine.GridError):  # perhaps X for an empty cell
            return refuse_large(engine.read_line(text))  # most lines are plain: six times as fast
    try:
        return engine.read_any(text).grid if givens_only else refuse_position(engine.read(text))
    except engine.GridError:
        refuse_binary(text)
        if "\ufffd" in text:
            raise engine.GridError(_("it is not written in UTF-8")) from None
        raise


def with_leading_zeros(text: str) -> str:
    """Return a row of digits with the zeros in front that a spreadsheet has dropped.

    They are missing for sure if the row has exactly one solution with them. Any other text is unchanged.
    """
    padded = text.strip().zfill(CELLS)
    if not SHORTENED.fullmatch(text.strip()):
        return text
    try:
        is_proper = engine.count_many([engine.read_line(padded)]) == [1]
    except engine.GridError:
        return text
    return padded if is_proper else text


def zeros_error() -> engine.GridError:
    return engine.GridError(
        "zeros in front are missing, as spreadsheets drop them; with them the puzzle has one solution"
    )


def check_solution(grid: engine.Grid, solution: str) -> engine.Grid:
    """Return the grid unchanged. Raise GridError if `solution`, which may be empty, does not solve it."""
    if solution.strip(BLANKS):
        is_line = not solution.startswith("[")  # as lists in JSON are
        try:
            solved = read_board(solution, grid.shape).grid if is_line else engine.read(solution)
        except engine.GridError as error:
            message = _("the solution next to it cannot be read: %(error)s")
            raise engine.GridError(message % {"error": error.without_line()}) from None
        if not grid.is_solved_by(solved.givens):
            raise engine.GridError(_("the solution next to it does not solve this puzzle"))
    return grid
