"""The faults, by number: each breaks something under load, and tells its figures in a few words.

AssertionError where the site does not bear it. What holds after every fault is asked elsewhere.
"""

import base64
import itertools
import json
import os
import pickle
import random
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import psycopg
from puzzles import EMPTY

from sudokusite.local.run import PROCESSES

from . import invariants
from .load import LONG, Load, expected, work
from .site import ROOT, Answer, Site, check, quantile, wait_for

DEPLOY_PATIENCE = 30  # seconds for which a proxy tries a refused connection again


@dataclass(frozen=True)
class Fault:
    number: int
    title: str
    do: Callable[[Site, Load], str]
    patience: float  # of the clients


FAULTS: dict[int, Fault] = {}


def fault(number: int, title: str, patience: float = 0):
    def enter(do: Callable[[Site, Load], str]) -> Callable[[Site, Load], str]:
        FAULTS[number] = Fault(number, title, do, patience)
        return do

    return enter


def suffer(site: Site, fault: Fault, submissions: int, rate: float) -> str:
    """One fault from beginning to end; gives its figures, AssertionError where something does not hold."""
    site.clear()
    load = Load(site, submissions, rate, fault.patience)
    try:
        figures = fault.do(site, load)
    finally:
        load.finish()
    site.settle()
    invariants.hold(site, load.acknowledged)
    return f"{figures}; {len(load.acknowledged)} of {len(load.sent)} acknowledged and answered"


# --- Workers --------------------------------------------------------------------------------------
@fault(1, "SIGKILL a pool child mid-solve, 20 times")
def kill_children(site: Site, load: Load) -> str:
    def kill_one() -> None:
        with suppress(ProcessLookupError):
            os.kill(random.choice(site.children("worker")).pid, signal.SIGKILL)

    return _cut_short(site, kill_one, site.some(20))


@fault(2, "SIGKILL the whole worker group, 10 times, restarted")
def kill_groups(site: Site, load: Load) -> str:
    return _cut_short(site, lambda: site.kill("worker"), site.some(10))


def _cut_short(site: Site, kill: Callable[[], None], times: int) -> str:
    """Kill while solves are running, until so many kills cut one short."""
    hit: dict[str, float] = {}  # by solve: when its worker was killed
    kills = fruitful = 0

    def at_work() -> set[str]:
        return set(site.running()) - hit.keys()

    while fruitful < times:
        check(kills < 4 * times, f"only {fruitful} of {kills} kills cut a solve short")
        wait_for(lambda: site.has_its_pool("worker"), site.within(30), "the pool to be whole")
        # Or what is cut short would wait behind all that came while nobody worked.
        wait_for(
            lambda: site.waiting("interactive") < 40, site.within(60), "the queue to be short again"
        )
        if site.is_short:  # its load is too light for two to run at once
            for _ in range(4):
                site.submit(*LONG)
        wait_for(lambda: len(at_work()) >= 2, site.within(30), "two solves to be running")
        found = at_work()
        kill()
        killed = time.time()
        kills += 1
        time.sleep(0.2)  # what was not cut short is finished by then
        cut_short = found & at_work()
        site.let_leases_run_out()
        hit |= dict.fromkeys(cut_short, killed)
        fruitful += bool(cut_short)
    _all_answered(site, list(hit))
    rows = site.sql(
        "SELECT id::text, extract(epoch FROM finished_at)::float FROM solver_solve"
        " WHERE id = ANY(%s::uuid[])",
        list(hit),
    )
    slowest = max(finished - hit[solve] for solve, finished in rows)
    check(
        slowest < site.within(site.clock.bound),
        f"one was answered only {slowest:.1f} s after the kill",
    )
    return f"{fruitful} kills cut short {len(hit)} solves, answered within {slowest:.1f} s"


@fault(3, "SIGSTOP a worker for two leases, then SIGCONT")
def freeze_worker(site: Site, load: Load) -> str:
    """The whole group: a child alone would be killed by its parent at the time limit, and never wake."""
    words = [word.replace("interactive@", "second@") for word in PROCESSES["worker"]]
    second = site.process("second", words)
    try:
        asleep = _freeze_at_work(site)
        second.start()
        time.sleep(2 * site.clock.lease)
        site.signal_group("worker", signal.SIGCONT)
        time.sleep(3)
    finally:
        second.stop()
    rows = site.sql(
        "SELECT count(*) FROM solver_solve WHERE attempt > 1 AND id = ANY(%s::uuid[])", asleep
    )
    check(rows[0][0] == len(asleep), f"{rows[0][0]} of {len(asleep)} were taken over")
    log = site.processes["worker"].log.read_text()
    fenced = log.count("lease lost") + log.count("idle-in-transaction timeout")
    return f"{len(asleep)} solves taken over, {fenced} writers fenced off when they woke"


