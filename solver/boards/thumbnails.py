"""Small boards, light enough to show many: of puzzles in lists, and of the iterations of a solve."""

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext

from solver import engine
from solver.engine.core.steps import candidates_left


@dataclass(frozen=True)
class SmallBoard:
    """A thumbnail of a puzzle with its givens.

    A page has some twenty, so the SVG is written here: a template takes ten times as long.
    """

    size: int
    box: int
    label: str
    givens: tuple[tuple[int, int, str], ...]  # 0-based column and row, and the digit

    @cached_property
    def svg(self) -> SafeString:
        """The thumbnail as SVG, with the digits of the givens."""
        return self._svg(
            after="".join(
                f'<text class="small__digit" x="{x}.5" y="{y}.74">{escape(digit)}</text>'
                for x, y, digit in self.givens
            )
        )

    @property
    def plain_svg(self) -> SafeString:
        """The thumbnail as SVG with a square for each given, for sizes that are too small to read digits."""
        squares = "".join(f"M{x} {y}h1v1h-1z" for x, y, _digit in self.givens)
        return self._svg(before=f'<path class="small__given" d="{squares}" />')

    def _svg(self, before: str = "", after: str = "") -> SafeString:
        """Return the SVG. `before` lies below the lines, `after` above them."""
        thin, thick = _grid_lines(self.box)
        size = f'width="{self.size}" height="{self.size}"'
        svg = (
            f'<svg class="small" viewBox="0 0 {self.size} {self.size}" role="img"'
            f' aria-label="{escape(self.label)}"><rect class="small__ground" {size} />{before}'
            f'<path class="small__line" d="{thin}" />'
            f'<path class="small__line small__line--thick" d="{thick}" />'
            f'<rect class="small__line small__line--frame" {size} />{after}</svg>'
        )
        return mark_safe(svg)  # noqa: S308 - numbers and escaped text


def draw_small(givens: str, box: int) -> SmallBoard:
    """Return a thumbnail of a puzzle from its line of givens and box size, 3 for the usual 9×9 board."""
    return _drawn_small(get_language() or "", givens, box)


@lru_cache(maxsize=512)
def _drawn_small(_language: str, givens: str, box: int) -> SmallBoard:
    size = box * box
    clues = tuple(
        (cell % size, cell // size, character)
        for cell, character in enumerate(givens)
        if character != "0"
    )
    label = ngettext(
        "%(size)s×%(size)s board with %(clues)s given",
        "%(size)s×%(size)s board with %(clues)s givens",
        len(clues),
    ) % {"size": size, "clues": len(clues)}
    return SmallBoard(size, box, label, clues)


@cache
def _grid_lines(box: int) -> tuple[str, str]:
    """Return the thin and the thick inner lines of a thumbnail."""
    size = box * box
    lines = {at: f"M{at} 0V{size}M0 {at}H{size}" for at in range(1, size)}
    return (
        "".join(line for at, line in lines.items() if at % box),
        "".join(line for at, line in lines.items() if not at % box),
    )


@dataclass(frozen=True)
class SmallSnapshot:
    """A board after an iteration as SVG paths, ten units a cell."""

    size: int
    box: int
    number: int
    href: str
    left: int
    given: str
    solved: str
    now: str  # solved in this iteration
    lost: str  # cells that lost a candidate
    open: list[str]  # dots in three sizes, larger for more candidates


def draw_small_snapshot(grid: engine.Grid, iteration: engine.Iteration, href: str) -> SmallSnapshot:
    size = grid.size
    placed = {cell for step in iteration.steps for cell, _digit in step.placed}
    touched = {cell for step in iteration.steps for cell, _mask in step.removed}
    paths = {"given": "", "solved": "", "now": "", "lost": ""}
    dots = ["", "", ""]
    for cell, mask in enumerate(iteration.candidates):
        x, y = 10 * (cell % size), 10 * (cell // size)
        square = f"M{x} {y}h10v10h-10z"
        if grid.givens[cell]:
            paths["given"] += square
        elif mask and not mask & (mask - 1):
            is_now = cell in placed
            paths["now" if is_now else "solved"] += square
            paths["now"] += f"M{x + 3} {y + 3}v4h4v-4z" if is_now else ""
        elif cell in touched:
            paths["lost"] += f"M{x + 2} {y + 2}l6 6"
        else:
            dots[min(2, (mask.bit_count() - 1) * 3 // size)] += f"M{x + 5} {y + 5}h0"
    left = candidates_left(iteration.candidates)
    return SmallSnapshot(size, grid.box, iteration.number, href, left, open=dots, **paths)


@dataclass(frozen=True)
class SmallLines:
    """The lines of such boards as paths, shared by all boards of one size."""

    box: int
    thin: str
    thick: str


def draw_small_lines(box: int) -> SmallLines:
    size, end = box * box, 10 * box * box
    lines = [f"M0 {10 * at}H{end}M{10 * at} 0V{end}" for at in range(1, size)]
    thick = "".join(lines[at - 1] for at in range(box, size, box))
    return SmallLines(box, "".join(lines), f"M0 0H{end}V{end}H0z{thick}")
