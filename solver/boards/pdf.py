"""Boards as a PDF to print: six a page on A4, the solutions on the last pages.

The few operators of PDF that it takes are written here. The font is Helvetica, which every reader has, with
the letters of Western Europe: other letters become `?`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from solver import engine
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import Shape

from .ground import ground_of
from .strokes import SIDE

WIDTH, HEIGHT, MARGIN = 595, 842, 42  # points: A4
HEAD = 40  # of a page, for its title
THIN, THICK, FRAME = 0.4, 1.4, 1.8
SIGN = 0.8
RULE_HEIGHT, RULE_WIDTH = 6.4, 2.9  # of the words below a board, and of a character on average
REGULAR, BOLD = "F1", "F2"
DIGIT_WIDTH = 0.556  # of the height of the font
FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>"


@dataclass(frozen=True)
class SheetBoard:
    """A board with the line above it, and its solution if that is known."""

    caption: str
    grid: engine.Grid
    solution: engine.Grid | None = None


def write_sheet(title: str, solutions: str, boards: Sequence[SheetBoard]) -> bytes:
    """Return the PDF of boards. `title` heads the first pages, `solutions` those of the solutions."""
    solved = [SheetBoard(b.caption, b.solution) for b in boards if b.solution]
    pages = [*_pages(title, boards, 2, 3), *_pages(solutions, solved, 4, 5)]
    return _document(pages or [_text(title, MARGIN, HEIGHT - MARGIN, 16, BOLD)])


def _pages(title: str, boards: Sequence[SheetBoard], across: int, down: int) -> Iterator[str]:
    """Yield the drawing of each page, with so many boards across and down."""
    wide, high = (WIDTH - 2 * MARGIN) / across, (HEIGHT - 2 * MARGIN - HEAD) / down
    for start in range(0, len(boards), across * down):
        drawn = [_text(title, MARGIN, HEIGHT - MARGIN - 6, 16, BOLD)]
        for place, board in enumerate(boards[start : start + across * down]):
            x = MARGIN + place % across * wide
            y = HEIGHT - MARGIN - HEAD - place // across * high
            drawn += _board(board, x, y, min(wide - 18, high - 34))
        yield "\n".join(drawn)


def _board(board: SheetBoard, x: float, top: float, side: float) -> Iterator[str]:
    """Yield the drawing of a board whose caption begins at the upper left, `x` and `top`."""
    grid, small = board.grid, side < 150
    cell, y = side / grid.size, top - 14
    room = int(side / (4.6 if small else 5.6))
    caption = board.caption if len(board.caption) <= room else f"{board.caption[: room - 1]}…"
    yield _text(caption, x, top - 8, 8 if small else 10)
    yield from _signs(grid.shape, x, y, cell)
    for run in ground_of(grid.shape).runs:
        ends = [(run.at, run.start), (run.at, run.end)]
        points = ends if run.is_vertical else [(b, a) for a, b in ends]
        (x1, y1), (x2, y2) = ((x + a * cell, y - b * cell) for a, b in points)
        width = THICK if run.is_thick else THIN
        yield f"{width} w {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S"
    yield f"{FRAME} w {x:.2f} {y - side:.2f} {side:.2f} {side:.2f} re S"
    size = cell * 0.62
    for place, digit in enumerate(grid.givens):
        if digit:
            row, column = divmod(place, grid.size)
            left = x + (column + 0.5) * cell - size * DIGIT_WIDTH / 2
            yield _text(ALPHABET[digit], left, y - (row + 0.5) * cell - size * 0.36, size)
    if not small:
        rules = " ".join(map(str, grid.shape.rules))
        for number, line in enumerate(wrap(rules, int(side / RULE_WIDTH)), 1):
            yield _text(line, x, y - side - number * RULE_HEIGHT - 1, RULE_HEIGHT)


def _signs(shape: Shape, x: float, y: float, cell: float) -> Iterator[str]:
    """Yield the lines along diagonals and the dashed outlines of other units."""
    ground, scale = ground_of(shape), cell / SIDE
    for dashes, paths in (("", ground.lines), ("3 2", ground.outlines)):
        for path in paths:
            start, *others = (f"{x + a * scale:.2f} {y - b * scale:.2f}" for a, b in path.points)
            drawn = " ".join(f"{point} l" for point in others)
            yield f"q 0.6 G {SIGN} w [{dashes}] 0 d {start} m {drawn} S Q"


def _text(text: str, x: float, y: float, size: float, font: str = REGULAR) -> str:
    encoded = text.encode("cp1252", "replace").decode("latin-1")
    escaped = encoded.translate({ord(sign): f"\\{sign}" for sign in "\\()"})
    return f"BT /{font} {size:.2f} Tf {x:.2f} {y:.2f} Td ({escaped}) Tj ET"


def _document(pages: Sequence[str]) -> bytes:
    """Return a file of pages: a catalogue, the list of pages, two fonts, then each page and its drawing."""
    kids = " ".join(f"{5 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        FONT.format("Helvetica"),
        FONT.format("Helvetica-Bold"),
    ]
    fonts = f"<< /Font << /{REGULAR} 3 0 R /{BOLD} 4 0 R >> >>"
    for number, drawing in enumerate(pages):
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {WIDTH} {HEIGHT}] /Resources {fonts}"
            f" /Contents {6 + 2 * number} 0 R >>",
            f"<< /Length {len(drawing.encode('latin-1'))} >>\nstream\n{drawing}\nendstream",
        ]
    file, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{rows}trailer\n<< /Size {size} /Root 1 0 R >>\n"
    return file + f"{end}startxref\n{len(file)}\n%%EOF\n".encode("latin-1")
