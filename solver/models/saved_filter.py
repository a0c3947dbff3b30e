"""Named filters of the admin's lists, shared by all staff."""

from django.db import models

from .validators import validate_plain


class SavedFilter(models.Model):
    """The query of a list's address under a title. Only that list offers it."""

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
