"""A hunt for the 9×9 boards that exact counting takes longest for: random search, keeping the worst.

    python -m bench.hunt [--minutes 60] [--folder LISTS] [--limit 2]

Begins with minimal boards and with Norvig's impossible one; with LISTS also with those and 7,000
corruptions of the 17-clue list. Then it changes, moves, adds and takes away givens of the worst boards it
knows. CPU time, the best of three tries, so that a busy machine finds nothing that is not there.
"""

import argparse
import random
import time
from pathlib import Path

from bench.exact import generated, known
from solver.engine import GridError, count_many, count_solutions

IMPOSSIBLE = "000005080000601043000000000010500000000106000300000005530000061000000004000000000"
WORST = 10


def milliseconds(text: str, limit: int) -> float:
    tries = []
    for _ in range(3):
        started = time.process_time()
        count_solutions(text, limit)
        tries.append(time.process_time() - started)
        if tries[0] < 0.002:  # not worth a second look
            break
    return 1000 * min(tries)


def changed(text: str, rng: random.Random) -> str:
    """The board with up to three givens changed, moved, added or taken away."""
    cells = list(text)
    for _ in range(rng.randint(1, 3)):
        given = rng.choice([cell for cell in range(81) if cells[cell] != "0"] or [0])
        deed = rng.random()
        if deed < 0.4:
            cells[given] = rng.choice("123456789")
        elif deed < 0.6:
            cells[rng.randrange(81)] = rng.choice("123456789")
        elif deed < 0.8:
            cells[given] = "0"
        else:
            other = rng.randrange(81)
            cells[given], cells[other] = cells[other], cells[given]
    return "".join(cells)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--limit", type=int, default=2)
    options = parser.parse_args()
    rng = random.Random()
    count_many([IMPOSSIBLE] * 100)
    count_solutions(IMPOSSIBLE)  # what is built once is not counted
    seeds = [
        IMPOSSIBLE,
        *(text for puzzles in generated(rng.randrange(10**6)) for text in puzzles.texts),
    ]
    if options.folder:
        lists = known(options.folder)
        seeds += [text for puzzles in lists for text in puzzles.texts]
        seeds += [changed(rng.choice(lists[0].texts), rng) for _ in range(7000)]
    worst: dict[str, float] = {}
    tried, until = 0, time.monotonic() + 60 * options.minutes
    while time.monotonic() < until or seeds:
        known_bad = list(worst)
        text = seeds.pop() if seeds else changed(rng.choice(known_bad), rng)
        try:
            took = milliseconds(text, options.limit)
        except GridError:
            continue
        tried += 1
        worst[text] = took
        if (
            len(worst) > 4 * WORST
        ):  # a few more than are told, so that the search does not narrow too soon
            del worst[min(worst, key=worst.__getitem__)]
    print(f"{tried:,} boards tried in {options.minutes:g} minutes; the worst {WORST}:\n")
    print("| board | clues | solutions, up to 2 | ms |\n|---|---:|---:|---:|")
    for text in sorted(worst, key=worst.__getitem__, reverse=True)[:WORST]:
        took = milliseconds(text, options.limit)  # once more: what was bad luck the first time
        clues = 81 - text.count("0")
        print(f"| `{text}` | {clues} | {count_solutions(text, 2)} | {took:.1f} |")


if __name__ == "__main__":
    main()
