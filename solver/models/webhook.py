"""Webhooks: addresses of accounts that get a message when a batch is over, and these messages."""

import base64
import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Least, Now
from django.utils import timezone
from django.utils.translation import gettext

from .job import Job
from .user import User
from .uuid7 import uuid7

PREFIX = "whsec_"  # by Standard Webhooks, so that its libraries read the secret
GIVEN_UP_AFTER = timedelta(days=1)
TURN = timedelta(seconds=30)  # a sender's lease, longer than sending ever takes
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=6)
STEEPNESS = 4  # the factor between a pause and the next


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def make(self, owner: User, address: str) -> "Webhook | None":
        """Create a webhook and return it, or None if the account has MOST already."""
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # one request at a time
            if self.filter(owner=owner).count() >= Webhook.MOST:
                return None
            return self.create(owner=owner, address=address)

    def due(self) -> "WebhookQuerySet":
        """Return the webhooks that have waiting messages and whose pause after a failure is over."""
        waiting = Delivery.objects.waiting().filter(webhook=models.OuterRef("pk"))
        return self.filter(models.Exists(waiting), not_before__lte=Now())

    def claim(self, pk: object) -> bool:
        """Claim a webhook for the time TURN. Return False if another sender has it."""
        return bool(self.filter(pk=pk, not_before__lte=Now()).update(not_before=Now() + TURN))


class Webhook(models.Model):
    """One address of an account. The secret is stored as plain text, because messages are signed with it.

    Failures are counted for the address and not for each message, so an address that is away is tried once a
    pause, no matter how many messages wait.
    """

    MOST, SHOWN = 10, 20  # webhooks of an account, and messages that its page shows

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    failures = models.PositiveSmallIntegerField(default=0, editable=False)  # in a row
    # When the next message may be sent. While one is being sent: when another sender may take over.
    not_before = models.DateTimeField(default=timezone.now, editable=False)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return self.address

    @property
    def newest(self) -> "models.QuerySet[Delivery]":
        return self.deliveries.all()[: self.SHOWN]

    @property
    def pause(self) -> timedelta:
        """The time until the next try, which grows with the number of failures in a row."""
        steps = min(self.failures, 10) - 1
        return min(FIRST_PAUSE * STEEPNESS**steps, LONGEST_PAUSE)

    def note_success(self) -> None:
        type(self).objects.filter(pk=self.pk).update(failures=0, not_before=Now())

    def note_failure(self) -> None:
        self.failures += 1
        change = {"failures": Least(F("failures") + 1, 1000), "not_before": Now() + self.pause}
        type(self).objects.filter(pk=self.pk).update(**change)


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def waiting(self) -> "DeliveryQuerySet":
        """Return the messages that wait to be sent and are not given up."""
        return self.filter(sent_at=None, due_at__gt=Now() - GIVEN_UP_AFTER)

    def unripe(self) -> "DeliveryQuerySet":
        """Return the messages of batches that were not over at the latest look, so not to be sent yet."""
        return self.filter(due_at=None)


class Delivery(models.Model):
    """A message to one address that a batch is over."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="delivery")
    due_at = models.DateTimeField(null=True)  # when the batch was found to be over
    sent_at = models.DateTimeField(null=True)  # when the address accepted it
    attempts = models.PositiveSmallIntegerField(default=0)
    # Of the latest attempt, in English. After a colon comes the answer of the other side.
    failure = models.CharField(max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "deliveries"
        indexes = (
            # For the reaper.
            models.Index(fields=("due_at",), condition=Q(sent_at=None), name="delivery_unsent"),
        )
        constraints = (
            models.CheckConstraint(
                name="delivery_sent_was_due", condition=Q(sent_at=None) | ~Q(due_at=None)
            ),
        )

    def __str__(self) -> str:
        return f"{self.job_id} → {self.webhook_id}"

    @property
    def state(self) -> str:
        """The message's state: `unfinished` until its batch is over, `waiting`, `sent` or `given-up`."""
        if self.sent_at:
            return "sent"
        if self.due_at is None:
            return "unfinished"
        return "waiting" if self.due_at > timezone.now() - GIVEN_UP_AFTER else "given-up"

    @property
    def failure_words(self) -> str:
        """Why the latest attempt to send the message failed, in the active language, or an empty string."""
        reason, colon, detail = self.failure.partition(": ")
        return (gettext(reason) if reason else "") + colon + detail
