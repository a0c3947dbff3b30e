"""Settings of gunicorn; what differs between machines comes from the environment."""

import gc
import os
from typing import Any

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


def when_ready(_server: Any) -> None:
    """Before the workers are forked: what the collector of cycles never looks at stays one copy for all."""
    gc.collect()
    gc.freeze()
