"""The site as it runs in production, on services of its own, to be broken at will."""

import gzip
import http.client
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import psycopg
import redis
from celery import Celery
from support import PATIENCE, patient

from sudokusite.local.postgresql import PostgreSQL
from sudokusite.local.processes import Process, free_port
from sudokusite.local.run import NICENESS, PROCESSES
from sudokusite.local.services import Redis

ROOT = Path(__file__).resolve().parents[2]
# To say what is wrong with them.
UNANSWERED = """
    SELECT id::text, status, lane, method, attempt, lease_token::text,
           (lease_until - now())::text, (now() - enqueued_at)::text, (now() - created_at)::text
    FROM solver_solve WHERE status IN ('queued', 'running') LIMIT 10
"""


@dataclass(frozen=True)
class Clock:
    """The times that the faults run with, in seconds. The lease is as in production."""

    lease: int = 15
    period: int = 5  # of the reaper
    task: int = 10
    solve: int = 3

    @property
    def bound(self) -> int:
        """Within this a solve is answered whose worker was lost."""
        return self.lease + self.period + 5

    def as_environment(self) -> dict[str, str]:
        return {
            "LEASE_SECONDS": str(self.lease),
            "REAPER_PERIOD": str(self.period),
            "TASK_SECONDS": str(self.task),
            "SOLVE_NODES": str(25_000 * self.solve),
        }


@dataclass(frozen=True)
class Answer:
    """What a client got. `status` is 0 where the connection broke; `solve` is None unless acknowledged."""

    status: int
    seconds: float
    sent: float  # time.time()
    text: str = ""
    solve: str | None = None
    retry_after: str | None = None
    session: str = ""  # the cookie of the session that it began


