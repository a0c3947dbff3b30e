"""Past solves by what is asked of them, newest first, a page at a time: for pages and the API alike.

A page begins after a row and is found by index, so what lies before it costs nothing, and nothing is counted.
It looks through so many solves and no more: what few of a million match comes in short pages instead of late.
"""

import re
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from math import isqrt
from uuid import UUID

from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from solver import engine
from solver.models import SIZES, Puzzle, Solve, SolveQuerySet
from solver.puzzles.filters import LONGEST_QUERY
from solver.puzzles.filterset import AFTER, SIZE_CHOICES, Filter, FilterSet

FIRST_GIVENS = re.compile(r"[0-9A-P]*[0-9][0-9A-P]*")  # a word has no digit
MOST_TITLES = 1000  # puzzles of the library that a text is looked for in
WINDOW = 2_000  # solves that one page looks through
PLACES = ("from", "to", "after")  # which part of the list; all else is a choice among what is in it


@dataclass(frozen=True)
class SolveListPage:
    """Solves that match, newest first; `after` is where the next page begins, empty at the end."""

    solves: list[Solve]
    after: str


@dataclass(frozen=True)
class SolveFilter:
    """A search for solves; `errors` names what could not be understood, which is left out then."""

    places: list[Q] = field(default_factory=list)
    choices: list[Q] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    is_public: bool = False

    @classmethod
    def of(cls, query: QueryDict) -> "SolveFilter":
        """The filter in the parameters of an address; those that are empty ask for nothing."""
        asked = FilterSet.of(FILTERS, query)
        return cls(
            [each for name, each in asked.conditions.items() if name in PLACES],
            [each for name, each in asked.conditions.items() if name not in PLACES],
            asked.errors,
            is_public=asked.values.get("whose") == "public",
        )

    def after(self, place: str) -> "SolveFilter":
        """The same from there on."""
        return replace(self, places=[*self.places, _after(place)]) if place else self

    def page(self, solves: SolveQuerySet, most: int) -> SolveListPage:
        """A page of at most so many that match; fewer, with more to come, where few of the next `WINDOW` do."""
        there = solves.filter(*self.places).order_by("-created_at", "-id")
        edge = there[WINDOW - 1 : WINDOW].first() if self.choices else None
        window = there.filter(_not_after(edge)) if edge else there
        found = list(window.filter(*self.choices).select_related("puzzle")[: most + 1])
        if len(found) > most:
            return SolveListPage(found[:most], cursor_of(found[most - 1]))
        return SolveListPage(found, cursor_of(edge) if edge else "")


# --- Pages --------------------------------------------------------------------------------------------


def cursor_of(solve: Solve) -> str:
    """The text that stands in the address of the page that begins after a solve."""
    return f"{solve.created_at.astimezone(timezone.get_default_timezone()):%Y%m%dT%H%M%S.%f}_{solve.pk}"


def _after(text: str) -> Q:
    try:
        moment, _bar, pk = text.partition("_")
        at = datetime.strptime(moment, "%Y%m%dT%H%M%S.%f").replace(
            tzinfo=timezone.get_default_timezone()
        )
        solve_id = UUID(pk)
    except ValueError:
        raise ValueError(_("This is no place in the list.")) from None
    # The first condition is what the index is searched by.
    return Q(created_at__lte=at) & (Q(created_at__lt=at) | Q(id__lt=solve_id))


def _not_after(solve: Solve) -> Q:
    at = solve.created_at
    return Q(created_at__gte=at) & (Q(created_at__gt=at) | Q(id__gte=solve.pk))


# --- What can be asked --------------------------------------------------------------------------------


OUTCOMES = {
    "solved": gettext_lazy("Solved"),
    "stalled": gettext_lazy("Stuck"),
    "contradiction": gettext_lazy("Contradiction"),
    "limit": gettext_lazy("At the limit"),
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
    """By its id, or by the puzzle itself in any format."""
    try:
        return Q(puzzle=UUID(text))
    except ValueError:
        return Q(puzzle__givens=engine.read(text).text)  # GridError is a ValueError


# What an owner put to a solve is looked for in the visitor's own alone, whichever list is asked.
def _text(text: str) -> Q:
    """A puzzle, its first givens, or a part of the title of one in the library, or of what its owner noted."""
    text = text.strip()
    begins = _first_givens(text)
    try:
        return _puzzle(text) | begins  # the first givens of a large board may be all of a small one
    except ValueError:
        named = Puzzle.objects.filter(is_published=True, title__icontains=text)
        ids = list(named.values_list("pk", flat=True)[:MOST_TITLES])
        return Q(puzzle__in=ids) | Q(is_own=True, note__icontains=text) | begins


def _first_givens(text: str) -> Q:
    """Puzzles that begin so, as a list shows them: `0290…`."""
    givens = re.sub(r"[.*_-]", "0", text.removesuffix("…").rstrip(".")).upper()
    # Signs of empty cells alone are more likely a part of a title.
    is_meant = bool(FIRST_GIVENS.fullmatch(givens)) and any(map(str.isdigit, text))
    return Q(puzzle__givens__startswith=givens) if is_meant else Q(pk__in=[])


def _to_day(day: date) -> Q:
    try:
        return Q(created_at__lt=_midnight(day + timedelta(days=1)))
    except OverflowError:
        raise ValueError(_("Write dates as 2026-01-31.")) from None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.get_default_timezone())


# Another one is a line here and one in docs/api.md.
FILTERS = (
    # Whatever else it says means one's own.
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
        any=gettext_lazy("Any verdict"),
    ),
    Filter(
        "size",
        "one",
        "4, 9, 16 or 25.",
        condition=lambda size: Q(puzzle__box=isqrt(int(size))),
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
        title=pgettext_lazy("day", "from"),
    ),
    Filter("to", "day", "The last day.", condition=_to_day, title=pgettext_lazy("day", "to")),
    replace(AFTER, condition=_after),
)
