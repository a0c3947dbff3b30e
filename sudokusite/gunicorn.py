"""Settings of gunicorn. Those that differ between machines come from the environment."""

import ctypes
import os
import resource
from multiprocessing import parent_process
from typing import Any

from sudokusite import memory
from sudokusite.answers import answer_public_pages, render_all
from sudokusite.connections import Worker

bind = os.environ.get("WEB_BIND", "127.0.0.1:8000")
worker_class = Worker
workers = int(os.environ.get("WEB_WORKERS", "2"))
threads = int(os.environ.get("WEB_THREADS", "4"))
preload_app = True  # loaded once, and shared by all workers
timeout = 30
graceful_timeout = 15
accesslog = os.environ.get("WEB_ACCESS_LOG") or None  # "-" is standard output
loglevel = "warning"
sendfile = False  # it would bypass `Connection.sendall`, and wait for any slow reader
# Headers about the origin of a request are read by Django only, if NUM_PROXIES is set.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
control_socket_disable = True  # not used

# A waiting connection takes a file descriptor, and many systems start with a limit of 1,024.
_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384) if hard > 0 else 16_384, hard))


M_ARENA_MAX = -8  # of malloc.h
# With a heap for each thread of a worker, what one of them has freed would be of no use to the others.
getattr(ctypes.CDLL(None), "mallopt", lambda _option, _value: None)(M_ARENA_MAX, 1)


def when_ready(server: Any) -> None:
    """Render the shared answers, and exempt all objects from garbage collection, before workers are forked.

    Their memory stays shared by all workers.
    """
    render_all(server.app.wsgi())
    memory.freeze()


def pre_fork(server: Any, worker: Any) -> None:
    """Before the second process is forked, while the first serves, do once what each would do for visitors.

    Not if `make run` has forked gunicorn: it would write to 30 MB of memory that all processes of the site
    share, which is more than they would share then.
    """
    if worker.age == 2 and parent_process() is None:
        answer_public_pages(server.app.wsgi())
        memory.freeze()
        memory.trim(0)
