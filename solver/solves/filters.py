"""Filtered lists of solves, newest first, a page at a time, for pages and the API.

A page begins after a row, which an index finds, so earlier rows cost nothing, and nothing is counted. A page
reads at most WINDOW solves. So filters that few of a million solves match return short pages instead of slow
ones.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from math import isqrt
from uuid import UUID

from django.db.models import OuterRef, Q, Subquery, Value
from django.db.models.lookups import Exact, IContains, StartsWith
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from solver import engine
from solver.models import SIZES, Puzzle, Solve, SolveQuerySet
from solver.puzzles.filters import LONGEST_QUERY
from solver.puzzles.filterset import AFTER, SIZE_CHOICES, Filter, FilterSet

FIRST_GIVENS = re.compile(r"[0-9A-P]*[0-9][0-9A-P]*")  # a word has no digit
WINDOW = 2_000  # solves that one page reads
PLACES = ("from", "to", "after")  # these choose a part of the list, the others filter it


@dataclass(frozen=True)
class SolveListPage:
    """Matching solves, newest first. `after` is the cursor of the next page, or empty at the end."""

    solves: list[Solve]
    after: str


@dataclass(frozen=True)
class SolveFilter:
    """The filters of a list of solves. `errors` has a sentence for each invalid one, which is ignored."""

    places: list[Q] = field(default_factory=list)
    choices: list[Q] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    is_public: bool = False

    @classmethod
    def of(cls, query: QueryDict) -> "SolveFilter":
        """Return the filter of a list of solves that a query string describes. Empty parameters are ignored."""
        filters = FilterSet.of(FILTERS, query)
        return cls(
            [condition for name, condition in filters.conditions.items() if name in PLACES],
            [condition for name, condition in filters.conditions.items() if name not in PLACES],
            filters.errors,
            is_public=filters.values.get("whose") == "public",
        )

    def after(self, place: str) -> "SolveFilter":
        """Return the filter for the page that follows a cursor (see `cursor_of`).

        It is the same without one.
        """
        return replace(self, places=[*self.places, _after(place)]) if place else self

    def page(self, solves: SolveQuerySet, most: int) -> SolveListPage:
        """Return a page of up to `most` matching solves, or of fewer if few of the next WINDOW match."""
        part = solves.filter(*self.places).order_by("-created_at", "-id")
        edge = part[WINDOW - 1 : WINDOW].first() if self.choices else None
        window = part.filter(_not_after(edge)) if edge else part
        page = list(window.filter(*self.choices).select_related("puzzle")[: most + 1])
        if len(page) > most:
            return SolveListPage(page[:most], cursor_of(page[most - 1]))
        return SolveListPage(page, cursor_of(edge) if edge else "")


# --- Pages --------------------------------------------------------------------------------------------


def cursor_of(solve: Solve) -> str:
    """Return the text that stands for a place in a list of solves: that after this solve.

    For example, `20260131T235959.000000_` and its id.
    """
    return f"{solve.created_at.astimezone(timezone.get_default_timezone()):%Y%m%dT%H%M%S.%f}_{solve.pk}"


def _after(text: str) -> Q:
    try:
        created_at, _bar, pk = text.partition("_")
        at = datetime.strptime(created_at, "%Y%m%dT%H%M%S.%f").replace(
            tzinfo=timezone.get_default_timezone()
        )
        solve_id = UUID(pk)
    except ValueError:
        raise ValueError(_("This is not a place in the list.")) from None
    # PostgreSQL searches the index by the first condition.
    return Q(created_at__lte=at) & (Q(created_at__lt=at) | Q(id__lt=solve_id))


def _not_after(solve: Solve) -> Q:
    at = solve.created_at
    return Q(created_at__gte=at) & (Q(created_at__gt=at) | Q(id__gte=solve.pk))


# --- What can be asked --------------------------------------------------------------------------------


OUTCOMES = {
    "solved": gettext_lazy("Solved"),
    "stalled": gettext_lazy("Stuck"),
    "contradiction": gettext_lazy("Contradiction"),
    "limit": gettext_lazy("Limit reached"),
}
VERDICTS = {
    "unique": gettext_lazy("One solution"),
    "multiple": gettext_lazy("Several solutions"),
    "none": gettext_lazy("No solution"),
    "unknown": gettext_lazy("Not known"),
}


def _size(text: str) -> str:
    if text not in map(str, SIZES):
        raise ValueError(_("The size is one of %s.") % ", ".join(map(str, SIZES)))
    return text


def _puzzle(text: str) -> Q:
    """Return the condition for a puzzle's id or its givens in any format."""
    try:
        return Q(puzzle=UUID(text))
    except ValueError:
        of_puzzle = Puzzle.identity(engine.read(text))  # GridError is a ValueError
        return Q(**{f"puzzle__{name}": value for name, value in of_puzzle.items()})


