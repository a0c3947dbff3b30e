"""Who has an account."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Django's own user; ours from the first migration, because a later swap is very hard."""
