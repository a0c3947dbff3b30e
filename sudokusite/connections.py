"""gunicorn's worker, which queues requests by client before a thread serves them.

The main thread of a worker, the poller, reads the head of each request, and `Turns` decides the order. So a
slow request, or many of one client, cannot occupy all threads. The poller itself answers `/livez` and sends
refusals. `/readyz` and `/metrics` have a thread of their own.
"""

import errno
import heapq
import logging
import os
import select
import struct
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from errno import EPIPE
from fcntl import ioctl
from functools import partial
from itertools import count
from math import ceil, inf
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, SO_LINGER, SOL_SOCKET, socket
from termios import TIOCOUTQ
from time import monotonic, sleep, thread_time
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections
from gunicorn.http.errors import NoMoreData
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

from solver.operations.held import hold, room
from solver.operations.limits import address_behind, counts_alone
from solver.operations.price import Payers, Prices, account_name, payers_of
from solver.operations.serving import NOBODY, served

from . import memory
from .answers import alive, refusal, render_all
from .arrivals import END, LARGEST_BODY, LARGEST_HEAD, Head, is_ours
from .turns import Turns

log = logging.getLogger(__name__)

SECONDS = float(os.environ.get("WEB_ARRIVAL_SECONDS", "10"))
STALL_SECONDS = float(os.environ.get("WEB_STALL_SECONDS", "10"))
SLOWEST = 1_000  # bytes a second: a client that reads less for STALL_SECONDS is cut off
SHARE = float(os.environ.get("WEB_SHARE", "0.5"))  # of the threads, the limit of one client

