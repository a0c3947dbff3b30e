"""The puzzles of a day, one for each level, and the archive."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from solver.boards.levels import Level
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.models import Puzzle
from solver.puzzles.daily import puzzles_of

from ..open_graph import open_graph
from .puzzles import say_givens

FIRST = date(2026, 11, 1)  # first day of the archive
WEEKS = 5  # of days in the list


@dataclass(frozen=True)
class DailyCard:
    level: Level
    puzzle: Puzzle
    board: SmallBoard
    facts: str
    solve_href: str


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    return _render(request, timezone.now().date())


@require_safe
def of_day(request: HttpRequest, day: str) -> HttpResponse:
    """Show the puzzles of a day like `2026-11-21`. Raise Http404 for days to come or before the archive."""
    try:
        parsed = date.fromisoformat(day)
    except ValueError:
        raise Http404("a day is written like 2026-01-31") from None
    if not FIRST <= parsed <= timezone.now().date() or day != parsed.isoformat():
        raise Http404("there are no puzzles of that day")
    return _render(request, parsed)


def _render(request: HttpRequest, day: date) -> HttpResponse:
    now = timezone.now().date()
    puzzles = puzzles_of(day)
    days = [now - timedelta(days=back) for back in range(7 * WEEKS)]
    context = {
        "here": "puzzles",
        "open_graph": open_graph(
            request,
            _("Puzzles of the day"),
            _("One of each level, the same for everybody."),
            puzzles[0][1] if puzzles else None,
        ),
        "day": day,
        "is_today": day == now,
        "puzzles": [_of_level(level, puzzle) for level, puzzle in puzzles],
        "before_href": _address(day - timedelta(days=1)) if day > FIRST else "",
        "after_href": _address(day + timedelta(days=1)) if day < now else "",
        "archive": [(d, _address(d), d == day) for d in days if d >= FIRST],
    }
    return render(request, "solver/daily.html", context)


def _address(day: date) -> str:
    return reverse("daily-of", args=[day.isoformat()])


def _of_level(level: str, puzzle: Puzzle) -> DailyCard:
    return DailyCard(
        level=Level.named(level),
        puzzle=puzzle,
        board=draw_small(puzzle.givens, puzzle.box),
        facts=say_givens(puzzle),
        solve_href=f"{reverse('home')}?{urlencode({'puzzle': puzzle.givens})}",
    )
