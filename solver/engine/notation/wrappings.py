"""What stands around a board that was copied, taken away: tags, quotes, fences, the bars of a table."""

import re

from .rulers import is_border

# Not bold or colours: where some digits have them and some have not, they say which are the givens.
_TAGS = re.compile(
    r"\[/?(?:code|quote|pre|tt|spoiler|hidden|hide|size|font|mono|center|list|sudoku)(?:=[^\]\n]{0,80})?\]"
    r"|</?(?:pre|code|p|div|br|blockquote|tt|samp|kbd)(?:\s[^>\n]{0,200})?/?>",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[^\n`]*")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_TRIPLE = re.compile(r"\"\"\"|'''")
_RULE = re.compile(r"[-=~+|:'*_#. ]*[-=~]{3}[-=~+|:'*_#. ]*")
_LINE_UP = re.compile(r" *:?-+:? *")
_COLUMNS = 9


def unwrapped(text: str) -> str:
    """The text without what a forum, a message or Markdown puts around a board."""
    text = _TRIPLE.sub("\n", _TAGS.sub("\n", text))
    lines = [
        "" if _FENCE.fullmatch(line) else _QUOTE.sub("", line, count=1) if ">" in line else line
        for line in text.split("\n")
    ]
    return "\n".join(_without_cell_quotes(line) for line in _table_rows(lines))


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
    """Whether the row above that line names columns: nine rows follow, and it holds no board's row."""
    names = [cell.strip() for cell in found[number - 1] or ["1"]]
    rows = 0
    while number + rows + 1 < len(found) and found[number + rows + 1] is not None:
        rows += 1
    named = names == [str(column) for column in range(1, _COLUMNS + 1)]
    return rows == _COLUMNS and (named or not any(c.isdigit() or c == "." for c in "".join(names)))