REFUSED_AFTER = 2  # seconds after which a client that has spent too much is refused
LONGEST_WAIT = 30  # seconds in the queue
CONNECTIONS = 0.25  # of the connections of a process, the limit of one client
AT_ONCE = 100  # connections that are accepted before existing ones are served
CHECKS = 10  # a second at most, of a client that sends slowly or has spent too much
ALIVE_AT_ONCE = 20  # answers of /livez for one client in a second, others wait for the next one
HEALTH = ("/readyz", "/metrics")
HEALTH_SHARE = 0.05  # of a processor, the limit of one client in each process for these two
REMEMBERED = 10_000  # entries of each cache by credential or client
SWITCH = 0.001  # seconds after which a computing thread must let others run, so the poller is fast
IDLE = 40.0  # seconds without a page after which a process with much memory of its own is replaced
LOG_AGAIN = 60  # seconds between two log lines about refusals of one client
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Connection(socket):
    """A socket with a deadline for reading a request, and a minimum speed for clients that read."""

    until = inf  # time.monotonic() of the deadline, which a view of uploads may change
    ahead = b""  # bytes that the poller has read
    pay: Callable[[], float] | None = (
        None  # charges the cost of the answer, returns seconds to wait
    )

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if self.ahead:
            piece, self.ahead = self.ahead[:size], self.ahead[size:]
            return piece
        timeout = self.gettimeout()
        remaining = min(self.until - monotonic(), inf if timeout is None else timeout)
        self.settimeout(None if remaining == inf else max(remaining, 0))
        try:
            return super().recv(size, flags)
        except (TimeoutError, BlockingIOError):
            raise NoMoreData from None  # as if the client had hung up: gunicorn closes the connection
        finally:
            self.settimeout(timeout)

    def read_ahead(self, limit: int) -> bool:
        """Read the bytes that have come, up to `limit` in all. Return False if the client will send no more."""
        try:
            while (room := limit - len(self.ahead)) > 0:
                piece = super().recv(room)
                if not piece:
                    return False
                self.ahead += piece
                if len(piece) < room:
                    break
        except BlockingIOError:
            pass
        return True

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Send all of `data`. Raise BrokenPipeError if the client reads too slowly, or too many do."""
        if self.pay and (wait := self.pay()):
            self._wait_in_place(lambda: sleep(wait))
        unsent = memoryview(data).cast("B")
        while unsent:
            try:
                unsent = unsent[super().send(unsent, flags | MSG_DONTWAIT) :]
            except BlockingIOError:
                if self.gettimeout() == 0:
                    raise
                self._wait_in_place(self._wait_for_reader)

    def _wait_in_place(self, wait: Callable[[], None]) -> None:
        """Call `wait` in one of the places for waiting threads. Cut the client off if there is no place."""
        place = None
        if not room().has_this_thread():
            place = hold()
            if place is None:
                raise self._cut_off()
        try:
            wait()
        finally:
            if place:
                place.leave()

    def _wait_for_reader(self) -> None:
        """Wait until the kernel accepts more data for the client."""
        poll = select.poll()
        poll.register(self, select.POLLOUT)
        unread = self._unread()
        while not poll.poll(STALL_SECONDS * 1000):
            previous, unread = unread, self._unread()
            # The kernel reports room when a third of the buffer was read. A slow client may take minutes.
            if previous - unread < SLOWEST * STALL_SECONDS:
                raise self._cut_off()

    def _unread(self) -> int:
        """Return the number of bytes in the send buffer."""
        return int(struct.unpack("i", ioctl(self, TIOCOUTQ, bytes(4)))[0])

    def _cut_off(self) -> BrokenPipeError:
        linger = struct.pack("ii", 1, 0)  # the kernel drops its buffer too
        self.setsockopt(SOL_SOCKET, SO_LINGER, linger)
        return BrokenPipeError(EPIPE, "they do not read their answer")


def account_of(token: str) -> str | None:
    """Return the name of the account that owns an API token, for its share of CPU time.

    Return NOBODY for an unknown token, or None while the database is away.
    """
    from solver.models import Token  # the site is loaded after this module

    close_old_connections()
    try:
        owner = Token.objects.owner_of(token)
        return account_name(*owner) if owner else NOBODY
    except Error:
        return None


class Visit(TConn):
    """A connection with the state of its present request."""

    def __init__(self, worker: "Worker", sock: Connection, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        self.data_ready = True  # gunicorn must not wait for data in a thread
        self.state = 0  # counts up, so that timers of earlier states are ignored
        self.checks = 0  # of an incomplete request
        self.head: Head | None = None
        self.address = ""
        self.payers: Payers = ()
        self.credential = b""
        self.pool: QueuedPool | None = None
        self.since = 0.0  # time.monotonic() when it was queued
        self.counted = ""  # the client whose connections include it

    @property
    def peer(self) -> str:
        return self.client[0] if isinstance(self.client, tuple) else ""

    def close(self, graceful: bool = False) -> None:
        self.worker.forget(self)
        super().close(graceful)


@dataclass(frozen=True)
class QueuedPool:
    """A pool of threads with its fair queue."""

    turns: Turns[Visit]
    threads: ThreadPoolExecutor


class Worker(ThreadWorker):
    """gunicorn's threaded worker, but clients take turns, and connected ones are answered at the stop."""

    alive: bool  # False from the beginning of the stop

    def run(self) -> None:
        render_all(self.wsgi)
        sys.setswitchinterval(SWITCH)
        share = max(1, int(self.cfg.threads * SHARE))
        self.pages = QueuedPool(Turns(self.cfg.threads, share), self.tpool)
        self.health = QueuedPool(Turns(1, 1), ThreadPoolExecutor(1, "health"))
        self.prices = Prices()
        self.rests: dict[str, float] = {}  # by client, when the health pool serves it again
        self.accounts: dict[bytes, str] = {}  # by the digest of the credential, NOBODY if unknown
        self.touched: list[str] = []  # clients that the poller has worked for
        self.heard: set[Visit] = set()  # registered with the poller for more data
        self.connected: Counter[str] = Counter()
        self.most_connected = max(1, int(self.worker_connections * CONNECTIONS))
        self.asked_alive: Counter[str] = Counter()  # in this second
        self.this_second = 0
        self.logged: dict[str, float] = {}
        self.due: list[tuple[float, int, Visit, int, Callable[[Visit], None]]] = []
        self.numbers = count()
        self.used: float | None = None  # time.monotonic() of the last page
        super().run()

    # --- Connections ----------------------------------------------------------------------------
    def accept(self, listener: Any) -> None:
        """Accept the connections that wait. Close those of a client that has too many."""
        for _ in range(AT_ONCE):
            try:
                sock, client = listener.accept()
            except OSError as error:
                if error.errno in (errno.EAGAIN, errno.ECONNABORTED, errno.EMFILE, errno.ENFILE):
                    return
                raise
            self.nr_conns += 1
            connection = Connection(fileno=sock.detach())
            visit = Visit(self, connection, client, listener.getsockname())
            # Connections from a proxy are counted when the head has named the client.
            visit.address = "" if settings.NUM_PROXIES else address_behind("", visit.peer)
            if visit.address and not self._count(visit, visit.address):
                self._hang_up(visit)
            else:
                self.enqueue_req(visit)

    def _count(self, visit: Visit, address: str) -> bool:
        """Count a connection as one of this client. Return False if it has too many."""
        if visit.counted == address:
            return True
        self.forget(visit)
        if self.connected[address] >= self.most_connected:
            return False
        self.connected[address] += 1
        visit.counted = address
        return True

    def forget(self, visit: Visit) -> None:
        """Remove a connection, given by its visit, from the number of connections of its client."""
        if visit.counted:
            self.connected[visit.counted] -= 1
            if not self.connected[visit.counted]:
                del self.connected[visit.counted]
            visit.counted = ""

    # --- Reading requests -----------------------------------------------------------------------
    def enqueue_req(self, visit: Visit) -> None:
        """Start to read a request of a new or idle connection, without blocking."""
        if visit.parser is not None:  # bytes that came with the previous request
            visit.sock.ahead = visit.parser.unreader.take_buffered() + visit.sock.ahead
        visit.sock.setblocking(False)
        visit.sock.until = monotonic() + SECONDS
        visit.head, visit.checks = None, 0
        visit.state += 1
        self._hear(visit)

    def _hear(self, visit: Visit, _sock: Any = None) -> None:
        """Read the available bytes, and queue the request if it is complete."""
        try:
            self._parse(visit, visit.sock.read_ahead(LARGEST_HEAD + LARGEST_BODY))
        except OSError:
            self._hang_up(visit)
        except Exception:
            log.exception("a request could not be read")
            self._hang_up(visit)

    def _parse(self, visit: Visit, goes_on: bool) -> None:
        received = visit.sock.ahead
        if visit.head is None:
            end = received.find(END)
            if end >= 0:
                visit.head = Head.of(received, end)
            elif len(received) >= LARGEST_HEAD:
                self._say(visit, TOO_LARGE)
                return
            elif not goes_on:
                self._hang_up(visit)
                return
        head = visit.head
        if head and (len(received) >= head.size + head.body_size or not goes_on):
            self._stop_hearing(visit)
            self._begin(visit, head)
        else:
            self._hear_more(visit)

    def _hear_more(self, visit: Visit) -> None:
        """Wait for more data. Check a client that sends byte by byte only CHECKS times a second."""
        visit.checks += 1
        if visit.checks == 1:
            self._after(visit.sock.until, visit, self._arrive_late)
        if visit.checks > CHECKS:
            self._stop_hearing(visit)
            self._after(monotonic() + 1 / CHECKS, visit, self._hear)
        elif visit not in self.heard:
            self.heard.add(visit)
            self.poller.register(visit.sock, EVENT_READ, partial(self._hear, visit))

    def _stop_hearing(self, visit: Visit) -> None:
        if visit in self.heard:
            self.poller.unregister(visit.sock)
            self.heard.remove(visit)

    def _arrive_late(self, visit: Visit) -> None:
        """End a request after its deadline. The site answers half a body, half a head gets no answer.

        Read first what came in time while this process had no processor.
        """
        state = visit.state
        self._hear(visit)
        if visit.state != state:
            return
        if visit.head:
            self._stop_hearing(visit)
            self._begin(visit, visit.head)
        else:
            self._hang_up(visit)

    def _begin(self, visit: Visit, head: Head) -> None:
        visit.address = head.address(visit.peer)
        if not self._count(visit, visit.address):
            self._refuse(visit, 429)
        elif head.target == "/livez" and self._may_answer_alive(head):
            self._say_alive(visit)
        else:
            visit.credential = head.credential
            visit.since = monotonic()
            if head.path in HEALTH:
                self._queue(visit, self.health, (visit.address,))
            elif head.token and visit.credential not in self.accounts:
                self._queue(visit, self.health, (f"tokens at {visit.address}",))
            else:
                self._queue(visit, self.pages, self._known_payers(visit))

    def _known_payers(self, visit: Visit) -> Payers:
        return payers_of(visit.address, self.accounts.get(visit.credential, NOBODY))

    def _queue(self, visit: Visit, pool: QueuedPool, payers: Payers) -> None:
        """Queue a request, and serve the next one."""
        visit.pool, visit.payers = pool, payers
        visit.state += 1
        pool.turns.add(visit.address, payers, visit)
        self._after(monotonic() + REFUSED_AFTER, visit, self._check_waiting)
        self._serve_next(pool)

    # --- Serving requests -----------------------------------------------------------------------
    def _serve_next(self, pool: QueuedPool) -> None:
        at_once = self._at_once_of_health if pool is self.health else self._at_once
        while visit := pool.turns.take(at_once):
            visit.state += 1
            if visit.sock.until > monotonic():
                visit.sock.until = monotonic() + SECONDS  # for the rest of a large body
            self._submit(pool, visit)

    def _submit(self, pool: QueuedPool, visit: Visit) -> None:
        future = pool.threads.submit(self.handle, visit)
        future.add_done_callback(
            lambda done: self.method_queue.defer(self.finish_request, visit, done)
        )

    def _at_once(self, payers: Payers) -> int:
        """Return how many requests of a client may be served at once if these payers pay."""
        if self.prices.wait(payers):
            return 0
        return 1 if self.prices.is_scarce(payers) else self.cfg.threads

    def _at_once_of_health(self, payers: Payers) -> int:
        return 0 if self.rests.get(payers[0], 0) > monotonic() else 1

    def handle(self, visit: Visit) -> bool:
        """Serve a request of the connection `visit` in a thread, and charge its CPU time while it is served.

        Return whether the connection may be kept.
        """
        assert visit.head
        charged, has_begun = thread_time(), False

        def pay(at_least: float = 0.1) -> float:
            nonlocal charged, has_begun
            cost, goes_on, has_begun = thread_time() - charged, has_begun, True
            if cost < at_least:
                return 0
            charged += cost
            payers = self._payers(visit)
            self.prices.charge(payers, cost * 1000)
            if visit.pool is self.health:
                if len(self.rests) > REMEMBERED:
                    self.rests.clear()
                self.rests[visit.payers[0]] = monotonic() + cost / HEALTH_SHARE
            # A finished answer is sent at once. One that is still computed waits.
            return self.prices.wait(payers) if goes_on else 0

        served.client, served.account = visit.address, None
        visit.sock.pay = pay
        try:
            if visit.pool is self.health and visit.head.path not in HEALTH:
                account = account_of(visit.head.token)
                if account is not None:
                    self._remember(visit.credential, account)
                return True
            return bool(super().handle(visit))
        finally:
            visit.sock.pay = None
            pay(0)

    def _payers(self, visit: Visit) -> Payers:
        """Return the payers after the site has authenticated the request, and remember the account."""
        if visit.pool is self.health:
            return (visit.address,)
        if served.account and visit.credential:
            self._remember(visit.credential, served.account)
        elif served.account == NOBODY and self.accounts.get(visit.credential):
            self.accounts[visit.credential] = NOBODY  # expired or revoked
        return self._known_payers(visit)

    def _remember(self, credential: bytes, account: str) -> None:
        if len(self.accounts) > REMEMBERED:
            self.accounts.clear()
        self.accounts[credential] = account

    def finish_request(self, visit: Visit, done: "Future[bool]") -> None:
        """Finish a request in the main thread, and read only the bytes that have come by now.

        gunicorn's own method waits here for up to 2 s for each client that does not close its connection.
        """
        self.touched.append(visit.address)
        pool, visit.pool = visit.pool, None
        assert pool
        pool.turns.end(visit.address)
        if pool is self.pages:
            self.used = monotonic()
        if pool is self.health and visit.head and visit.head.path not in HEALTH:
            self._queue(visit, self.pages, self._known_payers(visit))
        elif not done.cancelled() and not done.exception() and done.result() and visit.sock.ahead:
            self.enqueue_req(visit)
        else:
            visit.sock.until = 0
            super().finish_request(visit, done)
        self._serve_next(pool)

    # --- Answers of the poller ------------------------------------------------------------------
    def _may_answer_alive(self, head: Head) -> bool:
        """Return whether the site would answer 200 too: it checks the Host and the method."""
        is_valid = head.verb in ("GET", "HEAD") and head.version in ("HTTP/1.0", "HTTP/1.1")
        return is_valid and not head.has_body and is_ours(head.headers.get("host", ""))

    def _say_alive(self, visit: Visit) -> None:
        second = int(monotonic())
        if second != self.this_second:
            self.this_second = second
            self.asked_alive.clear()
        self.asked_alive[visit.address] += 1
        if self.asked_alive[visit.address] > ALIVE_AT_ONCE:
            visit.state += 1
            self._after(second + 1, visit, self._say_alive)
            return
        head = visit.head
        assert head
        is_kept = head.is_kept and self.alive
        self._say(visit, alive().for_one(head, is_kept=is_kept), is_kept)

    def _check_waiting(self, visit: Visit) -> None:
        """Refuse a queued request whose client has spent too much, or that has waited too long."""
        assert visit.pool
        now = monotonic()
        wait = self.prices.wait(visit.payers) if visit.pool is self.pages else 0
        if wait or now - visit.since > LONGEST_WAIT:
            visit.pool.turns.remove(visit.address, visit.payers, visit)
            self._refuse(visit, 429 if wait else 503, ceil(wait) or REFUSED_AFTER)
        else:
            self._after(now + REFUSED_AFTER, visit, self._check_waiting)

    def _refuse(self, visit: Visit, status: int, seconds: int = 10) -> None:
        assert visit.head
        now = monotonic()
        if self.logged.get(visit.address, 0) < now - LOG_AGAIN:
            if len(self.logged) > REMEMBERED:
                self.logged.clear()
            self.logged[visit.address] = now
            log.warning("%s is refused with %s for some time", visit.address, status)
        self._say(visit, refusal(status, visit.head).for_one(visit.head, seconds))

    def _say(self, visit: Visit, answer: bytes, is_kept: bool = False) -> None:
        """Send a short answer at once, and close the connection unless `is_kept`."""
        self._stop_hearing(visit)
        visit.state += 1
        try:
            is_sent = visit.sock.send(answer) == len(answer)
        except OSError:
            is_sent = False
        if not is_sent or not is_kept:
            self._hang_up(visit, graceful=is_sent)
            return
        assert visit.head
        visit.sock.ahead = visit.sock.ahead[visit.head.size :]
        if visit.sock.ahead:
            self.enqueue_req(visit)
        else:
            visit.set_timeout()
            self.keepalived_conns.append(visit)
            self.poller.register(
                visit.sock, EVENT_READ, partial(self.on_client_socket_readable, visit)
            )

    def _hang_up(self, visit: Visit, graceful: bool = False) -> None:
        if visit.sock.fileno() < 0:  # already closed
            return
        self.touched.append(visit.address)
        self._stop_hearing(visit)
        visit.state += 1
        visit.sock.until, visit.sock.ahead = 0, b""
        self.nr_conns -= 1
        visit.close(graceful)

    # --- Timers ---------------------------------------------------------------------------------
    def _after(self, time: float, visit: Visit, do: Callable[[Visit], None]) -> None:
        """Call `do` at a time, unless the state of the connection has changed by then."""
        heapq.heappush(self.due, (time, next(self.numbers), visit, visit.state, do))

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        pools = [pool for pool in (self.pages, self.health) if pool.turns.waiting]
        if self.due:
            timeout = min(timeout, max(0.0, self.due[0][0] - monotonic()))
        if any(pool.turns.are_free for pool in pools):
            timeout = min(timeout, 1 / CHECKS)
        started = thread_time()
        super().wait_for_and_dispatch_events(timeout)
        while self.due and self.due[0][0] <= monotonic():
            _, _, visit, state, do = heapq.heappop(self.due)
            if visit.state == state:
                do(visit)
        for pool in pools:
            self._serve_next(pool)
        if self.touched:  # the cost of this round is charged with the next request of each client
            cost = 1000 * (thread_time() - started) / len(self.touched)
            for address in self.touched:
                self.prices.note(address, cost)
            self.touched.clear()
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        """End this process if nobody uses it and much of its memory is its own. gunicorn forks another.

        Connections that come meanwhile wait, or another process accepts them. What only this process knows
        about its clients does not get lost.
        """
        patience = IDLE * (1 + self.age % self.cfg.workers / 4)  # mostly one after the other
        if self.used is None or self.nr_conns or monotonic() < self.used + patience:
            return
        if counts_alone() or self.prices.are_owed():
            return
        self.used = None
        if self.alive and memory.has_much_of_its_own():
            self.alive = False

    def set_accept_enabled(self, enabled: bool) -> None:
        """Enable or disable accepting. At the stop, answer all waiting connections and close the socket.

        Later clients are refused and may try again. gunicorn itself keeps the socket open during its last
        requests, but accepts nobody, so clients that connect meanwhile are cut off.
        """
        super().set_accept_enabled(enabled)
        if not self.alive:
            for listener in self.sockets:
                while select.select([listener], [], [], 0)[0]:
                    self.accept(listener)
                listener.close()
            for visit in self.heard:  # a silent connection gets the time of an idle one
                if not visit.sock.ahead:
                    self._after(monotonic() + STOP_KEEPALIVE_LINGER, visit, self._arrive_late)
