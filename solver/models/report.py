"""Reports of published solves to moderators."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .solve import Solve
from .validators import validate_lines


class Report(models.Model):
    """Why somebody thinks that a solve should not be published. The reporter is not stored."""

    class Reason(models.TextChoices):
        OFFENSIVE = "offensive", _("it insults or threatens somebody")
        PERSONAL = "personal", _("it tells something private of somebody")
        RIGHTS = "rights", _("it belongs to somebody who has not agreed")
        OTHER = "other", _("something else")

    OPEN: ClassVar[Q] = Q(answered_at=None)
    MOST_OPEN: ClassVar[int] = 20  # of a solve. Further reports are not stored

    solve = models.ForeignKey(Solve, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=9, choices=Reason)
    words = models.CharField(max_length=500, blank=True, validators=[validate_lines])
    created_at = models.DateTimeField(default=timezone.now)
    # When a moderator dismissed it, or made the solve private.
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at",)
        verbose_name, verbose_name_plural = _("report of a solve"), _("reports of solves")
        indexes = (
            # The moderators' list of reported solves.
            models.Index(fields=("solve",), condition=Q(answered_at=None), name="report_open"),
        )
        constraints = (
            models.CheckConstraint(
                name="report_known_words",
                condition=Q(reason__in=("offensive", "personal", "rights", "other")),
            ),
        )

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.get_reason_display(), self.words)))
