"""API tokens, with which programs act as an account."""

import hashlib
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .validators import validate_plain

if TYPE_CHECKING:
    from . import User

PREFIX = "sbs_"  # so that scanners for leaked secrets find it
MINUTE = timedelta(minutes=1)


class TokenManager(models.Manager["Token"]):
    def make(self, owner: "User", name: str) -> tuple["Token", str]:
        """Create a token. Return it with its text, which is not stored: only its digest is."""
        text = PREFIX + secrets.token_urlsafe(32)
        return self.create(owner=owner, name=name, digest=digest_of(text)), text

    def owner_of(self, text: str) -> tuple[int, bool] | None:
        """Return (account's key, whether it is staff) by a token's text, or None if it is not valid.

        The token is not marked as used.
        """
        tokens = self.filter(digest=digest_of(text), owner__is_active=True)
        return tokens.values_list("owner_id", "owner__is_staff").first()

    def use(self, text: str) -> "Token | None":
        """Return the token with this text of an active account, or None.

        Mark it as used, at most once a minute.
        """
        tokens = self.select_related("owner").filter(digest=digest_of(text), owner__is_active=True)
        token = tokens.first()
        if token:
            now = timezone.now()
            long_ago = Q(last_used_at=None) | Q(last_used_at__lt=now - MINUTE)
            self.filter(long_ago, pk=token.pk).update(last_used_at=now)
        return token


class Token(models.Model):
    """A token that a program sends as `Authorization: Bearer …`. Its owner creates, names and revokes it."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    name = models.CharField(_("name"), max_length=100, validators=[validate_plain])
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)

    objects = TokenManager()

    class Meta:
        ordering = ("-created_at",)
        verbose_name, verbose_name_plural = _("API token"), _("API tokens")

    def __str__(self) -> str:
        return self.name


def digest_of(text: str) -> str:
    """Return the SHA-256 of a token's text, in hex. 256 random bits need no salt."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
