"""Filters of a list of the desk under a name, for all who work at it."""

from django.db import models

from .validators import validate_plain


class SavedFilter(models.Model):
    """What the address of a list asks for; no list of the desk shows these but the one that they are of."""

    place = models.CharField(max_length=200)  # the path of the list
    title = models.CharField(max_length=60, validators=[validate_plain])
    query = models.CharField(max_length=1_000)

    class Meta:
        ordering = ("title",)
        constraints = (
            models.UniqueConstraint(fields=("place", "title"), name="saved_filter_once"),
        )

    def __str__(self) -> str:
        return self.title