class Site:
    """All of it: services, processes, a supervisor as Compose is one, and clients for its doors."""

    def __init__(self, folder: Path, clock: Clock, is_short: bool = False) -> None:
        self.clock = clock
        self.is_short = is_short
        self.folder = folder
        # It keeps its commits when it is killed, though not when the machine loses its power.
        self.postgres = PostgreSQL(folder, durable=False)
        self.postgres.command += ["-c", "synchronous_commit=on"]
        self.redis = Redis(folder, durable=False)
        self.port = free_port()
        programs = Path(sys.executable).parent
        self.environment = os.environ | {
            # All come from one address.
            "LIMIT_REQUESTS": "",
            "LIMIT_SUBMISSIONS": "",
            "LIMIT_PROCESSOR": "",
            "UNFINISHED_SOLVES": "1000000",
            "DATABASE_URL": patient(self.postgres.url) if is_short else self.postgres.url,
            "REDIS_URL": self.redis.url,
            "SECRET_KEY": secrets.token_urlsafe(50),
            "WEB_BIND": f"127.0.0.1:{self.port}",
            "PATH": f"{programs}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
            **clock.as_environment(),
        }
        self.processes = {name: self.process(name, cmd) for name, cmd in PROCESSES.items()}
        self.kept = set(self.processes)  # those to start again when they die
        self.lock = threading.RLock()  # a process is started, or killed, by one at a time
        self.restarts = 0
        self.is_over = threading.Event()
        self.supervisor = threading.Thread(target=self._supervise, daemon=True)

    def process(
        self, name: str, command: list[str], cwd: Path = ROOT, **environment: str
    ) -> Process:
        log = self.folder / f"{name}.log"
        # What is nice gets nothing on a machine with other work.
        niceness = 0 if self.is_short else NICENESS.get(name, 0)
        environment = self.environment | environment
        return Process(name, command, log, niceness=niceness, cwd=cwd, env=environment)

    def changed(
        self, name: str, settings: str, files: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """The environment of a site whose settings have these lines more, beside these modules."""
        lines = f"from sudokusite.settings import *\n{settings}"
        folder = self.folder / name
        for path, text in {f"{name}_settings.py": lines, **(files or {})}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return {"PYTHONPATH": str(folder), "DJANGO_SETTINGS_MODULE": f"{name}_settings"}

    def some(self, number: int) -> int:
        """That many; a tenth in the short form."""
        return max(2, number // 10) if self.is_short else number

    def within(self, seconds: float) -> float:
        """What something may take; in the short form, on a machine with other work, what only ends a hang."""
        return max(seconds, PATIENCE) if self.is_short else seconds

    # --- From start to end ----------------------------------------------------------------------
    def __enter__(self) -> "Site":
        try:
            self.postgres.start()
            self.redis.start()
            self.manage("migrate")
            for process in self.processes.values():
                process.start()
            self.supervisor.start()
            wait_for(
                lambda: self.get("/readyz").status == 200, self.within(60), "the site to start"
            )
            wait_for(lambda: self.workers_are_ready(), self.within(60), "the workers to start")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        if self.supervisor.is_alive():
            self.supervisor.join()
        for process in self.processes.values():
            process.kill_group()
        for server in (self.redis, self.postgres):
            if server.popen:
                with suppress(ProcessLookupError):
                    server.popen.send_signal(signal.SIGCONT)
            server.stop()

    def _supervise(self) -> None:
        while not self.is_over.wait(0.1):
            with self.lock:
                for name in self.kept:
                    if not self.processes[name].is_running:
                        self.restarts += 1
                        self.processes[name].start()

    def workers_are_ready(self) -> bool:
        rows = self.sql(
            "SELECT name FROM solver_heartbeat WHERE seen_at > now() - interval '1 minute'"
        )
        return {name.split("@")[0] for (name,) in rows} >= {"interactive", "bulk", "reaper"}

    def settle(self) -> None:
        """Wait until nothing is unanswered, as long as two leases and two looks after the last was answered."""
        patience = self.within(2 * (self.clock.lease + self.clock.period) + 10)
        left, deadline = -1, time.monotonic() + patience
        while now_left := self.unanswered():
            if now_left != left:
                left, deadline = now_left, time.monotonic() + patience
            if time.monotonic() >= deadline:
                raise AssertionError(f"not answered yet: {self.sql(UNANSWERED)}")
            time.sleep(0.3)

    def unanswered(self) -> int:
        query = "SELECT count(*) FROM solver_solve WHERE status IN ('queued', 'running')"
        return int(self.sql(query)[0][0])

    def unfinished_jobs(self) -> int:
        query = "SELECT count(*) FROM solver_job WHERE status IN ('queued', 'running')"
        return int(self.sql(query)[0][0])

    def waiting(self, lane: str) -> int:
        query = "SELECT count(*) FROM solver_solve WHERE status = 'queued' AND lane = %s"
        return int(self.sql(query, lane)[0][0])

    def clear(self) -> None:
        """Forget all solves, for the next fault."""
        self.sql("TRUNCATE solver_chapter, solver_solve, solver_puzzle, solver_job CASCADE")

    # --- Breaking it ----------------------------------------------------------------------------
    @contextmanager
    def not_kept(self, *names: str) -> Iterator[None]:
        """Inside, the supervisor leaves these alone."""
        self.kept -= set(names)
        with self.lock:  # not in the middle of starting one
            pass
        yield
        self.kept |= set(names)

    @contextmanager
    def instead(self, others: dict[str, Process]) -> Iterator[None]:
        """Inside, these run in place of those of their names."""
        own = {name: self.processes[name] for name in others}
        self._replace(others)
        try:
            yield
        finally:
            self._replace(own)

    def _replace(self, others: dict[str, Process]) -> None:
        """One after the other, as a deployment does."""
        for name, process in others.items():
            with self.lock:
                self.processes[name].stop(seconds=40)
                self.processes[name] = process
                process.start()
        wait_for(self.workers_are_ready, self.within(60), "the workers to start")
        wait_for(lambda: self.get("/readyz").status == 200, self.within(60), "the site to start")

    def kill(self, name: str) -> None:
        """The whole group at once."""
        with self.lock:
            popen = self.processes[name].popen
            if popen:
                with suppress(ProcessLookupError):
                    os.killpg(popen.pid, signal.SIGKILL)
                popen.wait()

    def let_leases_run_out(self) -> None:
        """In the short form of a fault nobody waits for them; who still works loses his to another."""
        if self.is_short:
            for table in ("solver_solve", "solver_job"):
                self.sql(f"UPDATE {table} SET lease_until = now() WHERE status = 'running'")

    def signal_group(self, name: str, number: int) -> None:
        popen = self.processes[name].popen
        assert popen
        os.killpg(popen.pid, number)

    def has_its_pool(self, name: str) -> bool:
        words = self.processes[name].command
        return len(self.children(name)) == int(words[words.index("--concurrency") + 1])

    def children(self, name: str) -> list[psutil.Process]:
        """The processes of its pool."""
        popen = self.processes[name].popen
        try:
            return psutil.Process(popen.pid).children() if popen else []
        except psutil.NoSuchProcess:
            return []

    def memory(self) -> float:
        """Megabytes of all workers, the largest moment of each being what counts."""
        family = [*self.children("worker"), *self.children("worker-bulk")]
        return sum(member.memory_info().rss for member in family) / 1e6

    # --- Asking it ------------------------------------------------------------------------------
    def sql(self, query: str, *parameters: object, url: str = "") -> list[tuple]:
        with psycopg.connect(url or self.postgres.url, autocommit=True) as connection:
            cursor = connection.execute(query, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def running(self) -> dict[str, int]:
        """The attempt at each solve of the interactive lane that is at work, or was when it was killed."""
        query = (
            "SELECT id::text, attempt FROM solver_solve"
            " WHERE status = 'running' AND lane = 'interactive'"
        )
        return dict(self.sql(query))

    def digest(self, solves: list[str]) -> str:
        """Changes when any row of these solves does."""
        rows = self.sql(
            "SELECT md5(string_agg(t, '' ORDER BY t)) FROM ("
            " SELECT s::text FROM solver_solve s WHERE id = ANY(%s::uuid[]) UNION ALL"
            " SELECT c::text FROM solver_chapter c WHERE solve_id = ANY(%s::uuid[])) AS all_rows(t)",
            solves,
            solves,
        )
        return str(rows[0][0])

    def enqueue(self, *solves: str, task: str = "solver.solve", lane: str = "interactive") -> None:
        with Celery(broker=self.redis.url, set_as_current=False) as app:
            for solve in solves:
                app.send_task(task, args=[solve], queue=lane)

    def broker(self) -> redis.Redis:
        return redis.Redis.from_url(self.redis.url)

    def manage(self, *words: str, **environment: str) -> str:
        """What a command of manage.py prints; AssertionError when it fails."""
        result = self.try_to_manage(*words, **environment)
        words_of_it = f"{result.stdout}{result.stderr[-500:]}"
        check(result.returncode == 0, f"manage.py {words[0]}: {words_of_it}")
        return result.stdout

    def try_to_manage(self, *words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=self.environment | environment,
            capture_output=True,
            text=True,
        )

    def shell(self, program: str, **environment: str) -> str:
        """What a program prints that acts as the site does, by its models and functions."""
        return self.manage("shell", "--verbosity", "0", "--command", program, **environment)

    # --- Its doors ------------------------------------------------------------------------------
    def get(self, path: str, cookie: str = "") -> Answer:
        return self._ask("GET", path, headers={"Cookie": cookie})

    def submit(self, puzzle: str, method: str, patience: float = 0) -> Answer:
        """Through the API, which acknowledges with 202."""
        body = json.dumps({"puzzle": puzzle, "method": method})
        answer = self._ask("POST", "/api/v1/solves/", body, JSON, patience)
        if answer.status != 202:
            return answer
        return Answer(**vars(answer) | {"solve": json.loads(answer.text)["id"]})

    def submit_batch(self, puzzles: list[str], method: str) -> str:
        """Many at once; gives the address of the batch."""
        body = json.dumps({"puzzles": puzzles, "method": method})
        answer = self._ask("POST", "/api/v1/batches/", body, JSON)
        check(answer.status == 202, f"batch: {answer.status} {answer.text[:300]}")
        return str(json.loads(answer.text)["url"])

    def batch(self, url: str) -> dict[str, Any]:
        """How far it is; AssertionError when it ended before its time."""
        batch: dict[str, Any] = json.loads(self.get(url).text)
        check(batch["status"] not in ("failed", "cancelled"), f"batch: {batch['failure']}")
        return batch

    def submit_by_page(self, puzzle: str, method: str, session: str = "") -> Answer:
        """Through the form, as a browser does: it is sent on to the page of the solve."""
        token = secrets.token_hex(16)  # 32 letters and digits, as Django makes them
        body = urllib.parse.urlencode(
            {"puzzle": puzzle, "method": method, "csrfmiddlewaretoken": token}
        )
        cookies = f"csrftoken={token}; {session}"
        answer = self._ask("POST", "/solves/", body, FORM | {"Cookie": cookies})
        found = (
            re.search(r"/solves/([0-9a-f-]{36})/", answer.text) if answer.status == 302 else None
        )
        return Answer(**vars(answer) | {"solve": found and found[1]})

    def _ask(
        self,
        verb: str,
        path: str,
        body: str | None = None,
        headers: dict[str, str] | None = None,
        patience: float = 0,
    ) -> Answer:
        """One request over a connection of its own.

        `patience` is for how many seconds a refused connection is tried again, as the proxy in front of
        a production site does it (docs/operations.md): nothing was sent, so nothing happens twice.
        """
        sent, started = time.time(), time.perf_counter()
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.within(15))
            try:
                connection.connect()
                break
            except ConnectionRefusedError:
                if time.perf_counter() - started >= patience:
                    return Answer(0, time.perf_counter() - started, sent, "refused")
                time.sleep(0.1)
        try:
            connection.request(verb, path, body, headers or {})
            response = connection.getresponse()
            body = response.read()
            if response.headers.get_content_type() == "application/gzip":  # it was long
                body = gzip.decompress(body)
            text = body.decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            return Answer(0, time.perf_counter() - started, sent, repr(error))
        finally:
            connection.close()
        text = response.headers.get("Location", "") if response.status == 302 else text
        retry_after = response.headers.get("Retry-After")
        cookies = response.headers.get_all("Set-Cookie") or []
        session = next((each.split(";")[0] for each in cookies if each[:9] == "sessionid"), "")
        took = time.perf_counter() - started
        return Answer(response.status, took, sent, text, retry_after=retry_after, session=session)


JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def check(holds: object, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def wait_for(what: Callable[[], object], seconds: float, words: str) -> float:
    """The seconds until `what` was true, errors of a service counting as not yet."""
    started = time.monotonic()
    while True:
        with suppress(psycopg.Error, redis.RedisError, OSError):
            if what():
                return time.monotonic() - started
        check(time.monotonic() - started < seconds, f"waited {seconds} s for {words}")
        time.sleep(0.05)


def quantile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
