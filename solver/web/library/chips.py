"""What the library can be narrowed to with one press: links that add a wish to its address or take it away."""

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
from solver.engine.rating import LEVELS
from solver.models import SIZES
from solver.models.puzzle import LEVELS as WORDS
from solver.puzzles.filters import BANDS, USUAL, PuzzleFilter, grades_of

from ..choices import ChoiceItem
from .counts import Counts

RULES = 8  # that have a chip; all of them are among the other filters
GIVENS = ((0, 22), (23, 26), (27, 31), (32, None))  # of the usual size


@dataclass(frozen=True)
class Level:
    """How hard a puzzle is: bars of which so many are filled, always beside its words."""

    words: str
    bars: tuple[bool, ...]

    @property
    def drawn(self) -> SafeString:
        bars = "".join('<i class="on"></i>' if on else "<i></i>" for on in self.bars)
        return format_html(
            '<span class="level"><span class="level__bars" aria-hidden="true">{}</span> {}</span>',
            mark_safe(bars),  # noqa: S308 - ours
            self.words,
        )


@dataclass(frozen=True)
class FilterChip(ChoiceItem):
    """A wish that a press adds or takes away, said by its words or by a level."""

    level: Level | None = None

    @property
    def drawn(self) -> SafeString:
        """As HTML: there are some thirty on a page, and a template takes long for each."""
        is_in_vain = self.count == 0 and not self.is_chosen
        return format_html(
            '<a class="chip-link{}" href="{}"{}>{}{}{}</a>',
            " chip-link--none" if is_in_vain else "",
            self.href,
            CURRENT if self.is_chosen else "",
            CHOSEN if self.is_chosen else "",
            self.level.drawn if self.level else self.words,
            "" if self.count is None else format_html(COUNT, intcomma(self.count)),
        )


@dataclass(frozen=True)
class FilterChips:
    levels: list[FilterChip]
    bands: list[FilterChip]
    needs: list[FilterChip]
    sizes: list[FilterChip]
    givens: list[FilterChip]


CURRENT = mark_safe(' aria-current="true"')
CHOSEN = mark_safe('<span aria-hidden="true">✓</span> ')
COUNT = ' <span class="chip-link__count">{}</span>'


def level_of(band: str) -> Level:
    """What stands in place of a level while a puzzle is not rated: as many bars as its band has below it."""
    at = list(BANDS).index(band)
    return Level(str(BANDS[band]), tuple(each <= at for each in range(len(BANDS))))


def _level(at: int, words: str) -> Level:
    return Level(capfirst(words), tuple(each <= at for each in range(1, len(LEVELS) + 1)))


def say_grade(name: str) -> str:
    return capfirst(_(engine.GRADES[name]))


def chips_of(wanted: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> FilterChips:
    """The chips above the list; `more` is what its address keeps beside the filters."""

    def toggle(
        name: str, value: str, words: str, count: int | None, level: Level | None = None
    ) -> FilterChip:
        chosen = wanted.asked[name]
        is_chosen = value in chosen
        others = [each for each in chosen if each != value]
        href = address_of(wanted, more, {name: others if is_chosen else [*chosen, value]})
        return FilterChip(words, is_chosen, value, href, count, level)

    levels = [
        toggle("level", name, str(words), counts.of_level(at), _level(at, str(words)))
        for at, (name, words) in enumerate(zip(LEVELS, dict(WORDS).values(), strict=True), 1)
    ]
    bands = [
        toggle("needs", band, str(words), counts.of_grades(grades_of(band)))
        for band, words in BANDS.items()
    ]
    needs = [
        toggle("needs", grade, say_grade(grade), counts.of_grades((grade,)))
        for grade, band in engine.BANDS.items()
        if grades_of(band) != (grade,)  # it would be the chip of its band once more
    ]
    sizes = [toggle("size", str(size), f"{size}×{size}", counts.of_size(size)) for size in SIZES]
    return FilterChips(
        levels,
        bands,
        [chip for chip in needs if chip.is_chosen or chip.count != 0][:RULES],
        sizes,
        _givens(wanted, counts, more),
    )


def _givens(wanted: PuzzleFilter, counts: Counts, more: Mapping[str, str]) -> list[FilterChip]:
    """Ranges of givens, for boards of the usual size."""
    sizes = {int(size) for size in wanted.asked["size"]}
    if sizes - {USUAL}:
        return []
    asked = wanted.values.get("givens_from", 0), wanted.values.get("givens_to")
    chips = []
    for fewest, most in GIVENS:
        is_chosen = asked == (fewest, most)
        limits = {"givens_from": fewest, "givens_to": most}
        change = {name: [str(limit)] if limit else [] for name, limit in limits.items()}
        count = counts.of_givens(sizes, fewest, most)
        nothing: dict[str, Sequence[str]] = {"givens_from": [], "givens_to": []}
        href = address_of(wanted, more, nothing if is_chosen else change)
        chips.append(FilterChip(_say_range(fewest, most), is_chosen, "", href, count))
    return chips


def _say_range(fewest: int, most: int | None) -> str:
    if most is None:
        return _("%(count)d and more") % {"count": fewest}
    return f"{fewest}–{most}" if fewest else _("up to %(count)d") % {"count": most}


def address_of(
    wanted: PuzzleFilter,
    more: Mapping[str, str],
    change: Mapping[str, Sequence[str]],
    name: str = "puzzles",
) -> str:
    """The address of what is wished for, with some wishes changed."""
    kept = {each: urlencode({each: value}) for each, value in more.items() if value}
    changed = {each: urlencode({each: values}, doseq=True) for each, values in change.items()}
    query = "&".join(filter(None, (wanted.written | kept | changed).values()))
    path = _path(name)
    return f"{path}?{query}" if query else path


@cache
def _path(name: str) -> str:
    return reverse(name)
