"""Which step of a rung HoDoKu takes, as far as that is known: its path and its score depend on it.

Singles are taken in the order in which they appeared, locked candidates and subsets unit by unit. XY-chains,
nice loops and AICs, and grouped ones, are sorted by what they do. Of all others the first step that is found is
taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any

from ..core.deadline import spend
from ..core.masks import bits
from ..core.position import Position
from ..techniques.deduction import Deduction
from ..techniques.locked.finder import CLAIMING, POINTING
from ..techniques.rungs import Rung, Switches
from ..techniques.singles.full_house import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from ..techniques.subsets.finder import SIZES
from ..techniques.wings.finder import XY_WING
from .search import easiest

CHAINS = ("0702", "0706", "0707", "0708", "0709", "0710", "0711")  # codes
TOGETHER = 50  # indexes from one search for chains to the next


class QueuedPosition(Position):
    """A position whose singles appear in the order in which HoDoKu meets them."""

    def _begin(self, digits: Sequence[int]) -> bool:
        """Return False, because givens that are placed at once would have no order."""
        return False

    def place(self, cell: int, digit: int) -> int:
        seen = 0
        if self.marks[cell] >> (digit - 1) & 1:
            # The digit goes from the peers before the cell's others go.
            seen = self.places[digit] & self.masks.peers[cell]
            for peer in bits(seen):
                self._lose(peer, digit)
        return super().place(cell, digit) | seen

    def turn_of(self, each: Deduction) -> int:
        """Return when the single that a deduction places appeared, as a number to sort by."""
        candidate = each.placed.bit_length() - 1
        if each.technique == HIDDEN_SINGLE:
            return self.hidden_turns.get(candidate, len(self.hidden_turns))
        return self.naked_turns.get(candidate % self.masks.cells, len(self.naked_turns))


def in_hodoku_order(position: Position, chosen: Iterable[Rung]) -> Iterator[Deduction | None]:
    """Yield the steps of the first technique in `chosen` that has any, HoDoKu's first one first.

    Yield None after each technique without a step.
    """
    for _, together in groupby(chosen, key=_search_of):
        rungs = list(together)
        if rungs[0].code in CHAINS:
            steps = _chains(position, rungs)
        else:
            steps = _ordered(position, easiest(position, rungs))
        is_found = False
        for each in steps:
            is_found = is_found or each is not None
            yield each
        if is_found:
            return


def _search_of(rung: Rung) -> int:
    """Return a number that is the same for neighbouring rungs whose steps HoDoKu searches for together."""
    return rung.index // TOGETHER if rung.code in CHAINS else -rung.index


def _chains(position: Position, rungs: Sequence[Rung]) -> Iterator[Deduction | None]:
    """Yield the chains of some rungs, those first that remove most. HoDoKu's meet no cell twice."""
    found: list[Deduction] = []
    for rung in rungs:
        spend()
        found += rung.find(position, Switches(thorough=True))
    if not found:
        yield None
    yield from sorted(found, key=lambda each: _effect(position, each))


def _effect(position: Position, each: Deduction) -> tuple[int, int]:
    """Return a sort key: what removes most comes first, then what has the lowest weighted sum of cells."""
    gone = sorted(divmod(candidate, position.masks.cells)[::-1] for candidate in bits(each.removed))
    total = sum(cell * (1 + 80 * place) + index + 1 for place, (cell, index) in enumerate(gone))
    return -len(gone), total


def _ordered(position: Position, steps: Iterator[Deduction | None]) -> Iterator[Deduction | None]:
    """Yield what one search finds, HoDoKu's first step first where its order is known."""
    for deduction in steps:
        order = deduction and _order_of(position, deduction.technique)
        if deduction and order:
            yield from sorted(chain((deduction,), filter(None, steps)), key=order)
        else:
            yield deduction


def _order_of(position: Position, technique: str) -> Callable[[Deduction], Any] | None:
    """Return a sort key for the steps of a technique, or None if HoDoKu's order is not known."""
    if technique in (FULL_HOUSE, NAKED_SINGLE, HIDDEN_SINGLE):
        return position.turn_of if isinstance(position, QueuedPosition) else None
    if technique in (POINTING, CLAIMING):
        return lambda each: (each.unit, each.digits_mask)
    kind, _, size = technique.partition(" ")
    if kind in ("naked", "locked", "hidden") and size in SIZES.values() and position.masks.boxes:
        return partial(_by_unit, position)
    if technique == XY_WING:
        return lambda each: list(bits(each.cells))
    return None


def _by_unit(position: Position, each: Deduction) -> tuple[int, list[int]]:
    """Return a sort key of subsets: those in a box come first, then those in a row."""
    masks, first = position.masks, position.masks.boxes[0]
    units = [unit for unit, cells in enumerate(masks.units) if not each.cells & ~cells]
    place = min((unit - first) % len(masks.units) for unit in units)
    is_hidden = each.technique.startswith("hidden")
    return place, list(bits(each.digits_mask if is_hidden else each.cells))
