"""Look for forgotten solves every REAPER_PERIOD seconds, ring for them again, and end hopeless ones.

Its own process, not a Celery task, so that it works while the broker does not.
"""

import logging
import signal
import socket
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.db import Error, close_old_connections

from solver.management.manners import SiteCommand
from solver.models import Heartbeat
from solver.operations.heartbeat import beat
from solver.queue.reaping import reap

log = logging.getLogger(__name__)


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Look once and end.")

    def handle(self, *args: Any, **options: Any) -> None:
        stop = threading.Event()
        if not options["once"]:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: stop.set())
        name = f"reaper@{socket.gethostname()}"
        counts = {"republished": 0, "failed": 0}
        while not stop.is_set():
            try:
                close_old_connections()
                reaped = reap()
                counts["republished"] += reaped.republished
                counts["failed"] += reaped.failed
                Heartbeat.objects.note(name, counts)
            except Error as error:
                if options["once"]:
                    raise
                log.warning("the database is away, looking again later: %s", error)
            else:
                beat()
                if reaped.republished or reaped.failed:
                    self.stdout.write(
                        f"{reaped.republished} rung for again, {reaped.failed} given up"
                    )
            if options["once"]:
                return
            stop.wait(settings.REAPER_PERIOD)
