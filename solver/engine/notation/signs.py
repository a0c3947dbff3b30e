"""Other signs for digits and empty cells, made plain, as word processors, phones and forums write them.

Digits of other scripts and of full width, in circles and in boxes, middle dots, squares, blanks of other
widths. A sign stays as it is if the text also has the plain one for the same thing, because it may mean
something else then.
"""

import re
import unicodedata
from functools import lru_cache

_DOTS = "¤⍽⌀⎵␣·•∙⋅・‧．●○◯◦∘⚪⚫∅×✕✖╳⬜⬛🟦🟨🟥🟩🟪🟧🟫◻◼▫▪□■☐🔲🔳░➖❓❔⭕❌🚫🅾⬚▢"
_BLANKS = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
_NOTHING = "\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\u00ad\ufeff"
_QUOTES = "“”„«»"
_SIGNS: dict[int, str] = {
    ord(sign): plain
    for signs, plain in ((_DOTS, "."), (_BLANKS, " "), (_NOTHING, ""), (_QUOTES, '"'), ("–—−", "-"))
    for sign in signs
}
_KEYCAP = re.compile("([0-9])\ufe0f?\u20e3")
_FIRST_WIDE, _LAST_WIDE = 0xFF01, 0xFF5E  # the characters of ASCII in full width
_TO_ASCII = _FIRST_WIDE - ord("!")
_NINE = 9
_NUMBERS = {"ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE", "ZERO"}
_QUESTIONED = re.compile(r"[1-9?|+ ,;\t\r-]{9,}")
_DOTTED = re.compile(r"[0-9.*_|+ ,;\t\r-]{9,}")
_QUESTIONED_LINE = re.compile(r"[1-9?]{81}")
_PLAIN = re.compile(r"[1-9]")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_COLOURED = re.compile(r"((?:\x1b\[(?!0?m)[0-9;]{1,20}m){1,4}) ?[1-9]")


def plain_signs(text: str) -> str:
    """Return the text with plain digits, points and blanks for the other signs that people use for them."""
    if "\x1b" in text:
        text = _without_colours(text)
    if not text.isascii():
        text = _ascii_digits(text)
        # A point in a text with middle dots is another thing: a cell that is empty in a different way.
        if not (any(dot in text for dot in _DOTS) and _has_plain_empty(text)):
            text = text.translate(_SIGNS)
    return _without_questions(text) if "?" in text else text


def _without_colours(text: str) -> str:
    """Return the text without a terminal's colours, unless only some digits have one."""
    coloured = {found[1] for found in _COLOURED.finditer(text)}
    if len(coloured) > 1 or (coloured and _PLAIN.search(_COLOUR.sub("", _COLOURED.sub("", text)))):
        return text
    return _COLOUR.sub("", text)


def _ascii_digits(text: str) -> str:
    """Return the text with ASCII digits for those of other scripts, and for ornate ones of one kind.

    Ornate digits stay if there are plain ones too, or others of another kind, because the text does not say
    which are the givens.
    """
    plain = _KEYCAP.sub(r"\1", text)
    plain = plain.translate(
        {ord(sign): d for sign in set(plain) if (d := _digit(sign)) is not None}
    )
    ornate = {sign: found for sign in set(plain) if (found := _ornate_digit(sign))}
    kinds = {kind for kind, digit in ornate.values() if digit != "0"}
    if len(kinds) != 1 or _PLAIN.search(plain):
        return plain
    return plain.translate({ord(sign): digit for sign, (_kind, digit) in ornate.items()})


def _digit(sign: str) -> str | None:
    """Return the ASCII for a digit of another script, or for a character in full width."""
    if _FIRST_WIDE <= ord(sign) <= _LAST_WIDE:
        return chr(ord(sign) - _TO_ASCII)
    value = None if sign.isascii() else unicodedata.decimal(sign, None)
    return None if value is None else str(value)


@lru_cache(maxsize=1_000)
def _ornate_digit(sign: str) -> tuple[str, str] | None:
    """Return the kind and the digit of a sign in a circle, raised, Roman or Chinese, or None."""
    value = None if sign.isascii() else unicodedata.numeric(sign, None)
    if value is None or value not in range(_NINE + 1):
        return None
    name = unicodedata.name(sign, "")
    words = () if name.startswith("CJK") else name.replace("-", " ").split()
    kind = " ".join(word for word in words if word not in _NUMBERS)
    return kind if value else "", str(int(value))


def _has_plain_empty(text: str) -> bool:
    return any(
        _DOTTED.fullmatch(line) and any(mark in line for mark in ".0*_") and len(line.strip()) > 8
        for line in text.split("\n")
    )


def _without_questions(text: str) -> str:
    """Return the text with points for question marks, if no row has another mark for an empty cell."""
    lines = text.split("\n")
    rows = [bool(_QUESTIONED.fullmatch(line)) and "?" in line for line in lines]
    if any(rows):
        others = (line for line, is_row in zip(lines, rows, strict=True) if not is_row)
        if any(_DOTTED.fullmatch(line) and any(mark in line for mark in ".0*_") for line in others):
            return text
        pairs = zip(lines, rows, strict=True)
        return "\n".join(line.replace("?", ".") if is_row else line for line, is_row in pairs)
    return _QUESTIONED_LINE.sub(lambda found: found[0].replace("?", "."), text)
