"""Helpers of tests that run the real processes of the site."""

import gc
import io
import json
import os
import re
import signal
import socketserver
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, TypeVar
from unittest.mock import patch
from urllib.parse import urlencode, urlsplit

import forked
import psycopg
import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.utils import timezone

from sudokusite.local.processes import Running

T = TypeVar("T")
PHONE, DESKTOP, NARROW = (390, 844), (1280, 900), (320, 640)  # windows of browser tests
WITHOUT_LIMITS = {
    "LIMIT_REQUESTS": "",
    "LIMIT_SUBMISSIONS": "",
    "LIMIT_PROCESSOR": "",
    "LIMIT_PASSWORDS": "",
    "LIMIT_PASSWORDS_ADDRESS": "",
    "LIMIT_REPORTS": "",
    "LIMIT_MAILS": "",
}
PDF_PAGES = re.compile(rb"/Type\s*/Page\b")
PATIENCE = 300  # seconds; it ends what hangs, and says nothing about how fast something is
MILLISECONDS = 1000 * PATIENCE
# The times of a turn, a task, a lease and a request: a busy machine is slow without a fault.
PATIENT = {
    "TURN_SECONDS": "30",
    "REQUEST_SECONDS": "30",
    "TASK_SECONDS": "500",
    "LEASE_SECONDS": "540",  # less than LONGER_THAN_ANY_LEASE
    "SETS_STATEMENT_SECONDS": str(PATIENCE),
    "WEB_ARRIVAL_SECONDS": str(PATIENCE),
    "WEB_STALL_SECONDS": str(PATIENCE),
    "GUNICORN_CMD_ARGS": f"--timeout {PATIENCE}",  # after which it kills a process that does not turn
}
TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
PATIENT_DATABASE = {
    "connect_timeout": PATIENCE,
    "options": " ".join(f"-c {name}={PATIENCE}s" for name in TIMEOUTS),
}
# What they hold is made after each migration, and no test changes it for good.
MADE_BY_MIGRATIONS = {
    "auth_group",
    "auth_group_permissions",
    "auth_permission",
    "django_content_type",
    "django_migrations",
}
PLAIN = json.dumps([1] * 333_333)
ROOT = Path(__file__).resolve().parent.parent
# How many are tried of what has no end; `make properties` and `make fuzz` try two hundred times as many.
PROPERTY_PUZZLES = int(os.environ.get("PROPERTY_PUZZLES", "100"))
FUZZ_EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "100"))


def is_thorough() -> bool:
    """Whether all of what is alike is tried, as `make fuzz` does, and not a sample."""
    return FUZZ_EXAMPLES > 100


def some(alike: Iterable[T], each: int = 6, turn: int = 0) -> list[T]:
    """All of what is alike, or one of each so many for a sample: at another turn, others."""
    return list(alike) if is_thorough() else list(alike)[turn % each :: each]


def body_of(response: Any) -> bytes:
    """What an answer says, also one that comes in pieces."""
    return b"".join(response.streaming_content) if response.streaming else response.content


def patient(url: str) -> str:
    """The address of a database for a process that is to wait longer for it than in production."""
    return f"{url}?{urlencode(PATIENT_DATABASE)}"


def json_of(response: Any) -> Any:
    return json.loads(body_of(response))


def manage(*words: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """How a command of manage.py ends, and what it writes; run in here, where nothing has to start."""
    from django.core.management import execute_from_command_line

    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), "utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    status = 0
    with patch("sys.stdin", given), redirect_stdout(out), redirect_stderr(err):
        try:
            execute_from_command_line(["manage.py", *words])
        except SystemExit as end:
            status = int(end.code or 0)
    for stream in (out, err):
        stream.flush()
    written = [stream.buffer.getvalue() for stream in (out, err)]
    return subprocess.CompletedProcess(words, status, *written)


