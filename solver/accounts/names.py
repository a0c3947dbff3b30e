"""Normal forms of names and addresses, because many spellings find the same account."""

import unicodedata

from django.contrib.auth.forms import UsernameField

from solver.models import User

# The field of the sign-in forms: it applies NFKC and strips blanks.
_FIELD = UsernameField(max_length=User._meta.get_field("username").max_length, required=False)


def name_meant(typed: str) -> str:
    """Return the normal form of a typed username, in which Django's sign-in form looks up the account."""
    return str(_FIELD.to_python(typed))


def address_meant(typed: str) -> str:
    """Return the normal form of a typed mail address, in which Django compares it with an account's."""
    return unicodedata.normalize("NFKC", typed.strip()).casefold()
