"""Faults of workers: killed, frozen, wedged, with clocks that are off, and signals at any moment."""

import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress

import psutil
from puzzles import ARTICLE_000, morph

from sudokusite.local.run import PROCESSES

from .fault import all_answered, fault
from .load import LONG, Load, work
from .site import Site, check, wait_for


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
    killed: dict[str, float] = {}  # by solve: when an attempt at it was killed last
    dead = set[tuple[str, int]]()
    kills = fruitful = 0

    def at_work() -> set[tuple[str, int]]:
        return set(site.running().items()) - dead

    def two_at_work() -> bool:
        """Helped on where the load is light or the machine fast, and seldom at two solves at once."""
        if not site.waiting("interactive"):
            site.submit(*LONG)
        return len(at_work()) >= 2

    while fruitful < times:
        check(kills < 4 * times, f"only {fruitful} of {kills} kills cut a solve short")
        wait_for(lambda: site.has_its_pool("worker"), site.within(30), "the pool to be whole")
        # Or what is cut short would wait behind all that came while nobody worked.
        wait_for(
            lambda: site.waiting("interactive") < 40, site.within(60), "the queue to be short again"
        )
        wait_for(two_at_work, site.within(30), "two solves to be running")
        found = at_work()
        kill()
        now = time.time()
        kills += 1
        time.sleep(0.2)  # what was not cut short is finished by then
        cut_short = found & at_work()
        site.let_leases_run_out()
        dead |= cut_short
        killed |= {solve: now for solve, _ in cut_short}
        fruitful += bool(cut_short)
    all_answered(site, list(killed))
    rows = site.sql(
        "SELECT id::text, extract(epoch FROM finished_at)::float FROM solver_solve"
        " WHERE id = ANY(%s::uuid[])",
        list(killed),
    )
    slowest = max(finished - killed[solve] for solve, finished in rows)
    check(
        slowest < site.within(site.clock.bound),
        f"one was answered only {slowest:.1f} s after the kill",
    )
    return f"{fruitful} kills cut short {len(dead)} attempts, answered within {slowest:.1f} s"


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
            return list(asleep)
        site.signal_group("worker", signal.SIGCONT)


@fault(17, "web and reaper an hour fast, the workers an hour slow, and killed")
def set_clocks_off(site: Site, load: Load) -> str:
    """Their own clocks say so; a promise goes by the database's."""
    hour = 3600
    off = {"web": hour, "reaper": hour, "worker": -hour, "worker-bulk": -hour}
    others = {
        name: site.process(
            f"{name}-off", PROCESSES[name], **site.changed("clock", CLOCK), CLOCK_OFF=str(seconds)
        )
        for name, seconds in off.items()
    }
    with site.instead(others):
        begun = site.sql("SELECT now()")[0][0]
        words = _cut_short(site, lambda: site.kill("worker"), site.some(5))
        load.finish()
        site.settle()
        again = site.sql(
            "SELECT count(*) FROM solver_solve"
            " WHERE created_at > %s AND attempt - (lane = 'slow')::int > 1",
            begun,
        )[0][0]
    cut_short = int(words.split()[4])
    check(again <= cut_short, f"{again} solves were attempted again, {cut_short} were cut short")
    return words


CLOCK = """
import os, time
from datetime import timedelta

from django.utils import timezone

OFF = float(os.environ["CLOCK_OFF"])
true_time, true_now = time.time, timezone.now
time.time = lambda: true_time() + OFF
timezone.now = lambda: true_now() + timedelta(seconds=OFF)
"""


@fault(18, "SIGSTOP a pool child at work for good, in each lane")
def wedge_children(site: Site, load: Load) -> str:
    """Its parent ends it at the limit of its task; what it held is taken up when its lease has run out."""
    lines = [work(index)[0] for index in range(300)]
    url = site.submit_batch(lines, "combos")
    waits = [_wedge(site, "worker-bulk")]
    for _ in range(site.some(20) // 4):
        solves = [site.submit(*LONG).solve or "" for _ in range(4)]
        waits.append(_wedge(site, "worker"))
        all_answered(site, solves)
    wait_for(
        lambda: site.batch(url)["finished"] == len(lines), site.within(120), "the rest of the batch"
    )
    count = site.sql("SELECT count(*) FROM solver_solve WHERE lane = 'bulk'")[0][0]
    check(count == len(lines), f"{count} solves instead of {len(lines)}")
    return f"{len(waits)} wedged, ended by their parents within {max(waits):.1f} s"


def _wedge(site: Site, name: str) -> float:
    """The seconds until a child that was stopped at work was ended."""
    for _ in range(100):
        wait_for(lambda: _at_work(site, name), site.within(60), f"{name} to be at work")
        child = _at_work(site, name)
        if not child:
            continue
        child.suspend()
        with suppress(AssertionError):
            return wait_for(
                lambda child=child: (
                    not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
                ),
                site.clock.task + 10,
                "it to be ended",
            )
        child.resume()  # it was between two tasks
    raise AssertionError(f"no child of {name} could be stopped at work")


def _at_work(site: Site, name: str) -> psutil.Process | None:
    running = [c for c in site.children(name) if c.status() == psutil.STATUS_RUNNING]
    return random.choice(running) if running else None


@fault(19, "a soft time limit at any moment, 200 times, over all kinds of work")
def signal_at_any_moment(site: Site, load: Load) -> str:
    """Such a signal raised at whatever bytecode there was: in a commit, in an import."""
    rng = random.Random(19)
    lines = [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(200)]
    (site.folder / "lines.txt").write_text("\n".join(lines))
    url = site.submit_batch(lines[:100], "combos")
    site.shell(WORKING, LINES=str(site.folder / "lines.txt"))
    solves = [site.submit(*LONG).solve, site.submit("0" * 625, "branches").solve]
    sent, least = 0, site.some(200)
    while sent < least or site.unfinished_jobs():
        for name in ("worker", "worker-bulk"):
            for child in site.children(name):
                with suppress(psutil.NoSuchProcess):
                    child.send_signal(signal.SIGUSR1)
                    sent += 1
        if sent < least and not site.unfinished_jobs():
            site.submit(*LONG)
        time.sleep(rng.uniform(0.05, 0.5))
        check(sent < 1000 * least, "the jobs do not end")
    all_answered(site, [solve or "" for solve in solves])
    failed = site.sql(
        "SELECT 'solve', failure FROM solver_solve WHERE status = 'failed' UNION ALL"
        " SELECT kind, failure FROM solver_job WHERE status <> 'finished'"
    )
    check(not failed, f"not ended well: {failed[:3]}")
    for kind, total, counts in site.sql("SELECT kind, total, counts FROM solver_job"):
        check(sum(counts.values()) == total, f"{kind} did {counts} of {total}")
    # One that had to go on in the slow lane is answered after its batch.
    wait_for(lambda: site.batch(url)["finished"] == 100, site.within(60), "the batch to be whole")
    return f"{sent} signals; a batch, an import, a generation and the solves ended well"


WORKING = """
import os
from solver.queue import submission

lines = open(os.environ["LINES"]).read().split()
submission.submit_job("import", lines, spec={"at_once": True})
submission.submit_job("generate", range(20), spec={"seed": "soft"})
"""