def _freeze_at_work(site: Site) -> list[str]:
    """Stop the worker in the middle of a solve, whichever it is; gives those that sleep."""
    while True:
        wait_for(site.running, site.within(20), "a solve to be running")
        site.signal_group("worker", signal.SIGSTOP)
        time.sleep(0.5)
        if asleep := site.running():
            return asleep
        site.signal_group("worker", signal.SIGCONT)


# --- Redis ----------------------------------------------------------------------------------------
@fault(4, "SIGKILL Redis without persistence, 100 queued, restart")
def kill_redis(site: Site, load: Load) -> str:
    restarts = site.restarts
    burst = _burst(site, site.some(100))
    assert site.redis.popen
    queued = site.unanswered()
    site.redis.popen.kill()
    site.redis.popen.wait()
    time.sleep(3)
    site.redis.start()
    seconds = _all_answered(site, burst)
    check(site.restarts == restarts, "a worker had to be started again")
    return f"{len(burst)} of {len(burst)} answered within {seconds:.0f} s, {queued} were waiting"


@fault(5, "Redis stopped, 50 submitted")
def stop_redis(site: Site, load: Load) -> str:
    site.redis.stop()
    try:
        words, solves = _submit_without_redis(site)
    finally:
        site.redis.start()
    return f"{words}, all answered {_all_answered(site, solves):.0f} s after the start"


@fault(6, "Redis frozen (SIGSTOP), 50 submitted")
def freeze_redis(site: Site, load: Load) -> str:
    assert site.redis.popen
    site.redis.popen.send_signal(signal.SIGSTOP)
    try:
        words, solves = _submit_without_redis(site)
        with ThreadPoolExecutor(8) as hands:
            lively = list(hands.map(lambda _: site.get("/livez"), range(16)))
        slowest = max(answer.seconds for answer in lively)
        check(slowest < site.within(3), f"a web worker is stuck: /livez took {slowest:.1f} s")
    finally:
        site.redis.popen.send_signal(signal.SIGCONT)
    return (
        f"{words}, /livez {slowest:.2f} s, all answered {_all_answered(site, solves):.0f} s later"
    )


def _submit_without_redis(site: Site) -> tuple[str, list[str]]:
    """Half of them by the page, half by the API: acknowledged, queued, soon enough."""
    number = site.some(50)
    answers = []
    with ThreadPoolExecutor(number) as hands:
        for index in range(number):
            submit = (site.submit, site.submit_by_page)[index % 2]
            answers.append(hands.submit(submit, *work(index)))
            time.sleep(0.05)
    answered = [answer.result() for answer in answers]
    check(all(answer.solve for answer in answered), f"not acknowledged: {_statuses(answered)}")
    page = site.get(f"/solves/{answered[-1].solve}/")
    check(
        page.status == 200 and "Waiting for a worker" in page.text, "the page does not say queued"
    )
    p99 = quantile([answer.seconds for answer in answered], 0.99)
    check(p99 < site.within(3), f"p99 {p99:.2f} s")
    return f"{number} acknowledged and shown as queued, p99 {p99:.2f} s", [
        a.solve for a in answered if a.solve
    ]


@fault(7, "FLUSHALL under load")
def flush_redis(site: Site, load: Load) -> str:
    lost = 0
    for _ in range(site.some(20)):
        _burst(site, 20)  # more than the workers take at once
        broker = site.broker()
        lost += broker.llen("interactive") + broker.hlen("unacked")
        broker.flushall()
        time.sleep(1)
    return f"{site.some(20)} times, {lost} messages lost"


# --- PostgreSQL -----------------------------------------------------------------------------------
@fault(8, "PostgreSQL restarted at once under load")
def restart_postgres(site: Site, load: Load) -> str:
    assert site.postgres.popen
    connections = site.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'sudoku'")[0][0]
    time.sleep(2)
    down = time.time()
    site.postgres.popen.send_signal(signal.SIGQUIT)  # "immediate": ends all, tidies nothing
    site.postgres.popen.wait()
    site.postgres.start()
    back = time.time()
    site.let_leases_run_out()
    time.sleep(5)
    answers = [answer for answer in load.answers if answer.sent > down - 1]
    errors = [answer for answer in answers if not answer.solve]
    late = [answer for answer in errors if answer.sent > back]
    check({answer.status for answer in errors} <= {503}, f"not only 503: {_statuses(errors)}")
    check(len(late) <= connections, f"{len(late)} errors over {connections} connections")
    return (
        f"away for {back - down:.1f} s, {len(errors)} times 503, "
        f"{len(late)} of them once it was back, {connections} connections"
    )


