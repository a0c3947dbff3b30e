"""Solves as rows of a list, each with a small board and the curve of candidates left."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import chain, pairwise

from django.contrib.humanize.templatetags.humanize import naturaltime
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _, ngettext

from solver.boards.thumbnails import SmallBoard, draw_small
from solver.models import Solve
from solver.solves.reading import curves_of

from ..labels import say_elapsed, say_method
from ..page_cache import digest_of, values_of
from ..plotting import Scale, polyline

MOST = 1_000  # least recently used rows per process, about 2 kB each
WIDTH, HEIGHT, MARGIN = 88, 22, 3  # of the curve, in px
CURVE_POINTS = 120  # a longer story is sampled


@dataclass(frozen=True)
class SolveRow:
    id: str
    href: str
    again_href: str  # the front page with the same puzzle, to choose another method
    title: str
    clue_line: str
    method_title: str
    state: str
    outcome: str
    left_points: str
    left_dot: tuple[float, float] | None
    elapsed: str
    when: str
    when_iso: str
    board: SmallBoard
    # The visitor's own notes, blank on others' solves.
    is_own: bool
    is_favourite: bool
    note: str


def rows_of(solves: list[Solve]) -> list[SolveRow]:
    """Return rows of a list for solves whose puzzles are loaded.

    Missing curves of candidates take one query.
    """
    slots = {solve.pk: _place(_facts_of(solve)) for solve in solves}
    new = [solve for solve in solves if not slots[solve.pk]]
    lefts = curves_of(new) if new else {}
    for solve in new:
        slots[solve.pk][:] = [_row(solve, lefts[solve.pk])]
    return [slots[solve.pk][0] for solve in solves]


@lru_cache(maxsize=MOST)
def _place(_facts: str) -> list[SolveRow]:
    """Return the cache slot of a row: a list that is empty until the row is put there."""
    return []


def _facts_of(solve: Solve) -> str:
    """Return a digest of everything a row shows. A curve grows only when its solve's progress changes."""
    facts = (values_of(solve), values_of(solve.puzzle), solve.is_own, age_of(solve.created_at))
    return digest_of((get_language(), facts))


def age_of(moment: datetime) -> tuple[int, int]:
    """Return a value that changes whenever the words for the age of `moment` do, such as `3 minutes ago`."""
    seconds = int((timezone.now() - moment).total_seconds())
    unit = 1 if seconds < 60 else 60 if seconds < 3600 else 3600
    return unit, seconds // unit


def _row(solve: Solve, lefts: list[int]) -> SolveRow:
    puzzle = solve.puzzle
    is_begun = len(lefts) > 1
    points = _curve(lefts)
    clues = ngettext("%d given", "%d givens", puzzle.clue_count) % puzzle.clue_count
    return SolveRow(
        id=str(solve.pk),
        href=solve.get_absolute_url(),
        again_href=f"{reverse('home')}?solve={solve.pk}",
        title=(puzzle.called if puzzle.is_published else "") or f"{puzzle.givens[:18]}…",
        clue_line=" · ".join(
            [clues] + ([str(solve.get_verdict_display())] if solve.verdict else [])
        ),
        method_title=say_method(solve.method, solve.options),
        state=solve.state,
        outcome=outcome_of(solve, lefts[-1]),
        left_points=polyline(points) if is_begun else "",
        left_dot=points[-1] if is_begun and solve.state != "contradiction" else None,
        elapsed=say_elapsed(solve.elapsed_ms),
        when=naturaltime(solve.created_at),
        when_iso=solve.created_at.isoformat(),
        board=draw_small(puzzle.givens, puzzle.board),
        is_own=solve.is_own,
        is_favourite=solve.is_own and solve.is_favourite,
        note=solve.note if solve.is_own else "",
    )


def outcome_of(solve: Solve, remaining: int) -> str:
    """Return the state of a solve in a few words for a list. `remaining` is its number of candidates left."""
    match solve.state:
        case "solved":
            count = solve.iteration_count
            return ngettext("Solved in %d iteration", "Solved in %d iterations", count) % count
        case "stalled":
            return _("Stuck, %d left") % remaining
        case "limit":
            return _("Stopped at the limit, %d left") % remaining
        case "running":
            return _("Running, pass %d") % solve.iteration_count
        case _other:
            return capfirst(solve.state_words)


def _curve(lefts: list[int]) -> list[tuple[float, float]]:
    """Return the points of a step line of the candidates left by iteration."""
    stride = max(1, len(lefts) // CURVE_POINTS)
    sampled = lefts[::stride] if (len(lefts) - 1) % stride == 0 else [*lefts[::stride], lefts[-1]]
    across = Scale(len(sampled) - 1, WIDTH - 2 * MARGIN, start=MARGIN)
    up = Scale(max(sampled), 2 * MARGIN - HEIGHT, start=HEIGHT - MARGIN)
    points = [(across(n), up(count)) for n, count in enumerate(sampled)]
    # It stays level until the next point.
    steps = [((x, previous), (x, y)) for (_x, previous), (x, y) in pairwise(points)]
    return [points[0], *chain.from_iterable(steps)]
