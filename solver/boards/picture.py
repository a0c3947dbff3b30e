"""Draw the board of an iteration as a picture, in the light theme, with the drawing of its step."""

from collections.abc import Iterator, Sequence

from solver import engine
from solver.engine.core.display import places_in_cell
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import candidate_numbers
from solver.engine.techniques.events import CONTRADICTION, GUESS

from . import strokes
from .drawing import Drawing, Shape, Sign
from .figures import INK, PAGE, Box, LineFigure, Picture, Stroke, TextFigure
from .ground import Ground, Run, ground_of
from .strokes import SIDE, Path, Point

MARGIN, HEAD, NAMES, FOOT = 24, 56, 22, 40
RULE = 18  # px of a line below the board
LEAST = 420  # px of width, so that a title fits
MUTED, CONTROL, GIVEN, LINK = "#595959", "#8a8a85", "#f1f1ec", "#0060a8"
TINTED, TINTED_GIVEN, SIGN = "#e8eff6", "#dee6e9", "#5b89ad"
PLACED, GUESSED, GUESS_LINE, STRIKE = "#7cc4f2", "#b58bc9", "#6a3785", "#a63a00"
EVIDENCE, EVIDENCE_LINE, NODE = "#fbe45a", "#6b5900", "#bcd2e4"
REMOVED = "#f08a4b"
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


def draw_picture(
    grid: engine.Grid,
    candidates: tuple[int, ...],
    before: tuple[int, ...],
    steps: tuple[engine.Step, ...],
    title: str,
    foot: str,
    drawing: Drawing | None = None,
) -> Picture:
    """Return a picture of the board after an iteration. Placements are ringed, and removals are struck.

    `candidates` and `before` have one mask a cell, after and before it. `title` stands above the board, `foot`
    below. The drawing of a step lies between background and digits, as on the page.
    """
    _rows, across = places_in_cell(grid.size)
    side = 60 if across <= 3 else 20 * across
    ground, rules = ground_of(grid.shape), grid.shape.rules
    board = side * grid.size
    left, top = MARGIN + NAMES, HEAD + NAMES
    picture = Picture(
        left + max(board, LEAST) + MARGIN, top + board + FOOT + RULE * len(rules), title
    )
    draw = picture.figures.append
    draw(TextFigure(left, HEAD - 24, title, 18, bold=True, begins=True))
    marks = _marks(steps)
    corners = [
        (left + column * side, top + row * side)
        for row in range(grid.size)
        for column in range(grid.size)
    ]
    for cell, (x, y) in enumerate(corners):
        picture.figures.extend(_ground(grid, cell, marks.get(cell, ""), x, y, side))
        if cell in ground.tinted and cell not in marks:
            draw(Box(x, y, side, TINTED_GIVEN if grid.givens[cell] else TINTED))
    picture.figures.extend(_lines(ground, left, top, side))
    if drawing:
        picture.figures.extend(behind_digits(drawing, left, top, side / SIDE))
        picture.figures.extend(on_candidates(grid.geometry, drawing, steps, left, top, side / SIDE))
    for cell, (x, y) in enumerate(corners):
        new = marks.get(cell, "") in ("placed", "guess")
        mask, old = candidates[cell], before[cell]
        marked = _marked(grid, drawing, cell) | (old & ~mask if drawing else 0)
        picture.figures.extend(_face(grid, cell, mask, old, marked, new, x, y, side))
    if drawing:
        picture.figures.extend(letters(drawing, left, top, side / SIDE))
    for number in range(grid.size):
        middle = number * side + side / 2
        draw(TextFigure(left + middle, top - 11, str(number + 1), 12, MUTED))
        draw(TextFigure(left - 12, top + middle, str(number + 1), 12, MUTED))
    below = top + board + 20
    for number, rule in enumerate(rules):
        draw(TextFigure(left, below + RULE * number, str(rule), 12, begins=True))
    fitting = min(12, board / 0.66 / max(len(foot), 1))  # a puzzle's line fits below its board
    draw(TextFigure(left, below + RULE * len(rules), foot, fitting, MUTED, begins=True))
    return picture


