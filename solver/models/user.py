"""Who has an account."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError

from .texts import validate_plain

NAMES = ("username", "first_name", "last_name")


class User(AbstractUser):
    """Django's own user; ours from the first migration, because a later swap is very hard."""

    def clean(self) -> None:
        """Names that can be seen: some letters cannot, and one name would look like another."""
        super().clean()
        for name in NAMES:
            try:
                validate_plain(getattr(self, name) or "")  # None where a form refused it
            except ValidationError as error:
                raise ValidationError({name: error.messages}) from None