@fault(9, "PostgreSQL away for 60 s")
def stop_postgres(site: Site, load: Load) -> str:
    time.sleep(3)
    site.postgres.stop()
    time.sleep(0.5)
    started = time.time()
    answers: list[Answer] = []
    while time.time() - started < site.some(60):
        for ask in (site.submit, site.submit_by_page):
            answers.append(ask(*work(len(answers))))
        answers.append(site.get(f"/solves/{uuid.uuid4()}/"))
        time.sleep(0.25)
    until = time.time()
    site.postgres.start()
    site.let_leases_run_out()
    time.sleep(3)
    answers += [answer for answer in load.answers if started < answer.sent < until - 1]
    slowest = max(answer.seconds for answer in answers)
    check({answer.status for answer in answers} == {503}, f"not only 503: {_statuses(answers)}")
    check(all(answer.retry_after for answer in answers), "503 without Retry-After")
    check(slowest < site.within(1), f"an answer took {slowest:.2f} s")
    return f"{len(answers)} requests, each 503 with Retry-After within {slowest:.2f} s"


# --- The queue ------------------------------------------------------------------------------------
@fault(10, "garbage, pickle, unknown task, 1 MB pushed into the queue")
def push_garbage(site: Site, load: Load) -> str:
    pickled = base64.b64encode(pickle.dumps(([1], {}, {}))).decode()
    properties = {
        "delivery_tag": "1",
        "body_encoding": "base64",
        "delivery_info": {"exchange": "", "routing_key": "interactive"},
    }
    message = json.dumps(
        {
            "body": pickled,
            "content-encoding": "binary",
            "content-type": "application/x-python-serialize",
            "headers": {"task": "solver.solve", "id": "1"},
            "properties": properties,
        }
    )
    pushes: dict[str, Callable[[], object]] = {
        "garbage": lambda: site.broker().lpush("interactive", b"\x00garbage{"),
        "pickle": lambda: site.broker().lpush("interactive", message),
        "unknown task": lambda: site.ring("x", task="no.such.task"),
        "1 MB": lambda: site.broker().lpush("interactive", b"x" * 1_000_000),
    }
    waits = []
    for push in pushes.values():
        push()
        good = _submit(site, 0)
        waits.append(
            wait_for(
                lambda good=good: _is_answered(site, [good]), site.within(10), "the next good task"
            )
        )
    waited = ", ".join(f"{name} {wait:.1f} s" for name, wait in zip(pushes, waits, strict=True))
    return f"next good task after {waited}"


@fault(11, "one id delivered five times at once, and again when done")
def deliver_again(site: Site, load: Load) -> str:
    solves = []
    for number in range(site.some(50)):
        solve = _submit(site, number)
        site.ring(*[solve] * 5)
        solves.append(solve)
    _all_answered(site, solves)
    before = site.digest(solves)
    for solve in solves:
        site.ring(*[solve] * 5)
    load.finish()
    site.settle()
    wait_for(
        lambda: not site.broker().llen("interactive"), site.within(60), "the messages to be taken"
    )
    time.sleep(0.5)
    check(site.digest(solves) == before, "rows changed")
    query = (
        "SELECT max(attempt - (lane = 'slow')::int) FROM solver_solve WHERE id = ANY(%s::uuid[])"
    )
    attempts = site.sql(query, solves)[0][0]  # without the one that was handed over
    check(attempts == 1, f"one was attempted {attempts} times")
    return f"{len(solves)} ids 11 times each: one attempt, rows unchanged"


