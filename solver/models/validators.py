"""Texts for people: what they may hold, and how they stand in a table that a spreadsheet opens."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Controls, marks that turn the direction of writing round or have no width, halves of characters, and
# what ends a line or a paragraph where no line ends.
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
# Letters and signs that nothing is drawn for.
BLANK_LETTERS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
LINES = "\t\n\r"  # what a text of several lines may have all the same
EXECUTED = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes what begins so for a formula


def validate_plain(text: str) -> None:
    """Raises ValidationError for the first character that cannot be seen, by its code and place.

    With them a title can look like another one, or turn round what stands beside it.
    """
    _refuse_unseen(text)


def validate_lines(text: str) -> None:
    """The same of a text that may have several lines."""
    _refuse_unseen(text, but=LINES)


def _refuse_unseen(text: str, but: str = "") -> None:
    for place, character in enumerate(text, 1):
        if is_unseen(character) and character not in but:
            message = _("Character %(place)s, U+%(code)s, cannot be seen: leave it out.")
            raise ValidationError(message % {"place": place, "code": f"{ord(character):04X}"})


def is_unseen(character: str) -> bool:
    return unicodedata.category(character) in UNSEEN or character in BLANK_LETTERS


def seen(text: str) -> str:
    """The text as it may stand on a page, with a sign in place of each character that cannot be seen."""
    return "".join("\ufffd" if is_unseen(each) and each not in LINES else each for each in text)


def storable(text: str) -> str:
    """The text as PostgreSQL takes it: NUL and halves of characters become signs that nothing has."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text.replace("\0", "␀"))


def neutral(value: str | int) -> str | int:
    """The value of a cell, with a quote before what a spreadsheet would execute."""
    return f"'{value}" if isinstance(value, str) and is_executed(value) else value


def without_quote(text: str) -> str:
    """The text that `neutral` was given."""
    return text[1:] if text.startswith("'") and is_executed(text) else text


def is_executed(text: str) -> bool:
    return text.lstrip("'").startswith(
        EXECUTED
    )  # else one of two quotes would be lost on the way back
