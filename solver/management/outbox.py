"""Send mails and the messages of webhooks to other servers.

Both are rows, and the reaper sends them, so they need neither Redis nor a worker, and wait behind no solves.
A slow server occupies one of a few threads. Mails and webhooks have separate threads.
"""

import logging
import threading
import uuid
from collections.abc import Callable

from django.db import Error, connection

from solver.accounts import recovery
from solver.models import Mail
from solver.webhooks.delivery import deliver, due_webhooks

log = logging.getLogger(__name__)

MAILS_AT_ONCE = 4
WEBHOOKS_AT_ONCE = 6


class LimitedThreads:
    """Run up to `limit` threads at once. The process waits for them when it ends."""

    def __init__(self, limit: int) -> None:
        self.room = threading.BoundedSemaphore(limit)

    def start(self, do: Callable[[uuid.UUID], None], pk: uuid.UUID) -> bool:
        """Call `do(pk)` in a thread, and return True.

        Return False without calling it if all threads are busy.
        """
        if not self.room.acquire(blocking=False):
            return False
        threading.Thread(target=self._run, args=(do, pk)).start()
        return True

    def _run(self, do: Callable[[uuid.UUID], None], pk: uuid.UUID) -> None:
        try:
            do(pk)
        except Error as error:
            log.warning("%s is sent later, the database is away: %s", pk, error)
        except Exception:
            log.exception("%s is sent later: a fault", pk)
        finally:
            connection.close()
            self.room.release()


class Outbox:
    """The threads that send. A row that one of them has claimed is not due for others."""

    def __init__(self) -> None:
        self.mails = LimitedThreads(MAILS_AT_ONCE)
        self.webhooks = LimitedThreads(WEBHOOKS_AT_ONCE)

    def send_mails(self) -> None:
        """Send the mails that are due, as long as threads are free."""
        for pk in Mail.objects.due().values_list("pk", flat=True)[:MAILS_AT_ONCE]:
            self.mails.start(recovery.send, pk)

    def tell_webhooks(self) -> None:
        """Send the messages of webhooks that are due, as long as threads are free."""
        for pk in due_webhooks():
            if not self.webhooks.start(deliver, pk):
                return


def give_up_late_mails() -> None:
    """Give up mails whose links would be too old when they arrive, and log their number."""
    late = Mail.objects.all().give_up_late_ones()
    if late:
        log.error(
            "%s mails given up: they could not be sent, and their links would be too old", late
        )
