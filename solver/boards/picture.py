"""The board of an iteration as a picture, in SVG and PNG: shapes are worked out once and written twice.

Both are whole in themselves, without a style sheet or a font of the machine, in the light theme.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO

from django.utils.html import escape
from PIL import Image, ImageDraw, ImageFont

from solver import engine
from solver.engine.geometry import digits_of
from solver.engine.grid import ALPHABET
from solver.engine.techniques.events import CONTRADICTION, GUESS

MARGIN, HEAD, NAMES, FOOT = 24, 56, 22, 40
LEAST = 420  # px that a title may take
LARGEST_PNG = 2400  # px a side
PAGE, INK, MUTED, CONTROL, GIVEN, LINK = (
    "#ffffff",
    "#111111",
    "#595959",
    "#8a8a85",
    "#f1f1ec",
    "#0060a8",
)
PLACED, GUESSED, GUESS_LINE, STRIKE = "#7cc4f2", "#b58bc9", "#6a3785", "#a63a00"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    side: float
    fill: str
    stroke: str = ""
    thickness: float = 0


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    thickness: float


@dataclass(frozen=True)
class Words:
    """A text that stands around its middle, or begins at `x`."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    bold: bool = False
    begins: bool = False


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    title: str
    shapes: list[Box | Line | Words] = field(default_factory=list)


def draw_picture(
    grid: engine.Grid,
    candidates: tuple[int, ...],
    before: tuple[int, ...],
    steps: tuple[engine.Step, ...],
    title: str,
    foot: str,
) -> Picture:
    """The board after an iteration: what it placed is ringed, what it removed is struck."""
    side = 60 if grid.box <= 3 else 20 * grid.box
    board = side * grid.size
    left, top = MARGIN + NAMES, HEAD + NAMES
    picture = Picture(left + max(board, LEAST) + MARGIN, top + board + FOOT, title)
    draw = picture.shapes.append
    draw(Words(left, HEAD - 24, title, 18, bold=True, begins=True))
    marks = _marks(steps)
    for cell, mask in enumerate(candidates):
        row, column = divmod(cell, grid.size)
        x, y = left + column * side, top + row * side
        picture.shapes.extend(
            _cell(grid, cell, mask, before[cell], marks.get(cell, ""), x, y, side)
        )
    for at in range(grid.size + 1):
        is_thick = at % grid.box == 0
        colour, thickness = (INK, 2.5) if is_thick else (CONTROL, 1)
        draw(Line(left + at * side, top, left + at * side, top + board, colour, thickness))
        draw(Line(left, top + at * side, left + board, top + at * side, colour, thickness))
    for number in range(grid.size):
        middle = number * side + side / 2
        draw(Words(left + middle, top - 11, str(number + 1), 12, MUTED))
        draw(Words(left - 12, top + middle, str(number + 1), 12, MUTED))
    fitting = min(12, board / 0.66 / max(len(foot), 1))  # a puzzle's line is as wide as its board
    draw(Words(left, top + board + 20, foot, fitting, MUTED, begins=True))
    return picture


def _marks(steps: tuple[engine.Step, ...]) -> dict[int, str]:
    """The word for what an iteration did to a cell as a whole."""
    marks = {cell: "placed" for step in steps for cell, _ in step.placed}
    marks |= {step.cells[0]: "guess" for step in steps if step.technique == GUESS}
    return marks | {
        cell: "clash" for step in steps if step.technique == CONTRADICTION for cell in step.cells
    }


def _cell(
    grid: engine.Grid, cell: int, mask: int, old: int, mark: str, x: float, y: float, side: float
) -> Iterator[Box | Line | Words]:
    given = grid.givens[cell]
    middle_x, middle_y = x + side / 2, y + side / 2
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
        yield Words(x + side - 12, y + 14, sign, 14, colour, bold=True)
    if mask and mask & (mask - 1) == 0:
        digit, is_new = ALPHABET[mask.bit_length()], mark in ("placed", "guess")
        colour = INK if given or is_new else LINK
        yield Words(middle_x, middle_y, digit, side / 2, colour, bold=bool(given) or is_new)
    elif mask == grid.geometry.all_digits_mask:
        yield Words(middle_x, middle_y, f"1-{ALPHABET[grid.size]}", 13.5, MUTED)
    else:
        yield from _candidates(grid, mask, old, x, y, side)


