"""The user model."""

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper

from .validators import validate_plain

NAMES = ("username", "first_name", "last_name")


class User(AbstractUser):
    """Django's user. A class of our own from the first migration on, because a later swap is very hard.

    The e-mail address is optional and used only for a forgotten password. Several accounts may share one.
    """

    class Meta(AbstractUser.Meta):
        indexes = (
            # To find the accounts of an address, ignoring case.
            models.Index(Upper("email"), condition=~Q(email=""), name="user_by_address"),
        )

    def clean(self) -> None:
        """Raise ValidationError for invisible characters in names, as one name could look like another."""
        super().clean()
        for name in NAMES:
            try:
                validate_plain(getattr(self, name) or "")  # None if a form refused it
            except ValidationError as error:
                raise ValidationError({name: error.messages}) from None
