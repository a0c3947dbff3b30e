"""What a board of some shape has behind its digits: lines between regions, and the signs of further units.

Each further unit has a sign beside its tint, because colours alone tell some people nothing: a line along its
cells if they lie on a diagonal, else a dashed outline. Units that cover the whole board, such as disjoint
groups, and pairs have no sign. `Shape.rules` says them in words. Of crooked regions, some that do not touch
have a tint, so that the eye follows the borders.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, pairwise

from django.utils.safestring import SafeString, mark_safe

from solver.engine.core.display import Borders, borders_of
from solver.engine.core.geometry import Geometry, Unit, geometry_of
from solver.engine.core.shape import Cells, Shape

from . import strokes
from .strokes import SIDE, Path

INSETS = (4.0, 7.5, 11.0)  # of outlines, one kind after the other, so that none hides another


@dataclass(frozen=True)
class Run:
    """A straight piece of a line between cells: at `at`, from `start` to `end`, in cells."""

    is_vertical: bool
    at: int
    start: int
    end: int
    is_thick: bool

    def d(self, scale: int = 1) -> str:
        """Return it as a piece of an SVG path, with `scale` units a cell."""
        at, start, end = self.at * scale, self.start * scale, self.end * scale
        return f"M{at} {start}V{end}" if self.is_vertical else f"M{start} {at}H{end}"


@dataclass(frozen=True)
class Ground:
    """What is drawn of a shape, below the digits. Paths have 60 units a cell."""

    shape: Shape
    runs: tuple[Run, ...]  # of the lines inside the board, from the upper left on
    tinted: tuple[int, ...]  # cells, ascending
    lines: tuple[Path, ...]  # along diagonals
    outlines: tuple[Path, ...]  # dashed

    @cached_property
    def thin(self) -> str:
        """The thin lines inside the board as an SVG path, one unit a cell."""
        return self.lines_of(is_thick=False)

    @cached_property
    def thick(self) -> str:
        """The lines between boxes or regions as an SVG path, one unit a cell."""
        return self.lines_of(is_thick=True)

    def lines_of(self, is_thick: bool, scale: int = 1) -> str:
        """Return all thin or thick lines inside the board as one SVG path."""
        return "".join(run.d(scale) for run in self.runs if run.is_thick == is_thick)

    @property
    def is_crooked(self) -> bool:
        return self.shape.regions is not None and self.shape.boxes is None

    @cached_property
    def edges(self) -> Borders:
        """The borders that a table's cells have: none if they are crooked, as `svg` has them then."""
        return Borders(frozenset(), frozenset()) if self.is_crooked else borders_of(self.shape)

    @property
    def has_signs(self) -> bool:
        return bool(self.tinted)

    @cached_property
    def signs(self) -> SafeString:
        """The signs as SVG, with classes for the style sheet, 60 units a cell."""
        side = SIDE - 4  # between the lines of the grid, which it would dim
        places = (divmod(cell, self.shape.size) for cell in self.tinted)
        tint = "".join(
            f"M{SIDE * column + 1} {SIDE * row + 1}h{side}v{side}h-{side}z"
            for row, column in places
        )
        paths = {
            "tint": tint,
            "line": "".join(path.d for path in self.lines),
            "outline": "".join(path.d for path in self.outlines),
        }
        drawn = (f'<path class="ground__{sign}" d="{d}" />' for sign, d in paths.items() if d)
        return mark_safe("".join(drawn))  # noqa: S308 - numbers

    @cached_property
    def svg(self) -> SafeString:
        """What a table of cells cannot have: the signs, and crooked borders, whose corners it leaves open."""
        border = self.lines_of(is_thick=True, scale=SIDE) if self.is_crooked else ""
        drawn = self.signs + (f'<path class="ground__border" d="{border}" />' if border else "")
        if not drawn:
            return SafeString()
        width = SIDE * self.shape.size
        return mark_safe(  # noqa: S308 - numbers
            f'<svg class="drawing ground" viewBox="0 0 {width} {width}" preserveAspectRatio="none"'
            f' aria-hidden="true" focusable="false">{drawn}</svg>'
        )


