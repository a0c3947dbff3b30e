"""Find overdue solves every REAPER_PERIOD seconds, enqueue them again, and end hopeless ones.

Find dead workers and send mails every two seconds. Refill the pool of puzzles by technique every ten minutes.

It is a process and not a Celery task, so that it works while the broker does not.
"""

import logging
import signal
import socket
import threading
import time
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import Error, close_old_connections
from setproctitle import setproctitle

from solver.checks import problems
from solver.management.base_command import SiteCommand
from solver.management.outbox import Outbox, give_up_late_mails
from solver.models import Heartbeat
from solver.operations.away import why_away
from solver.operations.heartbeat import beat
from solver.queue.generation_orders import fill_pool
from solver.queue.reaper import reap, reap_gone

POOL_PERIOD = 600  # seconds between two checks of the pool, and before the first one
PERIOD = 2  # seconds between two checks for dead workers and for mails

log = logging.getLogger(__name__)


class Command(SiteCommand):
    help = __doc__
    # Django's checks load every page and the admin, a quarter of the memory. `problems` checks the settings.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Look once and end.")

    def handle(self, *args: Any, **options: Any) -> None:
        if found := problems():
            raise CommandError("\n".join(["unsafe settings:", *found]))
        stop = threading.Event()
        if not options["once"]:
            setproctitle("sudokusite: reaper")
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: stop.set())
        name = f"reaper@{socket.gethostname()}"
        counts = {"republished": 0, "failed": 0}
        pool_at = time.monotonic() + POOL_PERIOD
        reap_at = 0.0
        outbox = Outbox()
        while not stop.is_set():
            try:
                close_old_connections()
                outbox.send_mails()
                is_time = time.monotonic() >= reap_at
                if is_time:
                    reap_at = time.monotonic() + settings.REAPER_PERIOD
                    outbox.tell_webhooks()
                    give_up_late_mails()
                reaped = reap() if is_time else reap_gone()
                counts["republished"] += reaped.republished
                counts["failed"] += reaped.failed
                Heartbeat.objects.note(name, counts)
                if time.monotonic() >= pool_at:
                    pool_at += POOL_PERIOD
                    fill_pool()
            except Error as error:
                if options["once"]:
                    raise
                log.warning("looking again later: %s", why_away(error))
            else:
                beat()
                if reaped.republished or reaped.failed:
                    self.stdout.write(
                        f"{reaped.republished} enqueued again, {reaped.failed} given up"
                    )
            if options["once"]:
                return
            stop.wait(min(PERIOD, settings.REAPER_PERIOD))
        with suppress(Error):  # the database may have ended before
            Heartbeat.objects.forget(name)
