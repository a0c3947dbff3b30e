"""One account is found by many spellings of its name or address: here is the one that they all mean."""

import unicodedata

from django.contrib.auth.forms import UsernameField

from solver.models import User

# The field that the sign-in forms look a name up with: NFKC, no spaces around it.
_FIELD = UsernameField(max_length=User._meta.get_field("username").max_length, required=False)


def name_meant(typed: str) -> str:
    """Return the name that a sign-in form looks up when this is typed."""
    return str(_FIELD.to_python(typed))


def address_meant(typed: str) -> str:
    """Return the form of an e-mail address in which Django compares it with an account's."""
    return unicodedata.normalize("NFKC", typed.strip()).casefold()
