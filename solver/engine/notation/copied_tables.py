"""Copied tables of HTML, a forum, Markdown or LaTeX, or drawn with bars, as rows of plain cells.

An empty cell becomes a point. If cells with digits have different attributes, these may mark the givens. Such a
table is left as it is, and refused.
"""

import re

from .rulers import BARS

# A cell, with or without attributes, and its digit.
_ANY_CELL = re.compile(r"<t[dh]((?:\s[^>\n]{0,200})?)>\s*([1-9]?)", re.IGNORECASE)
_PLAIN_CELL = re.compile(r"<t[dh]>|\[t[dh]\]", re.IGNORECASE)
_CELL_END = re.compile(r"</t[dh]>|\[/t[dh]\]", re.IGNORECASE)
_ROW = re.compile(r"<tr(?:\s[^>\n]{0,200})?>|\[tr\]", re.IGNORECASE)
_PART = re.compile(
    r"</?(?:table|tbody|thead)(?:\s[^>\n]{0,200})?>|</tr>|\[/?(?:table|/?tr)\]", re.IGNORECASE
)
_LATEX = re.compile(r"\\(?:begin|end)\s*\{\w+\*?\}(?:\{[^}\n]*\})?|\\hline|\\cline\{[^}\n]*\}|\\\\")
_LINE_UP = re.compile(r" *:?-+:? *")
_ONE_BAR = str.maketrans(dict.fromkeys(BARS, "|"))
_SIZES = (4, 9, 16)
_BLANK_OR_DIGIT = re.compile(r"[1-9 ]")
_WIDTHS = {7: (1, 3, 5), 3: (0, 1, 2)}  # of three cells between bars, with the places of the cells
_BAND = 3


def without_table_tags(text: str) -> str:
    """Return a text with the rows of an HTML or forum table turned into lines with bars between the cells.

    A text without a table is unchanged.
    """
    found = _ANY_CELL.findall(text)
    if len({attributes for attributes, held in found if held}) == 1:
        text = _ANY_CELL.sub(r"<td>\2", text)
    if not _PLAIN_CELL.search(text):
        return text
    text = _PLAIN_CELL.sub("", _CELL_END.sub("|", " ".join(text.split())))
    return _PART.sub("\n", _ROW.sub("\n|", text))


def without_latex(text: str) -> str:
    """Return a LaTeX `tabular`, or table of the package `sudoku`, with bars between the cells.

    A text without an environment of LaTeX is unchanged.
    """
    if "\\begin" not in text:
        return text
    rows = (_LATEX.sub("", line).strip() for line in text.split("\n"))
    return "\n".join(
        row.removesuffix(".") if row.startswith("|") else row.replace("&", "|") for row in rows
    )


def plain_rows(lines: list[str]) -> list[str]:
    """Return the lines with points for empty cells of a table, and with the names of its columns left out."""
    found = [_cells(line) for line in lines]
    rows = list(lines)
    for number, cells in enumerate(found):
        if cells is None:
            continue
        if all(map(_LINE_UP.fullmatch, cells)):
            rows[number] = ""
            if number and _is_head(found, number):
                rows[number - 1] = ""
        else:
            rows[number] = " ".join(cell.strip() or "." for cell in cells) if rows[number] else ""
    return _without_gaps(rows)


def _cells(line: str) -> list[str] | None:
    """Return the cells of a table's row, with a bar between each two, or None for any other line."""
    line = line.strip().translate(_ONE_BAR)
    bars = line.count("|")
    if bars - 1 in _SIZES and line[0] == line[-1] == "|":
        return line[1:-1].split("|")
    cells = line.split("|")
    is_bare = bars == _SIZES[1] - 1 and all(len(cell.strip()) <= 1 for cell in cells)
    return cells if is_bare else None


def _is_head(found: list[list[str] | None], number: int) -> bool:
    """Return whether the row above that line names columns, and is no row of a board.

    The number of rows that follow does not matter: a missing row must not be replaced by names.
    """
    above = found[number - 1] or ["."]
    names = "".join(cell.strip() for cell in above)
    return names == "123456789"[: len(above)] or not any(c.isdigit() or c == "." for c in names)


def _without_gaps(rows: list[str]) -> list[str]:
    """Return the rows of a drawing with two bars between blocks of three, in which a blank is an empty cell.

    Each digit must be at the place of a cell, in nine rows alike, and no other sign may be an empty cell.
    """
    found = {number: cells for number, row in enumerate(rows) if (cells := _of_blocks(row))}
    if len(found) != _BAND * _BAND or len({len(cells) for cells in found.values()}) != 1:
        return rows
    return [found[number][-1] if number in found else row for number, row in enumerate(rows)]


def _of_blocks(row: str) -> tuple[str, ...]:
    """Return the nine cells of a row of three blocks, after their width, or () if it is no such row."""
    blocks = row.translate(_ONE_BAR).strip("\r").removesuffix("|").split("|")
    if len(blocks) == _BAND + 1 and not blocks[0].strip():
        blocks = blocks[1:]
    if len(blocks) != _BAND or len(blocks[1]) not in _WIDTHS:
        return ()
    width = len(blocks[1])
    padded = [blocks[0].rjust(width), blocks[1], blocks[2].ljust(width)]
    if any(len(block) != width or _BLANK_OR_DIGIT.sub("", block) for block in padded):
        return ()
    places = _WIDTHS[width]
    if any(block[at] != " " for block in padded for at in range(width) if at not in places):
        return ()
    return (str(width), "".join(block[at] for block in padded for at in places).replace(" ", "."))
