"""Texts of people: which characters they may contain, and how they are written into CSV."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Unicode categories: controls, marks without width or that change the direction of writing, surrogates, and
# separators of lines and paragraphs.
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Letters and signs that fonts draw nothing for.
BLANK_LETTERS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
LINES = "\t\n\r"  # allowed in texts of several lines
EXECUTED = ("=", "+", "-", "@", "\t", "\r")  # spreadsheets take a cell that begins so for a formula


def validate_plain(text: str) -> None:
    """Raise ValidationError for the first invisible character of a text, with its code and place.

    With such a character a title can look like another, or reverse the text next to it.
    """
    _refuse_unseen(text)


def validate_lines(text: str) -> None:
    """Raise ValidationError for the first invisible character of a text that may have several lines."""
    _refuse_unseen(text, but=LINES)


def _refuse_unseen(text: str, but: str = "") -> None:
    for place, character in enumerate(text, 1):
        if is_unseen(character) and character not in but:
            message = _("Character %(place)s, U+%(code)s, cannot be seen; remove it.")
            raise ValidationError(message % {"place": place, "code": f"{ord(character):04X}"})


def is_unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN or character in BLANK_LETTERS


def seen(text: str) -> str:
    """Return a text for a page, with U+FFFD in place of each invisible character. Line breaks stay."""
    return "".join("\ufffd" if is_unseen(char) and char not in LINES else char for char in text)


def storable(text: str) -> str:
    """Return a text as PostgreSQL accepts it: NUL and surrogates are replaced by visible signs."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text.replace("\0", "␀"))


def neutral(value: str | int) -> str | int:
    """Return a CSV cell's value, with a quote before a text that a spreadsheet would execute as a formula."""
    return f"'{value}" if isinstance(value, str) and is_executed(value) else value


def without_quote(text: str) -> str:
    """Return a CSV cell's text without the leading quote by which `neutral` keeps a formula from running."""
    return text[1:] if text.startswith("'") and is_executed(text) else text


def is_executed(text: str) -> bool:
    # Ignore quotes, or `without_quote` would remove one of two.
    return text.lstrip("'").startswith(EXECUTED)
