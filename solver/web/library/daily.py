"""The puzzles of a day, one for each level, and a calendar of the days."""

from calendar import Calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import get_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.models import DailyPuzzle, Puzzle
from solver.puzzles.daily import first_of, puzzle_of_the_weekend, puzzles_of

from ..open_graph import open_graph
from ..page_cache import Rendering, cached_response, values_of
from .puzzles import say_givens

FIRST = date(2026, 11, 1)  # first day of the archive


@dataclass(frozen=True)
class Month:
    """A month as a table of weeks. A day is None if it belongs to another month."""

    first: date
    shown: date
    today: date
    calendar: Calendar  # whose weeks begin as the reader's do

    @classmethod
    def around(cls, shown: date, today: date) -> "Month":
        calendar = _calendar(get_format("FIRST_DAY_OF_WEEK"))
        return cls(shown.replace(day=1), shown, today, calendar)

    @property
    def weekdays(self) -> list[tuple[str, str]]:
        """The name and short name of each weekday, in the order of the reader's country."""
        return [(str(WEEKDAYS[at]), str(WEEKDAYS_ABBR[at])) for at in self.calendar.iterweekdays()]

    @property
    def weeks(self) -> list[list["Day | None"]]:
        weeks = self.calendar.monthdatescalendar(self.first.year, self.first.month)
        return [[self._day(day) for day in week] for week in weeks]

    def _day(self, day: date) -> "Day | None":
        if day.month != self.first.month:
            return None
        href = _address(day) if FIRST <= day <= self.today else ""
        return Day(day, href, day == self.today, day == self.shown)

    @property
    def previous_href(self) -> str:
        """The address of the last day of the month before, or "" before the archive."""
        last = self.first - timedelta(days=1)
        return _address(last) if last >= FIRST else ""

    @property
    def next_href(self) -> str:
        """The address of the first day of the next month, or "" if that is in the future."""
        following = (self.first + timedelta(days=31)).replace(day=1)
        return _address(following) if following <= self.today else ""


@dataclass(frozen=True)
class Day:
    date: date
    href: str  # blank for days without puzzles
    is_today: bool
    is_shown: bool


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


def archive() -> Iterator[str]:
    """Yield the address of the daily puzzles of each day from the first to today."""
    for number in range((timezone.now().date() - FIRST).days + 1):
        yield _address(FIRST + timedelta(days=number))


def _render(request: HttpRequest, day: date) -> HttpResponse:
    now = timezone.now().date()
    rows, weekend = puzzles_of(day), puzzle_of_the_weekend(day)
    puzzles = [*(row.puzzle for row in rows), *filter(None, [weekend])]
    facts = (now, [values_of(row) for row in (*rows, *puzzles)])
    return cached_response(request, facts, lambda: _draw(request, day, now, rows, weekend))


def _draw(
    request: HttpRequest, day: date, now: date, rows: list[DailyPuzzle], weekend: Puzzle | None
) -> Rendering:
    first = first_of(rows)
    cards = [
        _card_of(row.puzzle, Level.named(row.level), is_of_the_day=row == first) for row in rows
    ]
    if weekend:
        cards.append(_card_of(weekend, Level.of(weekend.level)))
    context = {
        "here": "puzzles",
        "open_graph": open_graph(
            request,
            _("Puzzles of the day"),
            _("One of each level, the same for everybody."),
            first.puzzle if first else None,
        ),
        "day": day,
        "is_today": day == now,
        "puzzles": cards,
        "month": Month.around(day, now),
    }
    return "solver/daily.html", context


@cache
def _calendar(first: int) -> Calendar:
    """Return a calendar whose weeks begin on a day. Django counts from Sunday, Python from Monday."""
    return Calendar((first - 1) % 7)


def _address(day: date) -> str:
    return reverse("daily-of", args=[day.isoformat()])


def _card_of(puzzle: Puzzle, level: Level | None, is_of_the_day: bool = False) -> dict[str, Any]:
    return {
        # Of its level, or of its board.
        "name": puzzle.board.title if puzzle.shape or not level else level.words,
        "level": level,
        "puzzle": puzzle,
        "is_of_the_day": is_of_the_day,
        "board": draw_small(puzzle.givens, puzzle.board),
        "facts": say_givens(puzzle),
        "solve_href": reverse("home", query={"puzzle": puzzle.line}),
    }
