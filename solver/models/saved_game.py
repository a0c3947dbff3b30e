"""Games of accounts, saved so that they continue on another machine."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .user import User


class SavedGame(models.Model):
    """One game a puzzle, as texts like those in the play page's address. The puzzle may be any grid."""

    MOST: ClassVar[int] = 200  # of an account. The least recently changed ones are deleted

    LONGEST_DETAILS: ClassVar[int] = 10_000  # characters

    LONGEST_LINE: ClassVar[int] = 625

    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="games", db_index=False)
    puzzle = models.CharField(max_length=625)  # its `Grid.line`
    values = models.CharField(max_length=625)
    marks = models.TextField(blank=True)
    colours = models.CharField(max_length=625, blank=True)
    # Corner marks, what was asked for, when it was finished: the script's own, which no page but it reads.
    details = models.JSONField(null=True, blank=True)
    seconds = models.PositiveIntegerField(default=0)  # of play
    at = models.BigIntegerField()  # the latest change, in ms since 1970 by the player's clock
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "solver_keptgame"  # its name in earlier versions
        verbose_name, verbose_name_plural = _("game"), _("games")
        constraints = (
            # Also used by the play page.
            models.UniqueConstraint(fields=("owner", "puzzle"), name="kept_game_once"),
        )
        indexes = (
            # The latest games of an account, and those to delete.
            models.Index(fields=("owner", "-changed_at"), name="kept_game_latest"),
        )

    def __str__(self) -> str:
        return self.puzzle
