"""Settings of gunicorn; what differs between machines comes from the environment."""

import gc
import os
import resource
from typing import Any

from sudokusite.answers import draw_all
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
sendfile = False  # it goes round `Connection.sendall`, and would wait for any reader
# Whatever a request says about its origin, only Django listens, and only when told (NUM_PROXIES).
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}
control_socket_disable = True  # nobody asks it anything

# A connection that waits is a descriptor, and many systems begin with 1,024 of them.
_, most = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16_384) if most > 0 else 16_384, most))


def when_ready(server: Any) -> None:
    """Before the workers are forked: what is drawn, and what the collector of cycles never looks at, stays
    one copy for all."""
    draw_all(server.app.wsgi())
    gc.collect()
    gc.freeze()
