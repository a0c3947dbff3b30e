"""Heartbeats of processes: a file for a container's health check, and a row for the status page.

A healthy process touches the file HEARTBEAT_FILE, if set. A Celery worker does so in its main loop. A thread
writes the row, so that a hanging database does not block the worker.
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

TURN = 1.0  # seconds between two turns of the main loop that are noted
BEAT = 3.0  # seconds between two writes of the row
STUCK = 30.0  # seconds without a turn of the main loop, after which the row is not written
LAST = 10.0  # seconds that the end waits for a write under way
MOST_ENDED = 100  # ended processes of the pool that the row names
_main_loop_turned = 0.0  # time.monotonic()
_pool: set[int] = set()
_ended: deque[int] = deque(maxlen=MOST_ENDED)
_keeper: threading.Thread | None = None
_is_over = threading.Event()
_is_news = threading.Event()
_worker = _name = ""


def beat() -> None:
    name = os.environ.get("HEARTBEAT_FILE")
    if name:
        Path(name).touch()


def note_turn(pool: Iterable[int] = ()) -> None:
    """Note that the main loop of the worker turns. `pool` are the ids of its processes.

    A process that is no longer there is reported as ended, until a new one has its id.
    """
    global _main_loop_turned, _pool
    _main_loop_turned = time.monotonic()
    beat()
    there = set(pool)
    if again := there.intersection(_ended):
        for process in again:
            _ended.remove(process)
        _is_news.set()
    if gone := _pool - there:
        _ended.extend(gone)
        _is_news.set()
    _pool = there


@worker_init.connect
def _choose_name(**_: Any) -> None:
    """Choose the worker's name before the pool is forked: lease tokens of its processes contain it."""
    from solver.models.leased_work import set_worker_name

    global _worker
    _worker = f"{os.getpid():06x}{secrets.token_hex(3)}"
    set_worker_name(_worker)


@worker_ready.connect
def _begin(sender: Any, **_: Any) -> None:
    """Write the first row before the first task, or a lease would look as if its holder were dead."""
    global _name, _keeper
    _name = _own_name(sender.hostname)
    note_turn()
    _note()
    _keeper = threading.Thread(target=_keep_row, daemon=True)
    _keeper.start()


def _own_name(host_name: str) -> str:
    """Return the worker's name, with its process id if a live worker of this machine has the same name."""
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
    """Write the row while the main loop turns, and at once if a process of the pool ends."""
    while not _is_over.is_set():
        _is_news.wait(BEAT)
        _is_news.clear()
        if time.monotonic() - _main_loop_turned < STUCK and not _is_over.is_set():
            _note()


def _note() -> None:
    """Write the row over a connection of this call alone, because the pool forks."""
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
    """Call `release(worker)` to free the leases of a worker that was told to end, and delete its heartbeat.

    Workers of a new version have another host name, so nobody would replace that row.
    """
    from django.db import Error, connection

    from solver.models import Heartbeat

    if os.getpid() != int(_worker[:6], 16):
        return  # a process of the pool
    _is_over.set()
    _is_news.set()
    if _keeper:
        _keeper.join(LAST)  # or its last write would come after the row is deleted
    try:
        release(_worker)
        Heartbeat.objects.forget(_name, _worker)
    except Error as error:
        log.warning("%s ends, and the status goes on naming it: %s", _name, error)
    finally:
        connection.close()
