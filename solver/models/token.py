"""Tokens by which programs act as an account."""

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

PREFIX = "sbs_"  # so that whoever searches files for leaked secrets finds it
MINUTE = timedelta(minutes=1)


class TokenManager(models.Manager["Token"]):
    def make(self, owner: "User", name: str) -> tuple["Token", str]:
        """A token with its text, which nobody will see again: only its digest is kept."""
        text = PREFIX + secrets.token_urlsafe(32)
        return self.create(owner=owner, name=name, digest=digest_of(text)), text

    def owner_of(self, text: str) -> tuple[int, bool] | None:
        """Return the key of the account, and whether it is of staff. The token is not marked as used."""
        found = self.filter(digest=digest_of(text), owner__is_active=True)
        return found.values_list("owner_id", "owner__is_staff").first()

    def use(self, text: str) -> "Token | None":
        """The token of an account that is open, marked as used; to the minute, to write little."""
        found = self.select_related("owner").filter(digest=digest_of(text), owner__is_active=True)
        token = found.first()
        if token:
            now = timezone.now()
            long_ago = Q(last_used_at=None) | Q(last_used_at__lt=now - MINUTE)
            self.filter(long_ago, pk=token.pk).update(last_used_at=now)
        return token


class Token(models.Model):
    """A token that a program sends as `Authorization: Bearer …`; made, named and revoked by its owner."""

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
    """Plain SHA-256: what is hashed is 256 random bits, which no dictionary holds."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()
