"""Remove clues from full boards as long as one solution is left, from many boards at once.

Each board starts as a random solution. Blocks of its clues are removed, smaller and smaller blocks, and a
block stays out if the board still has one solution. Every round tries one block of each board, so that
`count_many` has many boards to count. A finished board makes room for two new ones up to a limit: so the
first puzzle comes soon, and later many come fast.
"""

import random
from collections.abc import Iterable, Iterator, Sequence

from ..core.errors import wrong_value
from ..core.geometry import geometry_of
from ..core.grid import Grid, text_of
from ..core.i18n import quote
from ..core.shape import Shape, boxed
from ..exact import count_many, enumerate_solutions
from ..symmetry import Transformation

CROWD = 2048  # 9×9 boards. Others are counted one at a time anyway
FIRST = 16
NODES = 20_000  # for a count on a board of another size. When they are spent, the clues stay

MOST_TRIES = 100  # for a full board of another shape

Orbit = tuple[int, ...]


class ClueRemoval:
    """One board that loses clues by whole orbits, down to no fewer than `fewest`."""

    def __init__(
        self,
        shape: Shape,
        orbits: Sequence[Orbit],
        fewest: int,
        rng: random.Random,
    ) -> None:
        self.shape = shape
        self.solution = random_solution(shape, rng)
        self.digits = list(self.solution)  # 0 if the clue is removed
        self.clue_count = len(self.digits)
        self.fewest = fewest
        self.gone: list[Orbit] = []
        self.is_sure = True  # no count has been given up
        self._untried = rng.sample(orbits, len(orbits))
        self._block = max(1, len(orbits) * 2 // 5)

    def next_block(self) -> list[Orbit]:
        """Return the groups of cells whose clues are to be removed next, or [] if the board is finished."""
        while self._untried:
            block = self._untried[-self._block :]
            if self.clue_count - sum(map(len, block)) >= self.fewest:
                return block
            self._leave()
        return []

    def without_block(self) -> list[int]:
        digits = self.digits.copy()
        for orbit in self.next_block():
            for cell in orbit:
                digits[cell] = 0
        return digits

    def record_result(self, is_unique: bool) -> None:
        """Remove the clues of the next block if the board without it `is_unique`.

        Otherwise keep them and try a smaller block next.
        """
        if not is_unique:
            self._leave()
            return
        block = self.next_block()
        self.digits = self.without_block()
        self.clue_count -= sum(map(len, block))
        self.gone += block
        del self._untried[-len(block) :]
        self._block = max(1, self._block // 2)

    def _leave(self) -> None:
        """Try a smaller block. A single orbit stays for good, because it only becomes more needed."""
        if self._block == 1:
            self._untried.pop()
        self._block = max(1, self._block // 2)

    def grid(self, back: int = 0) -> Grid:
        """Return the puzzle with the last `back` removed groups of clues put back."""
        digits = self.digits.copy()
        for orbit in self.gone[len(self.gone) - back :]:
            for cell in orbit:
                digits[cell] = self.solution[cell]
        return Grid(self.shape, tuple(digits))


def remove_clues(
    shape: Shape,
    orbits: Sequence[Orbit],
    stops: tuple[int, int],
    rng: random.Random,
) -> Iterator[list[ClueRemoval]]:
    """Yield the finished boards of each round of clue removal, without end.

    Many 9×9 boards are tried at once. `orbits` are the groups of cells that lose their clues together. Each
    board draws the number of clues to stop at between the two `stops`.
    """

    def new() -> ClueRemoval:
        return ClueRemoval(shape, orbits, rng.randint(*stops), rng)

    is_usual = shape == boxed(3)
    crowd = [new() for _ in range(FIRST if is_usual else 1)]
    most = CROWD if is_usual else 1
    while True:
        done = [removal for removal in crowd if not removal.next_block()]
        crowd = [removal for removal in crowd if removal.next_block()]
        yield done
        crowd += [new() for _ in range(min(most - len(crowd), 2 * len(done)))]
        _try_blocks(crowd)


def _try_blocks(crowd: Sequence[ClueRemoval]) -> None:
    tried = [removal.without_block() for removal in crowd]
    if crowd[0].shape == boxed(3):
        for removal, count in zip(crowd, count_many(map(text_of, tried)), strict=True):
            removal.record_result(count == 1)
        return
    for removal, digits in zip(crowd, tried, strict=True):
        board = Grid(removal.shape, tuple(digits))
        verdict = enumerate_solutions(board, nodes=NODES).verdict
        removal.is_sure = removal.is_sure and verdict != "unknown"
        removal.record_result(verdict == "unique")


def only(digits: Sequence[int], cells: Iterable[int]) -> Grid:
    """Return a 9×9 board with the digits of some cells alone."""
    left = [0] * len(digits)
    for cell in cells:
        left[cell] = digits[cell]
    return Grid(3, tuple(left))


def random_solution(board: Shape | int, rng: random.Random) -> tuple[int, ...]:
    """Return the digits of a random full board. Raise ValueError if there is none of this shape.

    `board` may be the box size of a plain board. There random diagonal boxes are solved, then transformed at
    random.
    """
    if not isinstance(board, int) and not board.square_box:
        return _random_solution_of(board, rng)
    shape = geometry_of(board)
    box = shape.box
    solutions: tuple[tuple[int, ...], ...] = ()
    while not solutions:  # on 4×4 boards two boxes may leave none
        digits = [0] * shape.cell_count
        for unit in shape.boxes[:: box + 1]:
            drawn = rng.sample(range(1, shape.size + 1), shape.size)
            for cell, digit in zip(unit.cells, drawn, strict=True):
                digits[cell] = digit
        grid = Grid(box, tuple(digits))
        solutions = enumerate_solutions(grid, limit=1).solutions
    turn = Transformation.random(box, rng)
    return tuple(turn.digits[solutions[0][cell]] for cell in turn.sources)


def _random_solution_of(shape: Shape, rng: random.Random) -> tuple[int, ...]:
    """Return a random full board of any shape: random digits in a row and some further cells, solved.

    Any digits of a row can be renamed, so only the further cells may leave no solution. They are fewer then.
    """
    size, peers = shape.size, geometry_of(shape).peers
    for tries in range(MOST_TRIES):
        digits = [*rng.sample(range(1, size + 1), size), *[0] * (size * size - size)]
        for cell in rng.sample(range(size, size * size), max(0, size - tries // 4)):
            free = {*range(1, size + 1)} - {digits[peer] for peer in peers[cell]}
            digits[cell] = rng.choice(sorted(free)) if free else 0
        count = enumerate_solutions(Grid(shape, tuple(digits)), limit=1, nodes=NODES)
        if count.solutions:
            return count.solutions[0]
        if tries % 8 == 7 and enumerate_solutions(_empty(shape), 1, NODES).verdict == "none":
            break
    raise wrong_value("no full board was found of {shape}", shape=quote(str(shape)))


def _empty(shape: Shape) -> Grid:
    return Grid(shape, (0,) * shape.size**2)
