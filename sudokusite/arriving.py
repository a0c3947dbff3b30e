"""How long a request may take to arrive: one that comes byte by byte would hold a thread of gunicorn's."""

import os
from math import inf
from socket import socket
from time import monotonic
from typing import Any

from gunicorn.http.errors import NoMoreData
from gunicorn.workers.gthread import ThreadWorker

SECONDS = float(os.environ.get("WEB_ARRIVAL_SECONDS", "10"))


class Connection(socket):
    """A socket that waits for nothing more once its time is over; what has come by then can be read."""

    until = inf  # time.monotonic(); whoever takes a large body may change it

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        before = self.gettimeout()
        left = min(self.until - monotonic(), inf if before is None else before)
        self.settimeout(None if left == inf else max(left, 0))
        try:
            return super().recv(size, flags)
        except (TimeoutError, BlockingIOError):
            raise NoMoreData from None  # as if they had hung up: gunicorn closes the connection
        finally:
            self.settimeout(before)


class Worker(ThreadWorker):
    """gunicorn's threaded worker, whose clients have SECONDS for all of a request.

    The time in which it waits for a thread counts too, or many slow ones would take turns.
    """

    def enqueue_req(self, conn: Any) -> None:
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection(fileno=conn.sock.detach())
        conn.sock.until = monotonic() + SECONDS
        super().enqueue_req(conn)
