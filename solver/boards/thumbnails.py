"""Small boards, light enough to show many: of puzzles in lists, and of the iterations of a solve."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any
from zlib import crc32

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext

from solver import engine
from solver.engine.core.shape import Shape, boxed
from solver.engine.core.steps import candidates_left

from .ground import Ground, ground_of
from .strokes import SIDE


@dataclass(frozen=True)
class SmallBoard:
    """A thumbnail of a puzzle with its givens.

    A page has some twenty, so the SVG is written here: a template takes ten times as long.
    """

    size: int
    ground: Ground
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
        ground = self.ground
        if ground.has_signs:
            before = f'<g transform="scale({1 / SIDE:.5f})">{ground.signs}</g>{before}'
        size = f'width="{self.size}" height="{self.size}"'
        svg = (
            f'<svg class="small" viewBox="0 0 {self.size} {self.size}" role="img"'
            f' aria-label="{escape(self.label)}"><rect class="small__ground" {size} />{before}'
            f'<path class="small__line" d="{ground.thin}" />'
            f'<path class="small__line small__line--thick" d="{ground.thick}" />'
            f'<rect class="small__line small__line--frame" {size} />{after}</svg>'
        )
        return mark_safe(svg)  # noqa: S308 - numbers and escaped text


def draw_small(givens: str, shape: Shape | int) -> SmallBoard:
    """Return a thumbnail of a puzzle from its line of givens and its shape.

    `shape` may be the box size of a plain board, 3 for the usual 9×9 board.
    """
    return _drawn_small(get_language() or "", givens, _shape(shape))


def _shape(shape: Shape | int) -> Shape:
    return boxed(shape) if isinstance(shape, int) else shape


@lru_cache(maxsize=512)
def _drawn_small(_language: str, givens: str, shape: Shape) -> SmallBoard:
    size = shape.size
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
    if shape.title != f"{size}×{size}":
        label = f"{shape.title}: {label}"
    return SmallBoard(size, ground_of(shape), label, clues)


def draw_small_snapshot(
    grid: engine.Grid, iteration: engine.Iteration, href: str
) -> dict[str, Any]:
    """Return a board after an iteration for a template, as SVG paths, ten units a cell.

    `now` has the cells that the iteration solved, `lost` those that lost a candidate.
    """
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
    lines = _lines_name(grid.shape)
    return {
        "size": size,
        "lines": lines,  # the name of those of its shape
        "number": iteration.number,
        "href": href,
        "left": left,
        "open": dots,  # dots in three sizes, larger for more candidates
        **paths,
    }


def draw_small_lines(shape: Shape | int) -> dict[str, Any]:
    """Return the lines of such boards as paths, of a shape or of plain boards of a box size.

    All boards of one shape share them.
    """
    shape = _shape(shape)
    ground, end = ground_of(shape), 10 * shape.size
    thin, thick = (ground.lines_of(is_thick, 10) for is_thick in (False, True))
    return {"name": _lines_name(shape), "thin": thin, "thick": f"M0 0H{end}V{end}H0z{thick}"}


def _lines_name(shape: Shape) -> str:
    """Return a short name of a shape that an address in the page can have."""
    return str(shape.square_box or f"{crc32(shape.name.encode()):x}")
