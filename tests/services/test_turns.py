"""Many requests of one client: others have their turn, and /livez is answered by no thread."""

import http.client
import json
import os
import signal
import socket
import time
import urllib.request
from contextlib import ExitStack, suppress
from functools import cache
from types import SimpleNamespace

import psutil
import pytest
from django.conf import settings
from puzzles import ARTICLE_000
from support import PATIENCE, Processes, wait_for
from test_safety import SAFE

from solver.models import Token, User
from solver.operations import limits
from solver.operations.circuit_breaker import CircuitBreaker
from solver.operations.price import Prices
from sudokusite import connections, memory
from sudokusite.answers import PUBLIC
from sudokusite.connections import Worker
from sudokusite.local.processes import free_port

# The site itself, and three addresses more: one that is held until there is a file, one that costs something,
# one whose process keeps 40 MB.
SITE = """
import os
import time
from pathlib import Path
from urllib.parse import parse_qs
from sudokusite import connections
from sudokusite.wsgi import application as site
from solver.api import events

connections.REFUSED_AFTER = 0.2  # each refusal would take two seconds of a test
connections.LONGEST_WAIT = events.LONGEST = 1000  # longer than a test on a busy machine
connections.IDLE = float(os.environ.get("IDLE", "1000"))
FOLDER = Path(__file__).parent
kept = []

def application(environ, start_response):
    path, asked = environ["PATH_INFO"], parse_qs(environ["QUERY_STRING"])
    if path not in ("/hold", "/burn", "/keep"):
        with (FOLDER / "asked").open("a") as file:
            if "sudokusite.drawn" not in environ:  # which is a refusal
                print(os.getpid(), path, environ.get("HTTP_ACCEPT_LANGUAGE", ""), file=file)
        return site(environ, start_response)
    if path == "/keep":
        kept[:] = [bytes([1]) * (40 << 20)]
    if path == "/hold":
        with (FOLDER / "held").open("a") as file:
            file.write("x")
        while not (FOLDER / "go").exists():
            time.sleep(0.02)
    until = time.thread_time() + float(asked.get("ms", ["0"])[0]) / 1000
    while time.thread_time() < until:
        pass
    start_response("200 OK", [("Content-Length", "5")])
    return [b"done\\n"]
"""
HERE, THERE, ELSEWHERE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
AT_HOME = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "false", "NUM_PROXIES": "0"}
OUT = "/burn?ms=400"  # more than an hour's allowance lets anybody spend at once, where it is this:
SMALL = {"LIMIT_PROCESSOR": "1000/hour"}

# As in production, and not as in `make run`, where gunicorn is forked.
BY_ITSELF = ("-c", "import os, sys; os.execv(sys.executable, [sys.executable, *sys.argv[1:]])")


class Web:
    """gunicorn as in production, with clients of several addresses."""

    def __init__(self, folder, environment):
        self.folder, self.port = folder, free_port()
        (folder / "turns_site.py").write_text(SITE)
        web = {"WEB_WORKERS": "1", "WEB_THREADS": "4", "WEB_BIND": f"127.0.0.1:{self.port}"}
        path = {"PYTHONPATH": str(folder)}
        # As long as a test may take to send a request or the next, and to let go what it has begun.
        patience = {
            "WEB_ARRIVAL_SECONDS": str(PATIENCE),
            "GUNICORN_CMD_ARGS": " ".join(
                f"--{name} {PATIENCE}" for name in ("keep-alive", "graceful-timeout", "timeout")
            ),
        }
        self.processes = Processes(environment | AT_HOME | web | path | patience)

    def start(self, *first, **environment):
        words = ("-m", "gunicorn", "turns_site", "--config", "sudokusite/gunicorn.py")
        self.gunicorn = self.processes.start(*first, *words, **environment)
        wait_for(self.is_alive)
        return self

    def is_alive(self):
        with suppress(OSError):
            return self.ask("/livez", ELSEWHERE).status == 200

    def connect(self, address):
        source = (address, 0)
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=source)

    def send(self, path, address, headers="", verb="GET"):
        """A connection on which something was asked for."""
        connection = self.connect(address)
        head = f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n"
        connection.sendall(head.encode())
        return connection

    def ask(self, path, address, verb="GET", **headers):
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(address, 0)
        )
        connection.request(verb, path, headers=headers)
        answer = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer

    def held(self):
        """How many requests a thread has begun to serve."""
        file = self.folder / "held"
        return len(file.read_text()) if file.exists() else 0

    def asked_of_gunicorn(self):
        """The path and language of each page that gunicorn's own process has answered."""
        lines = [line.split() for line in (self.folder / "asked").read_text().splitlines()]
        return [tuple(words) for pid, *words in lines if int(pid) == self.gunicorn.pid]

    def workers(self):
        """The numbers of the processes that serve."""
        return {worker.pid for worker in psutil.Process(self.gunicorn.pid).children()}

    def let_go(self):
        (self.folder / "go").touch()


