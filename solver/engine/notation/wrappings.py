"""Remove what is around a copied board: tags, quotes, fences, the bars of a table.

An empty cell of a table becomes a point. If cells with digits have different attributes, these may mark the
givens. Such a table is left as it is, and refused.
"""

import re
from functools import lru_cache
from html import unescape

from .rulers import BARS, is_border

# Not bold or colours: if only some digits have them, they mark the givens.
_TAGS = re.compile(
    r"\[/?(?:code|quote|pre|tt|spoiler|hidden|hide|size|font|mono|center|list|sudoku)(?:=[^\]\n]{0,80})?\]"
    r"|</?(?:pre|code|p|div|br|blockquote|tt|samp|kbd)(?:\s[^>\n]{0,200})?/?>",
    re.IGNORECASE,
)
_BOLD = re.compile(
    r"(\*\*|__|\'\'\'|\[b\]|<(?:b|strong)>|\\(?:textbf|mathbf|bm|underline|fbox|givens?)\{)\s?([1-9])\s?"
    r"(?:\*\*|__|\'\'\'|\[/b\]|</(?:b|strong)>|\})"
)
# Around a whole board bold marks nothing.
_WHOLLY_BOLD = re.compile(
    r"(?:\[(b|i|u|strong|em)\]|<(b|i|u|strong|em)>)([^\[<]{81,2000})(?:\[/\1\]|</\2>)",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:nbsp|gt|lt|amp|quot|middot|#160|#39|#xa0);", re.IGNORECASE)
_GIVEN = re.compile(r"[1-9]")
_QUOTED_ROW = re.compile(
    r"""(?:(?<![ \t])[ \t]+)?(?:-[ \t]+|[\w .*:]{1,40}=[ \t]*)?"""
    r"""(["'])([0-9.*_xX-]{9})\1[ \t]*[,;+)\\]{0,2}[ \t\r]*"""
)
_LABELLED = re.compile(
    r"[ \t]*(?:(?:row|zeile|line|r)[ \t]*)?([0-9A-I])(?:[ \t]*[:=)|][ \t]*|[ \t]+)"
    r"((?:[0-9.*_-][ \t|]*){9})\r?",
    re.IGNORECASE,
)
_LABELS = ("123456789", "ABCDEFGHI")
_FROM_0 = "012345678"  # as pandas numbers rows, and then columns too
_INLINE_FENCE = re.compile(r"(?<=[0-9.*_|+])```|```(?=[0-9.*_|+])")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[^\n`]*")
_QUOTE = re.compile(r"(?:(?<![ \t])[ \t]+)?(?:>[ \t]?)+")
# Texts that + or || joins.
_JOINED = re.compile(r"""(?<=[0-9._*])(['"])\s{0,9}(?:\+|\|\|)\s{0,40}\1(?=[0-9._*])""")
_WRITTEN_END = re.compile(r"(?<=[0-9._*x-])(?:(?:\\r)?\\n|(?:%0D)?%0A)(?=[0-9._*x\"'-]|$)")
_PREFIXED = re.compile(
    r"[ \t]*(\+|//|--|#|;|%|!|\*|rem|'|C)[ \t]*([0-9._|+*xX-][0-9._| +*xX-]{8,30})[ \t\r]*",
    re.IGNORECASE,
)
_TRIPLE = re.compile(r"\"\"\"|'''")
_RULE = re.compile(r"(?=.*[-=~]{3})[-=~+|:'*_#. ]*")
# Candidates. Brackets around a lone digit may mean that it is no given.
_MARKED = re.compile(r"[\[({]([1-9]{2,9})[\])}]")
_FEWEST_MARKED = 9
_AFTER_QUOTES = "\"',;+)\\ \r"
_COLUMNS = 9


@lru_cache(maxsize=4)  # several formats unwrap the same text
def unwrapped(text: str) -> str:
    """Return a copied text without the tags, quotes, fences and table bars around its board."""
    if _WRITTEN_END.search(text):
        text = _WRITTEN_END.sub("\n", text).replace('"', "\n").replace("'", "\n")
    text = _INLINE_FENCE.sub("\n", _without_entities(_JOINED.sub("", text)))
    text = _without_latex(_without_table_tags(without_bold(_WHOLLY_BOLD.sub(r"\3", text))))
    text = _without_brackets(_TRIPLE.sub("\n", _TAGS.sub("\n", text)))
    lines = [
        "" if _FENCE.fullmatch(line) else _QUOTE.sub("", line, count=1) if ">" in line else line
        for line in text.split("\n")
    ]
    lines = [_QUOTED_ROW.sub(r"\2", line) if line[-1:] in _AFTER_QUOTES else line for line in lines]
    lines = _without_labels(_without_prefix(lines))
    if any(bar in text for bar in BARS):
        lines = _plain_rows(lines)
    return "\n".join(_without_cell_quotes(line) if line else line for line in lines)


def _without_entities(text: str) -> str:
    """Return the text as a page shows it, if its source was copied."""
    return unescape(text).replace("\u00a0", " ") if _ENTITY.search(text) else text


def without_bold(text: str) -> str:
    """Return the text without bold marks if every digit is bold. If only some are, bold marks the givens."""
    if not _BOLD.search(text) or _GIVEN.search(_BOLD.sub("", text)):
        return text
    return _BOLD.sub(r"\2", text)


def _without_prefix(lines: list[str]) -> list[str]:
    """Return the lines without the sign that begins each of nine rows, of a comment or of a diff."""
    found = {at: match for at, line in enumerate(lines) if (match := _PREFIXED.fullmatch(line))}
    if len(found) != _COLUMNS or len({match[1] for match in found.values()}) != 1:
        return lines
    return [found[at][2] if at in found else line for at, line in enumerate(lines)]


def _without_labels(lines: list[str]) -> list[str]:
    """Return the lines without the names of nine rows, `r1:` to `r9:` or A to I, and of the columns above.

    Names in another order, or fewer, are left: they may name other rows than those that are there.
    """
    found = [(at, match) for at, line in enumerate(lines) if (match := _LABELLED.fullmatch(line))]
    names = "".join(match[1].upper() for _at, match in found)
    if names not in (*_LABELS, _FROM_0):
        return lines
    rows = list(lines)
    for at, match in found:
        rows[at] = match[2]
    above = found[0][0] - 1
    while above >= 0 and (not rows[above].strip() or is_ruler(rows[above])):
        above -= 1
    head = "".join(c for c in rows[above] if c.isalnum()) if above >= 0 else ""
    if head in (*_LABELS, _FROM_0):
        rows[above] = ""
    return lines if names == _FROM_0 != head else rows


def is_ruler(line: str) -> bool:
    return is_border(line) or _RULE.fullmatch(line) is not None


def _without_cell_quotes(line: str) -> str:
    if sum(map(line.count, ",;\t")) < _COLUMNS - 1:
        return line
    return line.replace('"', "").replace("'", "")


def _without_brackets(text: str) -> str:
    """Return the text without brackets around the candidates of each cell."""
    return _MARKED.sub(r"\1", text) if len(_MARKED.findall(text)) > _FEWEST_MARKED else text


# --- tables of HTML, a forum, Markdown or LaTeX, or drawn with bars

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


def _without_table_tags(text: str) -> str:
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


def _without_latex(text: str) -> str:
    """Return a LaTeX `tabular`, or table of the package `sudoku`, with bars between the cells.

    A text without an environment of LaTeX is unchanged.
    """
    if "\\begin" not in text:
        return text
    rows = (_LATEX.sub("", line).strip() for line in text.split("\n"))
    return "\n".join(
        row.removesuffix(".") if row.startswith("|") else row.replace("&", "|") for row in rows
    )


def _plain_rows(lines: list[str]) -> list[str]:
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
