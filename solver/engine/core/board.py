"""The board while it is being solved: candidates, placed cells, and what changed since a technique looked."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Self

from .bitboard import UnitTally, join_masks
from .errors import Contradiction
from .geometry import Geometry, Kind, geometry_of, mask_of_digits
from .grid import Grid

# The kinds of units, in the order of a cell's units and of a tally.
KINDS: tuple[Kind, ...] = ("row", "column", "box")


class Board:
    """Candidate masks, one for each cell. Digit d is bit d - 1.

    A cell is *placed* if a rule has put its digit there. A cell with one candidate left that no rule
    has placed yet is still open. Each method decides which of the two it uses.

    `candidate_bits` has the same candidates as one int, for questions about many cells at once (`bitboard`).
    Both change together, by `place`, `eliminate`, `remove` and `clear_peers` alone.
    """

    __slots__ = (
        "_clashes",
        "_looks",
        "_placed_held",
        "_sound",
        "_tally",
        "candidate_bits",
        "candidates",
        "geometry",
        "open_anchors",
        "placed",
        "placed_bits",
        "placed_count",
    )

    def __init__(self, geometry: Geometry, candidates: Iterable[int] | None = None) -> None:
        self.geometry = geometry
        self.candidates = (
            [geometry.all_digits_mask] * geometry.cell_count
            if candidates is None
            else list(candidates)
        )
        self.placed = [
            0
        ] * geometry.cell_count  # the mask that a cell was placed with, 0 while open
        self.placed_count = 0
        self.candidate_bits = join_masks(self.candidates, geometry.size)
        self.placed_bits = 0
        self.open_anchors = geometry.anchors  # the lowest bit of each open cell
        self._looks: dict[str, tuple[int, int]] | None = None
        self._clashes = False  # whether a digit was placed twice in a unit
        self._sound = -1  # the candidate_bits that were checked last
        # The latest folds, each with the int that it was folded from.
        self._tally = (-1, UnitTally((0, 0), (0, 0), (0, 0)))
        self._placed_held = (-1, (0, 0, 0, 0))

    @classmethod
    def of(cls, grid: Grid) -> "Board":
        """Return the board as a method begins with it: givens placed, every other cell full or as marked."""
        board = cls.on(grid.geometry, grid.marks or None)
        for cell, digit in enumerate(grid.givens):
            if digit:
                board.place(cell, digit)
        return board

    @classmethod
    def on(cls, geometry: Geometry, candidates: Iterable[int] | None = None) -> "Board":
        """Return a board of a geometry without placed cells, of the kind that its shape needs."""
        kind = cls if geometry.shape.square_box else ShapedBoard
        return kind(geometry, candidates)

    @classmethod
    def of_candidates(
        cls, box: int, candidates: dict[str, str], placed: Iterable[str] = ()
    ) -> Self:
        """Return a board from the names of cells and their candidates, for examples and tests.

        For example, `{"r1c1": "12"}`. Cells that are not named have all candidates. Those in `placed` have the
        digit placed that is their only candidate.
        """
        geometry = geometry_of(box)
        masks = [geometry.all_digits_mask] * geometry.cell_count
        for name, digits in candidates.items():
            masks[geometry.cell_at(name)] = mask_of_digits([int(d) for d in digits])
        board = cls(geometry, masks)
        for name in placed:
            cell = geometry.cell_at(name)
            board.place(cell, board.candidates[cell].bit_length())
        return board

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        twin.geometry = self.geometry
        twin.candidates = self.candidates.copy()
        twin.placed = self.placed.copy()
        twin.placed_count = self.placed_count
        twin.candidate_bits = self.candidate_bits
        twin.placed_bits = self.placed_bits
        twin.open_anchors = self.open_anchors
        twin._looks = None if self._looks is None else self._looks.copy()
        twin._clashes, twin._sound = self._clashes, self._sound
        twin._tally, twin._placed_held = self._tally, self._placed_held
        return twin

    # --- Changing it ----------------------------------------------------------------------------------

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into an open cell. Its peers keep their candidates until a rule removes them.

        Raise Contradiction if the digit is no candidate of the cell.
        """
        bit = 1 << (digit - 1)
        before = self.candidates[cell]
        if not before & bit:
            raise Contradiction(None, (cell,), bit)
        at = cell * self.geometry.size
        if before != bit:
            self.candidates[cell] = bit
            self.candidate_bits ^= (before ^ bit) << at
        self._clashes |= bool(self.placed_bits & self.geometry.sights[cell] << digit - 1)
        self.placed[cell] = bit
        self.placed_count += 1
        self.placed_bits |= bit << at
        self.open_anchors &= ~(1 << at)

    def eliminate(self, cell: int, digits_mask: int) -> int:
        """Remove the digits of a mask from a cell, and return the mask of the removed digits."""
        removed = self.candidates[cell] & digits_mask
        if removed:
            self.candidates[cell] ^= removed
            self.candidate_bits ^= removed << cell * self.geometry.size
        return removed

    def remove(self, losses: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Remove digits from several cells, given as (cell, mask).

        Return each cell that had any, with their mask.
        """
        candidates, size = self.candidates, self.geometry.size
        removed, gone = [], 0
        for loss in losses:
            cell, digits_mask = loss
            lost = candidates[cell] & digits_mask
            if lost:
                candidates[cell] ^= lost
                gone |= lost << cell * size
                removed.append(loss if lost == digits_mask else (cell, lost))
        self.candidate_bits ^= gone
        return tuple(removed)

    def clear_peers(self, cell: int, bit: int) -> tuple[tuple[int, int], ...]:
        """Remove one digit, given as its bit, from all peers of a cell.

        Return (peer, bit) for each that had it.
        """
        seen = self.candidate_bits & self.geometry.sights[cell] << (bit.bit_length() - 1)
        if not seen:
            return ()
        candidates = self.candidates
        removed = [(peer, bit) for peer in self.geometry.peers[cell] if candidates[peer] & bit]
        for peer, _ in removed:
            candidates[peer] ^= bit
        self.candidate_bits ^= seen
        return tuple(removed)

    # --- Reading it -----------------------------------------------------------------------------------

    def is_placed(self, cell: int) -> bool:
        return self.placed[cell] != 0

    @property
    def is_complete(self) -> bool:
        """Whether every cell is placed."""
        return self.placed_count == self.geometry.cell_count

    def open_cells(self, cells: Iterable[int]) -> list[int]:
        placed = self.placed
        return [cell for cell in cells if not placed[cell]]

    def digits(self) -> tuple[int, ...]:
        """Return a digit for each cell with one candidate left, else 0."""
        return tuple(mask.bit_length() if mask & (mask - 1) == 0 else 0 for mask in self.candidates)

    def single_cells(self) -> list[int]:
        """Return the open cells with one candidate left, in reading order."""
        once, twice = self.geometry.bitboard.tally_cells(self.candidate_bits)
        size = self.geometry.size
        return [place // size for place in bits_of(once & ~twice & self.open_anchors)]

    @property
    def further_kinds(self) -> tuple[str, ...]:
        """The kinds of the board's units that are no rows, columns or boxes."""
        return ()

    def single_places(self, kind: str) -> list[tuple[int, int, int]]:
        """Return (unit, bit of the digit, cell) where one open cell of a unit is the only place for a digit.

        The units of a kind come in order, and in each the lowest digit first.
        """
        which, singles = KINDS.index(kind), []
        once, twice = self._tally_units()[which]
        single = once & ~twice & ~self._placed_in_units()[1 + which]
        candidates, size = self.candidates, self.geometry.size
        units, units_of = self.geometry.units, self.geometry.units_of
        while single:
            lowest = single & -single
            single ^= lowest
            head, digit = divmod(lowest.bit_length() - 1, size)
            index, bit = units_of[head][which], 1 << digit
            for cell in units[index].cells:
                if candidates[cell] & bit:
                    singles.append((index, bit, cell))
                    break
        return singles

    def check(self) -> None:
        """Raise Contradiction if the board breaks the rules of the game or can no longer keep them.

        That is a cell without candidates, a digit placed twice in a unit, or a digit without a place in a unit.
        """
        bits, masks = self.candidate_bits, self.geometry.bitboard
        if self._clashes or (bits != self._sound and masks.present(bits) != masks.anchor_bits):
            raise self._fault()
        self._sound = bits

    def _fault(self) -> Contradiction:
        """Return the contradiction of the first cell without candidates, else of the first broken unit."""
        at, size = self.geometry.bitboard, self.geometry.size
        empty = at.cells ^ at.tally_cells(self.candidate_bits)[0]
        if empty:
            return Contradiction(None, (lowest(empty) // size,), 0)
        placed = at.tally_units(self.placed_bits)
        kinds = zip(self._tally_units(), placed, (at.rows, at.columns, at.boxes), strict=True)
        broken = (
            (which, anchors ^ somewhere | twice)
            for which, ((somewhere, _), (_, twice), anchors) in enumerate(kinds)
        )
        which, places = next((which, places) for which, places in broken if places)
        return self._fault_in(self.geometry.units_of[lowest(places) // size][which])

    def _fault_in(self, index: int) -> Contradiction:
        """Return the contradiction of a unit: a digit placed twice, else the lowest digit without a place."""
        cells, placed = self.geometry.links[index].cells, self.placed
        seen = 0
        for cell in cells:
            if seen & placed[cell]:
                twice = tuple(other for other in cells if placed[other] == placed[cell])
                return Contradiction(index, twice, placed[cell])
            seen |= placed[cell]
        somewhere = reduce(or_, self.geometry.picks[index](self.candidates))
        missing = self.geometry.all_digits_mask & ~somewhere
        return Contradiction(index, (), missing & -missing)

    def _tally_units(self) -> UnitTally:
        bits = self.candidate_bits
        if self._tally[0] != bits:
            self._tally = bits, self.geometry.bitboard.tally_units(bits)
        return self._tally[1]

    def _placed_in_units(self) -> tuple[int, int, int, int]:
        if self._placed_held[0] != self.placed_bits:
            held = self.geometry.bitboard.present(self.placed_bits)
            self._placed_held = (self.placed_bits, held)
        return self._placed_held[1]

    # --- What changed since a technique looked --------------------------------------------------------

    def remember(self) -> Self:
        """Return this board, which from now on shows each technique only what changed since that looked last.

        Only for a method that applies all that a technique found before it calls the technique again. A step
        that was found and not applied would not be found again.
        """
        self._looks = {}
        return self

    def look(self, who: str) -> int:
        """Return the bits of the board that changed since the technique `who` looked last.

        Return -1, all bits, at its first look or if the board does not `remember`.
        """
        if self._looks is None:
            return -1
        now = (self.candidate_bits, self.placed_bits)
        before = self._looks.get(who)
        self._looks[who] = now
        return -1 if before is None else before[0] ^ now[0] | before[1] ^ now[1]

    def changed_units(self, who: str) -> list[int]:
        """Return the indexes of the units that changed since the technique `who` looked last, in order."""
        return [index for index in self.changed_links(who) if index < len(self.geometry.units)]

    def changed_links(self, who: str) -> list[int]:
        """Return the indexes of the units, groups and pairs that changed since `who` looked last, in order."""
        changed = self.look(who)
        return [index for index, span in enumerate(self.geometry.spans) if changed & span]

    def newly_placed(self, who: str) -> list[int]:
        """Return the cells that were placed since the technique `who` looked last, in reading order."""
        if self._looks is None:
            return [cell for cell, mask in enumerate(self.placed) if mask]
        _, before = self._looks.get(who, (0, 0))
        self._looks[who] = (self.candidate_bits, self.placed_bits)
        size = self.geometry.size
        return [place // size for place in bits_of(before ^ self.placed_bits)]


class ShapedBoard(Board):
    """A board of any other shape. Its units are any sets of cells, so they are looked at one by one."""

    __slots__ = ()

    @property
    def further_kinds(self) -> tuple[str, ...]:
        kinds = dict.fromkeys(unit.kind for unit in self.geometry.units)
        return tuple([kind for kind in kinds if kind not in KINDS])

    def single_cells(self) -> list[int]:
        return [
            cell
            for cell, mask in enumerate(self.candidates)
            if mask and not mask & (mask - 1) and not self.placed[cell]
        ]

    def single_places(self, kind: str) -> list[tuple[int, int, int]]:
        candidates, singles = self.candidates, []
        for index, unit in enumerate(self.geometry.units):
            if unit.kind != kind:
                continue
            _, twice = self._tally_unit(index, candidates)
            held, _ = self._tally_unit(index, self.placed)
            for cell in unit.cells:
                alone = candidates[cell] & ~twice & ~held
                singles += [(index, 1 << digit, cell) for digit in bits_of(alone)]
        return sorted(singles)

    def check(self) -> None:
        if self._clashes or self.candidate_bits != self._sound:
            full = self.geometry.all_digits_mask
            units = range(len(self.geometry.units))
            is_filled = all(self._tally_unit(unit, self.candidates)[0] == full for unit in units)
            if self._clashes or not is_filled or not all(self.candidates):
                raise self._fault()
        self._sound = self.candidate_bits

    def _fault(self) -> Contradiction:
        if not all(self.candidates):
            return Contradiction(None, (self.candidates.index(0),), 0)
        full = self.geometry.all_digits_mask
        for unit in range(len(self.geometry.units)):
            somewhere, _ = self._tally_unit(unit, self.candidates)
            if somewhere != full or self._tally_unit(unit, self.placed)[1]:
                return self._fault_in(unit)
        for cell, mask in enumerate(self.placed):
            for peer in self.geometry.peers[cell] if mask else ():
                if self.placed[peer] == mask:
                    return Contradiction(None, (cell, peer), mask)
        raise AssertionError("a board without a fault has none to name")

    def _tally_unit(self, index: int, masks: list[int]) -> tuple[int, int]:
        """Return the digits that a unit has in at least one cell, and in at least two."""
        once = twice = 0
        for mask in self.geometry.picks[index](masks):
            twice |= once & mask
            once |= mask
        return once, twice


def lowest(bits: int) -> int:
    """Return the number of the lowest bit that is set."""
    return (bits & -bits).bit_length() - 1


def bits_of(bits: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending."""
    places = []
    while bits:
        lowest = bits & -bits
        places.append(lowest.bit_length() - 1)
        bits ^= lowest
    return places
