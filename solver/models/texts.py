"""What a text for people may hold."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

# Controls, marks that turn the direction of writing round or have no width, halves of characters.
UNSEEN = ("Cc", "Cf", "Cs")


def validate_plain(text: str) -> None:
    """Raises ValidationError for the first character that cannot be seen, by its code and place.

    With them a title can look like another one, or turn round what stands beside it.
    """
    for place, character in enumerate(text, 1):
        if unicodedata.category(character) in UNSEEN:
            message = _("Character %(place)s, U+%(code)s, cannot be seen: leave it out.")
            raise ValidationError(message % {"place": place, "code": f"{ord(character):04X}"})
