"""Writers of files of any length, in pieces of limited cost.

Each writer continues from a place until it has written `most` bytes of stories. It returns the place to
continue from, or None at the end. A place is JSON, so another process may write the next piece. If the solve
at a place has been deleted meanwhile, its line is ended and the next one follows.
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

A_SOLVE = 1_000  # the cost of fetching and describing a solve, in bytes of a story
AT_ONCE = 50  # solves in memory


def story(solve: Solve, form: str, place: Place, most: float) -> Text:
    """Yield the iterations of a solve in the export format with this ending (`form`), as pieces of text.

    Begin after `place`, the return value of an earlier call, or at the start. Stop at a cost of about `most`.
    Return the place to continue from, or None at the end.
    """
    portion = Portion(solve, after=place[0] if place else 0, most=most)
    written = exports()[form].write(portion)
    assert not isinstance(written, bytes)  # pictures are bytes, and no histories
    yield from written
    return None if portion.is_end else [portion.last]


def solves(listed: SolveQuerySet, query: str, place: Place, most: float) -> Text:
    """Yield a line of JSON, with all iterations, for each solve in `listed` that matches a query string.

    Begin after `place`, the return value of an earlier call, or at the start. Stop at a cost of about `most`.
    Return the place to continue from, or None at the end.
    """
    solve_filter = SolveFilter.of(QueryDict(query))
    before, begun, after = place or ["", "", 0]
    spent = 0
    while True:
        page = solve_filter.after(before).page(listed, AT_ONCE)
        for solve in page.solves:
            if begun and str(solve.pk) != begun:  # it was deleted meanwhile
                yield END
                after = 0
            begun = ""
            portion = Portion(solve, after=after, most=most - spent)
            serializer = OwnSolve if solve.is_own else SolveSerializer
            yield from line_of(serializer.of(solve) | {"iterations": portion}, is_open=True)
            if not portion.is_end:
                return [before, str(solve.pk), portion.last]
            before, after = cursor_of(solve), 0
            spent += portion.size + A_SOLVE
            if spent >= most:
                return [before, "", 0]
        if begun:
            yield END
            begun = ""
        if not page.after:
            return None
        before = page.after
        spent += A_SOLVE  # the query has read many solves


def batch(job: Job, form: str, place: Place, most: float) -> Text:
    """Yield a line for each solve of a batch. `form` is `answers`, `results`, or `histories` with iterations.

    Begin after `place`, the return value of an earlier call, or at the start. Stop at a cost of about `most`.
    Return the place to continue from, or None at the end.
    """
    before, is_begun, after = place or [0, False, 0]
    spent = 0
    for answer in results(job, before, histories=form == "histories"):
        portion: Portion | None = answer.get("iterations")
        if form == "answers":
            yield _answer(answer)
        elif portion:
            portion = Portion(portion.solve, after=after, most=most - spent)
            yield from line_of(answer | {"iterations": portion}, is_open=True)
            if not portion.is_end:
                return [before, True, portion.last]
            spent += portion.size
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
    """Return all pieces that a writer of a file yields, and its return value: the place to continue from."""
    pieces = []
    while True:
        try:
            pieces.append(next(text))
        except StopIteration as end:
            return pieces, end.value


def _answer(answer: Mapping[str, Any]) -> str:
    """Return a line with the puzzle, its solution or `-`, and its outcome, status or `deleted`."""
    solution = (answer.get("solutions") or ["-"])[0]
    ending = answer.get("outcome") or answer.get("status") or "deleted"
    return f"{answer['puzzle']} {solution} {ending}\n"
