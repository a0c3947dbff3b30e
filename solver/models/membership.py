"""The puzzles of collections."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .collection import Collection


class Membership(models.Model):
    """A puzzle's place in a collection."""

    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, db_index=False)
    puzzle = models.ForeignKey("solver.Puzzle", on_delete=models.CASCADE)
    position = models.PositiveIntegerField(_("position"), default=0)

    class Meta:
        ordering = ("position", "pk")
        verbose_name = _("puzzle of the collection")
        verbose_name_plural = _("puzzles of the collection")
        constraints = (
            models.UniqueConstraint(name="membership_once", fields=("collection", "puzzle")),
        )
        indexes = (models.Index(fields=("collection", "position"), name="membership_in_order"),)

    def __str__(self) -> str:
        return f"{self.puzzle} in {self.collection}"
