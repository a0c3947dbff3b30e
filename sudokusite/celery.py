"""The Celery application: queues in Redis, no result backend."""

import atexit
import gc
import os
import resource
import signal
import sys
from contextlib import suppress
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

from . import memory

__all__ = ["app", "heartbeat"]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
# Django's checks load every page and the admin, which no worker needs. `problems` checks the settings.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

IDLE = 20.0  # seconds without a task after which processes of the pool are replaced
GROWN = 10_000  # KB of growth after which memory is returned to the system
_settled = 0  # KB

app = Celery("sudokusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["solver.queue"])


@celeryd_init.connect
def refuse_unsafe_settings(**_: Any) -> None:
    """End the process by SystemExit if settings are unsafe.

    Celery would only log another exception, and continue.
    """
    from solver.checks import problems

    if lines := problems(is_worker=True):
        sys.exit("\n".join(["unsafe settings:", *lines]))


@worker_init.connect
def load_everything(**_: Any) -> None:
    """Load all code in the worker before its pool is forked.

    The processes share the code, and none is killed in an import.
    """
    from solver import engine, jobs

    engine.load_all()
    jobs.job_types()
    memory.freeze()


@worker_process_init.connect
def bound_memory(**_: Any) -> None:
    """Limit the memory of a worker's process. A task then gets a MemoryError, and the system kills nothing."""
    from django.conf import settings

    global _settled
    _settled = memory.kilobytes("VmRSS")
    limit = (memory.kilobytes("VmData") << 10) + (settings.TASK_MEMORY_MB << 20)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


@task_postrun.connect
def return_memory(**_: Any) -> None:
    """Return the memory that a large board took to the system, as the process lives for hundreds of tasks."""
    global _settled
    if memory.kilobytes("VmRSS") > _settled + GROWN:
        gc.collect()
        memory.trim(0)
        _settled = memory.kilobytes("VmRSS")


@worker_ready.connect
def release_at_exit(**_: Any) -> None:
    """Have the worker release its leases at exit. Celery sends no signal of its end if it cuts tasks off."""
    from solver.queue.lanes import release_worker

    atexit.register(heartbeat.end, release_worker)


@task_prerun.connect
def ignore_soft_limit(**_: Any) -> None:
    """Ignore Celery's soft limit, which would raise at any bytecode, also within a commit.

    It is off in the settings, but the command line and remote control can set it too. Celery sets its handler
    in each process of the pool after all other signals, so it is replaced before each task. See
    docs/decisions/0021.
    """
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)


@task_prerun.connect
def check_connection(**_: Any) -> None:
    """Keep the database connection between tasks, but close an old or broken one.

    Without CELERY_DB_REUSE_MAX Celery would open one for each task, which takes longer than most solves.
    """
    close_old_connections()


class ReapExitedChildren(bootsteps.StartStopStep):
    """Join processes of the pool that ended while the broker was away, before the main loop starts.

    Without this the worker ends with `ValueError: file descriptor is None` when it is connected again. The
    loop has no descriptor of a process whose end was noticed, but that was not joined.
    """

    def start(self, parent: Any) -> None:
        parent.pool.maintain_pool()


class MainLoopHeartbeat(bootsteps.StartStopStep):
    """Record a heartbeat of the main loop. Celery's own goes to the broker, where nothing reads it."""

    def start(self, parent: Any) -> None:
        def note() -> None:
            heartbeat.note_turn(parent.pool.info.get("processes", ()))

        self.beat = parent.timer.call_repeatedly(heartbeat.TURN, note)

    def stop(self, parent: Any) -> None:
        self.beat.cancel()


class RenewIdleProcesses(bootsteps.StartStopStep):
    """Replace the processes of an idle pool that have much memory of their own.

    After a fork all memory is shared. What a process has written to since is its own, and a new fork shares it
    again. A message that comes at that moment is enqueued again, as if the process had died.
    """

    def start(self, parent: Any) -> None:
        self.done, self.is_due = 0, False
        self.timer = parent.timer.call_repeatedly(IDLE, lambda: self.renew(parent.pool))

    def renew(self, pool: Any) -> None:
        """Replace processes if tasks were done, but none since the last call."""
        from celery.worker import state  # of no use to the web, and large

        before, self.done = self.done, state.all_total_count[0]
        if self.done > before or state.reserved_requests:
            self.is_due = True
            return
        if not self.is_due:
            return
        self.is_due = False
        for process in pool._pool._pool:
            with suppress(OSError):  # it has just ended
                if memory.has_much_of_its_own(process.pid):
                    process.terminate_controlled()

    def stop(self, parent: Any) -> None:
        self.timer.cancel()


app.steps["consumer"].update({ReapExitedChildren, MainLoopHeartbeat, RenewIdleProcesses})


@setup_logging.connect
def leave_logging_to_django(**_: Any) -> None:
    """Do nothing: a receiver of this signal keeps Celery from setting up its own logging."""
