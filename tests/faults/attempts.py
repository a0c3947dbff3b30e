"""A busy machine, workers that are stopped or killed, and an item that kills its worker."""

import random
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
from puzzles import ARTICLE_000, morph

from sudokusite.local.run import PROCESSES

from .fault import fault
from .load import Load
from .site import Site, check, wait_for

BUSY = 4  # loops
WORKERS = ("worker", "worker-bulk")
WHOLE = {"TASK_SECONDS": "600"}  # as in production: work that gets on is never killed


@fault(24, "four busy loops beside, the workers niced: the starter library by every method")
def busy_machine(site: Site, load: Load) -> str:
    number = site.some(10_000)
    patient = {name: site.process(name, PROCESSES[name], **WHOLE) for name in WORKERS}
    with site.instead(patient), busy_loops():
        for name in WORKERS:
            for each in (psutil.Process(site.processes[name].popen.pid), *site.children(name)):
                each.nice(max(each.nice(), 10))
        site.manage("load_starter_library")
        site.shell(EVERY_METHOD, NUMBER=str(number))
        load.finish()
        wait_for(lambda: not site.unfinished_jobs(), 7200, "the batches to end")
        wait_for(lambda: not site.unanswered(), 7200, "the longest solves to end")
    counts = dict(site.sql("SELECT status, count(*) FROM solver_solve GROUP BY 1"))
    check(counts.keys() == {"finished"}, f"solves ended as {counts}")
    jobs = dict(site.sql("SELECT status, count(*) FROM solver_job WHERE kind = 'solve' GROUP BY 1"))
    check(jobs.keys() == {"finished"}, f"batches ended as {jobs}")
    (aside,) = site.sql("SELECT count(*) FROM solver_jobpart WHERE failure <> ''")[0]
    check(not aside, f"{aside} items were set aside")
    again = site.sql("SELECT count(*) FROM solver_solve WHERE cardinality(lost) > 0")[0][0]
    return f"{counts['finished']} solves, 0 failed, {again} of them begun again"


@contextmanager
def busy_loops() -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


EVERY_METHOD = """
import os
from itertools import cycle, islice

from solver import engine
from solver.puzzles.starters import STARTERS
from solver.queue import batches

grids = [engine.read_line(starter.givens) for starter in STARTERS]
methods = list(engine.methods())
for method in methods:
    few = int(os.environ["NUMBER"]) // len(methods)
    batches.submit(list(islice(cycle(grids), few)), method, {})
"""


