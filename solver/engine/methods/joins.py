"""Article 004: all valid rows, columns and boxes, joined: every solution there is, up to a limit.

First singletons, pass by pass, until none appear. Then every row, column and box that the candidates
allow: counted while its digits only add up (to 45 on a 9×9 board), and again once they differ, as the
article filters in two steps; lines that no line crossing them agrees with go too. Then the sets are
joined, rows, columns and boxes, each when it lets the partial boards grow least. It makes no
assumption of one solution.

A line, and a partial board, is an int with a bit for each cell and digit: cell · n² + digit - 1. All
partial boards of a stage fill the same cells, so two sets join on an equal key, their common cells.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ..board import Board
from ..errors import BudgetSpent, Contradiction
from ..geometry import Geometry, digits_of
from ..grid import Grid
from ..steps import Iteration, Step, apply
from ..techniques import naked_single, placed_digit
from ..techniques.events import JOIN, LINES, contradiction_step
from .base import Ending, Method, Option, Story

MOST_LINES = 200_000  # of all units together; an emptier board than that ends at the limit
MOST_SETS = 5_000  # of digits used, while the lines of a unit are counted
PULSE = 2_000  # partial boards between two looks at the clock


def tell(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid)
    number = 0
    while True:
        number += 1
        steps: list[Step] = []
        try:
            if number == 1:
                _clear(board, steps)
            singles = _place_singletons(board, steps)
        except Contradiction as error:
            steps.append(contradiction_step(error))
            yield Iteration(number, tuple(steps), tuple(board.candidates))
            return Ending("contradiction")
        yield Iteration(number, tuple(steps), tuple(board.candidates))
        if not singles:
            break

    shape = board.geometry
    steps, total = [], 0
    for index, unit in enumerate(shape.units):
        masks = tuple(board.candidates[cell] for cell in unit.cells)
        counts = _count_by_sum(masks), _count_distinct(masks)
        total += MOST_LINES + 1 if counts[1] is None else counts[1]
        steps.append(Step(LINES, index, (), 0, (), (), tuple(c for c in counts if c is not None)))
        yield None
    number += 1
    yield Iteration(number, tuple(steps), tuple(board.candidates))
    if total > MOST_LINES:
        return Ending("limit")
    lines = [list(_lines(board, unit.cells)) for unit in shape.units]
    yield None
    kept = _agreeing(shape, lines)
    before, candidates = tuple(board.candidates), _allowed(shape, kept)
    steps = []
    for index, unit in enumerate(shape.units):
        # What a line lost is told once, by the row.
        done = _narrowed(unit.cells, before, candidates) if unit.kind == "row" else ((), ())
        steps.append(Step(LINES, index, (), 0, *done, (len(lines[index]), len(kept[index]))))
    number += 1
    yield Iteration(number, tuple(steps), candidates)
    if not all(kept):
        return Ending("contradiction")

    limit: int = options["limit"]
    solutions: list[tuple[int, ...]] = []
    joins = _plan(shape, kept)
    outcome = None
    try:
        for found in _pipeline(joins):
            if found is None:
                yield None
            elif len(solutions) == limit:
                outcome = "limit"  # there are more
                break
            else:
                solutions.append(_digits(shape, found))
    except BudgetSpent:
        outcome = "limit"
    for join in joins:
        number += 1
        before = candidates
        if outcome is None:  # else more boards might have come, with other digits
            candidates = join.narrow(shape, candidates)
        done = _narrowed(range(shape.cell_count), before, candidates)
        step = Step(JOIN, join.unit, (), 0, *done, (len(join.lines), join.count))
        yield Iteration(number, (step,), candidates)
    if outcome == "limit":
        return Ending("limit", tuple(solutions))
    return Ending("solved" if solutions else "contradiction", tuple(solutions))


# --- Singletons -----------------------------------------------------------------------------------


def _clear(board: Board, steps: list[Step]) -> None:
    steps += filter(None, [apply(board, step) for step in list(placed_digit.find(board))])
    board.check()


def _place_singletons(board: Board, steps: list[Step]) -> int:
    """Place the cells with one candidate and clear their peers; how many there were."""
    singles = list(naked_single.find(board))
    steps += filter(None, [apply(board, step) for step in singles])
    board.check()
    _clear(board, steps)
    return len(singles)


# --- Lines ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _count_by_sum(masks: tuple[int, ...]) -> int:
    """Ways to fill cells whose digits add up to a full line's sum, equal digits allowed."""
    size = len(masks)
    ways = {0: 1}
    for mask in masks:
        following: dict[int, int] = {}
        for digit in digits_of(mask):
            for total, count in ways.items():
                following[total + digit] = following.get(total + digit, 0) + count
        ways = following
    return ways.get(size * (size + 1) // 2, 0)


@lru_cache(maxsize=256)
def _count_distinct(masks: tuple[int, ...]) -> int | None:
    """Ways to fill cells with different digits; None when they are too many to count."""
    ways = {0: 1}
    for mask in sorted(masks, key=int.bit_count):
        following: dict[int, int] = {}
        for used, count in ways.items():
            for digit in digits_of(mask & ~used):
                after = used | 1 << (digit - 1)
                following[after] = following.get(after, 0) + count
        ways = following
        if len(ways) > MOST_SETS:
            return None
    return sum(ways.values())


def _lines(board: Board, cells: tuple[int, ...], used: int = 0, line: int = 0) -> Iterator[int]:
    if not cells:
        yield line
        return
    cell, *rest = cells
    for digit in digits_of(board.candidates[cell] & ~used):
        bit = 1 << (digit - 1)
        placed = bit << cell * board.geometry.size
        yield from _lines(board, tuple(rest), used | bit, line | placed)


def _agreeing(shape: Geometry, lines: list[list[int]]) -> list[list[int]]:
    """The lines left when each must agree with some line of every unit that crosses its own."""
    whole = (1 << shape.cell_count * shape.size) - 1
    while True:
        allowed = whole
        for index, unit_lines in enumerate(lines):
            somewhere = 0
            for line in unit_lines:
                somewhere |= line
            allowed &= somewhere | (whole & ~_span(shape, index))
        kept = [[line for line in unit_lines if not line & ~allowed] for unit_lines in lines]
        if sum(map(len, kept)) == sum(map(len, lines)):
            return kept
        lines = kept


def _span(shape: Geometry, index: int) -> int:
    """All bits of a unit's cells."""
    full = shape.all_digits_mask
    return sum(full << cell * shape.size for cell in shape.units[index].cells)


def _allowed(shape: Geometry, lines: list[list[int]]) -> tuple[int, ...]:
    """The candidates that the rows among the lines still allow."""
    somewhere = 0
    for unit_lines in lines[: shape.size]:
        for line in unit_lines:
            somewhere |= line
    return _masks(shape, somewhere)


def _narrowed(
    cells: Iterable[int], before: tuple[int, ...], after: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """A step of what a stage placed and removed: cells left with one candidate, and what each cell lost."""
    lost = [(cell, before[cell] & ~after[cell]) for cell in cells if before[cell] != after[cell]]
    single = [(cell, after[cell].bit_length()) for cell, _ in lost if after[cell].bit_count() == 1]
    return tuple(single), tuple(lost)


def _masks(shape: Geometry, bits: int) -> tuple[int, ...]:
    size, full = shape.size, shape.all_digits_mask
    return tuple(bits >> cell * size & full for cell in range(shape.cell_count))


def _digits(shape: Geometry, board: int) -> tuple[int, ...]:
    return tuple(mask.bit_length() for mask in _masks(shape, board))


# --- Joins ----------------------------------------------------------------------------------------


@dataclass
class Join:
    """One unit's lines, joined to partial boards on the cells that both fill."""

    unit: int
    lines: list[int]
    common: int = 0  # the bits of the cells that the boards before it fill already
    by_key: dict[int, list[int]] = field(default_factory=dict)
    count: int = 0  # partial boards it has let through
    seen: int = 0  # all of those, one over the other

    def narrow(self, shape: Geometry, candidates: tuple[int, ...]) -> tuple[int, ...]:
        """Candidates of the cells it fills, as the partial boards have them."""
        return tuple(
            mask & held if held else mask
            for mask, held in zip(candidates, _masks(shape, self.seen), strict=True)
        )


def _plan(shape: Geometry, lines: list[list[int]]) -> list[Join]:
    """The order of the joins: always the unit that lets the partial boards grow least.

    Where several do, rows and columns take turns. Turns alone, a box only where it narrows, took six
    times as long on the hardest known puzzles.
    """
    size = shape.size
    waiting = set(range(3 * size))
    filled, plan = 0, []
    turn = 0  # 0 for rows, 1 for columns
    while waiting:
        ranked = [
            (_growth(shape, lines[index], index, filled), index // size != turn, index)
            for index in waiting
        ]
        *_, index = min(ranked)
        if index // size == turn:
            turn = 1 - turn
        waiting.remove(index)
        common = _span(shape, index) & filled
        join = Join(index, lines[index], common)
        for line in lines[index]:
            join.by_key.setdefault(line & common, []).append(line)
        plan.append(join)
        filled |= _span(shape, index)
    return plan


def _growth(shape: Geometry, lines: list[int], index: int, filled: int) -> float:
    """The number of lines that a partial board meets on average, if it meets any."""
    common = _span(shape, index) & filled
    return len(lines) / len({line & common for line in lines})


def _pipeline(joins: list[Join]) -> Iterator[int | None]:
    """Full boards, one by one, through all joins, depth first: memory stays flat whatever the board.

    None comes every so often, for a look at the clock.
    """
    stack = [(0, 0)]  # partial boards, with the join that each is to meet
    steps = 0
    while stack:
        board, stage = stack.pop()
        if stage == len(joins):
            yield board
            continue
        join = joins[stage]
        matching = join.by_key.get(board & join.common, ())
        join.count += len(matching)
        for line in matching:
            join.seen |= board | line
            stack.append((board | line, stage + 1))
        steps += 1
        if steps % PULSE == 0:
            yield None


method = Method(
    name="joins",
    title="Joins",
    summary="All valid rows, columns and boxes, joined: every solution there is, up to a limit.",
    article="004",
    tell=tell,
    techniques=(naked_single.technique, placed_digit.technique),
    options=(
        Option(
            name="limit",
            title="Solutions at most",
            help="The article finds all there are, which an empty board would never end.",
            default=100,
            most=1000,
        ),
    ),
)
