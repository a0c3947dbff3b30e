"""The figures of pictures, which are written as SVG and as PNG.

Both need no style sheet and no font of the machine. They have the colours of the light theme.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from io import BytesIO

from django.utils.html import escape
from PIL import Image, ImageDraw, ImageFont

from .strokes import Path, dashes

LARGEST_PNG = 2400  # px a side
FINER = 2  # factor by which a picture with curves is drawn larger first
PAGE, INK = "#ffffff", "#111111"
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
class LineFigure:
    x1: float
    y1: float
    x2: float
    y2: float
    colour: str
    thickness: float


@dataclass(frozen=True)
class TextFigure:
    """A text centred at `x`, `y`, or with its left end there if it `begins`."""

    x: float
    y: float
    text: str
    size: float
    colour: str = INK
    bold: bool = False
    begins: bool = False


@dataclass(frozen=True)
class Stroke:
    """A path, dashed if `dash` has lengths, and filled if `fill` has a colour."""

    path: Path
    colour: str
    thickness: float
    dash: tuple[float, ...] = ()
    fill: str = ""


Figure = Box | LineFigure | TextFigure | Stroke


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    title: str
    figures: list[Figure] = field(default_factory=list)


# --- Writing ------------------------------------------------------------------------------------------


def as_svg(picture: Picture) -> Iterator[str]:
    """Yield the pieces of a picture's SVG. It has attributes for colours, as a strict policy refuses styles."""
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{picture.width}" height="{picture.height}" '
        f'viewBox="0 0 {picture.width} {picture.height}" font-family="{escape(FONT)}" role="img">\n'
        f"<title>{escape(picture.title)}</title>\n"
        f'<rect width="{picture.width}" height="{picture.height}" fill="{PAGE}"/>\n'
    )
    for figure in picture.figures:
        yield _svg_of(figure) + "\n"
    yield "</svg>\n"


def _svg_of(figure: Figure) -> str:
    match figure:
        case Box(x, y, side, fill, stroke, thickness):
            ring = f' stroke="{stroke}" stroke-width="{thickness}"' if stroke else ""
            return f'<rect x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" fill="{fill}"{ring}/>'
        case LineFigure(x1, y1, x2, y2, colour, thickness):
            ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
            return f'<line {ends} stroke="{colour}" stroke-width="{thickness}" stroke-linecap="square"/>'
        case Stroke(path, colour, thickness, dash, fill):
            dashes = (
                f' stroke-dasharray="{" ".join(f"{length:g}" for length in dash)}"' if dash else ""
            )
            return (
                f'<path d="{path.d}" fill="{fill or "none"}" stroke="{colour}" '
                f'stroke-width="{thickness:g}" stroke-linejoin="round"{dashes}/>'
            )
        case TextFigure(x, y, text, size, colour, bold, begins):
            anchor = "" if begins else ' text-anchor="middle"'
            weight = ' font-weight="700"' if bold else ""
            # Half a digit's height below the centre, because not all programs know other baselines.
            return (
                f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" fill="{colour}"'
                f"{anchor}{weight}>{escape(text)}</text>"
            )


def as_png(picture: Picture) -> bytes:
    """Return a picture as PNG, of twice the size of its SVG, or less for a large board.

    A picture with curves is drawn larger first and then reduced.
    """
    scale = min(2.0, LARGEST_PNG / max(picture.width, picture.height))
    finer = FINER if any(isinstance(figure, Stroke) for figure in picture.figures) else 1
    scale *= finer
    size = (round(picture.width * scale), round(picture.height * scale))
    image = Image.new("RGB", size, PAGE)
    draw = ImageDraw.Draw(image)
    for figure in picture.figures:
        _paint(draw, figure, scale)
    if finer > 1:
        image = image.reduce(finer)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _paint(draw: ImageDraw.ImageDraw, figure: Figure, scale: float) -> None:
    match figure:
        case Box(x, y, side, fill, stroke, thickness):
            edge = thickness / 2  # drawn inwards here, around the edge in SVG
            corners = [(x - edge) * scale, (y - edge) * scale]
            corners += [(x + side + edge) * scale, (y + side + edge) * scale]
            draw.rectangle(corners, fill, stroke or None, round(thickness * scale))
        case LineFigure(x1, y1, x2, y2, colour, thickness):
            ends = [x1 * scale, y1 * scale, x2 * scale, y2 * scale]
            draw.line(ends, colour, max(1, round(thickness * scale)))
        case Stroke(path, colour, thickness, dash, fill):
            points = path.points
            if fill:
                draw.polygon([(x * scale, y * scale) for x, y in points], fill)
            width = max(1, round(thickness * scale))
            for piece in dashes(points, *dash) if dash else (points,):
                draw.line([(x * scale, y * scale) for x, y in piece], colour, width, joint="curve")
        case TextFigure(x, y, text, size, colour, bold, begins):
            weight = size * scale / 28 if bold else 0  # the font has one weight
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
    """Return Pillow's own font, so that a machine without fonts draws the same picture."""
    return ImageFont.load_default(size)
