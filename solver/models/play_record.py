"""What players have done: games that were finished, and drills."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .user import User


class PlayRecord(models.Model):
    """An account's finished games and its answers in drills, as its browsers know them. Nobody else sees it."""

    owner = models.OneToOneField(User, on_delete=models.CASCADE, related_name="play_record")
    played = models.JSONField(default=list, blank=True)
    finds = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name, verbose_name_plural = _("play record"), _("play records")

    def __str__(self) -> str:
        return str(self.owner)
