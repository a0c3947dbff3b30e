"""A game that somebody with an account is playing, so that it goes on on another machine."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .user import User


class SavedGame(models.Model):
    """Texts as in the address of the page to play on; one a puzzle, which needs not be of the library."""

    MOST: ClassVar[int] = 200  # of an account; those that were left alone for longest go

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="games")
    puzzle = models.CharField(max_length=625)  # the givens, a character a cell
    values = models.CharField(max_length=625)
    marks = models.TextField(blank=True)
    colours = models.CharField(max_length=625, blank=True)
    seconds = models.PositiveIntegerField(default=0)  # that were played
    at = models.BigIntegerField()  # when it was last changed, in ms by the clock of the player
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "solver_keptgame"  # its name in earlier versions
        verbose_name, verbose_name_plural = _("game"), _("games")
        constraints = (
            # Also what the page asks for.
            models.UniqueConstraint(fields=("owner", "puzzle"), name="kept_game_once"),
        )
        indexes = (
            # The latest of an account, and those that go.
            models.Index(fields=("owner", "-changed_at"), name="kept_game_latest"),
        )

    def __str__(self) -> str:
        return self.puzzle
