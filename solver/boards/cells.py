"""Boards made ready for templates: every cell with its words, marks and places worked out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.techniques.events import CONTRADICTION, GUESS

from .drawing import Drawing, Mark

LARGEST_SPELT = 9  # a larger board's open cells have no room for their candidates
MOST_GONE = 3  # digits that find room under a placed one


@dataclass(frozen=True)
class BoardCandidate:
    digit: str
    present: bool
    lost: bool
    now: bool  # lost by the chosen step
    column: int  # 1-based place in the cell's own small grid
    row: int
    mark: Mark | None = None  # that the drawing of the chosen step puts on it


@dataclass(frozen=True)
class SelectedCell:
    """A cell whose life is told, and the digit that is shown wherever it stands or may stand."""

    cell: int
    digit: int


@dataclass(frozen=True)
class BoardCell:
    name: str
    label: str
    kind: str  # given, solved or open; of a solution, shown: its digit was not solved here
    digit: str
    placed: bool
    guess: bool
    clash: bool
    evidence: bool  # of the chosen step
    frame: str  # sides on which the chosen step's unit ends, of "nesw"; "-" inside it, "" outside
    full: bool
    full_text: str
    count: int
    candidates: list[BoardCandidate]  # none on a larger board, which shows how many
    taken: str  # what the step that placed it took from it, where that is little
    thick_right: bool
    thick_bottom: bool
    asking: str  # asked, peer, or nothing where no cell is asked
    holds: str  # the shown digit where the cell holds or may hold it
    differs: bool = False  # between the solutions


@dataclass(frozen=True)
class AxisLabel:
    """The name of a row or a column; `lit` where the chosen step speaks of it."""

    text: str
    lit: bool


@dataclass(frozen=True)
class BoardRow:
    name: AxisLabel
    cells: list[BoardCell]


@dataclass(frozen=True)
class DrawnBoard:
    size: int
    box: int
    label: str
    columns: list[AxisLabel]
    rows: list[BoardRow]
    final_only: bool  # open cells stay blank
    marks: dict[str, bool]  # which marks there are on it
    drawing: Drawing | None = None  # of the chosen step, behind the digits


def draw_board(
    grid: engine.Grid,
    candidates: tuple[int, ...],
    before: tuple[int, ...] | None = None,
    steps: tuple[engine.Step, ...] = (),
    label: str = "",
    final_only: bool = False,
    chosen: engine.Step | None = None,
    asked: SelectedCell | None = None,
    drawing: Drawing | None = None,
) -> DrawnBoard:
    """The pivoted board after an iteration; `before` and `steps` mark what the iteration did.

    `chosen` is the one of its steps whose unit, evidence and removals are lit up; what the others placed
    is then still open, with what they took struck. Its `drawing` may say what it follows from instead.
    Where a cell is `asked`, what it alone lost is struck.
    """
    shape, language = grid.geometry, get_language() or ""
    before = before or candidates
    shown = (chosen,) if chosen and steps else steps
    placed = {cell for step in shown for cell, _digit in step.placed}
    guessed = {step.cells[0] for step in steps if step.technique == GUESS}
    clashing = {cell for step in steps if step.technique == CONTRADICTION for cell in step.cells}
    lit_by = chosen if drawing is None or drawing.keeps_evidence else None
    unit = shape.units[lit_by.unit].cells if lit_by and lit_by.unit is not None else ()
    evidence = lit_by.cells if lit_by else ()
    lost_now = dict(chosen.removed) if chosen else {}
    if asked:
        lost_now = {asked.cell: before[asked.cell] & ~candidates[asked.cell] & 1 << asked.digit - 1}
    cells = [
        _draw_cell(
            grid,
            cell,
            mask,
            0 if asked and cell != asked.cell else before[cell] & ~mask,
            placed=cell in placed,
            pending=bool(chosen) and cell not in placed and cell not in guessed,
            guess=cell in guessed,
            clash=cell in clashing,
            evidence=cell in evidence,
            frame=_frame(shape, cell, unit),
            lost_now=lost_now.get(cell, 0),
            asked=asked,
            marks=drawing.marks if drawing else {},
            language=language,
        )
        for cell, mask in enumerate(candidates)
    ]
    size, lit = shape.size, unit or ((asked.cell,) if asked else evidence)
    columns = _names(size, {cell % size for cell in lit})
    names = _names(size, {cell // size for cell in lit})
    rows = [BoardRow(name, cells[at * size : (at + 1) * size]) for at, name in enumerate(names)]
    return DrawnBoard(size, shape.box, label, columns, rows, final_only, _marks(cells), drawing)


def _names(size: int, lit: set[int]) -> list[AxisLabel]:
    """Names of the rows, or of the columns; a unit that crosses all of them lights none."""
    return [AxisLabel(str(at + 1), at in lit and len(lit) < size) for at in range(size)]


def _marks(cells: list[BoardCell]) -> dict[str, bool]:
    lost = [
        candidate
        for cell in cells
        for candidate in cell.candidates
        if cell.kind == "open" and candidate.lost
    ]
    return {
        "unit": any(cell.frame for cell in cells),
        "evidence": any(cell.evidence for cell in cells),
        "now": any(candidate.now for candidate in lost) or any(cell.taken for cell in cells),
        "lost": any(not candidate.now for candidate in lost),
        "placed": any(cell.placed and not cell.guess for cell in cells),
        "guess": any(cell.guess for cell in cells),
        "clash": any(cell.clash for cell in cells),
        "given": any(cell.kind == "given" for cell in cells),
        "solved": any(cell.kind == "solved" and not cell.placed for cell in cells),
        "asked": any(cell.asking for cell in cells),
        "holds": any(cell.holds and cell.kind != "open" for cell in cells),
        "may_hold": any(cell.holds and cell.kind == "open" for cell in cells),
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
    pending: bool,
    guess: bool,
    clash: bool,
    evidence: bool,
    frame: str,
    lost_now: int,
    asked: SelectedCell | None,
    marks: Mapping[int, Mark],
    language: str,
) -> BoardCell:
    shape, given = grid.geometry, grid.givens[cell]
    row, column = divmod(cell, shape.size)
    is_single = mask != 0 and mask & (mask - 1) == 0
    is_solved = is_single and not (pending and lost)
    kind = "given" if given else "solved" if is_solved else "open"
    digit = ALPHABET[mask.bit_length()] if kind != "open" else ""
    is_full = mask == shape.all_digits_mask
    taken = lost_now if placed and lost_now.bit_count() <= MOST_GONE else 0
    return BoardCell(
        name=shape.cell_names[cell],
        label=_label(language, row, column, kind, digit, mask, lost, placed, is_full),
        kind=kind,
        digit=digit,
        placed=placed,
        guess=guess,
        clash=clash,
        evidence=evidence,
        frame=frame,
        full=is_full,
        full_text=f"1-{ALPHABET[shape.size]}",
        count=mask.bit_count(),
        candidates=[
            BoardCandidate(
                digit=ALPHABET[number],
                present=bool(mask >> (number - 1) & 1),
                lost=bool(lost >> (number - 1) & 1),
                now=bool(lost_now >> (number - 1) & 1),
                column=(number - 1) % shape.box + 1,
                row=(number - 1) // shape.box + 1,
                mark=marks.get((number - 1) * shape.cell_count + cell),
            )
            for number in range(1, shape.size + 1)
        ]
        if kind == "open" and shape.size <= LARGEST_SPELT
        else [],
        taken="".join(characters_of(taken)),
        thick_right=_ends_box(shape, column),
        thick_bottom=_ends_box(shape, row),
        asking=_asking(shape, cell, asked),
        holds=ALPHABET[asked.digit] if asked and mask >> (asked.digit - 1) & 1 else "",
    )


def _asking(shape: Geometry, cell: int, asked: SelectedCell | None) -> str:
    if asked is None:
        return ""
    return "asked" if cell == asked.cell else "peer" if cell in shape.peers[asked.cell] else ""


def _ends_box(shape: Geometry, line: int) -> bool:
    """Whether a box, but not the board, ends with this row or column, counted from 0."""
    return line % shape.box == shape.box - 1 and line < shape.size - 1


@lru_cache(
    maxsize=4_000
)  # boards of one story have most of them alike, and all boards their givens
def _label(
    _language: str,
    row: int,
    column: int,
    kind: str,
    digit: str,
    mask: int,
    lost: int,
    placed: bool,
    full: bool,
) -> str:
    where = _("Row %(row)d, column %(column)d") % {"row": row + 1, "column": column + 1}
    if kind == "given":
        what = _("given %(digit)s") % {"digit": digit}
    elif kind == "solved":
        what = (_("solved %(digit)s now") if placed else _("solved %(digit)s")) % {"digit": digit}
    elif not mask:
        what = _("no candidate left")
    elif full:
        what = _("open, all candidates")
    elif (
        mask.bit_count() > LARGEST_SPELT
    ):  # nobody wants to hear them all; a cell's life names them
        what = _("open, %(count)d candidates") % {"count": mask.bit_count()}
    else:
        what = _("open, candidates %(digits)s") % {"digits": _spaced(mask)}
    if lost and kind == "open":
        what += "; " + _("loses %(digits)s") % {"digits": _spaced(lost)}
    return f"{where}, {what}"


def _spaced(mask: int) -> str:
    return " ".join(characters_of(mask))


# --- Small boards, as in lists ------------------------------------------------------------------------


# --- Small boards of the moments of a story -----------------------------------------------------------
