"""Prepare boards for templates: each cell with its label, marks and position."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _

from solver import engine
from solver.engine.core.display import places_in_cell
from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.techniques.events import CONTRADICTION, GUESS

from .drawing import Drawing, Mark
from .ground import Ground, ground_of, places_of

LARGEST_SPELT = 9  # larger boards have no room for the candidates of a cell
MOST_GONE = 3  # removed digits that fit under a placed digit, or on a larger board in the cell


@dataclass(frozen=True)
class BoardCandidate:
    digit: str
    present: bool
    lost: bool
    now: bool  # removed by the chosen step
    column: int  # 1-based, in the small grid of the cell
    row: int
    mark: Mark | None = None  # in the drawing of the chosen step


@dataclass(frozen=True)
class SelectedCell:
    """The selected cell, and the digit that is highlighted in all cells that have it or may have it."""

    cell: int
    digit: int


@dataclass(frozen=True)
class BoardCell:
    name: str
    label: str
    kind: str  # given, solved or open, or shown for a digit of the solution that was not solved
    digit: str
    placed: bool
    guess: bool
    clash: bool
    evidence: bool  # for the chosen step
    frame: str  # sides on which the step's unit ends, for example "ne", "-" inside, "" outside
    full: bool
    full_text: str
    short: str  # on a larger board: how many candidates, or these if a step follows from a few
    candidates: list[BoardCandidate]  # empty on a larger board, which shows their number
    taken: str  # digits removed by the step that placed this one, or on a larger board, if they are few
    thick_right: bool
    thick_bottom: bool
    asking: str  # "asked" for the selected cell, "peer" for its peers, else ""
    holds: str  # the highlighted digit if the cell has it or may have it
    differs: bool = False  # among the solutions


@dataclass(frozen=True)
class AxisLabel:
    """The number of a row or a column. `lit` if the chosen step, or a mark of its drawing, is in it."""

    text: str
    lit: bool


@dataclass(frozen=True)
class BoardRow:
    name: AxisLabel
    cells: list[BoardCell]


@dataclass(frozen=True)
class DrawnBoard:
    size: int
    ground: Ground
    label: str
    columns: list[AxisLabel]
    rows: list[BoardRow]
    final_only: bool  # open cells stay blank
    marks: dict[str, bool]  # which kinds of marks it has, for the legend
    drawing: Drawing | None = None  # of the chosen step, behind the digits

    @property
    def style(self) -> str:
        """The classes of the board for the style sheet, by its size."""
        return style_of(self.size)

    @cached_property
    def html(self) -> SafeString:
        """The board as HTML, drawn once: for boards that are kept, each in one language."""
        return render_to_string("solver/_board.html", {"board": self})


def style_of(size: int) -> str:
    """Return the classes of a board for the style sheet: `board--3` up to 9×9, `board--4` up to 16×16, …"""
    _rows, columns = places_in_cell(size)
    return f"board--{columns}" if columns**2 == size else f"board--{columns} board--n{size}"


def draw_board(
    grid: engine.Grid,
    candidates: tuple[int, ...],
    before: tuple[int, ...] | None = None,
    steps: tuple[engine.Step, ...] = (),
    label: str = "",
    final_only: bool = False,
    chosen: engine.Step | None = None,
    selected: SelectedCell | None = None,
    drawing: Drawing | None = None,
) -> DrawnBoard:
    """Return the board after an iteration. `before` and `steps` mark what the iteration did.

    `candidates` and `before` have one mask a cell, after and before the iteration. The unit, evidence and
    removals of the `chosen` step are highlighted. Cells that other steps placed are shown open, with the
    removed candidates struck. A `drawing` may replace the evidence. If a cell is `selected`, only its removals
    are struck. With `final_only` open cells stay blank.
    """
    geometry, language = grid.geometry, get_language() or ""
    before = before or candidates
    shown = (chosen,) if chosen and steps else steps
    placed = {cell for step in shown for cell, _digit in step.placed}
    guessed = {step.cells[0] for step in steps if step.technique == GUESS}
    clashing = {cell for step in steps if step.technique == CONTRADICTION for cell in step.cells}
    lit_by = chosen if drawing is None or drawing.keeps_evidence else None
    unit = geometry.links[lit_by.unit].cells if lit_by and lit_by.unit is not None else ()
    evidence = lit_by.cells if lit_by else ()
    marks = drawing.marks if drawing else {}
    lost_now = dict(chosen.removed) if chosen else {}
    if selected:
        cell = selected.cell
        lost_now = {cell: before[cell] & ~candidates[cell] & 1 << selected.digit - 1}
    cells = [
        _draw_cell(
            grid,
            cell,
            mask,
            0 if selected and cell != selected.cell else before[cell] & ~mask,
            placed=cell in placed,
            # The candidates of its peers would contradict a digit that no step has placed yet.
            pending=bool(chosen)
            and cell not in placed
            and cell not in guessed
            and (
                before[cell] != mask
                or any(candidates[peer] & mask for peer in geometry.peers[cell])
            ),
            guess=cell in guessed,
            clash=cell in clashing,
            evidence=cell in evidence,
            frame=_frame(geometry, cell, unit),
            lost_now=lost_now.get(cell, 0),
            selected=selected,
            marks=marks,
            language=language,
        )
        for cell, mask in enumerate(candidates)
    ]
    size = geometry.size
    drawn = [c % geometry.cell_count for c, mark in marks.items() if mark.shape != "dotted"]
    lit = unit or ((selected.cell,) if selected else evidence or drawn)
    columns = _names(size, {cell % size for cell in lit})
    names = _names(size, {cell // size for cell in lit})
    rows = [BoardRow(name, cells[at * size : (at + 1) * size]) for at, name in enumerate(names)]
    ground = ground_of(grid.shape)
    return DrawnBoard(size, ground, label, columns, rows, final_only, _marks(cells), drawing)


def _names(size: int, lit: set[int]) -> list[AxisLabel]:
    """Return the names of rows or columns. None is lit if the unit crosses all of them."""
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


def _frame(geometry: Geometry, cell: int, unit: Sequence[int]) -> str:
    if cell not in unit:
        return ""
    row, column = divmod(cell, geometry.size)
    neighbours = {
        "n": cell - geometry.size if row else -1,
        "e": cell + 1 if column < geometry.size - 1 else -1,
        "s": cell + geometry.size,
        "w": cell - 1 if column else -1,
    }
    return "".join(side for side, other in neighbours.items() if other not in unit) or "-"


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
    selected: SelectedCell | None,
    marks: Mapping[int, Mark],
    language: str,
) -> BoardCell:
    geometry, given = grid.geometry, grid.givens[cell]
    row, column = divmod(cell, geometry.size)
    is_single = mask != 0 and mask & (mask - 1) == 0
    is_solved = is_single and not pending
    kind = "given" if given else "solved" if is_solved else "open"
    digit = ALPHABET[mask.bit_length()] if kind != "open" else ""
    is_full = mask == geometry.all_digits_mask
    edges, (_rows, across) = ground_of(grid.shape).edges, places_in_cell(geometry.size)
    further = "" if grid.shape.square_box else places_of(geometry, cell)
    is_large = geometry.size > LARGEST_SPELT
    taken = lost_now if (placed or is_large) and lost_now.bit_count() <= MOST_GONE else 0
    is_short = is_large and evidence and mask.bit_count() <= MOST_GONE
    return BoardCell(
        name=geometry.cell_names[cell],
        label=_label(
            language,
            row,
            column,
            further,
            kind,
            digit,
            mask,
            lost,
            placed,
            is_full,
        ),
        kind=kind,
        digit=digit,
        placed=placed,
        guess=guess,
        clash=clash,
        evidence=evidence,
        frame=frame,
        full=is_full,
        full_text=f"1-{ALPHABET[geometry.size]}",
        short="".join(characters_of(mask)) if is_short else str(mask.bit_count() or "!"),
        candidates=[
            BoardCandidate(
                digit=ALPHABET[number],
                present=bool(mask >> (number - 1) & 1),
                lost=bool(lost >> (number - 1) & 1),
                now=bool(lost_now >> (number - 1) & 1),
                column=(number - 1) % across + 1,
                row=(number - 1) // across + 1,
                mark=marks.get((number - 1) * geometry.cell_count + cell),
            )
            for number in range(1, geometry.size + 1)
        ]
        if kind == "open" and geometry.size <= LARGEST_SPELT
        else [],
        taken="".join(characters_of(taken)),
        thick_right=cell in edges.right,
        thick_bottom=cell in edges.below,
        asking=_selection(geometry, cell, selected),
        holds=ALPHABET[selected.digit] if selected and mask >> (selected.digit - 1) & 1 else "",
    )


def _selection(geometry: Geometry, cell: int, selected: SelectedCell | None) -> str:
    if selected is None:
        return ""
    if cell == selected.cell:
        return "asked"
    return "peer" if cell in geometry.peers[selected.cell] else ""


# Boards of a solve have most labels in common, and all boards those of their givens.
@lru_cache(maxsize=4_000)
def _label(
    _language: str,
    row: int,
    column: int,
    further: str,
    kind: str,
    digit: str,
    mask: int,
    lost: int,
    placed: bool,
    full: bool,
) -> str:
    place = _("Row %(row)d, column %(column)d") % {"row": row + 1, "column": column + 1} + further
    if kind == "given":
        text = _("given %(digit)s") % {"digit": digit}
    elif kind == "solved":
        text = (_("solved %(digit)s now") if placed else _("solved %(digit)s")) % {"digit": digit}
    elif not mask:
        text = _("no candidate left")
    elif full:
        text = _("open, all candidates")
    elif mask.bit_count() > LARGEST_SPELT:
        # These are too many to listen to, but the cell's history names them.
        text = _("open, %(count)d candidates") % {"count": mask.bit_count()}
    else:
        text = _("open, candidates %(digits)s") % {"digits": _spaced(mask)}
    if lost and kind == "open":
        text += "; " + _("%(digits)s removed") % {"digits": _spaced(lost)}
    return f"{place}, {text}"


def _spaced(mask: int) -> str:
    return " ".join(characters_of(mask))
