"""Signs of life: a file for the health check of a container, and a row for people to see.

The file is touched by whoever is well, where HEARTBEAT_FILE names one; a Celery worker does it from its
main loop. The row is written by a thread, so that a database that hangs holds nobody up.
"""

import logging
import os
import threading
import time
from pathlib import Path
from typing import Any

from celery.signals import worker_ready, worker_shutdown

log = logging.getLogger(__name__)

BEAT = 5.0  # seconds between two signs of a main loop
PERIOD = 25  # seconds between two writes of a row; one may fail before the process counts as silent
_main_loop_turned = 0.0  # time.monotonic()
_is_over = threading.Event()


def beat() -> None:
    name = os.environ.get("HEARTBEAT_FILE")
    if name:
        Path(name).touch()


def note_turn() -> None:
    """Said by the main loop of a worker, every BEAT seconds as long as it turns."""
    global _main_loop_turned
    _main_loop_turned = time.monotonic()
    beat()


@worker_ready.connect
def _begin(sender: Any, **_: Any) -> None:
    note_turn()
    threading.Thread(target=_keep_row, args=(sender.hostname,), daemon=True).start()


def _keep_row(name: str) -> None:
    """As long as the main loop turns; each write over a connection of its own, for the pool forks."""
    from django.db import Error, connection

    from solver.models import Heartbeat

    while not _is_over.is_set():
        if time.monotonic() - _main_loop_turned < 2 * PERIOD:
            try:
                Heartbeat.objects.note(name)
            except Error as error:
                log.warning("no heartbeat of %s, the database is away: %s", name, error)
            finally:
                connection.close()
        _is_over.wait(PERIOD)


@worker_shutdown.connect
def _end(sender: Any, **_: Any) -> None:
    """Who was told to end is not missing: a worker of a new version or scale has another host's name."""
    from django.db import Error, connection

    from solver.models import Heartbeat

    _is_over.set()
    try:
        Heartbeat.objects.forget(sender.hostname)
    except Error as error:
        log.warning("%s ends, and the status goes on naming it: %s", sender.hostname, error)
    finally:
        connection.close()
