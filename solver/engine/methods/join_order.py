"""Join the sets of lines to partial boards: the order of the joins, the count after each, and the full boards.

A line and a partial board are ints with a bit for each candidate that is left. All partial boards of a stage
fill the same cells, so two sets join on an equal key, their common cells.

Counting them is most of the work, because the hardest puzzles have millions. Which lines a board meets depends
on few of its cells. So boards are kept in products, each of some boards with each of some lines, and are made
only if they meet something. What two equal keys lead to is counted once, times the boards that have it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import NamedTuple

from ..core.deadline import spend

PULSE = 2_000  # partial boards between two looks at the clock
# From so many lines that a board meets on average, a join is made together with the next.
GROWS = 2
MOST_GROWTH = 200  # of such a pair, because its lines are kept in memory
MOST_MADE = 60_000  # partial boards of a stage at once, 4 MB at 200 bits each
MOST_KEPT = 200_000  # lines of such a pair that are remembered


@dataclass
class UnitJoin:
    """One unit's lines, joined to partial boards on the cells that both fill."""

    unit: int
    lines: list[int]
    common: int = 0  # the bits of the cells that the boards before it fill already
    by_key: dict[int, list[int]] = field(default_factory=dict)
    count: int = 0  # partial boards after it
    seen: int = 0  # their OR

    @property
    def growth(self) -> float:
        """The lines of this unit that fit a partial board, on average over the boards that any line fits."""
        return len(self.lines) / len(self.by_key)


class Product(NamedTuple):
    """Partial boards that meet the same lines: each of them with each line, before any is made."""

    boards: list[int]
    lines: list[int]


class Met(NamedTuple):
    """What every board with one key meets in a stage: the lines of each join, and of all joins together."""

    through: tuple[tuple[UnitJoin, int, int], ...]  # with the number of lines, and their OR
    lines: list[int]