def _candidates(
    grid: engine.Grid, mask: int, old: int, x: float, y: float, side: float
) -> Iterator[Line | Words]:
    """Each candidate in its place; those just lost are struck behind their digit."""
    place = (side - 4) / grid.box
    for digit in digits_of(mask | old):
        row, column = divmod(digit - 1, grid.box)
        at_x, at_y = x + 2 + (column + 0.5) * place, y + 2 + (row + 0.5) * place
        if not mask >> (digit - 1) & 1:
            yield Line(at_x - 6, at_y + 6, at_x + 6, at_y - 6, STRIKE, 1.6)
        yield Words(at_x, at_y, ALPHABET[digit], 13.5, MUTED)


# --- Writing ------------------------------------------------------------------------------------------


def as_svg(picture: Picture) -> Iterator[str]:
    """An SVG document; presentation attributes, since a strict policy refuses styles inside."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}" '
        f'viewBox="0 0 {picture.width} {picture.height}" font-family="{escape(FONT)}" role="img">\n'
        f"<title>{escape(picture.title)}</title>\n"
        f'<rect width="{picture.width}" height="{picture.height}" fill="{PAGE}"/>\n'
    )
    for shape in picture.shapes:
        yield _svg_of(shape) + "\n"
    yield "</svg>\n"


def _svg_of(shape: Box | Line | Words) -> str:
    match shape:
        case Box(x, y, side, fill, stroke, thickness):
            ring = f' stroke="{stroke}" stroke-width="{thickness}"' if stroke else ""
            return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{fill}"{ring}/>'
        case Line(x1, y1, x2, y2, colour, thickness):
            ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{thickness}" stroke-linecap="square"/>'
        case Words(x, y, text, size, colour, bold, begins):
            anchor = "" if begins else ' text-anchor="middle"'
            weight = ' font-weight="700"' if bold else ""
            # Half the height of a digit below the middle: not every program knows other baselines.
            return (
                f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" fill="{colour}"'
                f"{anchor}{weight}>{escape(text)}</text>"
            )


def as_png(picture: Picture) -> bytes:
    """Twice the size of the SVG, less for a large board."""
    scale = min(2.0, LARGEST_PNG / max(picture.width, picture.height))
    size = (round(picture.width * scale), round(picture.height * scale))
    image = Image.new("RGB", size, PAGE)
    draw = ImageDraw.Draw(image)
    for shape in picture.shapes:
        _paint(draw, shape, scale)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _paint(draw: ImageDraw.ImageDraw, shape: Box | Line | Words, scale: float) -> None:
    match shape:
        case Box(x, y, side, fill, stroke, thickness):
            edge = thickness / 2  # drawn inwards here, around the edge in SVG
            corners = [(x - edge) * scale, (y - edge) * scale]
            corners += [(x + side + edge) * scale, (y + side + edge) * scale]
            draw.rectangle(corners, fill, stroke or None, round(thickness * scale))
        case Line(x1, y1, x2, y2, colour, thickness):
            ends = [x1 * scale, y1 * scale, x2 * scale, y2 * scale]
            draw.line(ends, colour, max(1, round(thickness * scale)))
        case Words(x, y, text, size, colour, bold, begins):
            weight = size * scale / 28 if bold else 0  # the one font there is has one weight
            draw.text(
                (x * scale, y * scale),
                text,
                colour,
                _font(size * scale),
                anchor="lm" if begins else "mm",
                stroke_width=weight,
            )


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font inside Pillow: the same picture on a machine that has no fonts."""
    return ImageFont.load_default(size)
