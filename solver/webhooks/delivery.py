"""Find the webhooks with messages to send that a batch is over, and send these, signed, with retries.

A message is a row until it was sent, so nothing is lost if the process dies. The reaper looks in each round.
"""

import base64
import hashlib
import hmac
import json
import logging
import time
import uuid

from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext_noop as _

from solver.models import Delivery, Job, Webhook
from solver.models.webhook import PREFIX
from solver.queue.batches import is_whole

from .safe_http import Unreachable, post

log = logging.getLogger(__name__)

TURN_SECONDS = 10  # after this time further messages wait for the next turn
KIND = "batch.over"
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


def deliver(webhook_id: uuid.UUID) -> None:
    """Send the messages that wait for a webhook, oldest first, until one fails or the turn is over."""
    if not Webhook.objects.claim(webhook_id):
        return
    webhook = Webhook.objects.get(pk=webhook_id)
    ends = time.monotonic() + TURN_SECONDS
    while time.monotonic() < ends:
        delivery = webhook.deliveries.all().waiting().order_by("due_at").first()
        if delivery is None:
            break
        failure = _send(webhook, delivery)
        result = {"failure": failure, "sent_at": None if failure else Now()}
        Delivery.objects.filter(pk=delivery.pk).update(attempts=F("attempts") + 1, **result)
        if failure:
            log.info("webhook %s: not told of %s: %s", webhook.pk, delivery.job_id, failure)
            webhook.note_failure()
            return
    webhook.note_success()


def _send(webhook: Webhook, delivery: Delivery) -> str:
    """Send a message, and return why it failed, or an empty text."""
    body = message(delivery)
    try:
        status = post(webhook.address, body, headers(webhook.secret, str(delivery.pk), body))
    except Unreachable as reason:
        return str(reason)[:200]
    return "" if 200 <= status < 300 else f"{_('it answered')}: {status}"


def message(delivery: Delivery) -> bytes:
    """Return the body of a webhook's message as JSON: which batch is over.

    Clients with permission fetch the rest themselves.
    """
    job = delivery.job
    data = {"batch": str(job.pk), "status": job.status, "total": job.total}
    at = delivery.due_at and delivery.due_at.isoformat()
    return json.dumps({"type": KIND, "timestamp": at, "data": data}).encode()


def headers(secret: str, message_id: str, body: bytes) -> dict[str, str]:
    """Return the headers of Standard Webhooks: an id that stays the same, the time now, and a signature."""
    now = int(time.time())
    return {
        "Content-Type": "application/json",
        "User-Agent": "sudoku-by-sets",
        "webhook-id": message_id,
        "webhook-timestamp": str(now),
        "webhook-signature": signature(secret, message_id, now, body),
    }


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """Return the signature of a webhook's message by Standard Webhooks: `v1,` and the HMAC-SHA256 in base64."""
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(signed).decode()}"
