"""The miniature of a step: the pattern without its digits, for a picture as large as a thumb.

It has one mark a cell. Discs, squares and lines are those of the step's drawing, a struck square is a removal,
and a tint is a row, column or box that the step is about. A branch of a split has its digits too.
"""

from collections.abc import Iterable, Sequence

from django.utils.safestring import SafeString, mark_safe

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import Step, candidate_numbers

from .drawing import Drawing
from .ground import ground_of
from .step_drawing import draw_step
from .strokes import SIDE, Path, Point, frames

CELL = 10  # the width of a cell
SQUARES = ("square", "frame", "diamond")
FRAME = 2.0  # between the edge of a row, column or box and its frame in a drawing
DISC = "a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z"


def draw_miniature(geometry: Geometry, step: Step, before: Sequence[int]) -> SafeString:
    """Return a step as a small SVG. `before` has the candidates of each cell as masks."""
    drawing = draw_step(geometry, step, before)
    tinted = _tinted(geometry, step, drawing, before)
    marks = _marks(geometry, step, drawing, before)
    removed = {number % geometry.cell_count for number in candidate_numbers(geometry, step.removed)}
    discs = [cell for cell, shape in marks.items() if shape not in SQUARES]
    squares = [cell for cell, shape in marks.items() if shape in SQUARES]
    return _svg(
        geometry,
        _path("tint", (f"{_corner(geometry, cell)}h10v10h-10z" for cell in tinted)),
        *_lines(geometry),
        *(
            f'<path class="thumb__{outline.sign}" transform="scale({CELL / SIDE:.4f})"'
            f' d="{outline.path.d}" />'
            for outline in drawing.outlines
            if outline.is_filled
        ),
        *(
            _path(sign, (_straight(line.path) for line in drawing.lines if line.sign == sign))
            for sign in ("strong", "weak")
        ),
        _discs(geometry, discs),
        _squares(geometry, squares),
        *_struck(geometry, removed, {*marks}),
        _path("placed", (f"{_corner(geometry, cell, 1, 1)}h8v8h-8z" for cell, _ in step.placed)),
    )


def draw_branch(
    geometry: Geometry, step: Step, before: Sequence[int], supposed: int, forced: Sequence[int]
) -> SafeString:
    """Return a branch of a split as a small SVG: the digit that is supposed, and those that follow from it.

    `before` has the candidates of each cell as masks.
    """
    cells = geometry.cell_count
    marked = {number % cells: number // cells + 1 for number in (*forced, supposed)}
    decided = {cell: mask.bit_length() for cell, mask in enumerate(before) if not mask & mask - 1}
    removed = {number % cells for number in candidate_numbers(geometry, step.removed)}
    return _svg(
        geometry,
        *_lines(geometry),
        _discs(geometry, [number % cells for number in forced]),
        _squares(geometry, [supposed % cells]),
        *_struck(geometry, removed, {*marked}),
        *(_digit(geometry, cell, digit, "thumb__known") for cell, digit in decided.items()),
        *(_digit(geometry, cell, digit, "thumb__digit") for cell, digit in marked.items()),
    )


def _svg(geometry: Geometry, *parts: str) -> SafeString:
    width = CELL * geometry.size
    ground = f'<rect class="thumb__ground" width="{width}" height="{width}" />'
    return mark_safe(  # noqa: S308 - numbers and our own names
        f'<svg class="thumb" viewBox="-1 -1 {width + 2} {width + 2}" aria-hidden="true">'
        f"{ground}{''.join(parts)}</svg>"
    )


def _lines(geometry: Geometry) -> tuple[str, str]:
    width, ground = CELL * geometry.size, ground_of(geometry.shape)
    return (
        _path("thin", [ground.lines_of(is_thick=False, scale=CELL)]),
        _path("thick", [f"M0 0H{width}V{width}H0z", ground.lines_of(is_thick=True, scale=CELL)]),
    )


def _discs(geometry: Geometry, cells: Iterable[int]) -> str:
    return _path("disc", (f"{_corner(geometry, cell, 1.5, 5)}{DISC}" for cell in cells))


def _squares(geometry: Geometry, cells: Iterable[int]) -> str:
    return _path("square", (f"{_corner(geometry, cell, 2, 2)}h6v6h-6z" for cell in cells))


def _struck(geometry: Geometry, removed: set[int], marked: set[int]) -> tuple[str, str]:
    return (
        _path("removed", (f"{_corner(geometry, cell, 2, 2)}h6v6h-6z" for cell in removed - marked)),
        _path("strike", (f"{_corner(geometry, cell, 2.5, 7.5)}l5 -5" for cell in removed)),
    )


def _digit(geometry: Geometry, cell: int, digit: int, name: str) -> str:
    row, column = divmod(cell, geometry.size)
    at = f'x="{CELL * column + CELL / 2:g}" y="{CELL * row + 7.4:g}"'
    return f'<text class="{name}" {at}>{ALPHABET[digit]}</text>'


def _path(name: str, pieces: Iterable[str]) -> str:
    d = "".join(pieces)
    return f'<path class="thumb__{name}" d="{d}" />' if d else ""


def _corner(geometry: Geometry, cell: int, x: float = 0, y: float = 0) -> str:
    row, column = divmod(cell, geometry.size)
    return f"M{CELL * column + x:g} {CELL * row + y:g}"


def _straight(path: Path) -> str:
    """Return a line between the middles of the cells that a line of the drawing joins."""
    ends = (path.start, path.pieces[-1][1])
    return "".join(f"{letter}{_middle(end)}" for letter, end in zip("ML", ends, strict=True))


def _middle(point: Point) -> str:
    x, y = (CELL * int(each // SIDE) + CELL // 2 for each in point)
    return f"{x} {y}"


def _marks(
    geometry: Geometry, step: Step, drawing: Drawing, before: Sequence[int]
) -> dict[int, str]:
    """Return the shape of the mark in each cell. Digits that leave a hidden single one place have discs."""
    marks: dict[int, str] = {}
    for number, mark in drawing.marks.items():
        if mark.shape != "dotted":
            marks.setdefault(number % geometry.cell_count, mark.shape)
    if step.placed and step.unit is not None and not marks:
        ((cell, digit), *_more) = step.placed
        others = {*geometry.units[step.unit].cells}
        same = (at for at, mask in enumerate(before) if mask == 1 << digit - 1 and at != cell)
        marks = {at: "disc" for at in same if others & {*geometry.peers[at]} - {cell}}
    placed = {cell for cell, _digit in step.placed}
    return {cell: shape for cell, shape in marks.items() if cell not in placed}


def _tinted(geometry: Geometry, step: Step, drawing: Drawing, before: Sequence[int]) -> set[int]:
    """Return the cells of the units that a step is about. A naked single is about the digits that it sees."""
    units = {outline.path.d for outline in drawing.outlines if outline.sign == "truth"}
    cells = {
        cell
        for unit in geometry.units
        if frames(geometry, unit.cells, FRAME)[0].d in units
        for cell in unit.cells
    }
    if step.unit is not None:
        cells |= {*geometry.units[step.unit].cells}
    if not cells and step.placed:
        ((cell, _digit), *_more) = step.placed
        cells = {peer for peer in geometry.peers[cell] if before[peer].bit_count() == 1}
    return cells
