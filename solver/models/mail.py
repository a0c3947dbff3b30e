"""Mails that are to be sent, and are sent again until they are."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.functions import Least, Now
from django.utils import timezone

from .uuid7 import uuid7

GIVEN_UP_AFTER = timedelta(minutes=30)  # the link is good for an hour from when it was asked for
KEPT = timedelta(days=1)  # what was given up, for the status
TURN = timedelta(seconds=60)  # for which whoever sends it holds it
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(seconds=60)


class MailQuerySet(models.QuerySet["Mail"]):
    def waiting(self) -> "MailQuerySet":
        return self.filter(created_at__gt=Now() - GIVEN_UP_AFTER)

    def given_up(self) -> "MailQuerySet":
        return self.filter(created_at__lte=Now() - GIVEN_UP_AFTER)

    def due(self) -> "MailQuerySet":
        """Those to be sent now, the oldest first."""
        return self.waiting().filter(not_before__lte=Now()).order_by("created_at")

    def claim(self, pk: uuid.UUID) -> bool:
        """Take one for a turn: nobody else sends it meanwhile."""
        change = {"not_before": Now() + TURN, "attempts": Least(F("attempts") + 1, 1000)}
        return bool(self.due().filter(pk=pk).order_by().update(**change))

    def give_up_late_ones(self) -> int:
        """Forget whom those are for that nobody could send in time; return how many."""
        self.filter(created_at__lte=Now() - KEPT).delete()
        return self.given_up().exclude(account=None).update(account=None)


class Mail(models.Model):
    """A link for a forgotten password that somebody was promised. The row goes when the mail is sent.

    It holds no address and no link: both follow from the account when it is sent. There is a row without an
    account too, for an address that none has. So the page takes the same time for both.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Without a constraint: to check it would take a moment, for those who have an account alone.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    # Of the page that it was asked for on, for the link.
    host = models.CharField(max_length=260)
    is_https = models.BooleanField()
    language = models.CharField(max_length=10)
    request_id = models.CharField(max_length=32, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    not_before = models.DateTimeField(default=timezone.now)  # when it may be tried
    attempts = models.PositiveSmallIntegerField(default=0)

    objects = MailQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return str(self.pk)

    def put_off(self) -> None:
        """Note that it could not be sent, and is to be tried again after a pause."""
        pause = min(FIRST_PAUSE * 2 ** min(self.attempts - 1, 10), LONGEST_PAUSE)
        type(self).objects.filter(pk=self.pk).update(not_before=Now() + pause)
