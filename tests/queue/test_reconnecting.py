"""A worker goes on once the broker is back, also if a process of its pool ended in the meantime."""

import subprocess
import sys
from pathlib import Path

import pytest
from support import PATIENCE

CONNECTED_AGAIN = """
import os, signal, sys
from types import SimpleNamespace

from celery.concurrency.prefork import TaskPool
from kombu.asynchronous import Hub

from sudokusite.celery import ReapExitedChildren, app

pool = TaskPool(1, app=app, threads=False, initargs=(app, "worker"))
pool.start()
hub = Hub()
pool.register_with_event_loop(hub)
[child] = pool._pool._pool
pool._pool._untrack_child_process(child, hub)  # its end is heard, and it cannot be joined yet
os.kill(child.pid, signal.SIGKILL)
os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
if "joined" in sys.argv:
    ReapExitedChildren(None).start(SimpleNamespace(pool=pool))
try:
    pool.register_with_event_loop(hub)
    print("goes on with", len(pool._pool._pool))
except ValueError as error:
    print(error)
pool.terminate()
"""


@pytest.mark.parametrize(
    ("how", "printed"), [("joined", "goes on with 1"), ("not", "file descriptor is None")]
)
def test_pool_reconnects_only_after_the_dead_process_was_joined(how, printed):
    """The second case is Celery's own: once it goes well, what the first one does is not needed any more."""
    done = subprocess.run(
        [sys.executable, "-c", CONNECTED_AGAIN, how],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    assert printed in done.stdout, done.stderr
