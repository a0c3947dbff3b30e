"""gunicorn's connections: when a thread is asked to serve one, and whom it serves next.

The main thread of a worker, the poller, reads each request until its head has come, and says by `Turns` who
is served when. So neither a slow request nor many of one client hold the threads. It answers `/livez` and
refuses by itself; `/readyz` and `/metrics` have a thread of their own.
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
from solver.operations.limits import address_behind
from solver.operations.price import Payers, Prices, account_name, payers_of
from solver.operations.serving import NOBODY, served

from .answers import alive, draw_all, refusal
from .arrivals import END, LARGEST_BODY, LARGEST_HEAD, Head, is_ours
from .turns import Turns

log = logging.getLogger(__name__)

SECONDS = float(os.environ.get("WEB_ARRIVAL_SECONDS", "10"))
STALL_SECONDS = float(os.environ.get("WEB_STALL_SECONDS", "10"))
SLOWEST = 1_000  # bytes a second; who reads less for STALL_SECONDS reads nothing
SHARE = float(os.environ.get("WEB_SHARE", "0.5"))  # of the threads, for one client at most

REFUSED_AFTER = 2  # seconds for which a client that has spent too much waits, and then is refused
LONGEST_WAIT = 30  # seconds for a turn
CONNECTIONS = 0.25  # of those of a process, for one client at most
AT_ONCE = 100  # connections that are taken before others are looked at
LOOKS = 10  # a second, at most, at a client that sends slowly or has nothing left to spend
ALIVE_AT_ONCE = 20  # answers of /livez for one client in a second; more of them wait for the next
HEALTH = ("/readyz", "/metrics")
HEALTH_SHARE = 0.05  # of a processor in each process, for what one client asks of those
REMEMBERED = 10_000  # credentials of which a process knows the account
SWITCH = 0.001  # seconds after which a thread that computes lets another go on; the poller is one
TELL_AGAIN = 60  # seconds after which the log names a client again that is refused
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Connection(socket):
    """A socket that waits neither for a request beyond its time, nor for somebody who does not read."""

    until = inf  # time.monotonic(); a view that takes a large body may change it
    ahead = b""  # what was read of it before a thread was asked
    pay: Callable[[], float] | None = None  # charges what an answer has cost; seconds to wait

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if self.ahead:
            piece, self.ahead = self.ahead[:size], self.ahead[size:]
            return piece
        before = self.gettimeout()
        left = min(self.until - monotonic(), inf if before is None else before)
        self.settimeout(None if left == inf else max(left, 0))
        try:
            return super().recv(size, flags)
        except (TimeoutError, BlockingIOError):
            raise NoMoreData from None  # as if they had hung up: gunicorn closes the connection
        finally:
            self.settimeout(before)

    def read_ahead(self, most: int) -> bool:
        """Read what has come, at most so much in all. Return False if they will send no more."""
        try:
            while (left := most - len(self.ahead)) > 0:
                piece = super().recv(left)
                if not piece:
                    return False
                self.ahead += piece
                if len(piece) < left:
                    break
        except BlockingIOError:
            pass
        return True

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Raise BrokenPipeError, as if they had hung up, if they read too little or too many do."""
        if self.pay and (wait := self.pay()):
            self._be_held(lambda: sleep(wait))
        rest = memoryview(data).cast("B")
        while rest:
            try:
                rest = rest[super().send(rest, flags | MSG_DONTWAIT) :]
            except BlockingIOError:
                if self.gettimeout() == 0:
                    raise
                self._be_held(self._wait_for_reader)

    def _be_held(self, wait: Callable[[], None]) -> None:
        """Wait in a place among the threads that are held, unless this one has a place already."""
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
        """Until the kernel takes more for them."""
        room = select.poll()
        room.register(self, select.POLLOUT)
        unread = self._unread()
        while not room.poll(STALL_SECONDS * 1000):
            before, unread = unread, self._unread()
            # Room comes when a third of the buffer is read, which may take a slow reader minutes.
            if before - unread < SLOWEST * STALL_SECONDS:
                raise self._cut_off()

    def _unread(self) -> int:
        """Bytes that were sent and did not arrive."""
        return int(struct.unpack("i", ioctl(self, TIOCOUTQ, bytes(4)))[0])

    def _cut_off(self) -> BrokenPipeError:
        self.setsockopt(
            SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0)
        )  # the kernel keeps nothing either
        return BrokenPipeError(EPIPE, "they do not read their answer")


