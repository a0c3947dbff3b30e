"""Any number of puzzles made from those of the library, as the body of a batch.

    python morphs.py http://127.0.0.1:8000 1000 guessing > batch.json

A morph is the same puzzle in other clothes: its digits renamed, its rows and columns moved inside their bands,
and the bands moved.
"""

import json
import random
import sys
from collections.abc import Iterator
from itertools import cycle, islice
from urllib.request import urlopen

DIGITS = "123456789"


def library(site: str) -> Iterator[str]:
    """Every published 9×9 with one solution, page by page."""
    page = "/api/v1/puzzles/?size=9&solutions=unique"
    while page:
        with urlopen(site + page) as answer:
            told = json.load(answer)
        yield from (puzzle["puzzle"] for puzzle in told["results"])
        page = told["next"]


def lines() -> list[int]:
    """The nine rows, or columns, in an order that keeps each band together."""
    return [3 * band + line for band in shuffled(3) for line in shuffled(3)]


def shuffled(count: int) -> list[int]:
    return random.sample(range(count), count)


def morph(puzzle: str) -> str:
    columns = lines()
    moved = "".join(puzzle[9 * row + column] for row in lines() for column in columns)
    return moved.translate(str.maketrans(DIGITS, "".join(random.sample(DIGITS, 9))))


def main(site: str, count: str, method: str) -> None:
    puzzles = islice(cycle(list(library(site))), int(count))
    json.dump({"puzzles": [morph(puzzle) for puzzle in puzzles], "method": method}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
