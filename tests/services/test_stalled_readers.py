"""Somebody asks for a large answer and never reads it: gunicorn's threads are not theirs for long."""

import gzip
import socket
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from django.db import connection
from django.test import Client
from puzzles import ARTICLE_000
from support import PATIENCE, Processes, wait_for

from solver import engine
from solver.jobs import running
from solver.models import Chapter, Job, Solve
from solver.operations import held
from solver.queue import submission
from solver.solves import writing
from sudokusite import connections
from sudokusite.connections import Connection
from sudokusite.local.processes import free_port

EXPORT = "/solves/export.jsonl?whose=public"
THREADS, COPIES = 4, 300


def is_alive(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=PATIENCE) as answer:
            return answer.status == 200
    except OSError:
        return False


def ask(port, address, version="1.1"):
    """A connection on which something was asked for, with room for next to none of the answer."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(PATIENCE)
    client.connect(("127.0.0.1", port))
    client.sendall(f"GET {address} HTTP/{version}\r\nHost: localhost\r\n\r\n".encode())
    return client


def read_all(client):
    pieces = []
    try:
        while piece := client.recv(65536):
            pieces.append(piece)
    except ConnectionResetError:
        pieces.append(b"(cut off)")
    return b"".join(pieces)


@pytest.fixture
def many_published(transactional_db):
    """Some megabytes of solves that anybody may fetch."""
    first = submission.submit(engine.read(ARTICLE_000), "combos")
    writing.record(first.pk)
    Solve.objects.update(visibility="public")
    with connection.cursor() as cursor:
        for model in (Solve, Chapter):
            columns = [field.column for field in model._meta.fields if field.column]
            copied = [COPIED.get((model, name), f'"{name}"') for name in columns]
            cursor.execute(
                f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
                f" SELECT {', '.join(copied)} FROM {model._meta.db_table}, generate_series(1, {COPIES}) n"
            )
    make_the_file()


def make_the_file():
    """Order the export and do the worker's part. Its copies would be next to nothing if compressed."""
    assert Client().get(EXPORT).status_code == 202
    job = Job.objects.get(kind="export")
    while running.run(job.pk):
        pass
    whole = gzip.decompress(b"".join(part.content for part in job.parts.order_by("number")))
    job.parts.update(content=b"")
    job.parts.filter(number=0).update(content=gzip.compress(whole, compresslevel=0))


# A copy's own key, the same for a solve and its chapter.
COPIED = {(Solve, "id"): "md5(n::text)::uuid", (Chapter, "solve_id"): "md5(n::text)::uuid"}


@pytest.fixture
def start(processes):
    """Starts gunicorn as in production, one process of it, and says on which port."""
    started = []

    def start(stall_seconds):
        port = free_port()
        at_home = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "false", "NUM_PROXIES": "0"}
        web = {"WEB_WORKERS": "1", "WEB_THREADS": str(THREADS), "WEB_BIND": f"127.0.0.1:{port}"}
        stall = {"WEB_STALL_SECONDS": str(stall_seconds)}
        site = Processes(processes.environment | at_home | web | stall)
        started.append(site)
        site.start("-m", "gunicorn", "sudokusite.wsgi", "--config", "sudokusite/gunicorn.py")
        wait_for(lambda: is_alive(port))
        return port

    yield start
    for site in started:
        site.stop()


@pytest.mark.usefixtures("many_published")
def test_stalled_readers_leave_threads_and_the_next_gets_503(start):
    port = start(300)  # it would wait for them for longer than this test does
    with ExitStack() as open_ones:
        for _ in range(10):
            open_ones.enter_context(ask(port, EXPORT))
        assert all(is_alive(port) for _ in range(20))
        with ask(port, EXPORT, "1.0") as late:
            said = read_all(late).decode()
        assert said.split()[1] == "503"
        assert "Retry-After: 10" in said


@pytest.mark.fault
@pytest.mark.usefixtures("many_published")
def test_stalled_reader_gets_disconnected(start):
    port = start(0.5)
    with ExitStack() as open_ones:
        stalled = [open_ones.enter_context(ask(port, EXPORT)) for _ in range(THREADS // 2)]
        everything = wait_for(lambda: whole_export(port))
        assert all(len(read_all(each)) < len(everything) for each in stalled)


@pytest.mark.fault
@pytest.mark.usefixtures("many_published")
def test_reader_with_pauses_gets_the_whole_answer(start):
    port = start(3)
    with ask(port, EXPORT, "1.0") as slow:
        read = []
        for pause in [0.4] * 10 + [0] * 100_000:
            time.sleep(pause)
            read.append(slow.recv(65536))
            if not read[-1]:
                break
    assert b"".join(read).count(b"\n{") >= COPIES


def test_clients_that_keep_connections_open_do_not_block_new_ones(start):
    """gunicorn itself waits two seconds for each of them, in the thread that takes new connections."""
    port = start(300)
    with ExitStack() as open_ones:
        answered = [open_ones.enter_context(ask(port, "/livez", "1.0")) for _ in range(40)]
        assert is_alive(port)
        assert all(read_all(each).split()[1:2] == [b"200"] for each in answered)


def whole_export(port):
    """All of it, as soon as it is to be had; else nothing."""
    with ask(port, EXPORT, "1.0") as client:
        said = read_all(client)
    return said if said.count(b"\n{") >= COPIES else b""


class TestAThread:
    """What waits for a reader, here for one that reads nothing at all."""

    @pytest.fixture
    def room(self, monkeypatch):
        room = held.Room(1, 1)
        monkeypatch.setattr(held, "_room", lambda places, of_one: room)
        return room

    @pytest.fixture
    def ends(self, room, monkeypatch):
        monkeypatch.setattr(connections, "STALL_SECONDS", 0.3)
        ours, theirs = socket.socketpair()
        with Connection(fileno=ours.detach()) as ours, theirs:
            yield ours, theirs

    def test_gives_up_after_the_stall_limit(self, ends, room):
        with pytest.raises(BrokenPipeError):
            ends[0].sendall(b"x" * 10_000_000)
        assert room.take("somebody")  # the next may wait

    def test_does_not_wait_without_a_free_place(self, ends, room, monkeypatch):
        monkeypatch.setattr(connections, "STALL_SECONDS", 300)
        with ThreadPoolExecutor(1) as other:
            assert other.submit(room.take, "somebody").result()
        with pytest.raises(BrokenPipeError):
            ends[0].sendall(b"x" * 10_000_000)

    def test_needs_no_second_place_for_its_answer(self, ends, room, monkeypatch):
        monkeypatch.setattr(connections, "STALL_SECONDS", PATIENCE)
        assert room.take("somebody")
        with ThreadPoolExecutor(1) as hand:
            read = hand.submit(read_all, ends[1])
            ends[0].sendall(b"x" * 5_000_000)
            ends[0].shutdown(socket.SHUT_WR)
            assert len(read.result()) == 5_000_000

    def test_sends_everything_to_a_steady_reader(self, ends, monkeypatch):
        monkeypatch.setattr(connections, "STALL_SECONDS", PATIENCE)
        with ThreadPoolExecutor(1) as hand:
            read = hand.submit(read_all, ends[1])
            ends[0].sendall(b"x" * 5_000_000)
            ends[0].shutdown(socket.SHUT_WR)
            assert len(read.result()) == 5_000_000

    def test_raises_blocking_io_error_on_a_nonblocking_socket(self, ends):
        ends[0].setblocking(False)
        with pytest.raises(BlockingIOError):
            ends[0].sendall(b"x" * 10_000_000)