def account_of(token: str) -> str | None:
    """Return whose token it is, NOBODY for no account's, None while the database is away."""
    from solver.models import Token  # the site is loaded after this module

    close_old_connections()
    try:
        owner = Token.objects.owner_of(token)
        return account_name(*owner) if owner else NOBODY
    except Error:
        return None


class Visit(TConn):
    """A connection, and what is known of the request that it brings at this moment."""

    def __init__(self, worker: "Worker", sock: Connection, client: Any, server: Any) -> None:
        super().__init__(worker.cfg, sock, client, server)
        self.worker = worker
        self.data_ready = True  # gunicorn is not to wait for it in a thread
        self.state = 0  # another number for each thing that it waits for
        self.looks = 0  # at a request that was not whole
        self.head: Head | None = None
        self.address = ""
        self.payers: Payers = ()
        self.credential = b""
        self.lane: Lane | None = None
        self.since = 0.0  # time.monotonic() when it began to wait for its turn
        self.counted = ""  # the client among whose connections it is

    @property
    def peer(self) -> str:
        return self.client[0] if isinstance(self.client, tuple) else ""

    def close(self, graceful: bool = False) -> None:
        self.worker.forget(self)
        super().close(graceful)


@dataclass(frozen=True)
class Lane:
    """Threads, and those who wait for them."""

    turns: Turns[Visit]
    threads: ThreadPoolExecutor


