"""Which step of a rung HoDoKu takes, as far as that is known: its path and its score depend on it.

Singles are taken in the order in which they appeared, locked candidates and subsets unit by unit. Chains that
are searched for together are sorted by what they do. Of all others the first step that is found is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, takewhile
from typing import Any

from ..core.deadline import spend
from ..core.masks import bits
from ..core.position import Position
from ..techniques.chains.first_ways import chains_by_first_ways
from ..techniques.deduction import Deduction
from ..techniques.locked.finder import CLAIMING, POINTING
from ..techniques.rungs import Rung, Switches
from ..techniques.singles.full_house import SinglesFinder
from ..techniques.subsets import finder as subsets
from ..techniques.wings.finder import W_WING, XY_WING

# The codes of chains.
CHAINS = frozenset(("0403", "0701", "0702", "0703", "0706", "0707", "0708", "0709", "0710", "0711"))
GROUPED = frozenset(("0709", "0710", "0711"))
LOOPS = GROUPED | {"0706", "0707", "0708"}
THOROUGH = Switches(thorough=True)
LAST_SINGLE = 300  # indexes up to this are singles, which need no sorting
TOGETHER = 50  # indexes from one search for chains to the next


class QueuedPosition(Position):
    """A position whose singles appear in the order in which HoDoKu meets them."""

    peers_go_first = True
    _placed_at_start: Sequence[int] = ()  # by digit, masks of cells
    _places_at_start: Sequence[int] = ()  # as long as their hidden singles are not in the queue

    def _begin(self, digits: Sequence[int]) -> bool:
        if not super()._begin(digits):
            return False
        self._placed_at_start, self._places_at_start = list(self.placed_of), list(self.places)
        self.naked_queue = dict.fromkeys(self._naked_at_start())
        return True

    def _naked_at_start(self) -> list[int]:
        """Return the naked singles of the start, in the order in which they would come as givens are placed.

        A cell becomes single with the last of the givens that are the first to remove their digit from it. Each
        given removes its digit from cells in ascending order.
        """
        unseen = [self.naked] * (self.masks.size + 1)
        firsts = []  # of each given, the cells that it is the first to remove its digit from
        for digit, peers in zip(self.values, self.masks.peers, strict=True):
            if digit and (first := peers & unseen[digit]):
                unseen[digit] ^= first
                firsts.append(first)
        left, cells = self.naked, []
        for first in reversed(firsts):
            last = first & left
            left ^= last
            while last:
                cells.append(last.bit_length() - 1)
                last ^= 1 << cells[-1]
            if not left:
                break
        cells.reverse()
        return cells

    def _queue_those_at_start(self) -> None:
        """Put the hidden singles of the start first. Often all go before one is asked for."""
        at_start = self._search_hidden(self._places_at_start)
        hidden = [
            (self._time_hidden(digit, cell), self.masks.candidate(digit, cell))
            for digit in self.masks.digits
            for cell in bits(at_start[digit] & self.places[digit])
        ]
        first = dict.fromkeys(candidate for _, candidate in sorted(hidden))
        # Some of them may have been queued again, as the only place of another unit.
        self.hidden_queue = first | self.hidden_queue
        self._places_at_start = ()

    def _time_hidden(self, digit: int, cell: int) -> tuple[int, int]:
        """Return when a cell would become the last of a unit for a digit, as numbers to sort by.

        A given removes its digit from its peers first, and then the others from its own cell.
        """
        masks, cells = self.masks, self.masks.cells
        mine, taken = self._placed_at_start[digit], sum(self._placed_at_start)
        soonest = (2 * cells * cells, 0)
        for unit in masks.units_of[cell]:
            if self._places_at_start[digit] & masks.units[unit] == 1 << cell:
                times = []
                for other in bits(masks.units[unit] ^ 1 << cell):
                    time, seen = (2 * other + 1) * cells + digit, mine & masks.peers[other]
                    if seen:
                        by_peer = 2 * cells * ((seen & -seen).bit_length() - 1) + other
                        time = min(time, by_peer) if taken >> other & 1 else by_peer
                    times.append((time, masks.units_of[other].index(unit)))
                soonest = min(soonest, max(times))
        return soonest

    def naked_in_turn(self) -> Iterable[int]:
        return self.naked_queue

    def hidden_in_turn(self) -> Iterator[int]:
        if self._places_at_start:
            self._queue_those_at_start()
        for candidate in list(self.hidden_queue):
            digit, cell = self.masks.digit_and_cell(candidate)
            if self.places[digit] >> cell & 1:
                yield candidate
            else:
                del self.hidden_queue[candidate]


def leading_singles(chosen: Iterable[Rung]) -> list[SinglesFinder]:
    """Return the searches of the singles that `chosen` begins with."""
    leading = takewhile(lambda rung: rung.index <= LAST_SINGLE, chosen)
    return [rung.search for rung in leading if isinstance(rung.search, SinglesFinder)]


def first_single(position: Position, searches: Iterable[SinglesFinder]) -> Deduction | None:
    """Return the first step of the first search that has any: that of `in_hodoku_order`, found sooner."""
    for search in searches:
        for each in search.in_turn(position):
            return search.deduction(position, each)
    return None


def in_hodoku_order(
    position: Position, chosen: Iterable[Rung], further: Iterable[Rung] = ()
) -> Iterator[Deduction | None]:
    """Return the steps of the first technique in `chosen` that has any, HoDoKu's first one first.

    Those in `further`, without singles, are tried after them. None comes after each technique without a step,
    but for singles.
    """
    chosen = iter(chosen)
    for rung in chosen:
        if rung.index > LAST_SINGLE:
            return _beyond_singles(position, chain((rung,), chosen, further))
        steps = rung.search(position)
        for first in steps:
            return chain((first,), steps)
    return _beyond_singles(position, further)


def _beyond_singles(position: Position, chosen: Iterable[Rung]) -> Iterator[Deduction | None]:
    for number, together in groupby(chosen, key=_search_of):
        rungs = list(together)
        steps = _ordered(position, rungs[0]) if number < 0 else _chains(position, rungs)
        for first in steps:
            yield first
            yield from steps
            return
        yield None


def _search_of(rung: Rung) -> int:
    """Return a number that is the same for neighbouring rungs whose steps HoDoKu searches for together."""
    return rung.index // TOGETHER if rung.code in CHAINS else -rung.index


def _chains(position: Position, rungs: Sequence[Rung]) -> Iterator[Deduction]:
    """Yield the chains of some rungs, those first that remove most. HoDoKu's meet no cell twice."""
    found: list[Deduction] = []
    if rungs[0].code in LOOPS:
        names = {rung.technique for rung in rungs}
        chains = chains_by_first_ways(position, is_grouped=rungs[0].code in GROUPED)
        found += [each for each in chains if each.technique in names]
    else:
        for rung in rungs:
            spend()
            found += rung.find(position, THOROUGH)
    return iter(sorted(found, key=lambda each: _effect(position, each)))


