"""Article 004: all valid rows, columns and boxes, joined: every solution there is, up to a limit.

First singletons, pass by pass, until none appear. Then every row, column and box that the candidates
allow: counted while its digits only add up (to 45 on a 9×9 board), and again once they differ, as the
article filters in two steps; lines that no line crossing them agrees with go too. Then the sets are
joined, rows, columns and boxes, each when it lets the partial boards grow least. It makes no
assumption of one solution.

A line, and a partial board, is an int with a bit for each candidate that is left (`Coding`). All partial
boards of a stage fill the same cells, so two sets join on an equal key, their common cells.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache, reduce
from itertools import accumulate
from operator import or_
from typing import Any

from ..board import Board
from ..errors import BudgetSpent, Contradiction
from ..geometry import Geometry, digits_of
from ..grid import Grid
from ..steps import Iteration, Step, apply
from ..techniques import enclosed_combo, naked_single, placed_digit
from ..techniques.events import JOIN, LINES, contradiction_step
from .base import Ending, Method, Option, Story

MOST_LINES = 200_000  # of all units together; an emptier board than that ends at the limit
MOST_SETS = 5_000  # of digits used, while the lines of a unit are counted
PULSE = 2_000  # partial boards between two looks at the clock
# Lines that a board meets on average, from which on a join is made together with the next.
GROWS = 2
MOST_GROWTH = 200  # of such a pair; its lines are kept in memory
MOST_MADE = 20_000  # partial boards at once, about
MOST_KEPT = 200_000  # lines of such a pair that are remembered


def tell(grid: Grid, options: Mapping[str, Any]) -> Story:
    board = Board.of(grid).remember()
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
    steps, counted = [], []
    for index, pick in enumerate(shape.picks):
        masks = pick(board.candidates)
        counts = _count_by_sum(masks), _count_distinct(masks)
        counted.append(MOST_LINES + 1 if counts[1] is None else counts[1])
        steps.append(Step(LINES, index, (), 0, (), (), tuple(c for c in counts if c is not None)))
        yield None
    number += 1
    yield Iteration(number, tuple(steps), tuple(board.candidates))
    if sum(counted) > MOST_LINES:
        return Ending("limit")
    before, candidates = tuple(board.candidates), _agreeing(board)
    yield None
    coding = Coding(shape, candidates)
    lines = [coding.lines(unit.cells) for unit in shape.units]
    steps = []
    for index, unit in enumerate(shape.units):
        # What a line lost is told once, by the row.
        done = narrowed(unit.cells, before, candidates) if unit.kind == "row" else ((), ())
        steps.append(Step(LINES, index, (), 0, *done, (counted[index], len(lines[index]))))
    number += 1
    yield Iteration(number, tuple(steps), candidates)
    if not any(candidates):
        return Ending("contradiction")

    limit: int = options["limit"]
    solutions: list[tuple[int, ...]] = []
    joins = _plan(shape.size, coding.spans, lines)
    outcome = None
    try:
        for found in _pipeline(coding.spans, joins, limit):
            if found is None:
                yield None
            elif len(solutions) == limit:
                outcome = "limit"  # there are more
                break
            else:
                solutions.append(coding.solution(found))
    except BudgetSpent:
        outcome = "limit"
    for join in joins:
        number += 1
        before = candidates
        if outcome is None:  # else more boards might have come, with other digits
            candidates = join.narrow(coding, candidates)
        done = narrowed(range(shape.cell_count), before, candidates)
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
    lane = size * size.bit_length()  # bits that hold any number of ways; a lane a sum
    ways = 1
    for mask in masks:
        ways = sum([ways << lane * digit for digit in digits_of(mask)])
    return ways >> lane * (size * (size + 1) // 2) & (1 << lane) - 1


@lru_cache(maxsize=256)
def _count_distinct(masks: tuple[int, ...]) -> int | None:
    """Ways to fill cells with different digits; None when they are too many to count."""
    ways = {0: 1}
    for mask in sorted(masks, key=int.bit_count):
        following: dict[int, int] = {}
        bits = [1 << (digit - 1) for digit in digits_of(mask)]
        for used, count in ways.items():
            for bit in bits:
                if not used & bit:
                    after = used | bit
                    following[after] = following.get(after, 0) + count
        ways = following
        if len(ways) > MOST_SETS:
            return None
    return sum(ways.values())


def _agreeing(board: Board) -> tuple[int, ...]:
    """The candidates left when each line must agree with some line of every unit that crosses its own.

    What a unit loses to its enclosed combos is what no line of it has, so no line needs to be made yet. A
    unit without a line leaves none to those that cross it, and so none to any.
    """
    left = Board(board.geometry, board.candidates).remember()
    try:
        while steps := list(enclosed_combo.find(left)):
            for step in steps:
                apply(left, step)
    except Contradiction:
        return (0,) * len(board.candidates)
    return tuple(left.candidates)


class Coding:
    """The candidates that are left as bits close together, so that lines and partial boards are short ints.

    A board of 81 cells has some 200 candidates by then, in place of 729.
    """

    def __init__(self, shape: Geometry, candidates: tuple[int, ...]) -> None:
        self.candidates = candidates
        self.digits = [digits_of(mask) for mask in candidates]
        self.at = [0, *accumulate(map(len, self.digits))]  # of each cell's lowest candidate
        self.spans = [sum(map(self._span, unit.cells)) for unit in shape.units]

    def _span(self, cell: int) -> int:
        return (1 << self.at[cell + 1]) - (1 << self.at[cell])

    def lines(self, cells: tuple[int, ...]) -> list[int]:
        """The ways to fill the cells with different digits, in the order of their digits.

        What a cell has alone no other cell of the unit has by then.
        """
        if not all(self.digits[cell] for cell in cells):
            return []
        single = sum(1 << self.at[cell] for cell in cells if len(self.digits[cell]) == 1)
        cells = tuple(cell for cell in cells if len(self.digits[cell]) > 1)

        @cache
        def endings(place: int, used: int) -> list[int]:
            """Of a line whose first cells have used these digits."""
            if place == len(cells):
                return [single]
            found = []
            for at, digit in enumerate(self.digits[cells[place]], self.at[cells[place]]):
                if not used >> digit & 1:
                    placed = 1 << at
                    found += [placed | rest for rest in endings(place + 1, used | 1 << digit)]
            return found

        return endings(0, 0)

    def masks(self, bits: int) -> tuple[int, ...]:
        """Of each cell the mask of those of its candidates that are set."""
        masks = []
        for digits, first, mask in zip(self.digits, self.at, self.candidates, strict=False):
            every = (1 << len(digits)) - 1
            held = bits >> first & every
            if held != every:
                mask = sum([1 << digit - 1 for at, digit in enumerate(digits) if held >> at & 1])
            masks.append(mask)
        return tuple(masks)

    def solution(self, board: int) -> tuple[int, ...]:
        """The digits of a full board."""
        return tuple(mask.bit_length() for mask in self.masks(board))


def narrowed(
    cells: Iterable[int], before: tuple[int, ...], after: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """A step of what a stage placed and removed: cells left with one candidate, and what each cell lost."""
    lost = [(cell, before[cell] & ~after[cell]) for cell in cells if before[cell] != after[cell]]
    single = [(cell, after[cell].bit_length()) for cell, _ in lost if after[cell].bit_count() == 1]
    return tuple(single), tuple(lost)


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

    @property
    def growth(self) -> float:
        """The lines that a board meets on average, if it meets any."""
        return len(self.lines) / len(self.by_key)

    def meet(self, boards: list[int]) -> list[int]:
        """These boards with each line that agrees with them, the boards in their order."""
        matching, common = self.by_key.get, self.common
        joined = [board | line for board in boards for line in matching(board & common, ())]
        self.count += len(joined)
        self.seen = reduce(or_, joined, self.seen)
        return joined

    def narrow(self, coding: Coding, candidates: tuple[int, ...]) -> tuple[int, ...]:
        """Candidates of the cells it fills, as the partial boards have them."""
        return tuple(
            mask & held if held else mask
            for mask, held in zip(candidates, coding.masks(self.seen), strict=True)
        )


class Pair:
    """Two joins at once: boards of the first that meet no line of the second are counted, and never made.

    What a board meets depends on few of its cells, so many boards meet the same.
    """

    def __init__(self, first: Join, second: Join, span: int) -> None:
        self.first, self.second = first, second
        self.common = first.common | second.common & ~span
        # By the cells in common: how many lines of the first, all of those, and the lines of both.
        self.by_key: dict[int, tuple[int, int, list[int]]] = {}
        self.kept = 0
        self.growth = first.growth * second.growth

    def meet(self, boards: list[int]) -> list[int]:
        """As `Join.meet`, by both."""
        first, second, common, by_key = self.first, self.second, self.common, self.by_key
        if self.kept > MOST_KEPT:
            by_key.clear()
            self.kept = 0
        keys = [board & common for board in boards]
        for key in set(keys).difference(by_key):
            by_key[key] = self._lines(key)
        met = [by_key[key] for key in keys]
        both = zip(boards, met, strict=True)
        joined = [board | lines for board, (_, _, pairs) in both for lines in pairs]
        first.count += sum([count for count, _, _ in met])
        both = zip(boards, met, strict=True)
        first.seen = reduce(
            or_, [board | seen for board, (count, seen, _) in both if count], first.seen
        )
        second.count += len(joined)
        second.seen = reduce(or_, joined, second.seen)
        return joined

    def _lines(self, key: int) -> tuple[int, int, list[int]]:
        lines = self.first.by_key.get(key & self.first.common, [])
        matching, common = self.second.by_key.get, self.second.common
        both = [line | other for line in lines for other in matching((key | line) & common, ())]
        self.kept += 1 + len(both)
        return len(lines), reduce(or_, lines, 0), both


def _stages(spans: list[int], joins: list[Join]) -> list[Join | Pair]:
    """The joins, one that lets the boards grow together with the next."""
    stages: list[Join | Pair] = []
    waiting = joins[::-1]
    while waiting:
        join = waiting.pop()
        if waiting and GROWS <= join.growth <= MOST_GROWTH / waiting[-1].growth:
            stages.append(Pair(join, waiting.pop(), spans[join.unit]))
        else:
            stages.append(join)
    return stages


def _plan(size: int, spans: list[int], lines: list[list[int]]) -> list[Join]:
    filled, plan = 0, []
    for index in order_of(size, spans, lines):
        common = spans[index] & filled
        join = Join(index, lines[index], common)
        for line in lines[index]:
            join.by_key.setdefault(line & common, []).append(line)
        plan.append(join)
        filled |= spans[index]
    return plan


def order_of(size: int, spans: list[int], lines: list[list[int]]) -> Iterator[int]:
    """The units in the order of their joins: always the one that lets the partial boards grow least.

    `spans` are the bits of each unit's cells. Where several units grow alike, rows and columns take turns.
    Turns alone, a box only where it narrows, took six times as long on the hardest known puzzles.
    """
    waiting = set(range(3 * size))
    filled = 0
    growth: dict[tuple[int, int], float] = {}
    turn = 0  # 0 for rows, 1 for columns
    while waiting:
        for index in waiting:
            key = index, spans[index] & filled
            if key not in growth:
                growth[key] = _growth(lines[index], key[1])
        *_, index = min(
            (growth[index, spans[index] & filled], index // size != turn, index)
            for index in waiting
        )
        if index // size == turn:
            turn = 1 - turn
        waiting.remove(index)
        yield index
        filled |= spans[index]


def _growth(lines: list[int], common: int) -> float:
    """The number of lines that a partial board meets on average, if it meets any."""
    return len(lines) / len({line & common for line in lines})


def _pipeline(spans: list[int], joins: list[Join], limit: int) -> Iterator[int | None]:
    """Full boards, one by one, through all joins; one more than the limit at most.

    None comes every so often, for a look at the clock. What was counted when a board comes is what a search
    depth first has met until then: where there are too many boards, that search is made once more for it.
    """
    found = 0
    for board in _in_bulk(_stages(spans, joins)):
        found += board is not None
        if found > limit:
            break
        yield board
    else:
        return
    for join in joins:
        join.count = 0
    for board in _one_by_one(joins):
        if board is None or not limit:
            yield board
        else:
            limit -= 1  # it came before


def _in_bulk(stages: list[Join | Pair]) -> Iterator[int | None]:
    """All full boards in the order of a search depth first, the last partial boards of a stage at once.

    Memory stays flat whatever the board: so many are taken to the next stage, and from there on first.
    """
    waiting: list[list[int]] = [
        [0],
        *([] for _ in stages),
    ]  # partial boards, by the join they are to meet
    stage = done = pulse = 0
    while stage >= 0:
        boards = waiting[stage]
        if not boards:
            stage -= 1
            continue
        if stage == len(stages):
            yield boards.pop()
            continue
        # Few at first: perhaps there are solutions everywhere.
        share = max(1, min(1 + done // 8, PULSE, int(MOST_MADE / stages[stage].growth)))
        chosen = boards[-share:]
        del boards[-share:]
        joined = stages[stage].meet(chosen)
        if joined:
            stage += 1
            waiting[stage] = joined
        done += len(chosen)
        if done >= pulse + PULSE:
            pulse = done
            yield None


def _one_by_one(joins: list[Join]) -> Iterator[int | None]:
    """The same boards in the same order, with what was counted when each of them comes."""
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
