"""Filter chips of the library: links that add a filter to the address, or remove it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlencode

from django.contrib.humanize.templatetags.humanize import intcomma
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from solver import engine
from solver.boards.levels import Level
from solver.engine.rating import LEVELS
from solver.models import SIZES
from solver.models.puzzle import LEVELS as WORDS
from solver.puzzles.filters import BANDS, USUAL, PuzzleFilter, grades_of

from ..choices import ChoiceItem
from .counts import Counts

RULES = 8  # that have a chip. All of them are among the other filters.
GIVENS = ((0, 22), (23, 26), (27, 31), (32, None))  # for boards of the usual size


@dataclass(frozen=True)
class LibraryChip(ChoiceItem):
    """A link that adds or removes a filter, labelled with words or a level."""

    level: Level | None = None

    @property
    def drawn(self) -> SafeString:
        """The filter chip as HTML. A page has about thirty, and a template takes long for each."""
        is_empty = self.count == 0 and not self.is_chosen
        return format_html(
            '<a class="chip-link{}" href="{}"{}>{}{}{}</a>',
            " chip-link--none" if is_empty else "",
            self.href,
            CURRENT if self.is_chosen else "",
            CHOSEN if self.is_chosen else "",
            self.level.drawn if self.level else self.words,
            "" if self.count is None else format_html(COUNT, intcomma(self.count)),
        )


@dataclass(frozen=True)
class LibraryChips:
    levels: list[LibraryChip]
    bands: list[LibraryChip]
    ungraded: int | None  # puzzles that no band has, because grading them takes too long
    needs: list[LibraryChip]
    sizes: list[LibraryChip]
    givens: list[LibraryChip]


CURRENT = mark_safe(' aria-current="true"')
CHOSEN = mark_safe('<span aria-hidden="true">✓</span> ')
COUNT = ' <span class="chip-link__count">{}</span>'


def say_grade(name: str) -> str:
    return capfirst(_(engine.GRADES[name]))


def chips_of(filters: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> LibraryChips:
    """Return the filter chips above the library's list. `more` are the parameters to keep besides filters."""

    def toggle(
        name: str, value: str, label: str, count: int | None, level: Level | None = None
    ) -> LibraryChip:
        selected = filters.asked[name]
        is_chosen = value in selected
        others = [other for other in selected if other != value]
        href = address_of(filters, more, {name: others if is_chosen else [*selected, value]})
        return LibraryChip(label, is_chosen, value, href, count, level)

    levels = [
        toggle("level", name, str(label), counts.of_level(at), Level(at))
        for at, (name, label) in enumerate(zip(LEVELS, dict(WORDS).values(), strict=True), 1)
    ]
    bands = [
        toggle("needs", band, str(label), counts.of_grades(grades_of(band)))
        for band, label in BANDS.items()
    ]
    needs = [
        toggle("needs", grade, say_grade(grade), counts.of_grades((grade,)))
        for grade, band in engine.BANDS.items()
        if grades_of(band) != (grade,)  # it would repeat its band's chip
    ]
    sizes = [toggle("size", str(size), f"{size}×{size}", counts.of_size(size)) for size in SIZES]
    return LibraryChips(
        levels,
        bands,
        counts.of_grades(("",)),
        [chip for chip in needs if chip.is_chosen or chip.count != 0][:RULES],
        sizes,
        _givens(filters, counts, more),
    )


def _givens(filters: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> list[LibraryChip]:
    """Return ranges of givens for boards of the usual size, or [] if another size is selected."""
    sizes = {int(size) for size in filters.asked["size"]}
    if sizes - {USUAL}:
        return []
    current = filters.values.get("givens_from", 0), filters.values.get("givens_to")
    chips = []
    for minimum, maximum in GIVENS:
        is_chosen = current == (minimum, maximum)
        limits = {"givens_from": minimum, "givens_to": maximum}
        change = {name: [str(limit)] if limit else [] for name, limit in limits.items()}
        count = counts.of_givens(sizes, minimum, maximum)
        nothing: dict[str, Sequence[str]] = {"givens_from": [], "givens_to": []}
        href = address_of(filters, more, nothing if is_chosen else change)
        chips.append(LibraryChip(_say_range(minimum, maximum), is_chosen, "", href, count))
    return chips


def _say_range(minimum: int, maximum: int | None) -> str:
    if maximum is None:
        return _("%(count)d and more") % {"count": minimum}
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
