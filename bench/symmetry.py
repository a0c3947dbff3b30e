"""Canonical forms beside the same search in plain Python, and the boards that they take longest for.

    python -m bench.symmetry [--folder LISTS] [--hunt 2000]

CPU time, the best of three tries a board; every form is compared with the plain search's. The hunt draws
boards of few clues with much symmetry of their own, which leave the most ways open.
"""

import random
from collections.abc import Iterator
from functools import partial
from itertools import permutations, product
from pathlib import Path

from bench.exact import Puzzles, generated, known
from solver.engine import Grid, GridError, read_line
from solver.engine.symmetry import Transformation, canonical_form

from .common import arguments, timed

PLAIN = 20  # boards of a list that the plain search is tried on
MOST_CANONICAL = "".join(
    str((3 * (r % 3) + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9)
)
Row = tuple[int, ...]


def plain_form(grid: Grid) -> str:
    """The lowest twin's line by depth-first search: every order of columns, then row after row."""
    size = grid.size
    upright = [grid.givens[start : start + size] for start in range(0, size * size, size)]
    best: list[Row] = []
    for board in (upright, list(zip(*upright, strict=True))):
        for columns in _orders(grid.box):
            _extend([tuple(row[c] for c in columns) for row in board], grid.box, [], {0: 0}, best)
    return "".join(str(digit) for row in best for digit in row)


def _orders(box: int) -> Iterator[list[int]]:
    insides = list(permutations(range(box)))
    for bands in permutations(range(box)):
        for within in product(insides, repeat=box):
            yield [
                band * box + line
                for band, inside in zip(bands, within, strict=True)
                for line in inside
            ]


def _extend(
    board: list[Row], box: int, taken: list[int], names: dict[int, int], best: list[Row]
) -> None:
    """Try every next row; `best` is replaced from the row on where something lower is found."""
    depth = len(taken)
    if depth == len(board):
        return
    if depth % box:
        band = taken[-1] // box
        rows = [row for row in range(band * box, band * box + box) if row not in taken]
    else:
        bands = {row // box for row in taken}
        rows = [row for row in range(len(board)) if row // box not in bands]
    seen = set()
    for row in rows:
        if not any(board[row]):  # empty rows of a band, and empty bands, are alike
            band = range(row // box * box, row // box * box + box)
            kind = -1 if not any(any(board[r]) for r in band) else row // box
            if kind in seen:
                continue
            seen.add(kind)
        renamed = dict(names)
        text = tuple(renamed.setdefault(digit, len(renamed)) for digit in board[row])
        if depth < len(best) and text > best[depth]:
            continue
        if depth == len(best) or text < best[depth]:
            best[depth:] = [text]
        _extend(board, box, [*taken, row], renamed, best)


def symmetric_board(rng: random.Random) -> Grid | None:
    """A few clues, each repeated by powers of one random transformation of the board."""
    turn = Transformation.random(3, rng)
    cells = [0] * 81
    for _ in range(rng.randint(1, 6)):
        cell, digit = rng.randrange(81), rng.randint(1, 9)
        for _ in range(rng.choice([2, 3, 4, 6, 9, 18])):
            cells[cell] = digit
            cell, digit = turn.sources.index(cell), turn.digits[digit]
    try:
        return Grid(3, tuple(cells))
    except GridError:
        return None


def row_of(title: str, grids: list[Grid]) -> str:
    times = sorted(timed(partial(canonical_form, grid), 3) for grid in grids)
    plain = [timed(partial(plain_form, grid)) for grid in grids[:PLAIN]]
    for grid in grids[:PLAIN]:
        assert canonical_form(grid)[0].text == plain_form(grid), grid.text
    mean, plain_mean = sum(times) / len(times), sum(plain) / len(plain)
    p95 = times[len(times) * 95 // 100]
    return (
        f"| {title} | {len(grids)} | {mean:.2f} | {p95:.2f} | {times[-1]:.2f} | "
        f"{plain_mean:,.0f} ({plain_mean / mean:,.0f}×) |"
    )


def main() -> None:
    chosen = arguments(__doc__, folder=Path, hunt=2000)
    lists = generated() + (known(chosen.folder) if chosen.folder else [])
    lists += [
        Puzzles("empty board", ["0" * 81], [2]),
        Puzzles("one clue", ["5" + "0" * 80], [2]),
        Puzzles("most canonical grid", [MOST_CANONICAL], [1]),
    ]
    print("| boards | number | mean ms | p95 | worst | the same in plain Python, mean |")
    print("|---|---:|---:|---:|---:|---:|")
    for puzzles in lists:
        print(row_of(puzzles.title, [read_line(text) for text in puzzles.texts]), flush=True)
    rng = random.Random(1)
    hunted = [grid for grid in (symmetric_board(rng) for _ in range(chosen.hunt)) if grid]
    worst = max(hunted, key=lambda grid: timed(partial(canonical_form, grid), 3))
    print(row_of(f"worst of {len(hunted)} drawn", [worst]) + f"\n\nThe worst drawn: `{worst.text}`")


if __name__ == "__main__":
    main()