def _lines(ground: Ground, left: float, top: float, side: float) -> Iterator[LineFigure | Stroke]:
    """Yield the signs of further units, and the lines of the board, thick ones and its frame last."""
    for path in ground.lines:
        yield Stroke(path.moved(left, top, side / SIDE), SIGN, 2)
    for path in ground.outlines:
        yield Stroke(path.moved(left, top, side / SIDE), SIGN, 1.6, (5, 4))
    size = ground.shape.size
    edges = [
        Run(is_vertical, at, 0, size, True) for at in (0, size) for is_vertical in (True, False)
    ]
    for run in sorted([*ground.runs, *edges], key=lambda run: run.is_thick):
        colour, thickness = (INK, 2.5) if run.is_thick else (CONTROL, 1)
        at, start, end = (side * number for number in (run.at, run.start, run.end))
        ends = (at, start, at, end) if run.is_vertical else (start, at, end, at)
        x1, y1, x2, y2 = ends
        yield LineFigure(left + x1, top + y1, left + x2, top + y2, colour, thickness)


def _marks(steps: tuple[engine.Step, ...]) -> dict[int, str]:
    """Return `placed`, `guess` or `clash` for the cells that the iteration changed so."""
    marks = {cell: "placed" for step in steps for cell, _ in step.placed}
    marks |= {step.cells[0]: "guess" for step in steps if step.technique == GUESS}
    return marks | {
        cell: "clash" for step in steps if step.technique == CONTRADICTION for cell in step.cells
    }


def _ground(
    grid: engine.Grid, cell: int, mark: str, x: float, y: float, side: float
) -> Iterator[Box | TextFigure]:
    given = grid.givens[cell]
    if given:
        yield Box(x, y, side, GIVEN)
    if mark in ("placed", "guess"):
        fill, ring = (PLACED, LINK) if mark == "placed" else (GUESSED, GUESS_LINE)
        yield Box(x + 2, y + 2, side - 4, fill, ring, 3)
    if mark == "clash":
        yield Box(x + 2, y + 2, side - 4, GIVEN if given else PAGE, STRIKE, 2)
        yield Box(x + 6, y + 6, side - 12, GIVEN if given else PAGE, STRIKE, 2)
    if mark in ("guess", "clash"):
        sign, colour = ("?", INK) if mark == "guess" else ("!", STRIKE)
        yield TextFigure(x + side - 12, y + 14, sign, 14, colour, bold=True)


def _marked(grid: engine.Grid, drawing: Drawing | None, cell: int) -> int:
    """Return the mask of the digits that a drawing marks in a cell."""
    marks = drawing.marks if drawing else {}
    count = grid.geometry.cell_count
    return sum(1 << index for index in range(grid.size) if index * count + cell in marks)


def _face(
    grid: engine.Grid,
    cell: int,
    mask: int,
    old: int,
    marked: int,
    is_new: bool,
    x: float,
    y: float,
    side: float,
) -> Iterator[LineFigure | TextFigure]:
    given = grid.givens[cell]
    middle_x, middle_y = x + side / 2, y + side / 2
    is_open = bool(marked & old & ~mask) and not is_new  # show what it has just lost
    if mask and mask & (mask - 1) == 0 and not is_open:
        digit = ALPHABET[mask.bit_length()]
        colour = INK if given or is_new else LINK
        yield TextFigure(middle_x, middle_y, digit, side / 2, colour, bold=bool(given) or is_new)
    elif mask == grid.geometry.all_digits_mask and not marked:
        yield TextFigure(middle_x, middle_y, f"1-{ALPHABET[grid.size]}", 13.5, MUTED)
    else:
        yield from _candidates(grid, mask, old, marked, x, y, side)


def _candidates(
    grid: engine.Grid, mask: int, old: int, marked: int, x: float, y: float, side: float
) -> Iterator[LineFigure | TextFigure]:
    """Yield each candidate in its place, and a stroke behind each that was just removed."""
    rows, columns = places_in_cell(grid.size)
    for digit in digits_of(mask | old):
        row, column = divmod(digit - 1, columns)
        at_x = x + 2 + (column + 0.5) * (side - 4) / columns
        at_y = y + 2 + (row + 0.5) * (side - 4) / rows
        if not mask >> (digit - 1) & 1:
            yield LineFigure(at_x - 6, at_y + 6, at_x + 6, at_y - 6, STRIKE, 1.6)
        is_marked = bool(marked >> (digit - 1) & 1)
        yield TextFigure(at_x, at_y, ALPHABET[digit], 13.5, INK if is_marked else MUTED, is_marked)


# --- The drawing of a step --------------------------------------------------------------------------


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
        yield Stroke(path.moved(x, y, scale), STRIKE, 1, (), REMOVED)
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
