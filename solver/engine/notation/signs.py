"""Other signs for digits and empty cells, made plain: what word processors, phones and forums write.

Digits of full width, in circles and in boxes, middle dots, squares, blanks of other widths. A sign stays as it
is where the text has the plain one for the same thing too, since it may then mean something else.
"""

import re

_DOTS = "·•∙⋅・‧．⬜⬛🟦🟨🟥🟩🟪🟧🟫◻◼▫▪□■☐🔲🔳"
_BLANKS = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
_NOTHING = "\u200b\u200c\u200d\u2060\ufe0e\ufe0f\u00ad\ufeff"
_QUOTES = "“”„«»"
_SIGNS: dict[int, str] = {
    ord(sign): plain
    for signs, plain in ((_DOTS, "."), (_BLANKS, " "), (_NOTHING, ""), (_QUOTES, '"'), ("–—−", "-"))
    for sign in signs
}
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_ALPHABETS = (  # the first of ten, or of nine without a 0
    *("\uff10", "\U0001d7ce", "\U0001d7d8", "\U0001d7e2", "\U0001d7ec", "\U0001d7f6"),
)
_FULL = str.maketrans(
    {chr(ord(zero) + value): str(value) for zero in _ALPHABETS for value in range(10)}
)
_CIRCLED = {0x2460 + value: str(value + 1) for value in range(9)}
_QUESTIONED = re.compile(r"[1-9?|+ ,;\t\r-]{9,}")
_DOTTED = re.compile(r"[0-9.*_|+ ,;\t\r-]{9,}")
_QUESTIONED_LINE = re.compile(r"[1-9?]{81}")
_PLAIN = re.compile(r"[1-9]")


def plain_signs(text: str) -> str:
    """The text with plain digits, points and blanks for those that stand for them."""
    if not text.isascii():
        text = _ascii_digits(text)
        # A point beside a middle dot is another thing: a cell that is empty in a different way.
        if not (any(dot in text for dot in _DOTS) and _has_plain_empty(text)):
            text = text.translate(_SIGNS)
    return _without_questions(text) if "?" in text else text


def _ascii_digits(text: str) -> str:
    plain = _KEYCAP.sub(r"\1", text).translate(_FULL)
    if any(chr(sign) in plain for sign in _CIRCLED) and not _PLAIN.search(plain):
        plain = plain.translate(_CIRCLED)
    return plain


def _has_plain_empty(text: str) -> bool:
    return any(
        _DOTTED.fullmatch(line) and any(mark in line for mark in ".0*_") and len(line.strip()) > 8
        for line in text.split("\n")
    )


def _without_questions(text: str) -> str:
    """Points for question marks, where no row has another mark for an empty cell."""
    lines = text.split("\n")
    rows = [bool(_QUESTIONED.fullmatch(line)) and "?" in line for line in lines]
    if any(rows):
        others = (line for line, is_row in zip(lines, rows, strict=True) if not is_row)
        if any(_DOTTED.fullmatch(line) and any(mark in line for mark in ".0*_") for line in others):
            return text
        pairs = zip(lines, rows, strict=True)
        return "\n".join(line.replace("?", ".") if is_row else line for line, is_row in pairs)
    return _QUESTIONED_LINE.sub(lambda found: found[0].replace("?", "."), text)
