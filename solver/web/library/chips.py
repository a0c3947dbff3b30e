"""Filter chips of the library: links that add a filter to the address, or remove it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.contrib.humanize.templatetags.humanize import intcomma
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from solver.boards.levels import Level
from solver.engine.core.shape import parse
from solver.engine.rating import LEVELS
from solver.models import SIZES, Puzzle
from solver.puzzles.filters import FILTERS, USUAL, PuzzleFilter
from solver.puzzles.pool import JIGSAW, PLAIN, kind_of, say_shape
from solver.puzzles.tags import say_tag

from ..choices import ChoiceItem
from .counts import TOO_LARGE, Counts, givens_asked

Labels = dict[str, tuple[str, Level | None]]  # by value

GIVENS = ((0, 22), (23, 26), (27, 31), (32, None))  # for boards of the usual size
IN_ROWS = ("shape", "level", "size", "givens_from", "givens_to")  # filters with a row of chips
ELSEWHERE = ("q", "collection", "order")  # the search box, the heading and the form show these


@dataclass(frozen=True)
class LibraryChip(ChoiceItem):
    """A link that adds or removes a filter, labelled with words or a level.

    `count` is the number of puzzles of this value. If `is_more`, they come in addition to those of other values
    of the filter.
    """

    level: Level | None = None
    is_more: bool = False

    @property
    def drawn(self) -> SafeString:
        """The filter chip as HTML. A page has about twenty, and a template takes long for each."""
        count: str | SafeString = ""
        if self.count is not None:
            count = format_html(
                COUNT, "+" if self.is_more and self.count else "", intcomma(self.count)
            )
        label = self.level.drawn if self.level else self.words
        if self.count == 0 and not self.is_chosen:
            return format_html(EMPTY, label, count)
        return format_html(
            '<a class="chip-link" href="{}"{}>{}{}{}</a>',
            self.href,
            CURRENT if self.is_chosen else "",
            CHOSEN if self.is_chosen else "",
            label,
            count,
        )


CURRENT = mark_safe(' aria-current="true"')
CHOSEN = mark_safe('<span aria-hidden="true">✓</span> ')
COUNT = ' <span class="chip-link__count">{}{}</span>'
EMPTY = '<a class="chip-link chip-link--none" role="link" aria-disabled="true">{}{}</a>'


def chips_of(filters: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> dict[str, Any]:
    """Return the filter chips above the library's list. `more` are the parameters to keep besides filters."""

    def row(name: str, labels: Labels) -> list[LibraryChip]:
        selected, number_of = filters.asked[name], counts.by(name, filters)
        return [
            LibraryChip(
                words,
                is_chosen := value in selected,
                value,
                address_of(filters, more, {name: _toggled(selected, value)}),
                None if number_of is None else number_of[value],
                level,
                is_more=bool(selected) and not is_chosen,
            )
            for value, (words, level) in labels.items()
        ]

    shapes = sorted({kind_of(kind.shape) for kind in counts.by_kind if kind.shape}, key=_by_size)
    kinds: Labels = {PLAIN: (_("Classic"), None)} if shapes else {}
    kinds |= {kind: (str(say_shape(kind)), None) for kind in shapes}
    levels: Labels = {name: (Level.named(name).words, Level.named(name)) for name in LEVELS}
    sizes: Labels = {str(size): (f"{size}×{size}", None) for size in SIZES}
    return {
        "kinds": row("shape", kinds),  # of boards, or none if all are plain
        "levels": row("level", levels),
        # How many listed puzzles have no level, and why, or "".
        "unrated": "" if filters.asked["level"] else _say_unrated(counts.unrated(filters)),
        "sizes": row("size", sizes),
        "givens": _givens(filters, counts, more),
        "others": list(_others(filters, more)),  # chosen filters that have no row
    }


def _by_size(kind: str) -> tuple[int, str]:
    return (0, kind) if kind == JIGSAW else (parse(kind).size, kind)


def _say_unrated(counts: Mapping[str, int]) -> str:
    """Return in words how many puzzles have no level, by reason."""
    words = {
        TOO_LARGE: _("%(shown)s on large boards"),
        Puzzle.Verdict.MULTIPLE: _("%(shown)s with several solutions"),
        Puzzle.Verdict.NONE: _("%(shown)s without a solution"),
        Puzzle.Verdict.UNKNOWN: _("%(shown)s with solutions not counted"),
        Puzzle.Verdict.UNIQUE: _("%(shown)s not rated"),
    }
    return ", ".join(
        text % {"shown": intcomma(counts[reason])}
        for reason, text in words.items()
        if counts[reason]
    )


def _toggled(selected: Sequence[str], value: str) -> list[str]:
    others = [other for other in selected if other != value]
    return others if value in selected else [*selected, value]


def _givens(filters: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> list[LibraryChip]:
    """Return ranges of givens for boards of the usual size, and the chosen one if it is another."""
    current, givens = givens_asked(filters), counts.by_givens(filters)
    is_usual = set(filters.asked["size"]) <= {str(USUAL)}
    ranges = list(GIVENS) if is_usual else []
    if current not in ((0, None), *ranges):
        ranges.append(current)
    chips = []
    for minimum, maximum in ranges:
        is_chosen = current == (minimum, maximum)
        limits = {"givens_from": minimum, "givens_to": maximum}
        change = {name: [str(limit)] if limit else [] for name, limit in limits.items()}
        nothing: dict[str, Sequence[str]] = {"givens_from": [], "givens_to": []}
        href = address_of(filters, more, nothing if is_chosen else change)
        count = None if givens is None else _sum_between(givens, minimum, maximum)
        chips.append(LibraryChip(_say_range(minimum, maximum), is_chosen, "", href, count))
    return chips


def _sum_between(counts: Mapping[int, int], minimum: int, maximum: int | None) -> int:
    return sum(
        count
        for number, count in counts.items()
        if minimum <= number and (maximum is None or number <= maximum)
    )


def _others(filters: PuzzleFilter, more: Mapping[str, str]) -> Iterator[LibraryChip]:
    """Yield a chip to remove each chosen value of the filters that have no row of chips."""
    for filter in FILTERS:
        if filter.name in (*IN_ROWS, *ELSEWHERE):
            continue
        for value in filters.asked.get(filter.name, ()):
            words = say_tag(value) if filter.name == "tag" else filter.offered().get(value, value)
            href = address_of(
                filters, more, {filter.name: _toggled(filters.asked[filter.name], value)}
            )
            yield LibraryChip(f"{filter.title}: {words}", True, value, href)


def _say_range(minimum: int, maximum: int | None) -> str:
    if maximum is None:
        return _("%(count)d or more") % {"count": minimum}
    if minimum == maximum:
        return str(minimum)
    return f"{minimum}–{maximum}" if minimum else _("up to %(count)d") % {"count": maximum}


def address_of(
    filters: PuzzleFilter,
    more: Mapping[str, str],
    change: Mapping[str, Sequence[str]],
    name: str = "puzzles",
) -> str:
    """Return the address of a list of puzzles with these filters, after some changes.

    `more` are other parameters to keep, `change` has the new values by parameter, `name` is that of the URL.
    """
    others = {key: urlencode({key: value}) for key, value in more.items() if value}
    changed = {key: urlencode({key: values}, doseq=True) for key, values in change.items()}
    query = "&".join(filter(None, (filters.written | others | changed).values()))
    path = _path(name)
    return f"{path}?{query}" if query else path


@cache
def _path(name: str) -> str:
    return reverse(name)