@fault(12, "50 exploding boards among 50 normal ones")
def explode(site: Site, load: Load) -> str:
    """Spread over the load, as visitors come: every tenth board explodes."""
    before = _waits(site, _spread(site, site.some(50), explosions=False)[0])
    memory = site.memory()
    normal, exploding = _spread(site, site.some(50), explosions=True)
    load.finish()
    # The slow lane works off all that explode, one after the other; one of the normal ones is among them.
    _all_answered(site, exploding + normal, seconds=site.clock.solve * len(exploding) * 2 + 60)
    after = _waits(site, normal)
    outcomes = site.sql(
        "SELECT outcome, min(iteration_count) FROM solver_solve WHERE id = ANY(%s::uuid[]) GROUP BY 1",
        exploding,
    )
    check([row[0] for row in outcomes] == ["limit"], f"exploding boards ended as {outcomes}")
    check(outcomes[0][1] > 0, "an exploding board has no history")
    grown = site.memory() - memory
    check(grown < 100, f"the workers grew by {grown:.0f} MB")
    p95 = quantile(before, 0.95), quantile(after, 0.95)
    check(p95[1] <= 2 * p95[0], f"normal p95 went from {p95[0]:.2f} s to {p95[1]:.2f} s")
    return (
        f"all ended as limit with {outcomes[0][1]} iterations or more; normal p95 {p95[0]:.2f} s alone, "
        f"{p95[1]:.2f} s among them; memory {grown:+.0f} MB"
    )


def _spread(site: Site, number: int, explosions: bool) -> tuple[list[str], list[str]]:
    """So many normal boards, and as many exploding ones, two of each a second."""
    normal, exploding = [], []
    for index in range(number):
        normal.append(_submit(site, index))
        time.sleep(0.25)
        if explosions:
            answer = site.submit(EMPTY, "branches")
            check(answer.solve, f"not acknowledged: {answer}")
            exploding.append(str(answer.solve))
        time.sleep(0.25)
    return normal, exploding


def _waits(site: Site, solves: list[str]) -> list[float]:
    """Seconds from submitting to the answer."""
    _all_answered(site, solves)
    query = "SELECT extract(epoch FROM finished_at - created_at)::float FROM solver_solve"
    return [seconds for (seconds,) in site.sql(f"{query} WHERE id = ANY(%s::uuid[])", solves)]


# --- Operations -----------------------------------------------------------------------------------
@fault(13, "SIGTERM deploy every 20 s", patience=DEPLOY_PATIENCE)
def deploy(site: Site, load: Load) -> str:
    """Behind a proxy that tries a refused connection again, as docs/operations.md has it."""
    deploys = 1 if site.is_short else 3
    stopping = []
    for _ in range(deploys):
        started = time.monotonic()
        for name, process in site.processes.items():
            with site.not_kept(name), site.lock:
                process.stop(seconds=40)
                stopping.append(time.monotonic() - started)
                process.start()
        time.sleep(max(0.0, 20 - (time.monotonic() - started)) if not site.is_short else 0)
    load.finish()
    failed = [answer for answer in load.answers if not answer.solve]
    check(not failed, f"clients saw {_statuses(failed)}: {[a.text[:100] for a in failed[:3]]}")
    slowest = max(answer.seconds for answer in load.answers)
    return f"{deploys} deploys, {len(load.answers)} requests, none failed, slowest {slowest:.1f} s"


@fault(14, "a batch killed at half")
def kill_batch(site: Site, load: Load) -> str:
    method, number = "combos", 300 if site.is_short else 1000
    lines = [work(index)[0] for index in range(number)]
    url = site.submit_batch(lines, method)

    def results() -> list[dict[str, Any]]:
        return [json.loads(line) for line in site.get(f"{url}results/").text.splitlines()]

    wait_for(
        lambda: site.batch(url)["finished"] >= number // 2, site.within(120), "half of the batch"
    )
    site.kill("worker-bulk")
    site.kill("reaper")
    site.let_leases_run_out()
    before = [each["id"] for each in results()]
    check(len(before) < number, "it was over before it was killed")
    digest = site.digest(before)
    seconds = wait_for(
        lambda: site.batch(url)["finished"] == number, site.within(120), "the rest of the batch"
    )
    check(site.digest(before) == digest, "what was done was done again")
    found = results()
    check([each["item"] for each in found] == [*range(1, number + 1)], "gaps or repetitions")
    count = site.sql("SELECT count(*) FROM solver_solve WHERE lane = 'bulk'")[0][0]
    check(count == number, f"{count} solves instead of {number}")
    found_out = [(each["outcome"], each["verdict"], each["iteration_count"]) for each in found]
    check(
        found_out == [expected(line, method) for line in lines],
        "other answers than without the fault",
    )
    return f"{len(before)} of {number} done, unchanged; the others {seconds:.0f} s after"


