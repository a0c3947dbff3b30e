"""Which batches are over now, and which addresses are to be told: the reaper asks at each look."""

import uuid

from django.db.models.functions import Now

from solver.models import Delivery, Webhook
from solver.models.job import Job
from solver.queue.batches import is_whole

MOST_RIPE = 100  # batches at a look
MOST_TOLD = 20  # addresses at a look
# Of those that failed to listen last time: each may hold a thread for ten seconds.
MOST_TRIED_AGAIN = 2
OVER = (Job.Status.FINISHED, Job.Status.FAILED, Job.Status.CANCELLED)


def due_webhooks() -> list[uuid.UUID]:
    """The webhooks that have something to be told now."""
    _ripen()
    due = Webhook.objects.due().order_by("not_before").values_list("pk", flat=True)
    return [*due.filter(failures=0)[:MOST_TOLD], *due.filter(failures__gt=0)[:MOST_TRIED_AGAIN]]


def _ripen() -> None:
    over = Delivery.objects.unripe().filter(job__status__in=OVER).select_related("job")
    for delivery in over.order_by("pk")[:MOST_RIPE]:
        if is_whole(delivery.job):
            Delivery.objects.unripe().filter(pk=delivery.pk).update(due_at=Now())
