"""Turn a drawing into figures of a picture, in the colours of the light theme."""

from collections.abc import Iterator, Sequence

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.steps import candidate_numbers

from . import strokes
from .drawing import Drawing, Shape, Sign
from .figures import INK, PAGE, Stroke, TextFigure
from .strokes import Path, Point

LINK, EVIDENCE, EVIDENCE_LINE, NODE = "#0060a8", "#fbe45a", "#6b5900", "#bcd2e4"
REMOVED, REMOVED_LINE = "#f08a4b", "#a63a00"
FILLS = {"solid": "#fef6ce", "dashed": "#ebf2f7"}  # a third of EVIDENCE and of NODE over white
HALO = 6.0
# Colour, thickness and dashes, as in the style sheet.
STROKES: dict[Sign, tuple[str, float, tuple[float, ...]]] = {
    "strong": (INK, 3.2, ()),
    "weak": (INK, 1.7, (5, 4)),
    "arrow": (INK, 1.7, ()),
    "truth": (INK, 3.0, ()),
    "link": (LINK, 2.0, (7, 5)),
    "solid": (INK, 2.2, ()),
    "dashed": (INK, 2.2, (7, 4)),
}
RADIUS = 9.0  # of a mark


def behind_digits(drawing: Drawing, x: float, y: float, scale: float) -> Iterator[Stroke]:
    """Yield the strokes that lie behind the digits: outlines, then links with a halo.

    The corner of the board is at `x`, `y`, and `scale` is the size of a cell divided by 60.
    """
    for outline in drawing.outlines:
        colour, thickness, dash = STROKES[outline.sign]
        fill = FILLS[outline.sign] if outline.is_filled else ""
        yield Stroke(outline.path.moved(x, y, scale), colour, thickness, dash, fill)
    for line in drawing.lines:
        yield Stroke(line.path.moved(x, y, scale), PAGE, HALO)
    for line in drawing.lines:
        yield Stroke(line.path.moved(x, y, scale), *STROKES[line.sign])


def on_candidates(
    geometry: Geometry,
    drawing: Drawing,
    steps: Sequence[engine.Step],
    x: float,
    y: float,
    scale: float,
) -> Iterator[Stroke | TextFigure]:
    """Yield the marks under the digits of candidates, and a box under each candidate that the steps removed.

    The corner of the board is at `x`, `y`, and `scale` is the size of a cell divided by 60.
    """
    removed = {number for step in steps for number in candidate_numbers(geometry, step.removed)}
    for candidate in sorted(removed):
        path = _path_of("square", strokes.place_of(geometry, candidate))
        yield Stroke(path.moved(x, y, scale), REMOVED_LINE, 1, (), REMOVED)
    for candidate, mark in drawing.marks.items():
        if candidate in removed:
            continue
        place = strokes.place_of(geometry, candidate)
        fill = {"disc": EVIDENCE, "square": NODE}.get(mark.shape, PAGE)
        colour = {"disc": EVIDENCE_LINE, "square": LINK}.get(mark.shape, INK)
        dash = (2.0, 2.5) if mark.shape == "dotted" else ()
        yield Stroke(_path_of(mark.shape, place).moved(x, y, scale), colour, 1.4, dash, fill)
        if mark.note:
            at = (x + (place[0] + 10) * scale, y + (place[1] - 8) * scale)
            yield TextFigure(*at, mark.note, 9, INK, bold=True)


def _path_of(shape: Shape, place: Point) -> Path:
    match shape:
        case "square" | "frame":
            return strokes.square(place, RADIUS - 0.5)
        case "diamond":
            return strokes.diamond(place, RADIUS + 2)
        case _:
            return strokes.circle(place, RADIUS)


def letters(drawing: Drawing, x: float, y: float, scale: float) -> Iterator[Stroke | TextFigure]:
    """Yield the letters of outlined sets, white on black discs. They are drawn over everything else.

    The corner of the board is at `x`, `y`, and `scale` is the size of a cell divided by 60.
    """
    for outline in drawing.outlines:
        if outline.letter:
            disc = strokes.circle(outline.at, 8.5)
            yield Stroke(disc.moved(x, y, scale), INK, 1, (), INK)
            at = (x + outline.at[0] * scale, y + outline.at[1] * scale)
            yield TextFigure(*at, outline.letter, 11.5, PAGE, bold=True)
