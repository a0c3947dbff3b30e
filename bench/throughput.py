"""A batch through the API, every iteration kept, beside the engine alone in as many processes as work at it.

    python -m bench.throughput [--puzzles 10000] [--methods combos] [--list FILE]

Starts the production processes on services of their own. The puzzles are morphs of the article's puzzle, or the
lines of a list. The engine's own rate is that of `engine.solve`: the method with its steps, and the verdict,
in all processes at once: on most machines two do less than twice what one does.
"""

import argparse
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))  # for `puzzles`

from puzzles import ARTICLE_000, morph

from solver import engine
from solver.engine.packing import Packer
from tests.faults.site import Clock, Site

PRODUCTION = Clock(lease=45, period=15, task=30, solve=10)
WORKERS = 2  # of `worker-bulk`
SAMPLE = 600  # puzzles that the engine alone is measured with, and each part of the work


def engine_alone(lines: list[str], method: str) -> tuple[float, float]:
    """Seconds a puzzle in this process: solving it, and packing its story."""
    started = time.perf_counter()
    solved = [engine.solve(engine.read_line(line), method) for line in lines]
    between = time.perf_counter()
    for solution in solved:
        packer = Packer(solution.grid.box)
        for iteration in solution.iterations:
            packer.add(iteration)
        packer.cut()
    ended = time.perf_counter()
    return (between - started) / len(lines), (ended - between) / len(lines)


def engine_beside_itself(lines: list[str], method: str) -> tuple[float, float]:
    """The same in as many processes as work at a batch, each with its share; seconds for all of them."""
    shares = [lines[number::WORKERS] for number in range(WORKERS)]
    with ProcessPoolExecutor(WORKERS) as processes:
        found = list(processes.map(engine_alone, shares, [method] * WORKERS))
    return tuple(1 / sum(1 / each for each in kind) for kind in zip(*found, strict=True))  # type: ignore[return-value]


def through_the_api(site: Site, lines: list[str], method: str) -> tuple[float, float, float]:
    """Seconds from the first byte sent to the last solve, until accepted, and to read all results back."""
    started = time.perf_counter()
    url = site.submit_batch(lines, method)
    accepted = time.perf_counter() - started
    while (batch := site.batch(url))["finished"] < batch["total"]:
        time.sleep(0.2)
    took = time.perf_counter() - started
    results = site.get(batch["results_url"]).text.splitlines()
    assert len(results) == len(lines)
    return took, accepted, time.perf_counter() - started - took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--puzzles", type=int, default=10_000)
    parser.add_argument("--methods", nargs="*", default=["combos"])
    parser.add_argument("--list", type=Path)
    options = parser.parse_args()
    rng = random.Random(9)
    if options.list:
        rows = [row.split()[0] for row in options.list.read_text().splitlines() if row[:1] != "#"]
        known = [row.replace(".", "0") for row in rows]
        lines = [morph(rng.choice(known), rng) for _ in range(options.puzzles)]
    else:
        lines = [morph(ARTICLE_000, rng) for _ in range(options.puzzles)]
    with (
        tempfile.TemporaryDirectory(prefix="throughput-") as folder,
        Site(Path(folder), PRODUCTION) as site,
    ):
        for method in options.methods:
            alone, packing = engine_beside_itself(lines[:SAMPLE], method)
            took, accepted, reading = through_the_api(site, lines, method)
            # Before and after, since the machine has other work too; other puzzles, since rules remember.
            again, _ = engine_beside_itself(lines[-SAMPLE:], method)
            alone = (alone + again) / 2
            each = took / len(lines)
            print(
                f"{method}: {len(lines):,} puzzles in {took:.1f} s, {1 / each:.0f} a second; the engine alone "
                f"{1 / alone:.0f} a second; ratio {alone / each:.2f}\n"
                f"  a puzzle takes {each * 1e3:.2f} ms: {alone * 1e3:.2f} solving, "
                f"{packing * 1e3:.2f} packing, {accepted / len(lines) * 1e3:.2f} to accept, "
                f"{(each - alone - packing) * 1e3 - accepted / len(lines) * 1e3:.2f} writing and all else\n"
                f"  results read back in {reading:.1f} s",
                flush=True,
            )


if __name__ == "__main__":
    main()
