"""Find the webhooks with messages to send. The reaper calls this in each round."""

import uuid

from django.db.models.functions import Now

from solver.models import Delivery, Webhook
from solver.models.job import Job
from solver.queue.batches import is_whole

MOST_RIPE = 100  # batches in a round
MOST_SENT = 20  # webhooks in a round
MOST_RETRIED = 2  # webhooks that failed last time: each may occupy a thread for ten seconds
OVER = (Job.Status.FINISHED, Job.Status.FAILED, Job.Status.CANCELLED)


def due_webhooks() -> list[uuid.UUID]:
    """Mark messages of finished batches as due. Return the ids of webhooks with messages that are due."""
    _ripen()
    due = Webhook.objects.due().order_by("not_before").values_list("pk", flat=True)
    return [*due.filter(failures=0)[:MOST_SENT], *due.filter(failures__gt=0)[:MOST_RETRIED]]


def _ripen() -> None:
    over = Delivery.objects.unripe().filter(job__status__in=OVER).select_related("job")
    for delivery in over.order_by("pk")[:MOST_RIPE]:
        if is_whole(delivery.job):
            Delivery.objects.unripe().filter(pk=delivery.pk).update(due_at=Now())