@pytest.fixture
def start(tmp_path):
    """Starts it without any service."""
    started = []

    def start(**environment):
        web = Web(tmp_path, os.environ | SAFE)
        started.append(web)
        return web.start(**environment)

    yield start
    for web in started:
        web.let_go()
        web.processes.stop()


@pytest.fixture(scope="class")
def web(tmp_path_factory):
    """One without any service, for all tests of a class that change nothing of it."""
    web = Web(tmp_path_factory.mktemp("web"), os.environ | SAFE)
    yield web.start()
    web.processes.stop()


@pytest.fixture
def start_whole(tmp_path, processes):
    """Starts it on the database and the Redis of the test."""
    started = []

    def start(*first, **environment):
        web = Web(tmp_path, processes.environment)
        started.append(web)
        return web.start(*first, **environment)

    yield start
    for web in started:
        web.let_go()
        web.processes.stop()


def status_of(connection):
    return read_all(connection).split()[1]


def read_all(connection):
    return b"".join(iter(lambda: connection.recv(65536), b"")).decode("latin-1")


@pytest.mark.asvs("15.1.3")
class TestOneClientWithManyRequests:
    def test_has_half_of_the_threads_and_others_have_their_turn(self, start):
        web = start()
        with ExitStack() as stack:
            many = [stack.enter_context(web.send("/hold", HERE)) for _ in range(30)]
            wait_for(lambda: web.held() == 2)
            assert web.ask("/burn", THERE).status == 200
            assert web.ask("/livez", HERE).status == 200
            assert web.ask("/burn", THERE).status == 200
            assert web.held() == 2
            web.let_go()
            assert [status_of(each) for each in many] == ["200"] * 30

    def test_gets_identified_by_the_trusted_proxy(self, start):
        web = start(NUM_PROXIES="1")
        of_one = "X-Forwarded-For: 6.6.6.6, 198.51.100.7\r\n"
        with ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(web.send("/hold", HERE, of_one))
            wait_for(lambda: web.held() == 2)
            other = {"X-Forwarded-For": "198.51.100.7, 198.51.100.8"}
            assert web.ask("/burn", HERE, **other).status == 200
            # Another invented address is no other client.
            again = web.send("/hold", HERE, "X-Forwarded-For: 7.7.7.7, 198.51.100.7\r\n")
            stack.enter_context(again)
            assert web.ask("/burn", HERE, **other).status == 200
            assert web.held() == 2

    def test_can_have_a_larger_share_by_a_setting(self, start):
        web = start(WEB_SHARE="1")
        with ExitStack() as stack:
            for _ in range(10):
                stack.enter_context(web.send("/hold", HERE))
            wait_for(lambda: web.held() == 4)
            assert web.ask("/livez", THERE).status == 200

    def test_has_250_connections_at_most(self, start):
        web = start()
        with ExitStack() as stack:
            many = [stack.enter_context(web.connect(HERE)) for _ in range(260)]
            assert all(is_cut_off(each) for each in many[250:])
            assert not any(is_cut_off(each, wait=0) for each in many[:250])
            assert web.ask("/burn", THERE).status == 200


def is_cut_off(connection, wait=PATIENCE):
    connection.settimeout(wait)
    try:
        return connection.recv(1) == b""
    except (TimeoutError, BlockingIOError):
        return False
    except ConnectionResetError:
        return True