@fault(15, "a migration that locks, under load")
def lock_by_migration(site: Site, load: Load) -> str:
    """A reader that dawdles holds the table; the migration wants it whole, and everybody queues behind."""
    with psycopg.connect(site.postgres.url) as reader:
        reader.execute("SELECT count(*) FROM solver_solve")
        begun = time.time()
        command = [sys.executable, "manage.py", "migrate"]
        result = subprocess.run(
            command, cwd=ROOT, env=_next_version(site), capture_output=True, text=True
        )
        seconds = time.time() - begun
    time.sleep(2)
    check(result.returncode and "holds a lock" in result.stderr, f"it said {result.stderr[-300:]}")
    check(seconds < site.within(10), f"it took {seconds:.1f} s to give up")
    answered = [answer for answer in load.answers if answer.sent > begun - 1]
    check(all(answer.solve for answer in answered), f"clients saw {_statuses(answered)}")
    p99 = quantile([answer.seconds for answer in answered], 0.99)
    check(p99 < site.within(3), f"p99 {p99:.2f} s")
    site.manage("migrate", "--check")
    return (
        f"gave up within {seconds:.1f} s, start included; {len(answered)} requests, p99 {p99:.2f} s"
    )


def _next_version(site: Site) -> dict[str, str]:
    """The environment of a version of the site that brings one more migration."""
    for name, text in NEXT_VERSION.items():
        path = site.folder / "next" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return site.environment | {
        "PYTHONPATH": str(site.folder / "next"),
        "DJANGO_SETTINGS_MODULE": "next_settings",
    }


NEXT_VERSION = {
    "next_settings.py": "from sudokusite.settings import *\nINSTALLED_APPS = [*INSTALLED_APPS, 'late']",
    "late/__init__.py": "",
    "late/migrations/__init__.py": "",
    "late/migrations/0001_initial.py": """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("solver", "0001_initial")]
    operations = [migrations.RunSQL("ALTER TABLE solver_solve ADD COLUMN late integer")]
""",
}


@fault(16, "backup, restore into an empty database")
def restore(site: Site, load: Load) -> str:
    load.finish()
    site.settle()
    programs, dump = site.postgres.programs, site.folder / "backup.dump"
    copy = site.postgres.url.rsplit("/", 1)[0] + "/copy"
    site.sql("DROP DATABASE IF EXISTS copy")
    site.sql("CREATE DATABASE copy")
    started = time.monotonic()
    _run(programs / "pg_dump", "--format=custom", f"--file={dump}", site.postgres.url)
    _run(programs / "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={copy}", dump)
    seconds = time.monotonic() - started
    tables = [
        name for (name,) in site.sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ]

    def counts(url: str) -> dict[str, int]:
        found = {}
        for table in tables:
            if table != "solver_heartbeat":  # it goes on beating
                found[table] = site.sql(f"SELECT count(*) FROM {table}", url=url)[0][0]
        return found

    there, here = counts(copy), counts(site.postgres.url)
    check(there == here, f"{there} instead of {here}")
    site.manage("audit", DATABASE_URL=copy)
    rows = sum(there.values())
    return (
        f"{rows} rows in {len(tables)} tables, {dump.stat().st_size / 1e6:.1f} MB, {seconds:.1f} s"
    )


# --- What several of them do ----------------------------------------------------------------------
def _submit(site: Site, number: int) -> str:
    answer = site.submit(*work(number))
    check(answer.solve, f"not acknowledged: {answer.status} {answer.text[:100]}")
    return str(answer.solve)


def _burst(site: Site, number: int) -> list[str]:
    with ThreadPoolExecutor(16) as hands:
        return list(hands.map(lambda index: _submit(site, index), range(number)))


def _is_answered(site: Site, solves: list[str]) -> bool:
    query = (
        "SELECT count(*) FROM solver_solve WHERE finished_at IS NOT NULL AND id = ANY(%s::uuid[])"
    )
    return bool(site.sql(query, solves)[0][0] == len(solves))


def _all_answered(site: Site, solves: list[str], seconds: float = 120) -> float:
    return wait_for(
        lambda: _is_answered(site, solves), site.within(seconds), f"{len(solves)} answers"
    )


def _statuses(answers: list[Answer]) -> dict[int, int]:
    ordered = sorted(answer.status for answer in answers)
    return {status: len(list(group)) for status, group in itertools.groupby(ordered)}


def _run(*words: object) -> None:
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    check(result.returncode == 0, f"{words[0]}: {result.stderr[-300:]}")
