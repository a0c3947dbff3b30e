"""Who has an account."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from .validators import validate_plain

NAMES = ("username", "first_name", "last_name")


class User(AbstractUser):
    """Django's own user; ours from the first migration, because a later swap is very hard.

    The address is optional. It is there for a forgotten password alone, and several accounts may share one.
    """

    class Meta(AbstractUser.Meta):
        indexes = (
            # Whom a link for a new password goes to, whatever letters are large.
            models.Index(Upper("email"), condition=~Q(email=""), name="user_by_address"),
        )

    def clean(self) -> None:
        """Names that can be seen: some letters cannot, and one name would look like another."""
        super().clean()
        for name in NAMES:
            try:
                validate_plain(getattr(self, name) or "")  # None where a form refused it
            except ValidationError as error:
                raise ValidationError({name: error.messages}) from None