@pytest.mark.asvs("15.1.3")
class TestAConnection:
    def test_needs_no_thread_until_its_request_arrived(self, web):
        with ExitStack() as stack:
            slow = [stack.enter_context(web.connect(HERE)) for _ in range(20)]
            for each in slow:
                each.sendall(b"POST /burn HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n")
            assert web.ask("/burn", HERE).status == 200
            for each in slow:
                each.sendall(b"Connection: close\r\n\r\nab")
            assert web.ask("/burn", HERE).status == 200
            for each in slow:
                each.sendall(b"cd")
            assert [status_of(each) for each in slow] == ["200"] * 20

    def test_can_pipeline_requests(self, web):
        asked = ["/livez", "/burn", "/livez", "/livez", "/burn"]
        with web.connect(HERE) as connection:
            heads = "".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in asked)
            last = "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            connection.sendall((heads + last).encode())
            said = read_all(connection)
        bodies = [line for line in said.splitlines() if line in ("alive", "done")]
        assert bodies == ["alive", "done", "alive", "alive", "done", "alive"]

    def test_stays_open_for_the_next_request(self, web):
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        connection.connect()
        first = connection.sock
        for path in ("/burn", "/livez", "/burn", "/livez"):
            connection.request("GET", path)
            assert connection.getresponse().read() in (b"alive\n", b"done\n")
        assert connection.sock is first

    def test_can_send_its_request_byte_by_byte(self, web):
        with web.connect(HERE) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for byte in b"GET /burn HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n":
                connection.sendall(bytes([byte]))
                time.sleep(0.005)
            assert status_of(connection) == "200"

    def test_with_an_endless_head_gets_431(self, web):
        with web.connect(HERE) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000)
            assert status_of(connection) == "431"

    @pytest.mark.parametrize(
        "rubbish",
        [b"\r\n\r\n", b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\na\r\n\r\n"],
    )
    def test_with_rubbish_gets_an_error_and_leaves_others_alone(self, web, rubbish):
        with web.connect(HERE) as connection:
            connection.sendall(rubbish)
            assert status_of(connection) in ("400", "505")
        assert web.ask("/burn", HERE).status == 200


class TestLivez:
    def test_has_the_headers_of_every_page(self, web, client):
        told, by_site = web.ask("/livez", HERE), client.get("/livez")
        for name, value in by_site.items():
            if name != "X-Request-ID":
                assert directives(told.headers[name]) == directives(value), name
        assert len(told.headers["X-Request-ID"]) == 32
        assert told.text == "alive\n"

    def test_has_no_body_for_a_head_request(self, web):
        told = web.ask("/livez", HERE, "HEAD")
        assert (told.status, told.headers["Content-Length"], told.text) == (200, "6", "")

    def test_leaves_unusual_requests_to_the_site(self, web):
        assert web.ask("/livez", HERE, "POST").status in (403, 405)
        assert web.ask("/livez", HERE, Host="evil.example").status == 400
        assert web.ask("/livez?x", HERE).status == 200

    def test_answers_60_requests_at_once(self, web):
        with ExitStack() as stack:
            many = [stack.enter_context(web.send("/livez", HERE)) for _ in range(60)]
            assert [status_of(each) for each in many] == ["200"] * 60


def directives(value):
    """The parts of a policy, whose order is by chance."""
    return sorted(part.strip() for part in value.split(";"))


@pytest.mark.asvs("15.1.3")
class TestHealth:
    def test_has_a_thread_of_its_own(self, start_whole):
        web = start_whole(METRICS_TOKEN="a token that nobody guesses")
        with ExitStack() as stack:
            for address in (HERE, THERE):
                for _ in range(4):
                    stack.enter_context(web.send("/hold", address))
            wait_for(lambda: web.held() == 4)
            assert web.ask("/readyz", HERE).status == 200
            token = {"Authorization": "Bearer a token that nobody guesses"}
            assert "sudoku_solves_waiting" in web.ask("/metrics", THERE, **token).text


@pytest.mark.asvs("2.4.1")
class TestThePrice:
    """Whoever spends more of the processors than one client may have."""

    @pytest.mark.parametrize("services", ["with Redis", "without"])
    def test_counts_over_all_processes_with_redis_and_in_each_without(
        self, services, start, start_whole
    ):
        web = (start_whole if services == "with Redis" else start)(**SMALL, WEB_WORKERS="2")
        answers = [web.ask(OUT, HERE).status for _ in range(12)]
        assert set(answers) == {200, 429}
        # Each process may have one under way when the other spends the rest. On a busy machine Redis may answer
        # too late, at any of them, and each process counts for itself.
        assert answers.count(200) <= 4
        assert web.ask("/burn", THERE).status == 200
        assert web.ask("/livez", HERE).status == 200

    def test_answers_429_as_page_and_as_problem_json(self, start):
        web = start(**SMALL)
        assert web.ask(OUT, HERE).status == 200
        page = web.ask("/", HERE)
        assert page.status == 429
        assert int(page.headers["Retry-After"]) > 60
        assert "Too many requests" in page.text
        assert "let your program send an API token" in page.text
        assert f"in {page.headers['Retry-After']} s" in page.text
        assert page.headers["Content-Security-Policy"]
        german = web.ask("/", HERE, **{"Accept-Language": "de"})
        assert "API-Schlüssel" in german.text
        assert "Please" not in german.text
        program = web.ask("/api/v1/", HERE, **{"Accept-Language": "de"})
        told = json.loads(program.text)
        assert program.headers["Content-Type"] == "application/problem+json"
        assert (told["status"], told["code"]) == (429, "too_many_requests")
        assert "let your program send an API token" in told["detail"]
        assert web.ask("/", HERE, "HEAD").text == ""

    def test_has_no_limit_without_the_setting(self, start):
        web = start(LIMIT_PROCESSOR="")
        assert [web.ask(OUT, HERE).status for _ in range(4)] == [200] * 4

    def test_of_an_account_counts_apart_from_its_address(self, start_whole):
        _, token = Token.objects.make(User.objects.create_user("setter"), "script")
        web = start_whole(**SMALL)
        bearer = {"Authorization": f"Bearer {token}"}
        assert web.ask(OUT, HERE).status == 200
        assert web.ask("/api/v1/", HERE).status == 429
        assert web.ask("/api/v1/", HERE, **bearer).status == 200
        assert web.ask("/api/v1/", HERE, Authorization="Bearer of nobody").status == 429

    def test_of_a_token_counts_despite_a_blocked_address(self, start_whole):
        _, token = Token.objects.make(User.objects.create_user("setter"), "script")
        web = start_whole(**SMALL)
        assert web.ask(OUT, HERE).status == 200
        with ExitStack() as stack:
            for number in range(100):
                invented = f"Authorization: Bearer {number}\r\n" if number % 2 else ""
                stack.enter_context(web.send("/api/v1/", HERE, invented))
            bearer = {"Authorization": f"Bearer {token}"}
            assert web.ask("/api/v1/", HERE, **bearer).status == 200
            assert web.ask("/readyz", HERE).status == 200

    def test_of_an_account_adds_up_over_its_addresses(self, start_whole):
        _, token = Token.objects.make(User.objects.create_user("setter"), "script")
        web = start_whole(**SMALL)
        bearer = {"Authorization": f"Bearer {token}"}
        for address in (HERE, THERE):
            assert web.ask("/api/v1/", address, **bearer).status == 200
        assert web.ask(OUT, HERE, **bearer).status == 200
        assert web.ask("/api/v1/", THERE, **bearer).status == 429
        assert web.ask("/api/v1/", THERE).status == 200


class TestAnIdleProcess:
    """One with much memory of its own that nobody uses, which is so at once here."""

    def test_gets_replaced_and_no_request_is_lost(self, start):
        web = start(IDLE="0.3", WEB_WORKERS="2", LIMIT_PROCESSOR="")
        before = web.workers()
        for number in range(20):
            assert web.ask("/keep", HERE).status == 200
            time.sleep(0.2 + number / 100)  # some of them come when it ends
        wait_for(lambda: not web.workers() & before)
        wait_for(lambda: len(web.workers()) == 2)

    def test_gets_replaced_by_one_that_shares_what_public_pages_take(self, start_whole):
        web = start_whole(*BY_ITSELF, IDLE="0.1", LIMIT_PROCESSOR="")
        for _ in range(2):
            before = web.workers()
            assert web.ask("/keep", HERE).status == 200
            wait_for(lambda before=before: web.workers() and not web.workers() & before)
            assert web.ask("/", HERE).status == 200
        pages = [(path, language) for language, _ in settings.LANGUAGES for path in PUBLIC]
        assert [asked for asked in web.asked_of_gunicorn() if asked in pages] == pages  # once

    def test_draws_public_pages_itself_where_gunicorn_is_forked(self, start_whole):
        web = start_whole(WEB_WORKERS="2")
        wait_for(lambda: len(web.workers()) == 2)
        assert not {path for path, *_ in web.asked_of_gunicorn()} & {*PUBLIC}

    def test_ends_if_much_memory_is_its_own(self, idle):
        Worker._end_if_idle(idle)
        assert not idle.alive

    def test_stays_without_such_memory(self, idle, monkeypatch):
        monkeypatch.setattr(memory, "MOST_OWN", 10**9)
        Worker._end_if_idle(idle)
        assert idle.alive

    def test_stays_until_it_has_been_used_and_idle(self, idle):
        for used in (None, time.monotonic() - 0.5 * connections.IDLE):
            idle.used = used
            Worker._end_if_idle(idle)
            assert idle.alive

    def test_stays_as_long_as_there_is_a_connection(self, idle):
        idle.nr_conns = 1
        Worker._end_if_idle(idle)
        assert idle.alive

    def test_stays_as_long_as_a_client_owes_it_processor_time(self, idle, settings):
        settings.LIMIT_PROCESSOR, settings.REDIS_URL = "1000/hour", "redis://127.0.0.1:1/0"
        idle.prices.charge((HERE,), 400)
        Worker._end_if_idle(idle)
        assert idle.alive

    def test_stays_if_it_counts_without_redis(self, idle, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        limits.spend("10/minute", HERE)
        Worker._end_if_idle(idle)
        assert idle.alive


@pytest.fixture
def idle(monkeypatch):
    """What a worker knows that was used a while ago, and has counted with others alone."""
    monkeypatch.setattr(limits, "_breaker", CircuitBreaker())
    monkeypatch.setattr(limits, "_own", cache(limits._own.__wrapped__))
    monkeypatch.setattr(memory, "MOST_OWN", 0)
    used = time.monotonic() - 3 * connections.IDLE
    known = {"used": used, "nr_conns": 0, "age": 1, "alive": True, "prices": Prices()}
    return SimpleNamespace(**known, cfg=SimpleNamespace(workers=2))


@pytest.mark.asvs("15.1.3")
class TestHeldRequests:
    """Events, waits and slow readers of one client, together."""

    def test_leave_threads_for_everyone(self, start_whole):
        web = start_whole()
        made = self.submit(web)
        with ExitStack() as stack:
            for _ in range(4):
                stack.enter_context(web.send(f"{made['url']}events/", HERE))
            for _ in range(12):
                stack.enter_context(web.send(f"{made['url']}?wait=10", HERE))
            assert web.ask("/livez", HERE).status == 200
            assert web.ask("/api/v1/", THERE).status == 200
            assert web.ask("/api/v1/", HERE).status == 200
            assert web.ask("/readyz", THERE).status == 200

    def test_gets_503_or_no_wait_without_a_free_place(self, start_whole):
        web = start_whole()
        made = self.submit(web)
        with web.send(f"{made['url']}events/", HERE) as first:
            assert first.recv(12) == b"HTTP/1.1 200"
            second = web.ask(f"{made['url']}events/", HERE)
            assert (second.status, second.headers["Retry-After"]) == (503, "10")
            told = json.loads(web.ask(f"{made['url']}?wait=10", HERE).text)
            assert told["status"] == "queued"
            with web.send(f"{made['url']}events/", THERE) as other:
                assert other.recv(12) == b"HTTP/1.1 200"

    def submit(self, web):
        body = json.dumps({"puzzle": ARTICLE_000}).encode()
        asked = urllib.request.Request(
            f"http://127.0.0.1:{web.port}/api/v1/solves/",
            body,
            {"Content-Type": "application/json", "Host": "localhost"},
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return json.loads(answer.read())


def test_stopping_server_answers_all_waiting_requests(start):
    web = start()
    with ExitStack() as stack:
        many = [stack.enter_context(web.send("/hold", HERE)) for _ in range(8)]
        wait_for(lambda: web.held() == 2)
        web.gunicorn.send_signal(signal.SIGTERM)
        wait_for(lambda: not accepts(web))
        web.let_go()
        assert [status_of(each) for each in many] == ["200"] * 8
    assert web.gunicorn.wait(PATIENCE) == 0


def accepts(web):
    try:
        web.connect(THERE).close()
    except ConnectionRefusedError:
        return False
    return True
