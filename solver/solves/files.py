"""What is taken away in a file of any length, in pieces of a bounded cost.

Each function writes from a place on until it has written `most` bytes of stories, and returns the place to go
on from, None at the end. A place is JSON, so that the next piece may be written by another process. What a
place was in the middle of may be gone by then: its line is ended, and the file goes on behind it.
"""

from collections.abc import Generator, Mapping
from typing import Any

from django.http import QueryDict

from solver.models import Job, Solve, SolveQuerySet

from .exports import exports
from .filters import SolveFilter, cursor_of
from .json_lines import END, line_of
from .portions import Portion
from .results import results
from .serializers import OwnSolve, SolveSerializer

Place = list[Any]
Text = Generator[str, None, Place | None]

A_SOLVE = 1_000  # bytes of story that fetching and describing a solve costs as much as
AT_ONCE = 50  # solves in memory


def story(solve: Solve, form: str, place: Place, most: float) -> Text:
    """Write the whole story of a solve in one of its forms."""
    told = Portion(solve, after=place[0] if place else 0, most=most)
    written = exports()[form].write(told)
    assert not isinstance(written, bytes)  # a picture is no story
    yield from written
    return None if told.is_end else [told.last]


def solves(found: SolveQuerySet, query: str, place: Place, most: float) -> Text:
    """Write a line of JSON with all iterations for each solve of a list that an address asks for."""
    wanted = SolveFilter.of(QueryDict(query))
    before, begun, after = place or ["", "", 0]
    spent = 0
    while True:
        page = wanted.after(before).page(found, AT_ONCE)
        for solve in page.solves:
            if begun and str(solve.pk) != begun:  # it was deleted meanwhile
                yield END
                after = 0
            begun = ""
            told = Portion(solve, after=after, most=most - spent)
            shape = OwnSolve if solve.is_own else SolveSerializer
            yield from line_of(shape.of(solve) | {"iterations": told}, is_open=True)
            if not told.is_end:
                return [before, str(solve.pk), told.last]
            before, after = cursor_of(solve), 0
            spent += told.size + A_SOLVE
            if spent >= most:
                return [before, "", 0]
        if begun:
            yield END
            begun = ""
        if not page.after:
            return None
        before = page.after
        spent += A_SOLVE  # it has looked through many solves


def batch(job: Job, form: str, place: Place, most: float) -> Text:
    """Write a line for each solve of a batch: `answers`, `results`, or `histories` with all iterations."""
    before, is_begun, after = place or [0, False, 0]
    spent = 0
    for answer in results(job, before, histories=form == "histories"):
        told: Portion | None = answer.get("iterations")
        if form == "answers":
            yield _answer(answer)
        elif told:
            told = Portion(told.solve, after=after, most=most - spent)
            yield from line_of(answer | {"iterations": told}, is_open=True)
            if not told.is_end:
                return [before, True, told.last]
            spent += told.size
        elif is_begun:  # it was deleted meanwhile
            yield END
        else:
            yield from line_of(answer)
        before, is_begun, after = answer["item"], False, 0
        spent += A_SOLVE
        if spent >= most:
            return [before, False, 0]
    return None


def drained(text: Text) -> tuple[list[str], Place | None]:
    """Return all that is written, in pieces, and the place to go on from."""
    pieces = []
    while True:
        try:
            pieces.append(next(text))
        except StopIteration as end:
            return pieces, end.value


def _answer(answer: Mapping[str, Any]) -> str:
    """Return puzzle, solution or nothing, and how it ended, as a line."""
    solution = (answer.get("solutions") or ["-"])[0]
    ending = answer.get("outcome") or answer.get("status") or "deleted"
    return f"{answer['puzzle']} {solution} {ending}\n"
