"""Compare a batch through the API with the engine alone in as many processes.

    python -m bench.throughput [--puzzles 10000] [--methods combos] [--list FILE] [--single 150]

The site runs by its production command lines and keeps every iteration. The puzzles are twins of the article's
puzzle, or of those of a list. The engine's own rate is that of `engine.solve`, with steps and verdict, in all
processes at once, because on most machines two do less than twice the work of one. `--single` is a number of
solves that are submitted one after the other to the otherwise idle site, with the processor's time of each.
"""

import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psutil
from puzzles import morph

from solver import engine
from solver.engine.core.storage_codec import Packer
from tests.faults.site import Site

from .common import ARTICLES, arguments, percentile, production, rows
from .idle import all_of

WORKERS = 2  # of `worker-bulk`
TIMES = """
    SELECT id::text, extract(epoch FROM created_at)::float * 1000, extract(epoch FROM started_at)::float * 1000,
           extract(epoch FROM finished_at)::float * 1000, elapsed_ms
      FROM solver_solve WHERE id = ANY(%s::uuid[])"""
SAMPLE = 600  # puzzles for the engine alone, and for each part of the work


def engine_alone(lines: list[str], method: str) -> tuple[float, float]:
    """Return seconds a puzzle in this process: to solve it, and to pack its iterations."""
    started = time.perf_counter()
    solved = [engine.solve(engine.read_line(line), method) for line in lines]
    between = time.perf_counter()
    for solution in solved:
        packer = Packer(solution.grid.size)
        for iteration in solution.iterations:
            packer.add(iteration)
        packer.cut()
    ended = time.perf_counter()
    return (between - started) / len(lines), (ended - between) / len(lines)


def engine_beside_itself(lines: list[str], method: str) -> list[float]:
    """Return the same for as many processes as solve a batch, each with its share."""
    shares = [lines[number::WORKERS] for number in range(WORKERS)]
    with ProcessPoolExecutor(WORKERS) as processes:
        found = list(processes.map(engine_alone, shares, [method] * WORKERS))
    return [1 / sum(1 / each for each in kind) for kind in zip(*found, strict=True)]


def one_by_one(site: Site, number: int) -> None:
    """Print the time from POST to the finished solve, by the times in its row, and the processor's time."""
    solves, before = [], processor_seconds(site)
    for _ in range(number):
        solves.append(site.submit(ARTICLES["000"], "guessing"))
        time.sleep(0.1)
    site.settle()
    used = processor_seconds(site) - before
    times = site.sql(TIMES, [answer.solve for answer in solves])
    sent = {answer.solve: answer.sent for answer in solves}
    found = {
        "created → claimed by a worker (commit, Redis, Celery)": [b - a for _, a, b, _, _ in times],
        "claimed → finished (read, count, solve, write)": [c - b for _, _, b, c, _ in times],
        "of that the method": [elapsed for *_, elapsed in times],
        "**POST → finished**": [1000 * (c / 1000 - sent[key]) for key, _, _, c, _ in times],
        "API: POST answered": [1000 * answer.seconds for answer in solves],
    }
    print("| ms | p50 | p95 |\n|---|---:|---:|")
    for name, each in found.items():
        print(f"| {name} | {percentile(each, 0.5):.1f} | {percentile(each):.1f} |")
    print("| ms of the processor a solve | |\n|---|---:|")
    for name, seconds in used.most_common():
        print(f"| {name} | {1000 * seconds / number:.1f} |")


def processor_seconds(site: Site) -> Counter[str]:
    """Return the CPU seconds so far of web, worker and PostgreSQL, by the names of their processes."""
    found = Counter[str]()
    for server in (site.processes["web"], site.processes["worker"], site.postgres):
        for each in all_of(psutil.Process(server.popen.pid)).values():
            found[each.name] += each.seconds
    return found


def main() -> None:
    chosen = arguments(__doc__, puzzles=10_000, methods=["combos"], list=Path, single=0)
    rng = random.Random(9)
    known = [row[0].replace(".", "0") for row in rows(chosen.list)] if chosen.list else []
    lines = [morph(rng.choice(known or [ARTICLES["000"]]), rng) for _ in range(chosen.puzzles)]
    with production() as site:
        if chosen.single:
            one_by_one(site, chosen.single)
        for method in chosen.methods:
            alone, packing = engine_beside_itself(lines[:SAMPLE], method)
            started = time.perf_counter()
            url = site.submit_batch(lines, method)
            accepted = (time.perf_counter() - started) / len(lines)
            while (batch := site.batch(url))["finished"] < batch["total"]:
                time.sleep(0.2)
            each = (time.perf_counter() - started) / len(lines)
            started = time.perf_counter()
            while (answer := site.get(batch["results_url"])).status == 202:
                time.sleep(0.2)  # a worker makes the file
            assert len(answer.text.splitlines()) == len(lines)
            reading = time.perf_counter() - started
            # Before and after, as the machine has other work, on new puzzles, as rules cache results.
            alone = (alone + engine_beside_itself(lines[-SAMPLE:], method)[0]) / 2
            print(
                f"{method}: {len(lines):,} puzzles, {1 / each:.0f} a second; the engine alone "
                f"{1 / alone:.0f} a second; ratio {alone / each:.2f}\n"
                f"  a puzzle takes {each * 1e3:.2f} ms: {alone * 1e3:.2f} solving, "
                f"{packing * 1e3:.2f} packing, {accepted * 1e3:.2f} to accept, "
                f"{(each - alone - packing - accepted) * 1e3:.2f} writing and all else\n"
                f"  results read back in {reading:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
