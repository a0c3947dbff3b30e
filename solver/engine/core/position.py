"""The facts of a position that all finders share, kept up to date while candidates are removed.

Cheap facts are always there: places by digit, marks by cell, and singles as they appear. Expensive facts
(pairs of places, almost locked sets, links) are computed when a finder first asks, and kept until a candidate
is removed. Facts that depend on one digit's places or one unit's cells are kept until these change.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import or_
from typing import Self, TypeVar

from .board import Board
from .deadline import spend
from .errors import Contradiction
from .grid import Grid
from .masks import Masks, bits, masks, union_of
from .shape import Shape
from .steps import Step, step_of

Fact = TypeVar("Fact")


class Position:
    """The candidates of the open cells, without any that a placed digit sees.

    `places[d]` are the open cells that may have digit d, a mask of cells. `marks[c]` are the digits of an open
    cell, digit d being bit d - 1, and 0 for a placed one. `values[c]` is the digit of a placed cell, else 0.
    `shown[c]` is the mask of candidates as boards have it: of a placed cell, its digit.
    `fault` is the first contradiction that was met, else None.
    """

    # Whether a placed digit goes from the peers before the others go from its cell.
    peers_go_first = False

    def __init__(self, shape: Shape | int) -> None:
        """Make the position of an empty board of a shape, or of a plain one by its box size."""
        self.masks: Masks = masks(shape)
        cells, size = self.masks.cells, self.masks.size
        self.values = [0] * cells
        self.givens = 0  # a mask of cells
        self.placed_of = [0] * (size + 1)  # the placed cells of each digit, as masks of cells
        # The candidates of the only solution, if a caller has counted: to suppose these leads nowhere.
        self.solution = 0
        self.open = self.masks.all_cells
        self.places = [0] + [self.masks.all_cells] * size
        self.marks = [(1 << size) - 1] * cells
        self.shown = list(self.marks)
        self.fault: Contradiction | None = None
        self.last_cells = 0  # the open cells that are the last of a unit, as a mask of cells
        # Cells and places that became singles. Reading them leaves out cells that have been placed since.
        self._naked = 0
        self._hidden = [0] * (size + 1)
        self._was_searched = False  # whether `_hidden` has the hidden singles of the start too
        # Open cells, and candidates, in the order in which they became singles, as keys.
        self.naked_queue: dict[int, None] = {}
        self.hidden_queue: dict[int, None] = {}
        self._facts: dict[object, object] = {}
        self._kept: dict[object, tuple[object, object]] = {}
        # By search, the units that it has to look at again, and the places when they were noted.
        self._news: dict[tuple[str, int], int] = {}
        self._places_seen: list[int] = []

    # --- Making ---------------------------------------------------------------------------------------

    @classmethod
    def of(cls, grid: Grid, placed: int = 0) -> Self:
        """Return the position that a puzzle starts from.

        `placed` is a mask of cells whose digits are not givens.
        """
        position = cls(grid.shape)
        if not position._begin(grid.givens):
            for cell, digit in enumerate(grid.givens):
                if digit:
                    position.givens |= 1 << cell
                    if not position.values[cell]:
                        position.place(cell, digit)
        position.givens &= ~placed
        if grid.marks:
            for cell, mask in enumerate(grid.marks):
                spend(4)
                position.keep(cell, mask)
        return position

    def _begin(self, digits: Sequence[int]) -> bool:
        """Place all digits at once on the empty board, or none and return False if they contradict each other.

        It is ten times as fast as one by one, which then says what is wrong and where.
        """
        masks, peers, unit_bits = self.masks, self.masks.peers, self.masks.unit_bits
        placed, seen, places, reached = ([0] * (masks.size + 1) for _ in range(4))
        marks, shown = [0] * masks.cells, [0] * masks.cells
        for cell, digit in enumerate(digits):
            if digit:
                placed[digit] |= 1 << cell
                seen[digit] |= peers[cell]
                reached[digit] |= unit_bits[cell]
                shown[cell] = 1 << (digit - 1)
        open_cells = masks.all_cells & ~union_of(placed)
        once = twice = 0
        all_units = (1 << len(masks.units)) - 1
        for digit in masks.digits:
            mine, here = placed[digit], open_cells & ~seen[digit]
            places[digit], bit, units = here, 1 << (digit - 1), reached[digit]
            twice |= once & here
            once |= here
            while here:
                cell = here.bit_length() - 1
                marks[cell] |= bit
                units |= unit_bits[cell]
                here ^= 1 << cell
            if mine & seen[digit] or units != all_units:
                return False
        if once != open_cells:
            return False
        for unit in masks.units:
            remaining = open_cells & unit
            if remaining.bit_count() == 1:
                self.last_cells |= remaining
        self.values, self.marks, self.places, self.open = list(digits), marks, places, open_cells
        self.placed_of, self._naked = placed, once & ~twice
        self.shown = list(map(or_, marks, shown))
        self.givens = masks.all_cells & ~open_cells
        return True

    @classmethod
    def of_board(cls, board: Board) -> Self:
        """Return the position of a board. Placed cells count as placed by a rule: a board knows no givens."""
        digits = tuple(mask.bit_length() for mask in board.placed)
        position = cls.of(Grid(board.geometry.shape, digits))
        position.givens = 0
        for cell, mask in enumerate(board.candidates):
            position.keep(cell, mask)
        return position

    def copy(self) -> "Position":
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        for name in ("values", "placed_of", "places", "marks", "shown", "_hidden"):
            setattr(twin, name, list(getattr(self, name)))
        twin.naked_queue, twin.hidden_queue, twin._facts = {}, {}, {}
        twin._news = dict(self._news)
        return twin

    # --- Changing -------------------------------------------------------------------------------------

    def place(self, cell: int, digit: int) -> Sequence[tuple[int, int]]:
        """Put a digit into an open cell and remove it from its peers.

        Return the peers that lost it with its mask, as a `Step` has them. If the digit is no candidate of the
        cell, note the contradiction in `fault`, and no peer loses it.
        """
        bit, here, masks = 1 << (digit - 1), 1 << cell, self.masks
        mark, places = self.marks[cell], self.places
        if not mark & bit:
            self.fault = self.fault or Contradiction(None, (cell,), bit)
            return ()
        if self._facts:
            self._facts = {}
        lost: Sequence[tuple[int, int]] = ()
        seen = places[digit] & masks.peers[cell]
        if seen and self.peers_go_first:
            self._hidden[digit] |= here  # so that it is not noted as the last place of its units
            lost = self._lose(seen, digit)
        if mark != bit:
            for index in bits(mark ^ bit):
                remaining = places[index + 1] = places[index + 1] ^ here
                hidden = self._hidden[index + 1]
                for unit in masks.units_around[cell]:
                    left = remaining & unit
                    if left.bit_count() < 2 and not left & hidden:
                        self._note_last_place(index + 1, unit, left)
        self.values[cell] = digit
        self.placed_of[digit] |= here
        self.marks[cell] = 0
        self.shown[cell] = bit
        places[digit] ^= here
        if seen and not self.peers_go_first:
            lost = self._lose(seen, digit)
        open_cells = self.open = self.open ^ here
        last = self.last_cells & open_cells
        for unit in masks.units_around[cell]:
            remaining = open_cells & unit
            if remaining.bit_count() == 1:
                last |= remaining
        self.last_cells = last
        self.naked_queue.pop(cell, None)
        return lost

    def remove(self, cell: int, digit: int) -> None:
        """Remove a candidate from an open cell if it is there."""
        if self.marks[cell] >> (digit - 1) & 1:
            self._facts = {}
            self._lose(1 << cell, digit)

    def keep(self, cell: int, digits_mask: int) -> None:
        """Remove all candidates from an open cell but those of a mask."""
        for index in bits(self.marks[cell] & ~digits_mask):
            self.remove(cell, index + 1)

    def _lose(self, cells: int, digit: int) -> list[tuple[int, int]]:
        """Remove a digit from a mask of cells that have it, cell by cell, and note what becomes single.

        Return each cell with the mask of the digit, ascending.
        """
        lost, masks, removals = [], self.masks, self.masks.removals[digit]
        marks, shown, bit = self.marks, self.shown, 1 << (digit - 1)
        remaining, hidden = self.places[digit], self._hidden[digit]
        while cells:
            here = cells & -cells
            cells ^= here
            remaining ^= here
            cell = here.bit_length() - 1
            lost.append(removals[cell])
            mark = marks[cell] = shown[cell] = marks[cell] ^ bit
            if not mark & (mark - 1):
                self._naked |= here
                if mark:
                    self.naked_queue.setdefault(cell)
                else:
                    self.fault = self.fault or Contradiction(None, (cell,), 0)
            for unit in masks.units_around[cell]:
                left = remaining & unit
                if left.bit_count() < 2 and not left & hidden:
                    self._note_last_place(digit, unit, left)
        self.places[digit] = remaining
        return lost

    def _note_last_place(self, digit: int, unit: int, left: int) -> None:
        """Note that a unit has one place or none left for a digit. Both are masks of cells."""
        if left & ~self._hidden[digit]:
            self._hidden[digit] |= left
            self.hidden_queue.setdefault(self.masks.floors[digit] + left.bit_length() - 1)
        elif not left and not self.placed_of[digit] & unit:
            self.fault = self.fault or Contradiction(
                self.masks.units.index(unit), (), 1 << (digit - 1)
            )

    # --- Facts ----------------------------------------------------------------------------------------

    @property
    def is_complete(self) -> bool:
        return not self.open

    @property
    def naked(self) -> int:
        """The open cells with one candidate, as a mask of cells."""
        self._naked &= self.open
        return self._naked

    def hidden(self, digit: int) -> int:
        """Return the open cells that are the only place of a digit in a unit, as a mask of cells."""
        if not self._was_searched:
            self._search_hidden(self.places)
        self._hidden[digit] &= self.places[digit]
        return self._hidden[digit]

    def _search_hidden(self, places: Sequence[int]) -> list[int]:
        """Return the cells that are the only place of a digit in a unit, by digit, and note them.

        `places` are those of now or earlier. Hidden singles of the start are only searched if somebody asks for
        hidden ones, because easy puzzles are solved without.
        """
        units = self.masks.units
        only = [
            union_of([here & unit for unit in units if (here & unit).bit_count() == 1])
            for here in places
        ]
        self._hidden = list(map(or_, self._hidden, only))
        self._was_searched = True
        return only

    @property
    def hidden_cells(self) -> int:
        """The open cells that are the only place of some digit in a unit, as a mask of cells."""
        cells = 0
        for digit in self.masks.digits:
            cells |= self.hidden(digit)
        return cells

    def naked_in_turn(self) -> Iterable[int]:
        """Return the open cells with one candidate, in the order in which they are to be filled."""
        return bits(self.naked)

    def hidden_in_turn(self) -> Iterator[int]:
        """Yield the candidates that are the only place of a digit in a unit, in the order to be filled in."""
        for digit in self.masks.digits:
            for cell in bits(self.hidden(digit)):
                yield self.masks.floors[digit] + cell

    @property
    def candidates(self) -> int:
        """All candidates of open cells, as a mask of candidates. A candidate is (digit - 1) × cells + cell."""
        return self._one_mask(self.places)

    @property
    def placed(self) -> int:
        """The digits of placed cells, as a mask of candidates."""
        return self._one_mask(self.placed_of)

    def _one_mask(self, cells_of: Sequence[int]) -> int:
        """Return a mask of cells for each digit as one mask of candidates."""
        candidates = 0
        for cells in reversed(cells_of[1:]):
            candidates = candidates << self.masks.cells | cells
        return candidates

    def in_cells(self, cells: int, digits_mask: int) -> int:
        """Return the candidates of a mask of digits in a mask of cells, as a mask of candidates."""
        floors, places = self.masks.floors, self.places
        candidates = 0
        for index in bits(digits_mask):
            candidates |= (places[index + 1] & cells) << floors[index + 1]
        return candidates

    def digits_in(self, cells: int) -> int:
        """Return the mask of digits that are candidates of at least one cell in a mask of cells."""
        digits_mask = 0
        for cell in bits(cells):
            digits_mask |= self.marks[cell]
        return digits_mask

    def fact(self, work_out: Callable[..., Fact], *about: object) -> Fact:
        """Return `work_out(position, *about)`, computed once until a candidate is removed."""
        key = (work_out, *about)
        if key not in self._facts:
            self._facts[key] = work_out(self, *about)
        return self._facts[key]  # type: ignore[return-value]

    def kept(self, work_out: Callable[..., Fact], about: Hashable, looked_at: object) -> Fact:
        """Return `work_out(position, about)`, computed again for an `about` only if `looked_at` has changed."""
        key = (work_out, about)
        entry = self._kept.get(key)
        if entry is None or entry[0] != looked_at:
            entry = self._kept[key] = (looked_at, work_out(self, about))
        return entry[1]  # type: ignore[return-value]

    def unless_barren(
        self, search: Callable[..., Iterator[Fact]], about: Hashable, looked_at: object
    ) -> Iterator[Fact]:
        """Yield what `search(position, about)` finds.

        Skip a search that found nothing for the same `looked_at`.
        """
        key = (search, about)
        if (looked_at, ()) == self._kept.get(key):
            return
        is_barren = True
        for fact in search(self, about):
            is_barren = False
            yield fact
        if is_barren:
            self._kept[key] = (looked_at, ())

    def news(self, search: str, about: int) -> int:
        """Return the units with cells that changed since `nothing_in` was last called for them, as a mask.

        `search` and `about` name what looks at them.
        """
        if self.places != self._places_seen:
            self._note_changes()
        return self._news.setdefault((search, about), (1 << len(self.masks.units)) - 1)

    def nothing_in(self, search: str, about: int, units: int) -> None:
        """Note that a search finds nothing in some units, a mask, before one of their cells changes."""
        self._news[search, about] &= ~units

    def _note_changes(self) -> None:
        changed = units = 0
        for before, now in zip(self._places_seen or self.places, self.places, strict=True):
            changed |= before ^ now
        for cell in bits(changed):
            units |= self.masks.unit_bits[cell]
        self._places_seen = list(self.places)
        for key in self._news:
            self._news[key] |= units

    def in_each_digit(self, search: Callable[..., Iterator[Fact]]) -> Iterator[Fact]:
        """Yield what `search(position, digit)` finds for each digit.

        The search may use the places of this digit only: it is not repeated before they change.
        """
        kept, places = self._kept, self.places
        for digit in self.masks.digits:
            if kept.get((search, digit)) != (places[digit], ()):
                yield from self.unless_barren(search, digit, places[digit])


def unit_marks(position: Position) -> list[tuple[int, ...]]:
    """Return for each unit the candidates of its cells, one mask of digits a cell."""
    return [marks_of(position.marks) for marks_of in position.masks.marks_of]


def by_count(position: Position) -> list[int]:
    """Return for each number of candidates the open cells that have so many, as a mask of cells."""
    counts, marks = [0] * (position.masks.size + 1), position.marks
    for cell in bits(position.open):
        counts[marks[cell].bit_count()] |= 1 << cell
    return counts


def bivalue(position: Position) -> int:
    """Return the open cells with two candidates, as a mask of cells."""
    return position.fact(by_count)[2]


def strong_pairs(position: Position) -> list[list[tuple[int, int, int]]]:
    """Return, for each digit, (unit, cell, cell) of each unit that has just two places for it.

    The list at index 0 is empty.
    """
    digits = position.masks.digits
    return [[], *(position.kept(_pairs, digit, position.places[digit]) for digit in digits)]


def _pairs(position: Position, digit: int) -> list[tuple[int, int, int]]:
    places, pairs = position.places[digit], []
    for unit, cells in enumerate(position.masks.units):
        two = places & cells
        if two.bit_count() == 2:
            pairs.append((unit, (two & -two).bit_length() - 1, two.bit_length() - 1))
    return pairs


def placed_and_removed(
    position: Position, placed: int, removed: int
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Return masks of placed and of removed candidates as a `Step` has them, ordered by cell.

    The first is pairs (cell, digit), the second pairs (cell, mask of digits).
    """
    cells = position.masks.cells
    lost: dict[int, int] = {}
    for candidate in bits(removed):
        index, cell = divmod(candidate, cells)
        lost[cell] = lost.get(cell, 0) | 1 << index
    put = sorted((candidate % cells, candidate // cells + 1) for candidate in bits(placed))
    return tuple(put), tuple(sorted(lost.items()))


def carry_out_masks(position: Position, placed: int, removed: int) -> None:
    """Apply masks of placed and of removed candidates, for callers that keep no history.

    It is faster than making a `Step`, and goes in the same order: cell by cell.
    """
    cells = position.masks.cells
    for cell, index in sorted(
        (candidate % cells, candidate // cells) for candidate in bits(removed)
    ):
        position.remove(cell, index + 1)
    for candidate in bits(placed):
        if not position.values[candidate % cells]:
            position.place(candidate % cells, candidate // cells + 1)


def carry_out(position: Position, step: Step) -> Step | None:
    """Apply a step to the position. Return the step with what it really did, or None if it did nothing.

    This includes what its placements remove from peers.
    """
    technique, unit, cells, digits_mask, placed, to_remove, counts, proof = step
    if len(placed) == 1 and not to_remove:  # a single
        cell, digit = placed[0]
        if position.values[cell]:
            return None
        removed = tuple(position.place(cell, digit))
    else:
        placed, removed = _carry_out_several(position, placed, to_remove)
        if not placed and not removed:
            return None
    if removed == to_remove and len(placed) == len(step.placed):
        return step  # as it is, which is often so
    return step_of((technique, unit, cells, digits_mask, placed, removed, counts, proof))


def _carry_out_several(
    position: Position, placed: tuple[tuple[int, int], ...], to_remove: tuple[tuple[int, int], ...]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """Place some digits and remove some candidates. Return what was really placed and removed."""
    lost: list[tuple[int, int]] = []
    for cell, mask in to_remove:
        gone = position.marks[cell] & mask
        if gone:
            lost.append((cell, gone))
            for index in bits(gone):
                position.remove(cell, index + 1)
    for each in placed:
        cell, digit = each
        if position.values[cell]:
            placed = tuple([other for other in placed if other is not each])
        else:
            lost += position.place(cell, digit)
    return placed, tuple(_together(lost))


def _together(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pairs of a cell and a mask ordered by cell, each cell once."""
    masks: dict[int, int] = {}
    for cell, mask in pairs:
        masks[cell] = masks.get(cell, 0) | mask
    return sorted(masks.items())


def candidates_of(position: Position) -> tuple[int, ...]:
    """Return the mask of candidates of each cell, as boards have it. A placed cell has its digit."""
    return tuple(position.shown)
