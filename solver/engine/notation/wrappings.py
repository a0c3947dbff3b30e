"""Remove what is around a copied board: tags, quotes, fences, the bars of a table."""

import re
from functools import lru_cache
from html import unescape

from .copied_tables import plain_rows, without_latex, without_table_tags
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
    r"""[ \t]*(?:-[ \t]+|[\w .*:]{1,40}=[ \t]*)?(["'])([0-9.*_xX-]{9})\1[ \t]*[,;+)\\]{0,2}[ \t\r]*"""
)
_LABELLED = re.compile(
    r"[ \t]*(?:row|zeile|line|r)?[ \t]*([0-9A-I])(?:[ \t]*[:=)|][ \t]*|[ \t]+)"
    r"((?:[0-9.*_-][ \t|]*){9})\r?",
    re.IGNORECASE,
)
_LABELS = ("123456789", "ABCDEFGHI")
_FROM_0 = "012345678"  # as pandas numbers rows, and then columns too
_INLINE_FENCE = re.compile(r"(?<=[0-9.*_|+])```|```(?=[0-9.*_|+])")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)[^\n`]*")
_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
# Texts that + or || joins.
_JOINED = re.compile(r"""(?<=[0-9._*])(['"])\s{0,9}(?:\+|\|\|)\s{0,40}\1(?=[0-9._*])""")
_WRITTEN_END = re.compile(r"(?<=[0-9._*x-])(?:(?:\\r)?\\n|(?:%0D)?%0A)(?=[0-9._*x\"'-]|$)")
_PREFIXED = re.compile(
    r"[ \t]*(\+|//|--|#|;|%|!|\*|rem|'|C)[ \t]*([0-9._|+*xX-][0-9._| +*xX-]{8,30})[ \t\r]*",
    re.IGNORECASE,
)
_TRIPLE = re.compile(r"\"\"\"|'''")
_RULE = re.compile(r"[-=~+|:'*_#. ]*[-=~]{3}[-=~+|:'*_#. ]*")
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
    text = without_latex(without_table_tags(without_bold(_WHOLLY_BOLD.sub(r"\3", text))))
    text = _without_brackets(_TRIPLE.sub("\n", _TAGS.sub("\n", text)))
    lines = [
        "" if _FENCE.fullmatch(line) else _QUOTE.sub("", line, count=1) if ">" in line else line
        for line in text.split("\n")
    ]
    lines = [_QUOTED_ROW.sub(r"\2", line) if line[-1:] in _AFTER_QUOTES else line for line in lines]
    lines = _without_labels(_without_prefix(lines))
    if any(bar in text for bar in BARS):
        lines = plain_rows(lines)
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
