"""Mails to be sent. Sending is repeated until it works."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F
from django.db.models.functions import Least, Now
from django.utils import timezone

from .uuid7 import uuid7

GIVEN_UP_AFTER = timedelta(minutes=30)  # the link is valid for an hour after its request
KEPT = timedelta(days=1)  # mails that were given up, for the status page
TURN = timedelta(seconds=60)  # a sender's lease
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(seconds=60)


class MailQuerySet(models.QuerySet["Mail"]):
    def waiting(self) -> "MailQuerySet":
        return self.filter(created_at__gt=Now() - GIVEN_UP_AFTER)

    def given_up(self) -> "MailQuerySet":
        return self.filter(created_at__lte=Now() - GIVEN_UP_AFTER)

    def due(self) -> "MailQuerySet":
        """Return the mails whose time to be sent has come, oldest first."""
        return self.waiting().filter(not_before__lte=Now()).order_by("created_at")

    def claim(self, pk: uuid.UUID) -> bool:
        """Claim a mail for the time TURN, and count the attempt. Return False if another sender has it."""
        change = {"not_before": Now() + TURN, "attempts": Least(F("attempts") + 1, 1000)}
        return bool(self.due().filter(pk=pk).order_by().update(**change))

    def give_up_late_ones(self) -> int:
        """Clear the account of mails that were not sent in time, delete mails older than KEPT.

        Return how many cleared.
        """
        self.filter(created_at__lte=Now() - KEPT).delete()
        return self.given_up().exclude(account=None).update(account=None)


class Mail(models.Model):
    """A requested link for a forgotten password. The row is deleted when the mail is sent.

    It has no address and no link: both follow from the account when it is sent. A row for an address that no
    account has is written too, so that the page takes the same time for both.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # Without a constraint, whose check would take time only if there is an account.
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        db_constraint=False,
        related_name="+",
    )
    # The host of the page with the request, for the link.
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
        """Schedule the mail's next try after a failure. The pause doubles each time."""
        pause = min(FIRST_PAUSE * 2 ** min(self.attempts - 1, 10), LONGEST_PAUSE)
        type(self).objects.filter(pk=self.pk).update(not_before=Now() + pause)
