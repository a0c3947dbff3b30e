"""Collections: puzzles that an editor has put together, in an order."""

import uuid

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .holding import Held, HeldQuerySet
from .texts import validate_lines, validate_plain


class Collection(Held):
    """Puzzles put together under a title; a puzzle may be in many."""

    title = models.CharField(_("title"), max_length=200, validators=[validate_plain])
    slug = models.SlugField(unique=True, help_text=_("Its part of the address."))
    description = models.TextField(_("description"), blank=True, validators=[validate_lines])
    position = models.PositiveSmallIntegerField(
        _("position"), default=0, help_text=_("Collections are shown from the lowest up.")
    )
    is_published = models.BooleanField(_("published"), default=False)
    puzzles = models.ManyToManyField(
        "solver.Puzzle", through="solver.Membership", related_name="collections"
    )

    objects = HeldQuerySet["Collection"].as_manager()

    class Meta:
        ordering = ("position", "title")
        verbose_name = _("collection")
        verbose_name_plural = _("collections")

    def __str__(self) -> str:
        return self.title

    @property
    def puzzle_ids(self) -> list[uuid.UUID]:
        """The ids of its puzzles, in order."""
        return list(self.membership_set.values_list("puzzle", flat=True))

    def get_absolute_url(self) -> str:
        return f"{reverse('puzzles')}?collection={self.slug}"