class Worker(ThreadWorker):
    """gunicorn's threaded worker, whose clients take turns, and are not left behind at the stop."""

    def run(self) -> None:
        draw_all(self.wsgi)
        sys.setswitchinterval(SWITCH)
        of_one = max(1, int(self.cfg.threads * SHARE))
        self.pages = Lane(Turns(self.cfg.threads, of_one), self.tpool)
        self.health = Lane(Turns(1, 1), ThreadPoolExecutor(1, "health"))
        self.prices = Prices()
        self.rests: dict[str, float] = {}  # until when a client is not told its health again
        self.accounts: dict[bytes, str] = {}  # by the digest of what they send; NOBODY's too
        self.touched: list[str] = []  # clients whose requests the poller had to do with
        self.heard: set[Visit] = set()  # of which more is to come
        self.connected: Counter[str] = Counter()
        self.most_connected = max(1, int(self.worker_connections * CONNECTIONS))
        self.asked_alive: Counter[str] = Counter()  # in this second
        self.this_second = 0
        self.told: dict[str, float] = {}
        self.due: list[tuple[float, int, Visit, int, Callable[[Visit], None]]] = []
        self.numbers = count()
        super().run()

    # --- Who comes ------------------------------------------------------------------------------
    def accept(self, listener: Any) -> None:
        """Take those who wait for it; a client with too many connections has no other."""
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
            # Behind a proxy all come from it, and are counted once they have said from where.
            visit.address = "" if settings.NUM_PROXIES else address_behind("", visit.peer)
            if visit.address and not self._count(visit, visit.address):
                self._hang_up(visit)
            else:
                self.enqueue_req(visit)

    def _count(self, visit: Visit, address: str) -> bool:
        """Count a connection as one of this client; False if that are too many."""
        if visit.counted == address:
            return True
        self.forget(visit)
        if self.connected[address] >= self.most_connected:
            return False
        self.connected[address] += 1
        visit.counted = address
        return True

    def forget(self, visit: Visit) -> None:
        """Count it no longer as a connection of its client."""
        if visit.counted:
            self.connected[visit.counted] -= 1
            if not self.connected[visit.counted]:
                del self.connected[visit.counted]
            visit.counted = ""

    # --- What they ask for ----------------------------------------------------------------------
    def enqueue_req(self, visit: Visit) -> None:
        """Begin with a request: of a new connection, or of one that rested."""
        if visit.parser is not None:  # what was sent before the last was answered
            visit.sock.ahead = visit.parser.unreader.take_buffered() + visit.sock.ahead
        visit.sock.setblocking(False)
        visit.sock.until = monotonic() + SECONDS
        visit.head, visit.looks = None, 0
        visit.state += 1
        self._hear(visit)

    def _hear(self, visit: Visit, _sock: Any = None) -> None:
        """Read what has come, and begin with the request as soon as it is whole."""
        try:
            self._look_at(visit, visit.sock.read_ahead(LARGEST_HEAD + LARGEST_BODY))
        except OSError:
            self._hang_up(visit)
        except Exception:
            log.exception("a request could not be read")
            self._hang_up(visit)

    def _look_at(self, visit: Visit, goes_on: bool) -> None:
        came = visit.sock.ahead
        if visit.head is None:
            end = came.find(END)
            if end >= 0:
                visit.head = Head.of(came, end)
            elif len(came) >= LARGEST_HEAD:
                self._say(visit, TOO_LARGE)
                return
            elif not goes_on:
                self._hang_up(visit)
                return
        head = visit.head
        if head and (len(came) >= head.size + head.body_size or not goes_on):
            self._stop_hearing(visit)
            self._begin(visit, head)
        else:
            self._hear_more(visit)

    def _hear_more(self, visit: Visit) -> None:
        """Listen for the rest; now and then only, to somebody who sends it byte by byte."""
        visit.looks += 1
        if visit.looks == 1:
            self._after(visit.sock.until, visit, self._arrive_late)
        if visit.looks > LOOKS:
            self._stop_hearing(visit)
            self._after(monotonic() + 1 / LOOKS, visit, self._hear)
        elif visit not in self.heard:
            self.heard.add(visit)
            self.poller.register(visit.sock, EVENT_READ, partial(self._hear, visit))

    def _stop_hearing(self, visit: Visit) -> None:
        if visit in self.heard:
            self.poller.unregister(visit.sock)
            self.heard.remove(visit)

    def _arrive_late(self, visit: Visit) -> None:
        """Their time is over: half a body is told so by the site, half a head by nobody."""
        if visit.head:
            self._stop_hearing(visit)
            self._begin(visit, visit.head)
        else:
            self._hang_up(visit)

    def _begin(self, visit: Visit, head: Head) -> None:
        visit.address = head.address(visit.peer)
        if not self._count(visit, visit.address):
            self._refuse(visit, 429)
        elif head.target == "/livez" and self._may_be_said_alive(head):
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

    def _queue(self, visit: Visit, lane: Lane, payers: Payers) -> None:
        """Have it wait for its turn."""
        visit.lane, visit.payers = lane, payers
        visit.state += 1
        lane.turns.add(visit.address, payers, visit)
        self._after(monotonic() + REFUSED_AFTER, visit, self._look_at_waiting)
        self._serve_next(lane)

    # --- Whose turn it is -----------------------------------------------------------------------
    def _serve_next(self, lane: Lane) -> None:
        may = self._at_once_of_health if lane is self.health else self._at_once
        while visit := lane.turns.take(may):
            visit.state += 1
            if visit.sock.until > monotonic():
                visit.sock.until = monotonic() + SECONDS  # for the rest of a large body
            self._ask_a_thread(lane, visit)

    def _ask_a_thread(self, lane: Lane, visit: Visit) -> None:
        asked = lane.threads.submit(self.handle, visit)
        asked.add_done_callback(
            lambda done: self.method_queue.defer(self.finish_request, visit, done)
        )

    def _at_once(self, payers: Payers) -> int:
        """How many requests of a client may be served if these pay: one by one when little is left."""
        if self.prices.wait(payers):
            return 0
        return 1 if self.prices.is_scarce(payers) else self.cfg.threads

    def _at_once_of_health(self, payers: Payers) -> int:
        return 0 if self.rests.get(payers[0], 0) > monotonic() else 1

    def handle(self, visit: Visit) -> bool:
        """Serve it, in a thread, and charge what it costs while it does."""
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
            if visit.lane is self.health:
                if len(self.rests) > REMEMBERED:
                    self.rests.clear()
                self.rests[visit.payers[0]] = monotonic() + cost / HEALTH_SHARE
            # What is worked out is sent at once; what is still being worked out has to wait.
            return self.prices.wait(payers) if goes_on else 0

        served.client, served.account = visit.address, None
        visit.sock.pay = pay
        try:
            if visit.lane is self.health and visit.head.path not in HEALTH:
                account = account_of(visit.head.token)
                if account is not None:
                    self._remember(visit.credential, account)
                return True
            return bool(super().handle(visit))
        finally:
            visit.sock.pay = None
            pay(0)

    def _payers(self, visit: Visit) -> Payers:
        """Who pays, as the site has found out meanwhile; the poller knows it the next time."""
        if visit.lane is self.health:
            return (visit.address,)
        if served.account and visit.credential:
            self._remember(visit.credential, served.account)
        elif served.account == NOBODY and self.accounts.get(visit.credential):
            self.accounts[visit.credential] = NOBODY  # it is over, or revoked
        return self._known_payers(visit)

    def _remember(self, credential: bytes, account: str) -> None:
        if len(self.accounts) > REMEMBERED:
            self.accounts.clear()
        self.accounts[credential] = account

    def finish_request(self, visit: Visit, done: "Future[bool]") -> None:
        """In the poller: gunicorn's own waits here, 2 s for each client that has its answer and does not
        hang up. What has come from them by now is read, and no more."""
        self.touched.append(visit.address)
        lane, visit.lane = visit.lane, None
        assert lane
        lane.turns.end(visit.address)
        if lane is self.health and visit.head and visit.head.path not in HEALTH:
            self._queue(visit, self.pages, self._known_payers(visit))
        elif not done.cancelled() and not done.exception() and done.result() and visit.sock.ahead:
            self.enqueue_req(visit)
        else:
            visit.sock.until = 0
            super().finish_request(visit, done)
        self._serve_next(lane)

    # --- What the poller says itself ------------------------------------------------------------
    def _may_be_said_alive(self, head: Head) -> bool:
        """Whether the site would say so too: it looks at the Host, and refuses other verbs."""
        is_asked = head.verb in ("GET", "HEAD") and head.version in ("HTTP/1.0", "HTTP/1.1")
        return is_asked and not head.has_body and is_ours(head.headers.get("host", ""))

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

    def _look_at_waiting(self, visit: Visit) -> None:
        """It has waited for some time: because its client has spent too much, or for its turn."""
        assert visit.lane
        now = monotonic()
        wait = self.prices.wait(visit.payers) if visit.lane is self.pages else 0
        if wait or now - visit.since > LONGEST_WAIT:
            visit.lane.turns.remove(visit.address, visit.payers, visit)
            self._refuse(visit, 429 if wait else 503, ceil(wait) or REFUSED_AFTER)
        else:
            self._after(now + REFUSED_AFTER, visit, self._look_at_waiting)

    def _refuse(self, visit: Visit, status: int, seconds: int = 10) -> None:
        assert visit.head
        now = monotonic()
        if self.told.get(visit.address, 0) < now - TELL_AGAIN:
            if len(self.told) > REMEMBERED:
                self.told.clear()
            self.told[visit.address] = now
            log.warning("%s is refused with %s for some time", visit.address, status)
        self._say(visit, refusal(status, visit.head).for_one(visit.head, seconds))

    def _say(self, visit: Visit, answer: bytes, is_kept: bool = False) -> None:
        """Send a short answer at once, and close the connection unless it `is_kept`."""
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
        if visit.sock.fileno() < 0:  # it is closed
            return
        self.touched.append(visit.address)
        self._stop_hearing(visit)
        visit.state += 1
        visit.sock.until, visit.sock.ahead = 0, b""
        self.nr_conns -= 1
        visit.close(graceful)

    # --- The clock ------------------------------------------------------------------------------
    def _after(self, when: float, visit: Visit, what: Callable[[Visit], None]) -> None:
        """Do that at a moment, unless something else has become of it by then."""
        heapq.heappush(self.due, (when, next(self.numbers), visit, visit.state, what))

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        lanes = [lane for lane in (self.pages, self.health) if lane.turns.waiting]
        if self.due:
            timeout = min(timeout, max(0.0, self.due[0][0] - monotonic()))
        if any(lane.turns.are_free for lane in lanes):
            timeout = min(timeout, 1 / LOOKS)
        started = thread_time()
        super().wait_for_and_dispatch_events(timeout)
        while self.due and self.due[0][0] <= monotonic():
            _, _, visit, state, what = heapq.heappop(self.due)
            if visit.state == state:
                what(visit)
        for lane in lanes:
            self._serve_next(lane)
        if self.touched:  # what all this has cost, to be charged with their next request
            cost = 1000 * (thread_time() - started) / len(self.touched)
            for address in self.touched:
                self.prices.note(address, cost)
            self.touched.clear()

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
            for visit in self.heard:  # one that says nothing is waited for as one that rests
                if not visit.sock.ahead:
                    self._after(monotonic() + STOP_KEEPALIVE_LINGER, visit, self._arrive_late)
