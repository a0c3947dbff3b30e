"""Past solves by what is asked of them, newest first, a page at a time: for pages and the API alike.

A page begins after a row and is found by index, so what lies before it costs nothing, and nothing is counted.
It looks through so many solves and no more: what few of a million match comes in short pages instead of late.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from solver import engine
from solver.models import SIZES, Puzzle, Solve, SolveQuerySet

MOST_TITLES = 1000  # puzzles of the library that a text is looked for in
WINDOW = 2_000  # solves that one page looks through
PLACES = ("from", "to", "after")  # which part of the list; all else is a choice among what is in it


@dataclass(frozen=True)
class Page:
    """Solves that match, newest first; `after` is where the next page begins, empty at the end."""

    solves: list[Solve]
    after: str


@dataclass(frozen=True)
class SolveFilter:
    """What was asked for; `errors` names what could not be understood, which is left out then."""

    places: list[Q] = field(default_factory=list)
    choices: list[Q] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> "SolveFilter":
        """From the parameters of an address; those that are empty ask for nothing."""
        wanted = cls()
        for name, read in READERS.items():
            text = asked.get(name, "")
            if text:
                conditions = wanted.places if name in PLACES else wanted.choices
                try:
                    conditions.append(read(text))
                except ValueError as error:
                    wanted.errors[name] = str(error)
        return wanted

    def after(self, place: str) -> "SolveFilter":
        """The same from there on."""
        return replace(self, places=[*self.places, _after(place)]) if place else self

    def page(self, solves: SolveQuerySet, most: int) -> Page:
        """At most so many that match; fewer, with more to come, where few of the next `WINDOW` do."""
        there = solves.filter(*self.places).order_by("-created_at", "-id")
        edge = there[WINDOW - 1 : WINDOW].first() if self.choices else None
        window = there.filter(_not_after(edge)) if edge else there
        found = list(window.filter(*self.choices).select_related("puzzle")[: most + 1])
        if len(found) > most:
            return Page(found[:most], cursor_of(found[most - 1]))
        return Page(found, cursor_of(edge) if edge else "")


# --- Pages --------------------------------------------------------------------------------------------


def cursor_of(solve: Solve) -> str:
    """What stands in the address of the page that begins after a solve."""
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


def _one_of(field_name: str, *values: str) -> Callable[[str], Q]:
    def read(text: str) -> Q:
        if text not in values:
            raise ValueError(
                _("“%(text)s” is none of %(values)s.")
                % {"text": text[:40], "values": ", ".join(values)}
            )
        return Q(**{field_name: text})

    return read


def _size(text: str) -> Q:
    if text not in map(str, SIZES):
        raise ValueError(_("The size is one of %s.") % ", ".join(map(str, SIZES)))
    return Q(puzzle__box={4: 2, 9: 3, 16: 4, 25: 5}[int(text)])


def _puzzle(text: str) -> Q:
    """By its id, or by the puzzle itself in any format."""
    try:
        return Q(puzzle=UUID(text))
    except ValueError:
        return Q(puzzle__givens=engine.read(text).text)  # GridError is a ValueError


def _text(text: str) -> Q:
    """A puzzle, or a part of the title of one in the library, or of what its owner noted."""
    text = text.strip().replace("\0", "")
    try:
        return _puzzle(text)
    except ValueError:
        named = Puzzle.objects.filter(is_published=True, title__icontains=text)
        ids = list(named.values_list("pk", flat=True)[:MOST_TITLES])
        return Q(puzzle__in=ids) | Q(note__icontains=text)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(_("A day is written like 2026-01-31.")) from None


def _from_day(text: str) -> Q:
    return Q(created_at__gte=_midnight(_day(text)))


def _to_day(text: str) -> Q:
    try:
        return Q(created_at__lt=_midnight(_day(text) + timedelta(days=1)))
    except OverflowError:
        raise ValueError(_("A day is written like 2026-01-31.")) from None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), timezone.get_default_timezone())


READERS: dict[str, Callable[[str], Q]] = {
    "q": _text,
    "puzzle": _puzzle,
    "method": _one_of("method", *engine.methods()),
    "status": _one_of("status", *Solve.Status.values),
    "outcome": _one_of("outcome", *Solve.Outcome.values),
    "verdict": _one_of("verdict", *Puzzle.Verdict.values),
    "size": _size,
    "favourite": lambda text: Q(is_favourite=True),
    "from": _from_day,
    "to": _to_day,
    "after": _after,
}
