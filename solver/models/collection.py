"""Ordered collections of puzzles: the library's, and those of accounts."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .locking import LockableModel, LockableQuerySet
from .user import User
from .validators import validate_lines, validate_plain


class _OfTheLibrary(models.Manager["Collection"]):
    def get_queryset(self) -> LockableQuerySet["Collection"]:
        return LockableQuerySet["Collection"](self.model, using=self._db).filter(owner=None)


class _OfAccounts(models.Manager["Collection"]):
    def get_queryset(self) -> LockableQuerySet["Collection"]:
        return LockableQuerySet["Collection"](self.model, using=self._db).exclude(owner=None)


class Collection(LockableModel):
    """Puzzles under a title, in an order. A puzzle may be in several collections.

    Without an owner it is the library's. Otherwise only its owner sees it. `objects` has only the library's, so
    that no list, filter or form shows private ones. Filter `owned` by the owner.
    """

    MOST: ClassVar[int] = 100  # collections of an account
    MOST_PUZZLES: ClassVar[int] = 500  # in a collection of an account

    owner = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, editable=False, related_name="+"
    )
    title = models.CharField(_("title"), max_length=200, validators=[validate_plain])
    slug = models.SlugField(unique=True, help_text=_("Its part of the address."))
    description = models.TextField(_("description"), blank=True, validators=[validate_lines])
    position = models.PositiveSmallIntegerField(
        _("position"), default=0, help_text=_("Collections are shown from the lowest up.")
    )
    is_published = models.BooleanField(_("published"), default=False)
    publish_at = models.DateTimeField(
        _("publish at"),
        null=True,
        blank=True,
        help_text=_("UTC; then it is published with all its puzzles, and you need not be there."),
    )
    puzzles = models.ManyToManyField(
        "solver.Puzzle", through="solver.Membership", related_name="collections"
    )

    objects = _OfTheLibrary()
    owned = _OfAccounts()

    class Meta:
        ordering = ("position", "title")
        verbose_name = _("collection")
        verbose_name_plural = _("collections")
        constraints = (
            models.CheckConstraint(
                name="collection_own_is_private", condition=Q(owner=None) | Q(is_published=False)
            ),
        )

    def __str__(self) -> str:
        return self.title

    @property
    def puzzle_ids(self) -> list[uuid.UUID]:
        """The ids of the collection's puzzles, in order."""
        return list(self.membership_set.values_list("puzzle", flat=True))

    def get_absolute_url(self) -> str:
        if self.owner_id:
            return reverse("collection", args=[self.slug])
        return f"{reverse('puzzles')}?collection={self.slug}"
