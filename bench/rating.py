"""Compare ratings with HoDoKu's and Sudoku Explainer's, and measure their time.

    python -m bench.rating hodoku-100.txt se-open.txt [--most N] [--least 6.2] [--below 9.0]

A file has tabs between puzzle, solution, level and score, or between puzzle and ER/EP/ED. `--most` takes that
many, spread evenly. Each difference is printed. Times are CPU milliseconds.
"""

from collections import defaultdict
from time import process_time

from solver.engine import read
from solver.engine.core.position import Position
from solver.engine.rating import HIGHEST, LEVELS, rate
from solver.engine.rating.explainer import rate_by_explainer

from .common import arguments, in_words

BANDS = (0.0, 6.0, 6.2, 7.0, 8.0, 8.5, 9.0, 9.5, 10.5, 11.0, 11.5)  # of ER, from one to the next
UP_TO = "unfair"  # higher scores say little, as brute force counts 10,000 a cell


def main() -> None:
    chosen = arguments(__doc__, "files*", most=10**9, least=0.0, below=9.5)
    for file in chosen.files:
        rows = [line.split("\t") for line in file.read_text().splitlines() if line[:1] != "#"]
        if "/" in rows[0][1]:
            er = [float(row[1].split("/")[0]) for row in rows]
            kept = [
                row for row, at in zip(rows, er, strict=True) if chosen.least <= at < chosen.below
            ]
            by_explainer(evenly(kept, chosen.most))
        else:
            by_hodoku(evenly(rows, chosen.most))


def evenly(rows: list[list[str]], most: int) -> list[list[str]]:
    return rows[:: max(1, -(-len(rows) // most))]


def by_hodoku(rows: list[list[str]]) -> None:
    levels = close = same = counted = 0
    took: dict[str, list[float]] = defaultdict(list)
    for puzzle, _, level, score, *_ in rows:
        began = process_time()
        rating = rate(read(puzzle))
        took[level.lower()].append(1000 * (process_time() - began))
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
            print(f"  {level}: {in_words(took[level])}")


def by_explainer(rows: list[list[str]]) -> None:
    equal: dict[float, list[list[bool]]] = defaultdict(list)
    took: dict[float, list[float]] = defaultdict(list)
    for puzzle, ratings, *_ in rows:
        wanted = [float(each) for each in ratings.split("/")]
        band = max(each for each in BANDS if each <= wanted[0])
        position = Position.of(read(puzzle))
        began = process_time()
        found = rate_by_explainer(position)
        took[band].append(1000 * (process_time() - began))
        triple = (found.er, found.ep, found.ed)
        # Beyond the highest rating, "higher" is the right answer.
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
            f" {in_words(took[band])}"
        )


if __name__ == "__main__":
    main()
