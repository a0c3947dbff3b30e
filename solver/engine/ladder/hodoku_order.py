"""Which step of a rung HoDoKu takes, as far as that is known: its path and its score depend on it.

Hidden singles are taken in the order in which they appeared, locked candidates unit by unit. Of all others
the first step that is found is taken.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ..core.masks import bits
from ..core.position import Position
from ..core.shape import Shape
from ..techniques.deduction import Deduction
from ..techniques.locked.finder import CLAIMING, POINTING
from ..techniques.rungs import Rung
from ..techniques.singles.full_house import HIDDEN_SINGLE
from .search import easiest


class QueuedPosition(Position):
    """A position that knows in which order its hidden singles appeared."""

    def __init__(self, shape: Shape | int) -> None:
        super().__init__(shape)
        self.queue: list[tuple[int, int]] = []  # (digit, cell)
        self.next = 0

    def _begin(self, digits: Sequence[int]) -> bool:
        """Return False, because givens that are placed at once would have no order."""
        return False

    def place(self, cell: int, digit: int) -> int:
        seen = 0
        if self.marks[cell] >> (digit - 1) & 1:
            # The digit goes from the peers before the cell's others go.
            seen = self.places[digit] & self.masks.peers[cell]
            for peer in bits(seen):
                self.remove(peer, digit)
        return super().place(cell, digit) | seen

    def _lose(self, cell: int, digit: int) -> None:
        super()._lose(cell, digit)
        for unit in self.masks.units_of[cell]:
            places = self.places[digit] & self.masks.units[unit]
            if places and not places & (places - 1):
                self.queue.append((digit, places.bit_length() - 1))

    def first_hidden(self) -> int:
        """Return the candidate that has been a hidden single for the longest time, or -1."""
        while self.next < len(self.queue):
            digit, cell = self.queue[self.next]
            if self.hidden(digit) >> cell & 1:
                return self.masks.candidate(digit, cell)
            self.next += 1
        return -1


def in_hodoku_order(position: Position, chosen: Iterable[Rung]) -> Iterator[Deduction | None]:
    """Yield the steps of the first technique in `chosen` that has any, HoDoKu's first one first.

    Yield None after each technique without a step. HoDoKu's order is known for hidden singles, pointing and
    claiming.
    """
    steps = easiest(position, chosen)
    for deduction in steps:
        if deduction is None:
            yield None
        elif deduction.technique == HIDDEN_SINGLE and isinstance(position, QueuedPosition):
            placed = 1 << position.first_hidden()
            yield from sorted(_with(deduction, steps), key=lambda each: each.placed != placed)
        elif deduction.technique in (POINTING, CLAIMING):
            yield from sorted(
                _with(deduction, steps), key=lambda each: (each.unit, each.digits_mask)
            )
        else:
            yield deduction


def _with(first: Deduction, steps: Iterator[Deduction | None]) -> Iterator[Deduction]:
    return chain((first,), filter(None, steps))