def _text(text: str) -> Q:
    """Return the condition for a puzzle, its first givens, or a part of its title or of the visitor's note."""
    text = text.strip()
    begins = _first_givens(text)
    try:
        return _puzzle(text) | begins  # the first givens of a large board may be all of a small one
    except ValueError:
        titled = Q(IContains(_of_puzzle("title", is_published=True), Value(text)))
        return titled | Q(is_own=True, note__icontains=text) | begins


def _first_givens(text: str) -> Q:
    """Return the condition for puzzles that begin with these givens. For example, `0290…` as in lists."""
    givens = re.sub(r"[.*_-]", "0", text.removesuffix("…").rstrip(".")).upper()
    # A text of empty cells only is more likely a part of a title.
    is_meant = bool(FIRST_GIVENS.fullmatch(givens)) and any(map(str.isdigit, text))
    return Q(StartsWith(_of_puzzle("givens"), Value(givens))) if is_meant else Q(pk__in=[])


def _of_puzzle(column: str, **conditions: object) -> Subquery:
    """Return a column of a solve's puzzle, which is looked up for each solve of the window alone.

    In a join PostgreSQL would read all puzzles first if they seem to be few.
    """
    rows = Puzzle.objects.filter(pk=OuterRef("puzzle_id"), **conditions)
    return Subquery(rows.values(column)[:1])


def _to_day(day: date) -> Q:
    try:
        return Q(created_at__lt=_midnight(day + timedelta(days=1)))
    except OverflowError:
        raise ValueError(_("Write dates as 2026-01-31.")) from None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.get_default_timezone())


# A new filter needs an entry here and a line in docs/api.md.
FILTERS = (
    # Other values mean the visitor's own.
    Filter("whose", "text", "`public` for what others have published; your own otherwise."),
    Filter(
        "q",
        "text",
        "A puzzle or its first givens, a part of a title of the library, or of your note.",
        condition=_text,
        most=LONGEST_QUERY,
        title=gettext_lazy("Title, note or first givens"),
    ),
    Filter("puzzle", "text", "A puzzle in any format, or its id.", condition=_puzzle),
    Filter(
        "method",
        "one",
        "By which method.",
        condition=lambda name: Q(method=name),
        choices={name: gettext_lazy(method.title) for name, method in engine.methods().items()},
        title=gettext_lazy("Method"),
        any=gettext_lazy("Any method"),
    ),
    Filter(
        "status",
        "one",
        "queued, running, finished or failed.",
        condition=lambda status: Q(status=status),
        choices=dict(Solve.Status.choices),
    ),
    Filter(
        "outcome",
        "one",
        "solved, stalled, contradiction or limit.",
        condition=lambda outcome: Q(outcome=outcome),
        choices=OUTCOMES,
    ),
    Filter(
        "verdict",
        "one",
        "unique, multiple, none or unknown.",
        condition=lambda verdict: Q(verdict=verdict),
        choices=VERDICTS,
        title=gettext_lazy("Solutions"),
        any=gettext_lazy("Any number of solutions"),
    ),
    Filter(
        "size",
        "one",
        "4, 9, 16 or 25.",
        condition=lambda size: Q(Exact(_of_puzzle("box"), isqrt(int(size)))),
        find=_size,
        choices=SIZE_CHOICES,
        title=gettext_lazy("Size"),
        any=gettext_lazy("Any size"),
    ),
    Filter(
        "favourite",
        "flag",
        "`1` for your favourites.",
        condition=lambda is_asked: Q(is_own=True, is_favourite=is_asked),
    ),
    Filter(
        "from",
        "day",
        "The first day, like 2026-01-31 (UTC).",
        condition=lambda day: Q(created_at__gte=_midnight(day)),
        title=gettext_lazy("from day"),
    ),
    Filter("to", "day", "The last day.", condition=_to_day, title=gettext_lazy("to day")),
    replace(AFTER, condition=_after),
)
