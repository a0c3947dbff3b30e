"""Ratings beside those of HoDoKu and of Sudoku Explainer, and how long they take.

`python -m bench.rating hodoku-100.txt se-open.txt [--most N] [--from 6.2] [--to 9.0]`: a file has tabs
between puzzle, solution, level and score, or between puzzle and ER/EP/ED. `--most` takes that many, evenly;
each that differs is written. `python -m sudokusite.local.services python -m bench.rating --stored 400` rates
puzzles of a library by the job. Seconds are of the processor.
"""

import argparse
import statistics
from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from time import process_time

from solver.engine import Requirements, generate, read
from solver.engine.ladder.position import Position
from solver.engine.rating import HIGHEST, LEVELS, rate
from solver.engine.rating.explainer.judging import explain

BANDS = (0.0, 6.0, 6.2, 7.0, 8.0, 8.5, 9.0, 9.5)  # of ER, from one to the next
UP_TO = "unfair"  # scores beyond say little: brute force counts 10,000 a cell


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--stored", type=int, default=0, help="rate so many in the library")
    parser.add_argument("--most", type=int, default=10**9)
    parser.add_argument("--from", dest="least", type=float, default=0.0)
    parser.add_argument("--to", type=float, default=9.5)
    asked = parser.parse_args(arguments)
    if asked.stored:
        in_the_library(asked.stored)
    for file in asked.files:
        rows = [line.split("\t") for line in file.read_text().splitlines() if line[:1] != "#"]
        if "/" in rows[0][1]:
            kept = [row for row in rows if asked.least <= float(row[1].split("/")[0]) < asked.to]
            by_explainer(evenly(kept, asked.most))
        else:
            by_hodoku(evenly(rows, asked.most))


def evenly(rows: list[list[str]], most: int) -> list[list[str]]:
    return rows[:: max(1, -(-len(rows) // most))]


def by_hodoku(rows: list[list[str]]) -> None:
    levels = close = same = counted = 0
    took: dict[str, list[float]] = defaultdict(list)
    for puzzle, _, level, score, *_ in rows:
        began = process_time()
        rating = rate(read(puzzle))
        took[level.lower()].append(process_time() - began)
        levels += rating.level == level.lower()
        is_close = abs(rating.score - int(score)) <= int(score) / 10
        if LEVELS.index(level.lower()) <= LEVELS.index(UP_TO):
            counted += 1
            close += is_close
            same += rating.score == int(score)
        else:
            is_close = True
        if rating.level != level.lower() or not is_close:
            print(f"  {puzzle} {level} {score}: {rating.level} {rating.score}")
    print(f"HoDoKu: level equal {levels} of {len(rows)}")
    print(f"  up to {UP_TO}: score within a tenth {close} of {counted}, equal {same}")
    for level in LEVELS:
        if took[level]:
            print(f"  {level}: {_times(took[level])}")


def by_explainer(rows: list[list[str]]) -> None:
    equal: dict[float, list[list[bool]]] = defaultdict(list)
    took: dict[float, list[float]] = defaultdict(list)
    for puzzle, ratings, *_ in rows:
        wanted = [float(each) for each in ratings.split("/")]
        band = max(each for each in BANDS if each <= wanted[0])
        began = process_time()
        found = explain(Position.of(read(puzzle)))
        took[band].append(process_time() - began)
        triple = (found.er, found.ep, found.ed)
        # Beyond the highest that is rated it is right to say so.
        right = [
            one == other or (one is None and other > HIGHEST)
            for one, other in zip(triple, wanted, strict=True)
        ]
        equal[band].append(right)
        if not all(right):
            print(f"  {puzzle} {ratings}: {'/'.join(map(str, triple))}", flush=True)
    for band in sorted(equal):
        counts = "/".join(str(sum(right[at] for right in equal[band])) for at in range(3))
        print(
            f"Sudoku Explainer from {band}: ER/EP/ED equal {counts} of {len(equal[band])};"
            f" {_times(took[band])}"
        )


def in_the_library(count: int) -> None:
    """Random minimal puzzles, brought in and rated by the job that the reaper asks for, in this process."""
    import os

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    from django.core.management import call_command

    from solver.jobs import running
    from solver.models import Job, Puzzle
    from solver.queue.reaping import reap

    call_command("migrate", verbosity=0)
    made = islice(generate(Requirements(is_minimal=True), seed=19), count)
    Puzzle.objects.bulk_create(
        Puzzle(
            givens=grid.text, box=3, clue_count=grid.clue_count, verdict="unique", is_published=True
        )
        for grid in made
    )
    reap()
    began = process_time()
    for job in Job.objects.filter(kind="rate"):
        while running.run(job.pk):
            pass
    seconds = process_time() - began
    rated = Puzzle.objects.exclude(score=None).count()
    print(f"stored: {rated} of {count} rated, {rated / seconds:.0f} a second of one processor")


def _times(took: list[float]) -> str:
    milliseconds = [1000 * each for each in took]
    return (
        f"ms median {statistics.median(milliseconds):.0f}, mean {statistics.mean(milliseconds):.0f},"
        f" most {max(milliseconds):.0f}"
    )


if __name__ == "__main__":
    main()
