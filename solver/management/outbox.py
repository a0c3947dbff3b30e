"""What goes out to other servers: mails, and the messages of webhooks.

Both are rows, and the reaper sends them: it needs neither Redis nor a worker, and no solves stand before them.
A server that answers slowly holds one of a few threads, and those of mails and of webhooks are not the same.
"""

import logging
import threading
import uuid
from collections.abc import Callable

from django.db import Error, connection

from solver.accounts import recovery
from solver.models import Mail
from solver.webhooks.delivery import deliver
from solver.webhooks.dispatch import due_webhooks

log = logging.getLogger(__name__)

MAILS_AT_ONCE = 4
WEBHOOKS_AT_ONCE = 6


class Threads:
    """Up to so many at once. The process waits for those that are under way when it ends."""

    def __init__(self, most: int) -> None:
        self.room = threading.BoundedSemaphore(most)

    def start(self, do: Callable[[uuid.UUID], None], pk: uuid.UUID) -> bool:
        """Do it in a thread; False if all of them are at work."""
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
    """The threads that send. A row that is held by one of them is not due for others."""

    def __init__(self) -> None:
        self.mails = Threads(MAILS_AT_ONCE)
        self.webhooks = Threads(WEBHOOKS_AT_ONCE)

    def send_mails(self) -> None:
        """Send what is due, as far as threads are free."""
        for pk in Mail.objects.due().values_list("pk", flat=True)[:MAILS_AT_ONCE]:
            self.mails.start(recovery.send, pk)

    def tell_webhooks(self) -> None:
        """Tell those that have something to be told, as far as threads are free."""
        for pk in due_webhooks():
            if not self.webhooks.start(deliver, pk):
                return


def give_up_late_mails() -> None:
    late = Mail.objects.all().give_up_late_ones()
    if late:
        log.error(
            "%s mails given up: they could not be sent, and their links would be too old", late
        )
