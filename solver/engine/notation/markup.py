"""Tables and pages in a markup, as plain lines: MediaWiki, DokuWiki, Jira, AsciiDoc, LaTeX, Typst and HTML.

Each yields the rows of its table with a bar before each cell, or the labels of a page a line each.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from html import unescape

from .base import in_rows

_ROW_NAME = re.compile(
    r"[ \t]*[^\W\d]{0,8}[ \t]?([1-9A-I])[ \t]?[:=][ \t]?(?=.*[,;\t])", re.IGNORECASE
)
_BOX, _SIZE = 3, 9
_CELLS = _SIZE * _SIZE


_STATEMENT = re.compile(r"\b(?:insert|select|update|values)\b", re.IGNORECASE)
_PROMPT = re.compile(r"^[ \t]{0,9}\d{1,3}>[^\n]*", re.MULTILINE)
_COMMENT = re.compile(r"(?<=[;,)])[ \t]{1,9}--[^\n]*|^--(?=[ \t]*[^\W\d]{2})[^\n]*", re.MULTILINE)
_TEMPLATE = re.compile(r"\{\{([^{}]{81,1000})\}\}")


def as_lines(text: str) -> Iterator[str]:
    """Yield plain lines of a text for each kind of markup that it may have, and then the text as it is."""
    if "<" in text and ">" in text:
        yield from _of_html(text)
    if "&" in text and ";" in text:
        text = unescape(text)
    text = text.replace("\u00a0", " ")
    bare = _PROMPT.sub("", text) if _STATEMENT.search(text) else text
    bare = _COMMENT.sub("", bare)
    if bare != text:
        yield bare
    if "\\\n" in text and (whole := _side_by_side(text)):
        yield whole
    if "{{" in text:
        yield from _of_template(text)
    if "{|" in text:
        yield _of_wikitext(text)
    if "^" in text or "||" in text:
        yield re.sub(r"\^|\|\|", "|", text)
    if "|===" in text:
        yield from _of_asciidoc(text)
    if '\\"' in text:
        yield text.replace('\\"', '"')
    if "\\" in text:
        yield from _of_latex(text)
    yield _without_row_names(text)
    yield text


def _without_row_names(text: str) -> str:
    """Return the text without `Row 1:` to `Row 9:` before nine rows with separators."""
    found = [_ROW_NAME.match(line) for line in text.split("\n")]
    if "".join(each[1] for each in found if each).upper() not in ("123456789", "ABCDEFGHI"):
        return text
    pairs = zip(text.split("\n"), found, strict=True)
    return "\n".join(line[match.end() :] for line, match in pairs if match)


def _side_by_side(text: str) -> str | None:
    """Return the blocks of a wide table that pandas printed below each other as one, or None for others."""
    blocks = [block.split("\n") for block in re.split(r"\n[ \t]*\n", text.strip("\n"))]
    rows = [[line.rstrip("\\ \r").split() for line in block] for block in blocks]
    index = [[row[0] for row in block[1:] if row] for block in rows]
    if any(each != index[0] or len(each) < _SIZE for each in index):
        return None
    heads = [field for block in rows for field in block[0]]
    below = [[row[1:] for row in block[1:]] for block in rows]
    joined = [heads]
    for number, parts in zip(index[0], zip(*below, strict=True), strict=True):
        joined.append([number, *(field for part in parts for field in part)])
    return "\n".join(map(" ".join, joined))


def _of_template(text: str) -> Iterator[str]:
    """Yield the cells of a template in one line: `{{Sudoku|5|3|||7|…}}`."""
    for found in _TEMPLATE.finditer(text):
        cells = found[1].split("|")[1:]
        if len(cells) == _CELLS:
            yield _lined(in_rows(cells, _SIZE))


def _lined(rows: list[list[str]]) -> str:
    return "\n".join(
        "|" + "|".join(" ".join(cell.split()) for cell in row) + "|" for row in rows if row
    )


def _of_wikitext(text: str) -> str:
    rows: list[list[str]] = [[]]
    for line in text.partition("{|")[2].partition("|}")[0].split("\n")[1:]:
        line = line.strip()
        if line.startswith("|-"):
            rows.append([])
        elif line[:1] in ("|", "!") and line[:2] != "|+":
            rows[-1] += [_without_style(each) for each in re.split(r"\|\||!!", line[1:])]
    return _lined(rows)


def _without_style(cell: str) -> str:
    """Return a cell without the attributes before it, `style="…" | 5`."""
    return cell.rpartition("|")[2].replace("'''", "")


def _of_asciidoc(text: str) -> Iterator[str]:
    """Yield the cells of the table, each of which may be on a line of its own."""
    cells = text.partition("|===")[2].partition("|===")[0].split("|")[1:]
    if len(cells) == _CELLS:
        yield _lined(in_rows(cells, _SIZE))


_LATEX_RULE = re.compile(
    r"\\(?:begin|end)\s*\{\w+\*?\}(?:[\[{][^\]}\n]*[\]}])*|\\(?:hline|toprule|midrule|bottomrule)"
    r"|\\c(?:line|midrule)\s*\{[^}\n]*\}|(?<=\\\\)\[[^\]\n]*\]|(?<!\\)\\[\[\]()]|\$"
)
_MACRO_ROW = re.compile(r"\s*\\[a-zA-Z]+\s*((?:\s?\{[^{}]*\}){9,10})\s*\r?")
_MACRO_LIST = re.compile(r"\s*\\[a-zA-Z]+\s*\{\d\}\s*\{((?:[^{},]|\{[^{}]*\}|,)*)\}\s*\r?")
_GROUP = re.compile(r"\{([^{}]*)\}")


def _of_latex(text: str) -> Iterator[str]:
    rows = [
        _GROUP.findall(found[1]) for found in map(_MACRO_ROW.fullmatch, text.split("\n")) if found
    ]
    lists = [found[1].split(",") for found in map(_MACRO_LIST.fullmatch, text.split("\n")) if found]
    if rows or lists:
        yield _lined(rows or [[_GROUP.sub(r"\1", cell) for cell in row] for row in lists])
    if "&" in text:
        bare = _LATEX_RULE.sub(" ", text)
        yield _lined([row.split("&") for row in bare.split("\\\\") if "&" in row])


_TAG = re.compile(r"<(/?[a-zA-Z][\w:-]*)((?:\s[^<>]*)?)/?>([^<>]*)")
_ATTRIBUTE = re.compile(r"([a-zA-Z_:@][\w:.-]*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_LABEL = re.compile(r"\d")
_CELL_TAGS = ("td", "th")
_VALUE_NAMES = "value data-value data-val data-digit"
_ROW_NAMES = "data-row row data-r data-y"
_COLUMN_NAMES = "data-col data-column col column data-c data-x"


def _attributes(text: str) -> dict[str, str]:
    return {
        found[1].lower(): unescape(found[2] or found[3] or found[4] or "")
        for found in _ATTRIBUTE.finditer(text)
    }


def _of_html(text: str) -> Iterator[str]:
    """Yield the cells of a page: those with their places, those of a table, and any 81 that are alike."""
    tags = [
        (found[1].lower(), _attributes(found[2]), unescape(found[3]))
        for found in _TAG.finditer(text)
    ]
    labels = [
        attrs["aria-label"]
        for _tag, attrs, _rest in tags
        if _LABEL.search(attrs.get("aria-label", ""))
    ]
    if labels:
        yield "\n".join(labels)
    placed = [_placed(attrs, body) for _tag, attrs, body in tags]
    if any(placed):
        yield "\n".join(filter(None, placed))
    table = _table(tags)
    if table:
        yield _lined(table)
    if any(tag == "tr" for tag, _told, _rest in tags):
        return  # a table that may mark givens is left as it is
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for tag, attrs, body in tags:
        alike[tag, re.sub(r"\d", "", attrs.get("class", "").partition(" ")[0])].append(
            _value(attrs, body)
        )
    for (tag, _class), cells in alike.items():
        if len(cells) == _CELLS and not tag.startswith("/"):
            yield _lined(in_rows(cells, _SIZE))


def _value(attrs: dict[str, str], body: str) -> str:
    value = _first_of(attrs, _VALUE_NAMES)
    if value is not None:
        return value
    return " ".join(body.split()) or attrs.get("aria-label", "") or attrs.get("alt", "")


def _first_of(attrs: dict[str, str], names: str) -> str | None:
    return next((attrs[name] for name in names.split() if name in attrs), None)


def _placed(attrs: dict[str, str], body: str) -> str:
    """Return row, column and digit of a cell, always in this order, or an empty string if it has none."""
    row, column = (_first_of(attrs, names) or "" for names in (_ROW_NAMES, _COLUMN_NAMES))
    if not (row and column):
        return ""
    return f"row {row} column {column} value {_value(attrs, body) or 'null'}"


def _table(tags: list[tuple[str, dict[str, str], str]]) -> list[list[str]]:
    """Return the cells of each row of the one table, or [] if those with digits have several marks."""
    rows: list[list[str]] = []
    marks: list[list[str]] = []
    for tag, attrs, body in tags:
        if tag in ("tr", "/tr", "/table"):
            rows.append([])
            marks.append([])
        elif tag in _CELL_TAGS and rows:
            rows[-1].append(_value(attrs, body))
            marks[-1].append(re.sub(r"\d", "", attrs.get("class", "") + attrs.get("style", "")))
        elif rows and rows[-1] and not tag.startswith("/") and tag != "br":
            rows[-1][-1] = rows[-1][-1] or _value(attrs, body)
            marks[-1][-1] += tag + re.sub(r"\d", "", attrs.get("class", ""))
    rows, marks = [row for row in rows if row], [row for row in marks if row]
    held: set[str] = set()
    where: dict[tuple[int, int], set[str]] = defaultdict(set)
    for r, (row, marked) in enumerate(zip(rows, marks, strict=True)):
        for c, (cell, mark) in enumerate(zip(row, marked, strict=True)):
            where[r % _BOX, c % _BOX].add(mark)
            held |= {mark} if cell.strip() else set()
    is_plain = len(held) < 2 or all(len(each) == 1 for each in where.values())
    return rows if is_plain else []
