"""gunicorn's connections: how long a request may take to arrive, and what becomes of it at the stop."""

import os
import select
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
    """gunicorn's threaded worker, whose clients have SECONDS for all of a request, and are not left behind.

    One that comes byte by byte would hold a thread; the time in which it waits for one counts too, or
    many slow ones would take turns.
    """

    def enqueue_req(self, conn: Any) -> None:
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection(fileno=conn.sock.detach())
        conn.sock.until = monotonic() + SECONDS
        super().enqueue_req(conn)

    def set_accept_enabled(self, enabled: bool) -> None:
        """When it stops, whoever has connected is answered; later ones are refused, and may try again.

        gunicorn's own keeps the socket open while it ends its last requests: who connects meanwhile is
        taken by nobody, and cut off when it closes.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()
