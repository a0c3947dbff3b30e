"""Render cells as HTML. A page has up to 625, and a template takes ten times as long."""

from typing import Any

from django.template import Library
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from .cells import LARGEST_SPELT, BoardCandidate, BoardCell, BoardRow, DrawnBoard

LARGEST_FULL = 16  # a larger board's cells have no room for "1-16" either
register = Library()


@register.simple_tag(takes_context=True)
def cells_of(context: dict[str, Any], row: BoardRow) -> SafeString:
    """Return a row of `board` as HTML cells.

    If the page has cell histories (`ask`), each cell links to its own. `anchor` is the end of these addresses.
    """
    board: DrawnBoard = context["board"]
    # Hundreds of spans are heavy. Hidden cells still need the span with the style.
    is_flat = board.size > LARGEST_SPELT and context.get("cells") != "hidden"
    ask, back = escape(context.get("ask") or ""), escape(context.get("back") or "")
    anchor = escape(context.get("anchor") or "")
    cells = []
    for cell in row.cells:
        if ask:
            href = back if cell.asking == "asked" else ask + cell.name + anchor
            link = _link(cell, href, is_first=cell.name == context.get("first"))
        else:
            link = f'<span class="unseen">{escape(cell.label)}</span>'
        cells.append(f'<td class="{_classes(cell)}">{link}{_face(cell, board, is_flat)}</td>')
    return mark_safe("".join(cells))  # noqa: S308 - digits, our own names and escaped text


def _link(cell: BoardCell, href: str, is_first: bool) -> str:
    current = ' aria-current="true"' if cell.asking == "asked" else ""
    return (
        f'<a class="cell__ask" data-go href="{href}" tabindex="{0 if is_first else -1}"{current}'
        f' aria-label="{escape(cell.label)}"></a>'
    )


def _classes(cell: BoardCell) -> str:
    marks = {
        "placed": cell.placed,
        "guess": cell.guess,
        "clash": cell.clash,
        "differs": cell.differs,
        "evidence": cell.evidence,
        cell.asking: cell.asking,
        "holds": cell.holds,
        "unit": cell.frame,
        "right": cell.thick_right,
        "bottom": cell.thick_bottom,
    }
    names = [cell.kind, *(name for name, is_on in marks.items() if is_on), *cell.frame]
    return "cell " + " ".join(f"cell--{name}" for name in names)


def _face(cell: BoardCell, board: DrawnBoard, is_flat: bool) -> str:
    style, text = _shown(cell, board)
    if is_flat and not cell.holds and not cell.taken:
        return f'<span class="cell__face {style}" aria-hidden="true">{text}</span>'
    gone = "".join(f'<span class="lost lost--now">{digit}</span>' for digit in cell.taken)
    gone = gone and f'<span class="cell__gone">{gone}</span>'
    inside = f'<span class="{style}">{text}</span>{gone}'
    return f'<span class="cell__face" aria-hidden="true">{inside}</span>'


def _shown(cell: BoardCell, board: DrawnBoard) -> tuple[str, str]:
    """Return the style and the content of a cell."""
    if cell.digit:
        return "cell__digit", cell.digit
    is_spelt = board.size <= LARGEST_SPELT
    if board.final_only:
        return "cell__full", "_"
    if cell.holds and (cell.full or not is_spelt):
        return "cell__full", f'<span class="may">{cell.holds}</span>'
    if cell.full and board.size <= LARGEST_FULL:
        return "cell__full", cell.full_text
    if not is_spelt:
        return "cell__full", "" if cell.taken else cell.short
    return "cell__candidates", "".join(
        _candidate(candidate, cell.holds) for candidate in cell.candidates
    )


def _candidate(candidate: BoardCandidate, holds: str) -> str:
    style, note = "", ""
    if candidate.lost:
        style = "lost lost--now" if candidate.now else "lost"
    elif candidate.mark:
        style = f"mark mark--{candidate.mark.shape}"
        note = f' data-note="{escape(candidate.mark.note)}"' if candidate.mark.note else ""
    elif candidate.present and candidate.digit == holds:
        style = "may"
    digit = candidate.digit if candidate.present or candidate.lost else ""
    return f'<span class="{style}"{note}>{digit}</span>' if style else f"<span>{digit}</span>"
