"""Article 004: all valid rows, columns and boxes, joined: every solution there is, up to a limit.

First singletons, pass by pass, until none appear. Then every row, column and box that the candidates
allow: counted while its digits only add up (to 45 on a 9×9 board), and again once they differ, as the
article filters in two steps. Lines that agree with no line of a unit crossing them are removed too. Then the
sets are joined, rows, columns and boxes, each when it lets the partial boards grow least. It does not assume
one solution. On boards of other shapes further units are joined like boxes. Groups and pairs of cells do not
fill with each digit, so they are joined as soon as all their cells are filled, and only drop boards.

A line, and a partial board, is an int with a bit for each candidate that is left (`Coding`). `join_order`
joins them.
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from math import prod
from typing import Any

from ..core.board import Board, bits_of
from ..core.deadline import spend
from ..core.errors import BudgetSpent, Contradiction
from ..core.geometry import Geometry, digits_of
from ..core.grid import Grid
from ..core.steps import Iteration, Step
from ..techniques.events import JOIN, LINES
from ..techniques.singles import naked_single, placed_digit
from ..techniques.subsets import enclosed_combo
from .base import Ending, Method, Option, Story, carry_out, passes
from .join_order import plan, search

MOST_LINES = 200_000  # of all units together. A board with more ends at the limit
MOST_SETS = 5_000  # sets of used digits, while the lines of a unit are counted


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid).remember()

    def run(number: int, steps: list[Step]) -> bool:
        if number == 1:
            _clear(board, steps)
        return _place_singletons(board, steps) > 0

    number, ending = yield from passes(board, run)
    if ending:
        return ending
    geometry, steps, counted = board.geometry, list[Step](), []
    for index, pick in enumerate(geometry.picks[: len(geometry.units)]):
        masks = pick(board.candidates)
        distinct, steps_taken = _count_distinct(masks)
        spend(steps_taken)
        counts = _count_by_sum(masks), distinct
        counted.append(MOST_LINES + 1 if counts[1] is None else counts[1])
        steps.append(Step(LINES, index, (), 0, (), (), tuple(c for c in counts if c is not None)))
        yield None
    number += 1
    yield Iteration(number, tuple(steps), tuple(board.candidates))
    if sum(counted) > MOST_LINES:
        return Ending("limit")
    before, candidates = tuple(board.candidates), _agreeing(board)
    yield None
    coding = Coding(geometry, candidates)
    lines = _lines_of(geometry, coding)
    steps = []
    for index, unit in enumerate(geometry.units):
        # What a cell lost is shown once, in the step of its row.
        done = narrowed(unit.cells, before, candidates) if unit.kind == "row" else ((), ())
        steps.append(Step(LINES, index, (), 0, *done, (counted[index], len(lines[index]))))
    number += 1
    yield Iteration(number, tuple(steps), candidates)
    if not any(candidates):
        return Ending("contradiction")

    limit: int = options["limit"]
    boards: list[int] = []
    loose = range(len(geometry.units), len(geometry.links))
    joins = plan(geometry.size, coding.spans, lines, loose)
    outcome = None
    try:
        yield from search(coding.spans, joins, limit, boards)
        if len(boards) > limit:
            outcome = "limit"  # there are more
    except BudgetSpent:
        outcome = "limit"
    solutions = tuple([coding.solution(board) for board in boards[:limit]])
    for join in joins:
        number += 1
        before = candidates
        if outcome is None:  # else more boards might have come, with other digits
            candidates = _as_seen(coding, join.seen, candidates)
        done = narrowed(range(geometry.cell_count), before, candidates)
        step = Step(JOIN, join.unit, (), 0, *done, (len(join.lines), join.count))
        yield Iteration(number, (step,), candidates)
    if outcome == "limit":
        return Ending("limit", solutions)
    return Ending("solved" if solutions else "contradiction", solutions)


# --- Singletons -----------------------------------------------------------------------------------


def _clear(board: Board, steps: list[Step]) -> None:
    steps += placed_digit.carry_out(board)
    board.check()


def _place_singletons(board: Board, steps: list[Step]) -> int:
    """Place the cells with one candidate and clear their peers. Return how many there were."""
    singles = list(naked_single.find(board))
    steps += carry_out(board, singles)
    board.check()
    _clear(board, steps)
    return len(singles)


# --- Lines ----------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def _count_by_sum(masks: tuple[int, ...]) -> int:
    """Return the ways to fill cells with digits that add up to a full line's sum, equal digits allowed."""
    size = len(masks)
    lane = size * size.bit_length()  # bits of each sum, enough for any number of ways
    ways = 1
    for mask in masks:
        ways = sum([ways << lane * digit for digit in digits_of(mask)])
    return ways >> lane * (size * (size + 1) // 2) & (1 << lane) - 1


@lru_cache(maxsize=256)
def _count_distinct(masks: tuple[int, ...]) -> tuple[int | None, int]:
    """Return the ways to fill cells with different digits, None if too many to count, and the steps it took."""
    ways, steps = {0: 1}, 4 * len(masks)
    for mask in sorted(masks, key=int.bit_count):
        following: dict[int, int] = {}
        bits = [1 << (digit - 1) for digit in digits_of(mask)]
        for used, count in ways.items():
            for bit in bits:
                if not used & bit:
                    after = used | bit
                    following[after] = following.get(after, 0) + count
        steps += len(ways) * len(bits) // 16
        ways = following
        if len(ways) > MOST_SETS:
            return None, steps
    return sum(ways.values()), steps


def _agreeing(board: Board) -> tuple[int, ...]:
    """Return the candidates left if each line must agree with some line of every unit that crosses it.

    They are those that remain after all enclosed combos, so no line needs to be made yet. A unit without a
    line leaves none to those that cross it, and so none to any.
    """
    remaining = Board.on(board.geometry, board.candidates).remember()
    try:
        while carry_out(remaining, enclosed_combo.find(remaining)):
            pass
    except Contradiction:
        return (0,) * len(board.candidates)
    return tuple(remaining.candidates)


class Coding:
    """The candidates that are left as adjacent bits, so that lines and partial boards are short ints.

    A board of 81 cells has some 200 candidates by then, instead of 729.
    """

    def __init__(self, geometry: Geometry, candidates: tuple[int, ...]) -> None:
        self.candidates = candidates
        self.digits = [digits_of(mask) for mask in candidates]
        self.at = [0, *accumulate(map(len, self.digits))]  # the bit of each cell's lowest candidate
        self.every = [digit for digits in self.digits for digit in digits]
        self.spans = [sum(map(self._span, each.cells)) for each in geometry.links]

    def _span(self, cell: int) -> int:
        return (1 << self.at[cell + 1]) - (1 << self.at[cell])

    def lines(self, cells: tuple[int, ...]) -> list[int]:
        """Return the ways to fill a unit's cells with different digits, as bits, in the order of their digits.

        Return [] if a cell has no candidate. A digit that a cell has alone is no candidate of other cells of
        the unit.
        """
        if not all(self.digits[cell] for cell in cells):
            return []
        single = sum(1 << self.at[cell] for cell in cells if len(self.digits[cell]) == 1)
        cells = tuple(cell for cell in cells if len(self.digits[cell]) > 1)

        @cache
        def endings(place: int, used: int) -> list[int]:
            """Return the ends of lines whose first cells have used these digits."""
            if place == len(cells):
                return [single]
            ends = []
            for at, digit in enumerate(self.digits[cells[place]], self.at[cells[place]]):
                if not used >> digit & 1:
                    placed = 1 << at
                    ends += [placed | rest for rest in endings(place + 1, used | 1 << digit)]
            spend(1 + len(ends) // 16)
            return ends

        return endings(0, 0)

    def masks(self, bits: int) -> tuple[int, ...]:
        """Return the mask of candidates of each cell, from a board as bits of the coding."""
        masks = []
        for digits, first, mask in zip(self.digits, self.at, self.candidates, strict=False):
            every = (1 << len(digits)) - 1
            present = bits >> first & every
            if present != every:
                mask = sum([1 << digit - 1 for at, digit in enumerate(digits) if present >> at & 1])
            masks.append(mask)
        return tuple(masks)

    def solution(self, board: int) -> tuple[int, ...]:
        """Return the digit of each cell of a full board, which has one candidate a cell."""
        return tuple([self.every[at] for at in bits_of(board)])


def _lines_of(geometry: Geometry, coding: Coding) -> list[list[int]]:
    """Return the lines of each unit, and of each group or pair that excludes something no unit does."""
    lines = [coding.lines(unit.cells) for unit in geometry.units]
    for index in range(len(lines), len(geometry.links)):
        ways = coding.lines(geometry.links[index].cells)
        lines.append(ways if excludes(geometry, index, len(ways), coding.candidates) else [])
    return lines


def excludes(geometry: Geometry, index: int, ways: int, candidates: tuple[int, ...]) -> bool:
    """Return whether a group or pair of so many lines excludes something that no unit does."""
    cells = geometry.links[index].cells
    is_free = ways == prod(candidates[cell].bit_count() for cell in cells)
    return not is_free and not any({*cells} <= {*unit.cells} for unit in geometry.units)


def narrowed(
    cells: Iterable[int], before: tuple[int, ...], after: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return what a stage placed, as (cell, digit), and removed, as (cell, mask of digits).

    `before` and `after` have a mask of candidates a cell. A cell that is left with one candidate counts as
    placed.
    """
    lost = [(cell, before[cell] & ~after[cell]) for cell in cells if before[cell] != after[cell]]
    single = [(cell, after[cell].bit_length()) for cell, _ in lost if after[cell].bit_count() == 1]
    return tuple(single), tuple(lost)


def _as_seen(coding: Coding, seen: int, candidates: tuple[int, ...]) -> tuple[int, ...]:
    """Return the candidates of cells that partial boards fill, as far as these boards have them."""
    return tuple(
        mask & present if present else mask
        for mask, present in zip(candidates, coding.masks(seen), strict=True)
    )


method = Method(
    name="joins",
    title="Joins",
    summary=(
        "Combines all valid rows, columns and boxes, and so finds every solution up to a limit."
    ),
    article="004",
    solve=solve,
    techniques=(naked_single.technique, placed_digit.technique),
    options=(
        Option(
            name="limit",
            title="At most this many solutions",
            help=(
                "The published method finds all of them. On an empty board this would take "
                "practically forever."
            ),
            default=100,
            most=1000,
        ),
    ),
)