def wait_for(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """The first true answer of `what`; fails the test when there is none for so many seconds."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        answer = what()
        if answer:
            return answer
        time.sleep(0.05)
    pytest.fail(f"nothing after {patience} s")


def work_of(call: Callable[[], Any]) -> float:
    """What a call costs, in readings of a megabyte of plain JSON before and after it.

    Both are slow on a slow machine and beside other work; seconds, even of the processor, are not alike. The
    collector of garbage leaves out what other tests have left in this process.
    """

    def seconds(call: Callable[[], Any]) -> float:
        started = time.thread_time()
        call()
        return time.thread_time() - started

    gc.freeze()
    try:
        before, cost, after = seconds(read_plain), seconds(call), seconds(read_plain)
        return 2 * cost / (before + after)
    finally:
        gc.unfreeze()


def costs_less(call: Callable[[], Any], work: float, times: int = 5) -> bool:
    """Whether a call costs less than so much work, once at least: other work only makes it dearer."""
    return any(work_of(call) < work for _ in range(times))


def read_plain() -> None:
    json.loads(PLAIN)


def end_backend(pid: int) -> None:
    """End this one backend of PostgreSQL, and wait until it is gone: other tests have theirs."""
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as superuser:
        superuser.execute("SELECT pg_terminate_backend(%s)", [pid])
    wait_until_gone(pid)


def wait_until_gone(pid: int) -> None:
    there = "SELECT FROM pg_stat_activity WHERE pid = %s"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as superuser:
        wait_for(lambda: not superuser.execute(there, [pid]).fetchall())


def fail(promise: Any, *why: Any, **facts: Any) -> None:
    """End a queued solve or job as failed, as an attempt does that holds it."""
    token = uuid.uuid4()
    assert type(promise).objects.claim(promise.pk, token)
    type(promise).objects.fail(promise.pk, token, *why, **facts)
    promise.refresh_from_db()


def note_faults(page: Any, faults: list[str]) -> None:
    """Add to the list what a browser's page complains of on its console."""

    def note(message: Any) -> None:
        # That a page itself is no 200 may be what a test is about.
        if message.type == "error" and message.location["url"] != page.url:
            faults.append(f"{page.url}: {message.text}")

    page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
    page.on("console", note)


class Processes:
    """Real processes of the site on this test's database and Redis, each a group that can be killed."""

    all: ClassVar[list["Processes"]] = []

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.running: list[Running] = []
        self.all.append(self)

    def start(self, *command: str, **environment: str) -> Running:
        process = forked.start(command, self.environment | environment)
        self.running.append(process)
        return process

    def worker(self, lane: str = "interactive", **environment: str) -> Running:
        return self.start(
            *("-m", "celery", "-A", "sudokusite", "worker", "--queues", lane),
            *("--concurrency", "1", "--loglevel", "ERROR", "--without-gossip", "--without-mingle"),
            *("--hostname", f"{lane}{len(self.running)}@%h"),  # each has a heartbeat of its own
            **environment,
        )

    def reaper(self, **environment: str) -> Running:
        return self.start("manage.py", "reap", **{"REAPER_PERIOD": "1"} | environment)

    def kill(self, process: Running) -> None:
        """The whole group at once, without a chance to clean up."""
        with suppress(ProcessLookupError):  # it may have ended by itself
            os.killpg(process.pid, signal.SIGKILL)
        with suppress(ProcessLookupError):  # or have no group yet
            process.send_signal(signal.SIGKILL)
        process.wait()
        self.running.remove(process)

    def stop(self) -> None:
        for process in list(self.running):
            self.kill(process)

    @classmethod
    def stop_all(cls) -> None:
        while cls.all:
            cls.all.pop().stop()


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is sent. It waits before its greeting, and may refuse."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _MailSession)
        self.taken: list[str] = []
        self.refuses = False
        self.wait = 0.0
        self.url = f"smtp://127.0.0.1:{self.server_address[1]}"
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def links(self) -> list[str]:
        return re.findall(r"https?://\S+/account/reset/\S+", "\n".join(self.taken))


class _MailSession(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        time.sleep(self.server.wait)
        self._say("220 here" if not self.server.refuses else "421 not now")
        while line := self.rfile.readline().decode().strip():
            verb = line.split()[0].upper()
            if verb == "DATA":
                self._say("354 go on")
                lines = iter(lambda: self.rfile.readline().decode().rstrip("\r\n"), ".")
                self.server.taken.append("\n".join(lines))
            self._say("221 bye" if verb == "QUIT" else "250 well")

    def _say(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


def processes_on_test_services() -> Processes:
    """Of one test, or of one after the other: those of an earlier one would do its work."""
    from django.conf import settings

    Processes.stop_all()
    flush_redis()
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    return Processes(
        os.environ
        | {
            "DATABASE_URL": patient(url.geturl()),
            "REDIS_URL": settings.REDIS_URL,
            "SECRET_KEY": settings.SECRET_KEY,
            **WITHOUT_LIMITS,
            **PATIENT,
        }
    )


def let_lease_run_out(promise: Any) -> None:
    """Free a solve or job whose worker was killed, at once and not after the rest of its lease."""
    wait_for(is_nothing_under_way)  # PostgreSQL may still be doing what the dead one had asked for
    held = type(promise).objects.filter(pk=promise.pk, status="running")
    held.update(lease_until=timezone.now() - timedelta(seconds=1))


def is_nothing_under_way() -> bool:
    """Whether no other session of the database works, or stands inside a transaction."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND state <> 'idle' AND pid <> pg_backend_pid()"
        )
        return bool(cursor.fetchone() == (0,))


def empty_tables() -> None:
    """Delete what was committed, where there is anything, even if a worker of the test still writes."""
    while True:
        try:
            return _empty_tables()
        except IntegrityError:  # a row was added to a table that had none when it was looked at
            continue
        except OperationalError as error:
            # A worker, or a request that nobody waits for any more, has waited for us and we for it.
            if not isinstance(error.__cause__, psycopg.errors.DeadlockDetected):
                raise


def _empty_tables() -> None:
    tables = sorted(set(connection.introspection.table_names()) - MADE_BY_MIGRATIONS)
    quoted = [connection.ops.quote_name(table) for table in tables]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            " UNION ALL ".join(f"(SELECT '{each}' FROM {each} LIMIT 1)" for each in quoted)
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table}")


def flush_redis() -> None:
    import redis
    from django.conf import settings

    redis.from_url(settings.REDIS_URL).flushdb()
