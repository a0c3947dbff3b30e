"""Texts for people: what they may hold, and how they stand in a table that a spreadsheet opens."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Controls, marks that turn the direction of writing round or have no width, halves of characters.
UNSEEN = ("Cc", "Cf", "Cs")
EXECUTED = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet takes what begins so for a formula


def validate_plain(text: str) -> None:
    """Raises ValidationError for the first character that cannot be seen, by its code and place.

    With them a title can look like another one, or turn round what stands beside it.
    """
    for place, character in enumerate(text, 1):
        if unicodedata.category(character) in UNSEEN:
            message = _("Character %(place)s, U+%(code)s, cannot be seen: leave it out.")
            raise ValidationError(message % {"place": place, "code": f"{ord(character):04X}"})


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
