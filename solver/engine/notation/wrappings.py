"""What stands around a board that was copied, taken away: tags, quotes, fences, the bars of a table."""

import re

from .rulers import is_border

# Not bold or colours: where some digits have them and some have not, they say which are the givens.
_TAGS = re.compile(
    r"\[/?(?:code|quote|pre|tt|spoiler|hidden|hide|size|font|mono|center|list|sudoku)(?:=[^\]\n]{0,80})?\]"
    r"|</?(?:pre|code|p|div|br|blockquote|tt|samp|kbd)(?:\s[^>\n]{0,200})?/?>",
    re.IGNORECASE,
)
# Cells of a table without attributes: one that has them may tell a given from what was entered.
_TABLE_CELL = re.compile(r"<t[dh]>|\[t[dh]\]", re.IGNORECASE)
_TABLE_END = re.compile(r"</t[dh]>|\[/t[dh]\]", re.IGNORECASE)
_TABLE_ROW = re.compile(r"<tr>|\[tr\]", re.IGNORECASE)
_TABLE_PART = re.compile(
    r"</?(?:table|tbody|thead)(?:\s[^>\n]{0,200})?>|</tr>|\[/?(?:table|/?tr)\]", re.IGNORECASE
)
_BOLD = re.compile(r"(\*\*|__|\[b\]|<b>)([1-9])(?:\*\*|__|\[/b\]|</b>)")
_GIVEN = re.compile(r"[1-9]")
_QUOTED_ROW = re.compile(r"""[ \t]*(["'])([0-9.*_xX-]{9})\1[ \t]*[,;]?[ \t\r]*""")
_LABELLED = re.compile(
    r"[ \t]*(?:row|zeile|line|r)?[ \t]*([1-9A-I])[ \t]*[:=)|]?[ \t]+((?:[0-9.*_-][ \t|]*){9})\r?",
    re.IGNORECASE,
)
_LABELS = ("123456789", "ABCDEFGHI")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[^\n`]*")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_TRIPLE = re.compile(r"\"\"\"|'''")
_RULE = re.compile(r"[-=~+|:'*_#. ]*[-=~]{3}[-=~+|:'*_#. ]*")
_LINE_UP = re.compile(r" *:?-+:? *")
_COLUMNS = 9


def unwrapped(text: str) -> str:
    """The text without what a forum, a message or Markdown puts around a board."""
    text = _TRIPLE.sub("\n", _TAGS.sub("\n", _without_bold(_without_table_tags(text))))
    lines = [
        "" if _FENCE.fullmatch(line) else _QUOTE.sub("", line, count=1) if ">" in line else line
        for line in text.split("\n")
    ]
    lines = [_QUOTED_ROW.sub(r"\2", line) if line[-1:] in "\"',;\r" else line for line in lines]
    lines = _without_labels(lines)
    return "\n".join(_without_cell_quotes(line) for line in _table_rows(lines))


def _without_table_tags(text: str) -> str:
    """The rows of a table with bars between their cells, as Markdown has them."""
    if not _TABLE_CELL.search(text):
        return text
    text = _TABLE_CELL.sub("", _TABLE_END.sub("|", " ".join(text.split())))
    return _TABLE_PART.sub("\n", _TABLE_ROW.sub("\n|", text))


def _without_bold(text: str) -> str:
    """The text with plain digits, where each is bold; where some are, they say which are the givens."""
    if not _BOLD.search(text) or _GIVEN.search(_BOLD.sub("", text)):
        return text
    return _BOLD.sub(r"\2", text)


def _without_labels(lines: list[str]) -> list[str]:
    """The lines without the names of nine rows, `r1:` to `r9:` or A to I, and of the columns above them.

    In another order, or fewer, they are left: who names rows may mean others than those that stand there.
    """
    found = [(at, match) for at, line in enumerate(lines) if (match := _LABELLED.fullmatch(line))]
    if "".join(match[1].upper() for _at, match in found) not in _LABELS:
        return lines
    rows = list(lines)
    for at, match in found:
        rows[at] = match[2]
    above = found[0][0] - 1
    while above >= 0 and (not rows[above].strip() or is_ruler(rows[above])):
        above -= 1
    if above >= 0 and "".join(c for c in rows[above] if c.isalnum()) in _LABELS:
        rows[above] = ""
    return rows


def is_ruler(line: str) -> bool:
    return is_border(line) or _RULE.fullmatch(line) is not None


def _without_cell_quotes(line: str) -> str:
    return line.replace('"', "") if sum(map(line.count, ",;\t")) >= _COLUMNS - 1 else line


def _table_rows(lines: list[str]) -> list[str]:
    """The lines with points for the empty cells of a table, and without the names of its columns."""
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
    return rows


def _cells(line: str) -> list[str] | None:
    """The cells of a table's row of nine; None of any other line."""
    line = line.strip()
    if line.count("|") != _COLUMNS + 1 or not (line[0] == line[-1] == "|"):
        return None
    return line[1:-1].split("|")


def _is_head(found: list[list[str] | None], number: int) -> bool:
    """Whether the row above that line names columns, and is no row of a board.

    However many rows follow: a row that is missing must not be replaced by names.
    """
    names = "".join(cell.strip() for cell in found[number - 1] or ["."])
    return names == _LABELS[0] or not any(c.isdigit() or c == "." for c in names)
