"""Puzzles that several tests use, and random ones with one solution."""

import random
from collections.abc import Iterator
from pathlib import Path

from solver.engine import Grid, GridError, Reading, enumerate_solutions, read_line, write
from solver.engine.core.geometry import geometry_of

ARTICLE_000 = "029000008030000010000520097070056100000000000006310070760041000050000020800000630"
SOLUTION_000 = "429167358537489216681523497378956142145872963296314875763241589954638721812795634"
ARTICLE_001 = "500000002000560073090200005003008400068000730004100800300001060680092000400000007"
ALESCARGOT = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
ALESCARGOT_SOLUTION = (
    "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
)
# It has one solution and no single, and the ladder's techniques find nothing.
BEYOND_THE_LADDER = (
    "1....67.....18..3...9.7......4.....3.9.....2.7..6..5....2..1...8...6.1.....8.5.4."
)
EMPTY = "0" * 81
# Many solutions, and the ladder stalls soon. On an empty board it counts for seconds before that.
SEVERAL = "0" * 36 + ARTICLE_000[36:]
# No two givens clash, but r1c1 sees all nine digits.
NO_CANDIDATE = "0" + "12345678" + "9" + "0" * 71

# Norvig's: 17 givens, no solution, and minutes for a plain search to see it.
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."

SAMPLES = Path(__file__).resolve().parent.parent.parent / "shared" / "puzzles"


def sample(name: str) -> list[tuple[str, int, str]]:
    """(puzzle, its solutions counted up to 2, one of them) from a list of known answers, if it is here."""
    path = SAMPLES / name
    if not path.exists():
        return []
    rows = [line.split() for line in path.read_text().splitlines() if line and line[0] != "#"]
    return [(row[0], int(row[1]), row[2]) for row in rows]


def random_solution(box: int, rng: random.Random) -> list[int]:
    """A complete board, drawn at random."""
    shape = geometry_of(box)
    digits = list(range(1, shape.size + 1))
    rng.shuffle(digits)
    rows, columns = _shuffled_lines(box, rng), _shuffled_lines(box, rng)
    cells = [
        digits[(box * (row % box) + row // box + column) % shape.size]
        for row in rows
        for column in columns
    ]
    if box == 3:
        # Symmetries of one pattern are too regular; a sparse part of it leads elsewhere.
        kept = set(rng.sample(range(81), 14))
        sparse = tuple(digit if cell in kept else 0 for cell, digit in enumerate(cells))
        found = enumerate_solutions(
            Grid(3, sparse), limit=rng.randint(1, 30), nodes=2_000
        ).solutions
        cells = list(found[-1]) if found else cells
    return cells


def _shuffled_lines(box: int, rng: random.Random) -> list[int]:
    bands = rng.sample(range(box), box)
    return [band * box + line for band in bands for line in rng.sample(range(box), box)]


def random_puzzles(count: int, seed: int, box: int = 3) -> Iterator[tuple[Grid, tuple[int, ...]]]:
    """Puzzles with exactly one solution, and that solution; hardly a given too many."""
    rng = random.Random(seed)
    for _ in range(count):
        yield _dig(random_solution(box, rng), box, rng)


def _dig(solution: list[int], box: int, rng: random.Random) -> tuple[Grid, tuple[int, ...]]:
    """Show few cells, then one more for each second solution there is, until there is none."""
    order = rng.sample(range(len(solution)), len(solution))
    # Larger boards need more to keep the search short.
    shown = set(order[: len(order) * box // 12 if box < 4 else len(order) * 2 // 5])
    while True:
        grid = Grid(box, tuple(d if cell in shown else 0 for cell, d in enumerate(solution)))
        count = enumerate_solutions(grid, limit=2, nodes=2_000)
        if count.verdict == "unique":
            return grid, tuple(solution)
        wrong = [found for found in count.solutions if found != tuple(solution)]
        differing = [c for c in order if wrong and wrong[0][c] != solution[c]]
        shown.add(differing[0] if differing else next(c for c in order if c not in shown))


def morph(text: str, rng: random.Random) -> str:
    """The same 9×9 puzzle turned round: digits renamed, lines and bands permuted, perhaps transposed."""
    digits = dict(zip("123456789", rng.sample("123456789", 9), strict=True))
    rows, columns = _shuffled_lines(3, rng), _shuffled_lines(3, rng)
    cells = [9 * row + column for row in rows for column in columns]
    if rng.random() < 0.5:
        cells = [9 * (cell % 9) + cell // 9 for cell in cells]
    return "".join(digits.get(text[cell], ".") for cell in cells)


def corrupt(text: str, rng: random.Random) -> str:
    """The puzzle with one given changed to another digit that clashes with no given."""
    while True:
        cell = rng.choice([cell for cell in range(81) if text[cell] in "123456789"])
        other = text[:cell] + rng.choice("123456789") + text[cell + 1 :]
        try:
            read_line(other)
        except GridError:
            continue
        if other != text:
            return other


def thinned(box: int, share: float, seed: object) -> Grid:
    """Return a full board of which a share of the digits is left: hostile, where that is a third."""
    rng = random.Random(f"{box} {share} {seed}")
    solution = random_solution(box, rng)
    return Grid(box, tuple(digit if rng.random() < share else 0 for digit in solution))


def marked(box: int, share: float, seed: object) -> Grid:
    """Return an empty board whose cells keep a share of their candidates, those of a solution among them."""
    rng = random.Random(f"{box} {share} {seed}")
    size = box * box
    marks = tuple(
        1 << digit - 1 | sum(1 << other for other in range(size) if rng.random() < share)
        for digit in random_solution(box, rng)
    )
    return Grid(box, (0,) * size**2, marks)


def hostile(rng: random.Random) -> str:
    """Return a board that gives every search much to do, of any size, as a text."""
    box, seed = rng.choice((2, 3, 3, 4, 4, 5, 5)), rng.randrange(50)
    if rng.random() < 0.1:
        grid = marked(box, rng.choice((0.3, 0.6)), seed)
        return write(Reading(grid, "", grid.marks), "f-puzzles")
    return thinned(box, rng.choice((0, 0.1, 0.2, 0.25, 0.3, 1 / 3, 0.4, 0.5)), seed).text
