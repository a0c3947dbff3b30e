"""Addresses of an account's that are told when a batch is over, and what each was told."""

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

PREFIX = "whsec_"  # as Standard Webhooks has it, so that its libraries read the secret
GIVEN_UP_AFTER = timedelta(days=1)
TURN = timedelta(seconds=30)  # for which whoever is at it holds it; longer than it ever takes
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=6)
STEEPNESS = 4  # a pause is so many times the one before


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def make(self, owner: User, address: str) -> "Webhook | None":
        """A new one, or None for an account that has as many as it may have."""
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # one after another
            if self.filter(owner=owner).count() >= Webhook.MOST:
                return None
            return self.create(owner=owner, address=address)

    def due(self) -> "WebhookQuerySet":
        """Those that have something to be told, and whose pause is over."""
        waiting = Delivery.objects.waiting().filter(webhook=models.OuterRef("pk"))
        return self.filter(models.Exists(waiting), not_before__lte=Now())

    def claim(self, pk: object) -> bool:
        """Take one for a turn: nobody else tells it anything meanwhile."""
        return bool(self.filter(pk=pk, not_before__lte=Now()).update(not_before=Now() + TURN))


class Webhook(models.Model):
    """One address. Its secret has to be there as it is, for signing; who reads the database could sign too.

    Tries that failed are counted here, not at what was to be told: an address that is away is tried once a
    pause, however much waits for it.
    """

    MOST, SHOWN = 10, 20  # of an account, and of what one was told

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, default=new_secret, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    failures = models.PositiveSmallIntegerField(default=0, editable=False)  # in a row
    # When it may be told something; while somebody is at it, when another may take over.
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
        """The time until the next try, after so many failures in a row."""
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
        """What is to be told, and not given up."""
        return self.filter(sent_at=None, due_at__gt=Now() - GIVEN_UP_AFTER)

    def unripe(self) -> "DeliveryQuerySet":
        """Of batches that were not over when somebody last looked."""
        return self.filter(due_at=None)


class Delivery(models.Model):
    """That a batch is over, to be told to one address."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="delivery")
    due_at = models.DateTimeField(null=True)  # when the batch was seen to be over
    sent_at = models.DateTimeField(null=True)  # when the address said that it has it
    attempts = models.PositiveSmallIntegerField(default=0)
    # Of the last attempt, in English; after a colon is what the other side said.
    failure = models.CharField(max_length=200, blank=True)

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)
        verbose_name_plural = "deliveries"
        indexes = (
            # The reaper's questions.
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
        """`unfinished` as long as the batch is, then `waiting`, and at last `sent` or `given-up`."""
        if self.sent_at:
            return "sent"
        if self.due_at is None:
            return "unfinished"
        return "waiting" if self.due_at > timezone.now() - GIVEN_UP_AFTER else "given-up"

    @property
    def failure_words(self) -> str:
        """Why the last attempt failed, for whoever reads it; empty when it did not."""
        words, colon, more = self.failure.partition(": ")
        return (gettext(words) if words else "") + colon + more