class Stage:
    """One join, or two if the first lets the boards grow.

    Which lines a board meets depends on few of its cells, so many boards meet the same. These are counted
    together, and of a product only boards that meet a line here are ever made.
    """

    def __init__(self, first: UnitJoin, second: UnitJoin | None, span: int) -> None:
        self.first, self.second = first, second
        self.common = first.common | (second.common & ~span if second else 0)
        self.by_key: dict[int, Met] = {}
        self.kept = 0

    def meet(self, products: list[Product]) -> list[Product]:
        """Join products (some partial boards, each with each of some lines) with the lines of this unit.

        Return the products that are left.
        """
        by_key, common = self.by_key, self.common
        if self.kept > MOST_KEPT:
            by_key.clear()
            self.kept = 0
        made: defaultdict[int, list[int]] = defaultdict(list)
        for product in products:
            over: dict[int, int] = {}  # the OR of boards that are alike
            boards = _by_part(product.boards, common)
            work = len(product.boards) + len(product.lines) - 2 * self.kept
            for line_key, lines in _by_part(product.lines, common).items():
                over_lines = reduce(or_, lines)
                work += 8 * len(boards)
                for board_key, alike in boards.items():
                    key = line_key | board_key
                    met = by_key.get(key) or self._meet(key)
                    if not met.through:
                        continue
                    if board_key not in over:
                        over[board_key] = reduce(or_, alike)
                    seen = over_lines | over[board_key]
                    number = len(lines) * len(alike)
                    for join, count, over_met in met.through:
                        join.count += number * count
                        join.seen |= seen | over_met
                    if met.lines:
                        work += number
                        for line in lines:
                            made[key] += [board | line for board in alike]
            spend(1 + (work + 2 * self.kept) // 16)
        return [Product(boards, by_key[key].lines) for key, boards in made.items()]

    def _meet(self, key: int) -> Met:
        lines = self.first.by_key.get(key & self.first.common, [])
        through = [(self.first, lines)]
        if self.second:
            matching, common = self.second.by_key.get, self.second.common
            lines = [
                line | other for line in lines for other in matching((key | line) & common, ())
            ]
            through.append((self.second, lines))
        met = Met(
            tuple((join, len(found), reduce(or_, found)) for join, found in through if found), lines
        )
        self.kept += 1 + len(lines)
        self.by_key[key] = met
        return met


def _by_part(bits: list[int], part: int) -> dict[int, list[int]]:
    """Return boards or lines by what they have in some cells."""
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for mask in bits:
        groups[mask & part].append(mask)
    return groups


def _stages(spans: list[int], joins: list[UnitJoin]) -> list[Stage]:
    """Return the joins as stages, one that lets the boards grow together with the next."""
    stages = []
    waiting = joins[::-1]
    while waiting:
        join = waiting.pop()
        is_pair = waiting and GROWS <= join.growth <= MOST_GROWTH / waiting[-1].growth
        stages.append(Stage(join, waiting.pop() if is_pair else None, spans[join.unit]))
    return stages


def plan(
    size: int, spans: list[int], lines: list[list[int]], loose: Sequence[int] = ()
) -> list[UnitJoin]:
    filled, plan = 0, []
    for index in order_of(size, spans, lines, loose):
        common = spans[index] & filled
        join = UnitJoin(index, lines[index], common)
        spend(1 + len(lines[index]) // 8)
        for line in lines[index]:
            join.by_key.setdefault(line & common, []).append(line)
        plan.append(join)
        filled |= spans[index]
    return plan


def order_of(
    size: int, spans: list[int], lines: list[list[int]], loose: Sequence[int] = ()
) -> Iterator[int]:
    """Yield the units in the order of their joins: always the one that lets the partial boards grow least.

    `spans` are the bits of each unit's cells, `lines` the ways to fill it. If several units grow alike, rows
    and columns take turns. Turns alone, a box only where it narrows, took six times as long on the hardest
    known puzzles. Of the `loose` sets, groups and pairs, each with lines comes as soon as its cells are filled.
    """
    waiting = set(range(len(spans))) - set(loose)
    loose = [index for index in loose if lines[index]]
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
        ready = [index for index in loose if not spans[index] & ~filled]
        loose = [index for index in loose if index not in ready]
        yield from ready


def _growth(lines: list[int], common: int) -> float:
    """Return the number of lines that a partial board meets on average, if it meets any."""
    spend(1 + len(lines) // 16)
    return len(lines) / len({line & common for line in lines})


def search(
    spans: list[int], joins: list[UnitJoin], limit: int, boards: list[int]
) -> Iterator[None]:
    """Fill the list `boards` with full boards, in depth-first order, at most one more than the limit.

    Yield None every so often, so that the time can be checked. If there are too many boards, the counts of the
    joins are those of a depth-first search until then. Most searches are short. A search that goes on without
    finding any is made in bulk, and one by one after all if it turns out that there are too many.
    """
    found_before = 0
    for _ in _one_by_one(joins, limit, boards):
        if len(boards) == found_before:
            break
        found_before = len(boards)
        yield None
    else:
        return
    _forget(joins, boards)
    for batch in _in_bulk(_stages(spans, joins)):
        boards += batch
        if len(boards) > limit:
            break
        yield None
    else:
        _put_in_order(spans, joins, boards)
        return
    _forget(joins, boards)
    yield from _one_by_one(joins, limit, boards)


def _forget(joins: list[UnitJoin], boards: list[int]) -> None:
    boards.clear()
    for join in joins:
        join.count = join.seen = 0


def _put_in_order(spans: list[int], joins: list[UnitJoin], boards: list[int]) -> None:
    """Sort full boards as a depth-first search finds them: of a unit's lines the last one first."""
    places = [
        (spans[join.unit], {line: place for place, line in enumerate(join.lines)}) for join in joins
    ]
    boards.sort(key=lambda board: [place[board & span] for span, place in places], reverse=True)


def _in_bulk(stages: list[Stage]) -> Iterator[list[int]]:
    """Yield lists of all full boards, many at once, the last partial boards first.

    Memory stays flat for any board, because a bounded number is taken to the next stage and finished first.
    Yield an empty list now and then.
    """
    # By the stage that the products are to meet.
    waiting: list[list[Product]] = [[Product([0], [0])], *([] for _ in stages)]
    stage = done = 0
    while stage >= 0:
        products = waiting[stage]
        if not products:
            stage -= 1
            continue
        if stage == len(stages):
            yield [board | line for boards, lines in products for board in boards for line in lines]
            products.clear()
            continue
        # Few at first, in case there are solutions everywhere.
        share = min(1 + done // 8, MOST_MADE)
        batch = _take(products, share)
        joined = stages[stage].meet(batch)
        if joined:
            stage += 1
            waiting[stage] = joined
        done += sum([len(boards) for boards, _ in batch])
        yield []


def _take(products: list[Product], share: int) -> list[Product]:
    """Take the last products, about `share` boards with a line."""
    batch: list[Product] = []
    while products and share > 0:
        boards, lines = products[-1]
        taken = boards[-max(1, share // len(lines)) :]
        del boards[-len(taken) :]
        if not boards:
            products.pop()
        batch.append(Product(taken, lines))
        share -= len(taken) * len(lines)
    return batch


def _one_by_one(joins: list[UnitJoin], limit: int, boards: list[int]) -> Iterator[None]:
    """Search depth first, until there is one board more than the limit. Yield None now and then."""
    stack = [(0, 0)]  # partial boards, with the index of the join that each is to meet
    steps = 0
    while stack:
        board, stage = stack.pop()
        if stage == len(joins):
            boards.append(board)
            if len(boards) > limit:
                return
            continue
        join = joins[stage]
        matching = join.by_key.get(board & join.common, ())
        if matching:
            joined = [board | line for line in matching]
            join.count += len(joined)
            join.seen |= reduce(or_, joined)
            stage += 1
            stack += [(each, stage) for each in joined]
        steps += 1
        if steps % PULSE == 0:
            spend(PULSE)
            yield None