@fault(
    25, "the rating worker killed three times, stopped for 60 s three times, and a puzzle kills it"
)
def rate_through_it_all(site: Site, load: Load) -> str:
    """What is new is found by the reaper, as when an editor has imported it."""
    rng = random.Random(25)
    number, stopped = (200, 10) if site.is_short else (1_500, 60)
    lines = list({morph(ARTICLE_000, rng).replace(".", "0") for _ in range(number)})
    culprit = lines[len(lines) // 2]
    (site.folder / "unrated.txt").write_text("\n".join(lines))
    changed = site.changed(
        "culprit", 'CELERY_IMPORTS = ["culprit_task"]', {"culprit_task.py": CULPRIT}
    )
    deadly = site.process(
        "worker-bulk", PROCESSES["worker-bulk"], **changed, **WHOLE, CULPRIT=culprit
    )
    with site.instead({"worker-bulk": deadly}):
        site.shell(UNRATED, LINES=str(site.folder / "unrated.txt"))
        for _ in range(3):
            _wait_for_rating(site)
            site.kill("worker-bulk")
            _wait_for_rating(site)
            site.signal_group("worker-bulk", signal.SIGSTOP)
            time.sleep(stopped)
            site.signal_group("worker-bulk", signal.SIGCONT)
        ended = time.monotonic()
        wait_for(
            lambda: _unrated(site) == 1, site.within(300), "all but the one at fault to be rated"
        )
        wait_for(lambda: _set_aside(site) == [culprit], site.within(300), "that one to be named")
        seconds = time.monotonic() - ended
    failed = site.sql("SELECT count(*) FROM solver_job WHERE status IN ('failed', 'cancelled')")
    check(not failed[0][0], f"{failed[0][0]} jobs failed")
    return f"{len(lines) - 1} rated {seconds:.0f} s after the last fault, the one at fault named"


def _wait_for_rating(site: Site) -> None:
    """Until a rating is at work, or none is left to be done."""
    at_work = (
        "SELECT count(*) FROM solver_job"
        " WHERE kind = 'rate' AND status = 'running' AND lease_until > now()"
    )
    wait_for(lambda: site.has_its_pool("worker-bulk"), site.within(60), "the worker to be back")
    wait_for(
        lambda: site.sql(at_work)[0][0] or _unrated(site) <= 1, site.within(120), "a rating at work"
    )


def _unrated(site: Site) -> int:
    query = "SELECT count(*) FROM solver_puzzle WHERE NOT in_inbox AND rated_by IS NULL"
    return int(site.sql(query)[0][0])


def _set_aside(site: Site) -> list[str]:
    query = (
        "SELECT givens FROM solver_jobpart CROSS JOIN jsonb_array_elements_text(given) item"
        " JOIN solver_puzzle puzzle ON puzzle.id::text = item WHERE failure <> ''"
    )
    return [givens for (givens,) in site.sql(query)]


UNRATED = """
import os
from solver.models import Puzzle

lines = open(os.environ["LINES"]).read().split()
Puzzle.objects.bulk_create(
    [Puzzle(givens=line, box=3, clue_count=26, is_published=True) for line in lines]
)
"""
CULPRIT = """
import os
import signal
from solver.jobs import rating

work_out = rating._work_out


def die_of_one(job, puzzle):
    if puzzle.givens == os.environ["CULPRIT"]:
        os.kill(os.getpid(), signal.SIGKILL)
    return work_out(job, puzzle)


rating._work_out = die_of_one
"""


@fault(26, "50 undisturbed batches")
def undisturbed_batches(site: Site, load: Load) -> str:
    load.finish()
    site.settle()
    wait_for(lambda: not site.unfinished_jobs(), site.within(300), "the site's own work to end")
    seconds = []
    for number in range(site.some(50)):
        lines = morphs(300, number)
        started = time.monotonic()
        url = site.submit_batch(lines, "combos")
        wait_for(lambda url=url: is_over(site, url), site.within(120), "a batch to be over")
        seconds.append(time.monotonic() - started)
        check(site.batch(url)["finished"] == len(lines), "a batch is not whole")
    median, slowest = statistics.median(seconds), max(seconds)
    is_quick = site.is_short or slowest < 2 * median
    check(is_quick, f"the slowest took {slowest:.1f} s, the median is {median:.1f} s")
    return f"{len(seconds)} batches of 300: median {median:.1f} s, slowest {slowest:.1f} s"


@fault(27, "the batch of a killed worker")
def batch_of_a_killed_worker(site: Site, load: Load) -> str:
    """Its worker is started again, or is gone for good and another is there."""
    lines = morphs(1_000, 27)
    restarted = [_kill_in_a_batch(site, lines) for _ in range(site.some(5))]
    words = [word.replace("bulk@", "second@") for word in PROCESSES["worker-bulk"]]
    taken_over = []
    for _ in range(site.some(5)):
        second = site.process("second", words)
        second.start()
        try:
            wait_for(lambda: "second" in names(site), site.within(60), "the second worker")
            with site.not_kept("worker-bulk"):
                taken_over.append(_kill_in_a_batch(site, lines))
        finally:
            second.stop()
            site.sql("DELETE FROM solver_heartbeat WHERE name LIKE 'bulk@%%'")
            wait_for(lambda: "bulk" in names(site), site.within(60), "the first to be back")
    slowest = max(restarted + taken_over)
    check(slowest < site.within(15), f"a batch was done only {slowest:.1f} s after the kill")
    return (
        f"done {max(restarted):.1f} s after the kill by the same worker, started again, and"
        f" {max(taken_over):.1f} s after it by another, at most"
    )


def _kill_in_a_batch(site: Site, lines: list[str]) -> float:
    """The seconds from the kill to the end of the batch."""
    url = site.submit_batch(lines, "guessing")
    wait_for(lambda: site.batch(url)["finished"] > 0, site.within(60), "the batch to begin")
    site.kill("worker-bulk")
    took = wait_for(lambda: is_over(site, url), site.within(120), "the batch to be over")
    check(site.batch(url)["finished"] == len(lines), "the batch is not whole")
    count = site.sql("SELECT count(*) FROM solver_jobpart WHERE failure <> ''")[0][0]
    check(not count, f"{count} items were set aside")
    return took


def is_over(site: Site, url: str) -> bool:
    return site.batch(url)["status"] == "finished"


def names(site: Site) -> set[str]:
    rows = site.sql(
        "SELECT name FROM solver_heartbeat WHERE seen_at > now() - interval '4 seconds'"
    )
    return {name.split("@")[0] for (name,) in rows}


def morphs(number: int, seed: int) -> list[str]:
    rng = random.Random(seed)
    return [morph(ARTICLE_000, rng).replace(".", "0") for _ in range(number)]
