"""Normal forms of names and addresses, because many spellings find the same account."""

import unicodedata

from django.contrib.auth.forms import UsernameField

from solver.models import User

# The field of the sign-in forms: it applies NFKC and strips blanks.
_FIELD = UsernameField(max_length=User._meta.get_field("username").max_length, required=False)


def name_meant(typed: str) -> str:
    """Return the name that a sign-in form looks up for this input."""
    return str(_FIELD.to_python(typed))


def address_meant(typed: str) -> str:
    """Return the form of a mail address that Django compares with an account's."""
    return unicodedata.normalize("NFKC", typed.strip()).casefold()
