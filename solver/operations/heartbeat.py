"""Signs of life: a file for the health check of a container, and a row for people to see.

The file is touched by whoever is well, where HEARTBEAT_FILE names one; a Celery worker does it from its
main loop. The row is written by a thread, so that a database that hangs holds nobody up.
"""

import logging
import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from celery.signals import worker_init, worker_ready

log = logging.getLogger(__name__)

TURN = 1.0  # seconds between two signs of a main loop
BEAT = 3.0  # seconds between two writes of a row
STUCK = 30.0  # seconds without a sign of the main loop, after which its row is not written
MOST_ENDED = 100  # processes of the pool that are named after their end
_main_loop_turned = 0.0  # time.monotonic()
_pool: set[int] = set()
_ended: deque[int] = deque(maxlen=MOST_ENDED)
_is_over = threading.Event()
_is_news = threading.Event()
_worker = _name = ""


def beat() -> None:
    name = os.environ.get("HEARTBEAT_FILE")
    if name:
        Path(name).touch()


def note_turn(pool: Iterable[int] = ()) -> None:
    """Note that the main loop of a worker turns, and which processes its pool has now."""
    global _main_loop_turned, _pool
    _main_loop_turned = time.monotonic()
    beat()
    there = set(pool)
    if gone := _pool - there:
        _ended.extend(gone)
        _is_news.set()
    _pool = there


@worker_init.connect
def _choose_name(**_: Any) -> None:
    """Before the pool is forked: its processes name this worker in the tokens of their leases."""
    from solver.models.leased_work import set_worker_name

    global _worker
    _worker = f"{os.getpid():06x}{secrets.token_hex(3)}"
    set_worker_name(_worker)


@worker_ready.connect
def _begin(sender: Any, **_: Any) -> None:
    """The first row is there before the first task: until then a lease would look as if nobody held it."""
    global _name
    _name = _own_name(sender.hostname)
    note_turn()
    _note()
    threading.Thread(target=_keep_row, daemon=True).start()


def _own_name(host_name: str) -> str:
    """The name of the worker; with its process where another worker of this machine has that name."""
    from django.db import Error, connection

    from solver.models import Heartbeat

    try:
        other = Heartbeat.objects.filter(name=host_name).exclude(worker="").first()
        process = int(other.worker[:6], 16) if other else 0
        if process in (0, os.getpid()):
            return host_name
        os.kill(process, 0)
    except (Error, ProcessLookupError):
        return host_name
    except PermissionError:
        pass
    finally:
        connection.close()
    return f"{host_name}/{os.getpid()}"


def _keep_row() -> None:
    """As long as the main loop turns; at once if a process of the pool has ended."""
    while not _is_over.is_set():
        _is_news.wait(BEAT)
        _is_news.clear()
        if time.monotonic() - _main_loop_turned < STUCK and not _is_over.is_set():
            _note()


def _note() -> None:
    """Write the row over a connection of its own, for the pool forks."""
    from django.db import Error, connection

    from solver.models import Heartbeat

    from .away import why_away

    try:
        Heartbeat.objects.note(_name, worker=_worker, ended=list(_ended))
    except Error as error:
        log.warning("no heartbeat of %s: %s", _name, why_away(error))
    finally:
        connection.close()


def end(release: Callable[[str], None]) -> None:
    """Forget a worker that was told to end, and have what it holds given back.

    One of a new version or scale has another host's name.
    """
    from django.db import Error, connection

    from solver.models import Heartbeat

    if os.getpid() != int(_worker[:6], 16):
        return  # a process of the pool
    _is_over.set()
    _is_news.set()
    try:
        release(_worker)
        Heartbeat.objects.forget(_name, _worker)
    except Error as error:
        log.warning("%s ends, and the status goes on naming it: %s", _name, error)
    finally:
        connection.close()
