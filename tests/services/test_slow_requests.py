"""Somebody sends a request byte by byte, or half of one: gunicorn's threads are not theirs for long."""

import json
import os
import socket
import time
import urllib.request
from contextlib import suppress
from http.client import HTTPConnection

import pytest
from support import PATIENCE, Processes, wait_for
from test_safety import SAFE

from sudokusite.local.processes import free_port

FORM = b"puzzle=" + b"0" * 81  # and more is promised
HEAD = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n"


@pytest.fixture(scope="module")
def port():
    """gunicorn as in production, with one thread and half a second of patience; it needs no service here."""
    port = free_port()
    at_home = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "false", "NUM_PROXIES": "0"}
    alone = {"WEB_WORKERS": "1", "WEB_THREADS": "1", "WEB_ARRIVAL_SECONDS": "0.5"}
    bind = {"WEB_BIND": f"127.0.0.1:{port}"}
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


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def answer_of(connection):
    """All until they hang up, as text."""
    pieces = iter(lambda: connection.recv(65536), b"")
    return b"".join(pieces).decode()


def half_a_form(port, path="/solves/", kind="application/x-www-form-urlencoded"):
    connection = connect(port)
    connection.sendall(HEAD.format(path, kind, len(FORM) + 1_000).encode() + FORM)
    return connection


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
    with connect(port) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert answer_of(connection) == ""


def test_dripping_bytes_do_not_extend_the_deadline(port):
    """Without a deadline for all of it this goes on for as long as they like."""
    with half_a_form(port, "/api/v1/solves/", "application/json") as connection:
        connection.settimeout(0.1)
        said = b""
        for _ in range(200):
            connection.sendall(b" ")
            with suppress(TimeoutError):
                said = connection.recv(65536)
                break
    assert said.startswith(b"HTTP/1.1 408 ")


def test_slow_requests_leave_threads_for_others(port):
    slow = [half_a_form(port) for _ in range(8)]
    assert is_alive(port)
    for connection in slow:
        connection.close()


def test_idle_connection_can_send_another_request(port):
    """A browser keeps its connection; each request on it has the whole time."""
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.connect()
    first = connection.sock
    for _ in range(2):
        connection.request("GET", "/livez")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"alive\n")
        time.sleep(0.7)  # longer than a request may take to arrive
    assert connection.sock is first