@lru_cache(maxsize=64)
def ground_of(shape: Shape) -> Ground:
    """Return what is drawn of a shape."""
    geometry = geometry_of(shape)
    lines: list[Path] = []
    outlines: list[Path] = []
    tinted: set[int] = set()
    shown = _units_with_signs(geometry)
    kinds = list(dict.fromkeys(unit.kind for unit in shown))
    for unit in shown:
        tinted.update(unit.cells)
        if _is_diagonal(unit, geometry.size):
            lines.append(_line(geometry, unit))
        else:
            inset = INSETS[kinds.index(unit.kind) % len(INSETS)]
            outlines += strokes.hulls(geometry, unit.cells, inset)
    if not shown and shape.regions and not shape.boxes:
        tinted.update(_regions_apart(shape.regions, shape.size))
    return Ground(shape, tuple(_runs(shape)), tuple(sorted(tinted)), tuple(lines), tuple(outlines))


def places_of(geometry: Geometry, cell: int) -> str:
    """Return the units of a cell beside row, column and box in words, `, region 4, diagonal 1`, or nothing."""
    units = [geometry.units[index] for index in geometry.units_of[cell]]
    units += [group for group in geometry.groups if cell in group.cells]
    return "".join(
        f", {unit.phrase}" for unit in units if unit.kind not in ("row", "column", "box")
    )


def name_further_sets(geometry: Geometry) -> str | None:
    """Return the cells of each set beside rows and columns for a script, or None for a plain board.

    For example, `0 1 9 10;2 3 11 12`.
    """
    if geometry.shape.square_box:
        return None
    further = (*geometry.units[2 * geometry.size :], *geometry.groups)
    sets = (*(unit.cells for unit in further), *geometry.pairs)
    return ";".join(" ".join(map(str, cells)) for cells in sets)


def _units_with_signs(geometry: Geometry) -> list[Unit]:
    """Return further units and groups, kind by kind, without kinds that cover the whole board."""
    further = [*geometry.units[2 * geometry.size :], *geometry.groups]
    further = [unit for unit in further if unit.kind not in ("box", "region")]
    covered: dict[str, set[int]] = {}
    for unit in further:
        covered.setdefault(unit.kind, set()).update(unit.cells)
    return [unit for unit in further if len(covered[unit.kind]) < geometry.cell_count]


def _regions_apart(regions: Cells, size: int) -> Iterator[int]:
    """Yield the cells of regions that do not touch each other. Those with few neighbours are taken first."""
    cells = range(len(regions))
    pairs = [(cell, cell + 1) for cell in cells if (cell + 1) % size]
    pairs += [(cell, cell + size) for cell in cells[:-size]]
    touched: list[set[int]] = [set() for _ in range(size)]
    for one, other in pairs:
        if regions[one] != regions[other]:
            touched[regions[one]].add(regions[other])
            touched[regions[other]].add(regions[one])
    taken: set[int] = set()
    for number in sorted(range(size), key=lambda number: len(touched[number])):
        if taken.isdisjoint(touched[number]):
            taken.add(number)
    return (cell for cell in cells if regions[cell] in taken)


def _is_diagonal(unit: Unit, size: int) -> bool:
    """Return whether the cells of a unit, in reading order, go one row down and one column aside each."""
    steps = {other - cell for cell, other in pairwise(sorted(unit.cells))}
    return len(unit.cells) > 2 and steps in ({size + 1}, {size - 1})


def _line(geometry: Geometry, unit: Unit) -> Path:
    """Return the line from corner to corner through the cells of a diagonal."""
    first, last = min(unit.cells), max(unit.cells)
    (x1, y1), (x2, y2) = (strokes.corner_of(geometry, cell) for cell in (first, last))
    falls = x1 < x2
    start = (x1 if falls else x1 + SIDE, y1)
    end = (x2 + SIDE if falls else x2, y2 + SIDE)
    return Path(start, ((None, end),))


def _runs(shape: Shape) -> Iterator[Run]:
    """Yield the lines between cells, each as few straight pieces as are equally thick."""
    size, borders = shape.size, borders_of(shape)
    for at in range(1, size):
        beside = [row * size + at - 1 in borders.right for row in range(size)]
        above = [(at - 1) * size + column in borders.below for column in range(size)]
        for is_vertical, thick in ((True, beside), (False, above)):
            end = 0
            for is_thick, same in groupby(thick):
                start, end = end, end + len(list(same))
                yield Run(is_vertical, at, start, end, is_thick)
