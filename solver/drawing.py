"""Boards made ready for templates: every cell with its words, marks and places worked out."""

from collections.abc import Sequence
from dataclasses import dataclass

from solver import engine
from solver.engine.geometry import Geometry, digits_of, geometry
from solver.engine.grid import ALPHABET
from solver.engine.techniques.events import CONTRADICTION, GUESS


@dataclass(frozen=True)
class Candidate:
    digit: str
    present: bool
    lost: bool
    now: bool  # lost by the chosen step
    column: int  # 1-based place in the cell's own small grid
    row: int


@dataclass(frozen=True)
class Cell:
    name: str
    label: str
    kind: str  # given, solved or open
    digit: str
    placed: bool
    guess: bool
    clash: bool
    evidence: bool  # of the chosen step
    frame: str  # sides on which the chosen step's unit ends, of "nesw"; "-" inside it, "" outside
    full: bool
    full_text: str
    count: int
    candidates: list[Candidate]
    right: bool  # a thick line follows
    bottom: bool


@dataclass(frozen=True)
class Row:
    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class DrawnBoard:
    size: int
    box: int
    label: str
    columns: list[str]
    rows: list[Row]
    final_only: bool  # open cells stay blank
    marks: dict[str, bool]  # which marks there are on it


def draw_board(
    grid: engine.Grid,
    candidates: tuple[int, ...],
    before: tuple[int, ...] | None = None,
    steps: tuple[engine.Step, ...] = (),
    label: str = "",
    final_only: bool = False,
    chosen: engine.Step | None = None,
) -> DrawnBoard:
    """The pivoted board after an iteration; `before` and `steps` mark what the iteration did.

    `chosen` is the one of its steps whose unit, evidence and removals are lit up.
    """
    shape = grid.geometry
    before = before or candidates
    placed = {cell for step in steps for cell, _ in step.placed}
    guessed = {step.cells[0] for step in steps if step.technique == GUESS}
    clashing = {cell for step in steps if step.technique == CONTRADICTION for cell in step.cells}
    unit = shape.units[chosen.unit].cells if chosen and chosen.unit is not None else ()
    evidence = chosen.cells if chosen else ()
    lost_now = dict(chosen.removed) if chosen else {}
    rows = []
    for row in range(shape.size):
        cells = []
        for column in range(shape.size):
            cell = row * shape.size + column
            cells.append(
                _draw_cell(
                    grid,
                    cell,
                    candidates[cell],
                    before[cell] & ~candidates[cell],
                    placed=cell in placed,
                    guess=cell in guessed,
                    clash=cell in clashing,
                    evidence=cell in evidence,
                    frame=_frame(shape, cell, unit),
                    lost_now=lost_now.get(cell, 0),
                )
            )
        rows.append(Row(str(row + 1), cells))
    names = [str(number) for number in range(1, shape.size + 1)]
    return DrawnBoard(shape.size, shape.box, label, names, rows, final_only, _marks(rows))


def _marks(rows: list[Row]) -> dict[str, bool]:
    cells = [cell for row in rows for cell in row.cells]
    lost = [candidate for cell in cells for candidate in cell.candidates if candidate.lost]
    return {
        "unit": any(cell.frame for cell in cells),
        "evidence": any(cell.evidence for cell in cells),
        "now": any(candidate.now for candidate in lost),
        "lost": any(not candidate.now for candidate in lost),
        "placed": any(cell.placed and not cell.guess for cell in cells),
        "guess": any(cell.guess for cell in cells),
        "clash": any(cell.clash for cell in cells),
        "given": any(cell.kind == "given" for cell in cells),
        "solved": any(cell.kind == "solved" and not cell.placed for cell in cells),
    }


def _frame(shape: Geometry, cell: int, unit: Sequence[int]) -> str:
    if cell not in unit:
        return ""
    row, column = divmod(cell, shape.size)
    beside = {
        "n": cell - shape.size if row else -1,
        "e": cell + 1 if column < shape.size - 1 else -1,
        "s": cell + shape.size,
        "w": cell - 1 if column else -1,
    }
    return "".join(side for side, other in beside.items() if other not in unit) or "-"


def _draw_cell(
    grid: engine.Grid,
    cell: int,
    mask: int,
    lost: int,
    *,
    placed: bool,
    guess: bool,
    clash: bool,
    evidence: bool,
    frame: str,
    lost_now: int,
) -> Cell:
    shape, given = grid.geometry, grid.givens[cell]
    row, column = divmod(cell, shape.size)
    is_single = mask != 0 and mask & (mask - 1) == 0
    kind = "given" if given else "solved" if is_single else "open"
    digit = ALPHABET[mask.bit_length()] if kind != "open" else ""
    return Cell(
        name=shape.cell_names[cell],
        label=_label(row, column, kind, digit, mask, placed),
        kind=kind,
        digit=digit,
        placed=placed,
        guess=guess,
        clash=clash,
        evidence=evidence,
        frame=frame,
        full=mask == shape.all_digits_mask,
        full_text=f"1-{ALPHABET[shape.size]}",
        count=mask.bit_count(),
        candidates=[
            Candidate(
                digit=ALPHABET[number],
                present=bool(mask >> (number - 1) & 1),
                lost=bool(lost >> (number - 1) & 1),
                now=bool(lost_now >> (number - 1) & 1),
                column=(number - 1) % shape.box + 1,
                row=(number - 1) // shape.box + 1,
            )
            for number in range(1, shape.size + 1)
        ]
        if kind == "open" or lost
        else [],
        right=_ends_box(shape, column),
        bottom=_ends_box(shape, row),
    )


def _ends_box(shape: Geometry, line: int) -> bool:
    """Whether a box, but not the board, ends with this row or column, counted from 0."""
    return line % shape.box == shape.box - 1 and line < shape.size - 1


def _label(row: int, column: int, kind: str, digit: str, mask: int, placed: bool) -> str:
    where = f"Row {row + 1}, column {column + 1}"
    if kind == "given":
        return f"{where}, given {digit}"
    if kind == "solved":
        return f"{where}, solved {digit}{' now' if placed else ''}"
    if not mask:
        return f"{where}, no candidate left"
    return f"{where}, open, candidates {' '.join(ALPHABET[d] for d in digits_of(mask))}"


# --- Small boards, as in lists ------------------------------------------------------------------------


@dataclass(frozen=True)
class SmallCell:
    digit: str
    given: bool
    x: int
    y: int


@dataclass(frozen=True)
class Line:
    at: int
    thick: bool


@dataclass(frozen=True)
class SmallBoard:
    size: int
    box: int
    label: str
    rows: list[list[SmallCell]]
    lines: list[Line]


def draw_small(givens: str, box: int) -> SmallBoard:
    """A thumbnail of a puzzle's canonical line."""
    shape = geometry(box)
    size = shape.size
    rows = [
        [
            SmallCell("" if character == "0" else character, character != "0", x, y)
            for x, character in enumerate(givens[y * size : (y + 1) * size])
        ]
        for y in range(size)
    ]
    clues = sum(character != "0" for character in givens)
    lines = [Line(at, at % box == 0) for at in range(size + 1)]
    return SmallBoard(size, box, f"{size}×{size} board with {clues} givens", rows, lines)