def _effect(position: Position, each: Deduction) -> tuple[int, int]:
    """Return a sort key: what removes most comes first, then what has the lowest weighted sum of cells."""
    gone = [divmod(candidate, position.masks.cells) for candidate in bits(each.removed)]
    total = sum(cell * (1 + 80 * place) + index + 1 for place, (index, cell) in enumerate(gone))
    return -len(gone), total


def _ordered(position: Position, rung: Rung) -> Iterator[Deduction]:
    """Return what one search finds, HoDoKu's first step first where its order is known."""
    spend()
    found = rung.find(position)
    order = _order_of(position, rung)
    return iter(sorted(found, key=order)) if order else found


def _order_of(position: Position, rung: Rung) -> Callable[[Deduction], Any] | None:
    """Return a sort key for the steps of a technique, or None if HoDoKu's order is not known."""
    technique = rung.technique
    if technique in (POINTING, CLAIMING):
        return lambda each: (each.unit, each.digits_mask)
    if rung.search in (subsets.naked, subsets.hidden) and position.masks.boxes:
        return partial(_by_unit, position, rung.search is subsets.hidden)
    if technique == XY_WING:
        return lambda each: list(bits(each.cells))
    if technique == W_WING:
        return partial(_by_pair, position)
    return None


def _by_pair(position: Position, each: Deduction) -> tuple[list[int], int]:
    """Return a sort key of W-wings: by the two cells, then by the digit that is removed."""
    pair = [cell for cell in bits(each.cells) if position.marks[cell] == each.digits_mask]
    return pair, each.removed


def _by_unit(position: Position, is_hidden: bool, each: Deduction) -> tuple[int, list[int]]:
    """Return a sort key of subsets: those in a box come first, then those in a row."""
    masks, first = position.masks, position.masks.boxes[0]
    units = [unit for unit, cells in enumerate(masks.units) if not each.cells & ~cells]
    place = min((unit - first) % len(masks.units) for unit in units)
    return place, list(bits(each.digits_mask if is_hidden else each.cells))
