"""gunicorn's connections: how long a request may take to arrive, how long a reader may read nothing, and
what becomes of both at the stop."""

import os
import select
import struct
from errno import EPIPE
from fcntl import ioctl
from math import inf
from socket import MSG_DONTWAIT, SO_LINGER, SOL_SOCKET, socket
from termios import TIOCOUTQ
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from gunicorn.http.errors import NoMoreData
from gunicorn.workers.gthread import ThreadWorker

SECONDS = float(os.environ.get("WEB_ARRIVAL_SECONDS", "10"))
STALL_SECONDS = float(os.environ.get("WEB_STALL_SECONDS", "10"))
SLOWEST = 1_000  # bytes a second; who reads less for STALL_SECONDS reads nothing


class Connection(socket):
    """A socket that waits neither for a request beyond its time, nor for somebody who does not read."""

    until = inf  # time.monotonic(); whoever takes a large body may change it
    waiting = (
        BoundedSemaphore()
    )  # threads of this process that wait for a reader, all but one at most

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

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """BrokenPipeError, as if they had hung up, when they read too little or too many do."""
        rest = memoryview(data).cast("B")
        while rest:
            try:
                rest = rest[super().send(rest, flags | MSG_DONTWAIT) :]
            except BlockingIOError:
                if self.gettimeout() == 0:
                    raise
                self._wait_for_reader()

    def _wait_for_reader(self) -> None:
        """Until the kernel takes more for them."""
        if not self.waiting.acquire(blocking=False):
            raise self._cut_off()
        try:
            room = select.poll()
            room.register(self, select.POLLOUT)
            unread = self._unread()
            while not room.poll(STALL_SECONDS * 1000):
                before, unread = unread, self._unread()
                # Room comes when a third of the buffer is read, which may take a slow reader minutes.
                if before - unread < SLOWEST * STALL_SECONDS:
                    raise self._cut_off()
        finally:
            self.waiting.release()

    def _unread(self) -> int:
        """Bytes that were sent and did not arrive."""
        return int(struct.unpack("i", ioctl(self, TIOCOUTQ, bytes(4)))[0])

    def _cut_off(self) -> BrokenPipeError:
        self.setsockopt(
            SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0)
        )  # the kernel keeps nothing either
        return BrokenPipeError(EPIPE, "they do not read their answer")


class Worker(ThreadWorker):
    """gunicorn's threaded worker, whose clients have SECONDS for all of a request, and are not left behind.

    One that comes byte by byte would hold a thread; the time in which it waits for one counts too, or
    many slow ones would take turns.
    """

    def init_process(self) -> None:
        Connection.waiting = BoundedSemaphore(max(1, self.cfg.threads - 1))
        super().init_process()

    def enqueue_req(self, conn: Any) -> None:
        if not isinstance(conn.sock, Connection):
            conn.sock = Connection(fileno=conn.sock.detach())
        conn.sock.until = monotonic() + SECONDS
        super().enqueue_req(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """In the thread that takes new connections: gunicorn's own waits here, 2 s for each client that
        has its answer and does not hang up. What has come from them by now is read, and no more."""
        conn.sock.until = 0
        super().finish_request(conn, fs)

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
