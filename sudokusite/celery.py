"""The Celery application: its lanes over Redis, no result backend."""

import atexit
import ctypes
import gc
import os
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery import Celery, bootsteps
from celery.signals import (
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
)
from django.db import close_old_connections

from solver.operations import heartbeat

__all__ = ["app", "heartbeat"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
# Django's checks load every page and the admin, which no worker needs; `problems` are what it refuses.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

GROWN = 10_000  # KB since memory was given back
_trim: Callable[[int], object] = getattr(ctypes.CDLL(None), "malloc_trim", lambda _pad: None)
_settled = 0  # KB

app = Celery("sudokusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["solver.queue"])


@celeryd_init.connect
def refuse_unsafe_settings(**_: Any) -> None:
    """Ends the process: Celery would only log an ordinary exception of a receiver, and go on."""
    from solver.checks import problems

    if found := problems(is_worker=True):
        sys.exit("\n".join(["unsafe settings:", *found]))


@worker_init.connect
def load_everything(**_: Any) -> None:
    """Before the processes of the pool are forked: they share it, and none is killed while it imports."""
    from solver import engine, jobs

    engine.load_all()
    jobs.job_types()
    share_what_is_loaded()


def share_what_is_loaded() -> None:
    """Before a fork: what the collector of cycles never looks at again stays one copy for all processes."""
    gc.collect()
    gc.freeze()


@worker_process_init.connect
def bound_memory(**_: Any) -> None:
    """What asks for more meets a MemoryError within its item; without this the system would kill it, or all."""
    from django.conf import settings

    global _settled
    _settled = _kilobytes("VmRSS")
    most = (_kilobytes("VmData") << 10) + (settings.TASK_MEMORY_MB << 20)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


@task_postrun.connect
def give_memory_back(**_: Any) -> None:
    """Give the system what a large board took: the process works for hundreds of tasks more, or is idle."""
    global _settled
    if _kilobytes("VmRSS") > _settled + GROWN:
        gc.collect()
        _trim(0)
        _settled = _kilobytes("VmRSS")


def _kilobytes(name: str) -> int:
    """A figure of this process, as the kernel has it."""
    status = Path("/proc/self/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith(name))


@worker_ready.connect
def give_back_at_the_end(**_: Any) -> None:
    """Celery's own signal of its end is not sent when tasks have to be cut off."""
    from solver.queue.lanes import release_worker

    atexit.register(heartbeat.end, release_worker)


@task_prerun.connect
def be_deaf_to_soft_limits(**_: Any) -> None:
    """Celery's soft limit would raise at any bytecode, also within a commit; see docs/decisions/0021.

    It is off in the settings, but the command line and remote control can set it too. Celery takes the
    signal anew for each process of the pool, after all that could be connected to.
    """
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


@task_prerun.connect
def look_at_the_connection(**_: Any) -> None:
    """Kept from task to task, as from request to request: closed where it is old, tried before it is used.

    Celery would open one for each task (`CELERY_DB_REUSE_MAX`), dearer than most of the solves.
    """
    close_old_connections()


class ReapExitedChildren(bootsteps.StartStopStep):
    """Joins processes of the pool that ended while the broker was away, before the main loop listens to all.

    Without it the worker ends with `ValueError: file descriptor is None` as soon as it is connected again:
    of a process whose end was heard, but that could not be joined at once, the loop has no descriptor left.
    """

    def start(self, parent: Any) -> None:
        parent.pool.maintain_pool()


class BeatOfTheMainLoop(bootsteps.StartStopStep):
    """A sign of life from the main loop: Celery's own goes through the broker, where nobody listens."""

    def start(self, parent: Any) -> None:
        def note() -> None:
            heartbeat.note_turn(parent.pool.info.get("processes", ()))

        self.beat = parent.timer.call_repeatedly(heartbeat.TURN, note)

    def stop(self, parent: Any) -> None:
        self.beat.cancel()


app.steps["consumer"].update({ReapExitedChildren, BeatOfTheMainLoop})


@setup_logging.connect
def leave_logging_to_django(**_: Any) -> None:
    """Having a receiver is what keeps Celery from setting up its own."""
