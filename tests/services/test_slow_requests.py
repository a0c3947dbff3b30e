"""Somebody sends a request byte by byte, or half of one: gunicorn's threads are not theirs for long."""

import itertools
import json
import os
import socket
import time
import urllib.request
from selectors import DefaultSelector

import pytest
from support import PATIENCE, Processes, wait_for
from test_safety import SAFE

from sudokusite.connections import Connection, Worker
from sudokusite.local.processes import free_port

FORM = b"puzzle=" + b"0" * 81  # and more is promised
LIVEZ = b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n"
SECONDS = 0.5  # in which a request has to arrive
HEAD = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n"


@pytest.fixture(scope="module")
def port():
    """gunicorn as in production, with one thread and little patience; it needs no service here."""
    port = free_port()
    at_home = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "false", "NUM_PROXIES": "0"}
    alone = {"WEB_WORKERS": "1", "WEB_THREADS": "1", "WEB_ARRIVAL_SECONDS": str(SECONDS)}
    words = f"--keep-alive {PATIENCE} --timeout {PATIENCE}"
    bind = {"WEB_BIND": f"127.0.0.1:{port}", "GUNICORN_CMD_ARGS": words}
    processes = Processes(os.environ | SAFE | at_home | alone | bind)
    processes.start("-m", "gunicorn", "sudokusite.wsgi", "--config", "sudokusite/gunicorn.py")
    wait_for(lambda: is_alive(port))
    yield port
    processes.stop()


def is_alive(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/livez", timeout=PATIENCE) as answer:
            return answer.status == 200
    except OSError:
        return False


def send(port, data):
    """Return a connection on which this was sent in time, however busy the machine is."""
    while True:
        began = time.monotonic()
        connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        connection.sendall(data)
        if time.monotonic() < began + SECONDS:
            return connection
        connection.close()


def answer_of(connection):
    """All until they hang up, as text."""
    pieces = iter(lambda: connection.recv(65536), b"")
    return b"".join(pieces).decode()


def half_a_form(port, path="/solves/", kind="application/x-www-form-urlencoded"):
    return send(port, HEAD.format(path, kind, len(FORM) + 1_000).encode() + FORM)


def test_unfinished_request_gets_408(port):
    with half_a_form(port) as page, half_a_form(port, "/api/v1/solves/", "application/json") as api:
        page_said, api_said = answer_of(page), answer_of(api)
    assert page_said.startswith("HTTP/1.1 408 ")
    assert "That took too long" in page_said
    assert "Content-Security-Policy" in page_said
    assert api_said.startswith("HTTP/1.1 408 ")
    assert "took too long to arrive" in json.loads(api_said.partition("\r\n\r\n")[2])["detail"]


@pytest.mark.asvs("16.5.2")
def test_form_cut_off_by_a_hang_up_gets_408(port):
    with half_a_form(port) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert answer_of(connection).startswith("HTTP/1.1 408 ")


def test_unfinished_headers_close_the_connection(port):
    with send(port, b"GET / HTTP/1.1\r\nHost: loc") as connection:
        assert answer_of(connection) == ""


def test_dripping_bytes_do_not_extend_the_deadline(port):
    """Without a deadline for all of it this goes on for as long as they like."""
    with half_a_form(port, "/api/v1/solves/", "application/json") as connection:
        connection.settimeout(0.1)

        def heard_after_one_more():
            connection.sendall(b" ")
            try:
                return connection.recv(65536)
            except TimeoutError:
                return b""

        assert wait_for(heard_after_one_more).startswith(b"HTTP/1.1 408 ")


def test_slow_requests_leave_threads_for_others(port):
    slow = [half_a_form(port) for _ in range(8)]
    wait_for(lambda: is_alive(port))
    for connection in slow:
        connection.close()


def test_idle_connection_can_send_another_request(port):
    """A browser keeps its connection; each request on it has the whole time."""
    with send(port, LIVEZ) as connection:
        for begin in (b"", LIVEZ):
            connection.sendall(begin)
            said = b""
            while not said.endswith(b"alive\n"):
                piece = connection.recv(65536)
                assert piece
                said += piece
            assert said.startswith(b"HTTP/1.1 200 ")
            time.sleep(1.4 * SECONDS)  # longer than a request may take to arrive


class Visit:
    """A connection of which nothing has arrived."""

    state = checks = 0
    head = None

    def __init__(self, sock):
        self.sock = sock


@pytest.mark.parametrize("sent", ["in time", "never"])
def test_request_that_came_in_time_is_served_by_a_late_process(sent, monkeypatch):
    """As if it had no processor between the arrival of the request and the end of its time."""
    done = []

    def end(_worker, visit, head=None):
        done.append(head and head.path)
        visit.state += 1

    monkeypatch.setattr(Worker, "_begin", end)
    monkeypatch.setattr(Worker, "_hang_up", end)
    worker = Worker.__new__(Worker)
    worker.heard, worker.due, worker.numbers = set(), [], itertools.count()
    ours, theirs = socket.socketpair()
    with Connection(fileno=ours.detach()) as connection, theirs, DefaultSelector() as worker.poller:
        connection.setblocking(False)
        visit = Visit(connection)
        worker._hear(visit)
        if sent == "in time":
            theirs.sendall(b"GET /techniques/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        worker._arrive_late(visit)
    assert done == ["/techniques/" if sent == "in time" else None]
