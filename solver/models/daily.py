"""The puzzles of each day, stored so that the archive never changes."""

from django.db import models
from django.urls import reverse


class DailyPuzzle(models.Model):
    """The puzzle of one level on one day."""

    day = models.DateField()
    level = models.CharField(max_length=10)
    puzzle = models.ForeignKey("solver.Puzzle", on_delete=models.CASCADE)

    class Meta:
        ordering = ("-day",)
        constraints = (models.UniqueConstraint(name="daily_one_a_level", fields=("day", "level")),)

    def __str__(self) -> str:
        return f"{self.day}, {self.level}"

    def get_absolute_url(self) -> str:
        return reverse("daily-of", args=[self.day.isoformat()])
