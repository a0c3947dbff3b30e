"""Many 9×9 boards at once: the articles' idea as an array program.

Boards, and the branches that they split into, are the columns of one array of candidate masks, shape
(81, boards). A rule is a few operations on whole arrays, so it runs on every board at the same time.
Boards that break leave the array. Boards that stall are split in two. A puzzle leaves once its limit is
reached. Work is taken from the top of a stack in rooms of bounded size, so memory stays bounded for any
number of solutions. Boards that keep splitting, and those left in a room that is nearly empty, go to the
search of one board at a time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.deadline import spend
from ..core.errors import GridError
from ..core.grid import Grid
from ..notation import read
from . import packed

Masks = npt.NDArray[np.uint16]  # (81, boards), digit d is bit d - 1
Owners = npt.NDArray[np.int64]  # (boards,), which puzzle each board belongs to
Flags = npt.NDArray[np.bool_]

ROOM = 8192  # boards in one array: 1.3 MB, so that it and its scratch arrays fit in the cache
FEW = 48  # boards that are searched faster one at a time than all together
STUBBORN = 400  # splits of one puzzle, beyond those its solutions need
FULL = np.uint16(0x1FF)


def count_many(
    puzzles: list[Grid | str],
    limit: int,
    count_alone: Callable[[Grid | str, int], int],
    first: int = 1,
) -> list[int]:
    """Return the number of solutions of each puzzle, up to `limit`, counted for all 9×9 boards at once.

    `count_alone` counts those of other boards, and of the ones that keep splitting. `first` is the place of the
    first puzzle. Raise GridError for the first text that is no puzzle.
    """
    lines = [_line_of(puzzle, place) for place, puzzle in enumerate(puzzles, first)]
    owners = np.array([place for place, line in enumerate(lines) if line], np.int64)
    boards = _load("".join(lines))
    for place in owners[_clashes(boards)]:
        _read(lines[place], int(place) + first)  # raises GridError with the cells
    counts = _Counting(boards, owners, limit, len(puzzles)).run()
    for place in np.flatnonzero(counts < 0):
        counts[place] = count_alone(puzzles[int(place)], limit)
    return [int(count) for count in counts]


def _line_of(puzzle: Grid | str, place: int) -> str:
    """Return the plain line of a 9×9 board with givens alone, or an empty string for other boards."""
    if isinstance(puzzle, str):
        if packed.is_plain_line(puzzle):
            return puzzle
        puzzle = _read(puzzle, place)
    return puzzle.text if puzzle.shape.square_box == 3 and not puzzle.marks else ""


def _read(text: str, place: int) -> Grid:
    try:
        return read(text)
    except GridError as error:
        raise GridError("puzzle {number}: {error}", number=place, error=error) from None


class _Counting:
    """The stack of boards still to be searched, and what is known of each puzzle."""

    def __init__(self, boards: Masks, owners: Owners, limit: int, puzzle_count: int) -> None:
        self.limit = limit
        self.counts = np.zeros(puzzle_count, np.int64)
        self.splits = np.zeros(puzzle_count, np.int64)
        self.is_given_up = np.ones(puzzle_count, np.bool_)  # those without a board
        self.is_given_up[owners] = False
        self.stack = [(boards, owners)]

    def run(self) -> npt.NDArray[np.int64]:
        """Return the number of solutions of each puzzle up to the limit, or -1 if it was not counted here."""
        while self.stack:
            boards, owners = self._take()
            if len(owners) < FEW and not self.stack:
                self.is_given_up[owners] = True
                break
            self._work(boards, owners)
        return np.where(self.is_given_up, -1, np.minimum(self.counts, self.limit))

    def _take(self) -> tuple[Masks, Owners]:
        """Return a room of boards from the top of the stack, without boards of puzzles that are done."""
        is_done = self.is_given_up | (self.counts >= self.limit)
        taken: list[tuple[Masks, Owners]] = []
        free = ROOM
        while self.stack and free:
            boards, owners = self.stack.pop()
            if len(owners) > free:
                self.stack.append((boards[:, free:], owners[free:]))
                boards, owners = boards[:, :free], owners[:free]
            taken.append(_choose(boards, owners, ~is_done[owners]))
            free -= len(taken[-1][1])
        return np.hstack([boards for boards, _ in taken]), np.hstack([o for _, o in taken])

    def _work(self, boards: Masks, owners: Owners) -> None:
        """Run passes of singles until a quarter of the room has settled, then sort the boards."""
        scratch = _Scratch(len(owners))
        while True:
            spend(len(owners))
            is_alive, is_changed = _follow_singles(boards, scratch)
            if np.count_nonzero(is_alive & is_changed) <= 0.75 * len(owners):
                break
        self._push(boards, owners, is_alive & is_changed)
        is_stalled = is_alive & ~is_changed
        boards, owners = _choose(boards, owners, is_stalled)
        is_solved = np.bitwise_count(boards).max(axis=0, initial=1) == 1
        self.counts += np.bincount(owners[is_solved], minlength=len(self.counts))
        boards, owners = _choose(boards, owners, ~is_solved)
        is_changed = _remove_locked(boards)
        self._push(boards, owners, is_changed)
        self._split(*_choose(boards, owners, ~is_changed))

    def _push(self, boards: Masks, owners: Owners, selected: Flags) -> None:
        if selected.any():
            self.stack.append(_choose(boards, owners, selected))

    def _split(self, boards: Masks, owners: Owners) -> None:
        """Push each board twice: with the first candidate of its tightest cell, and with the others."""
        self.splits += np.bincount(owners, minlength=len(self.splits))
        self.is_given_up |= self.splits > STUBBORN + 8 * self.counts
        sizes = np.bitwise_count(boards).astype(np.uint16)
        sizes[sizes == 1] = 10
        # Size and cell in one number, so that the minimum gives both.
        cells = (sizes << 7 | np.arange(81, dtype=np.uint16)[:, None]).min(
            axis=0, initial=0xFFFF
        ) & 127
        columns = np.arange(len(owners))
        masks = boards[cells, columns]
        first = masks & (~masks + np.uint16(1))
        others = boards.copy()
        boards[cells, columns] = first
        others[cells, columns] = masks ^ first
        self.stack += [(others, owners), (boards, owners)]


def _choose(boards: Masks, owners: Owners, selected: Flags) -> tuple[Masks, Owners]:
    """Return the chosen columns. `take` keeps them row by row in memory, unlike a mask as index."""
    places = np.flatnonzero(selected)
    return boards.take(places, axis=1), owners[places]


class _Scratch:
    """Arrays to work in, made once a room, because making them for each pass would cost more than the pass."""

    def __init__(self, boards: int) -> None:
        self.before, self.singles, self.seen = np.empty((3, 81, boards), np.uint16)
        self.is_none = np.empty((81, boards), np.bool_)
        # For each row, column and box the digits with at least one place, and with at least two.
        self.once, self.twice = np.empty((2, 3, 9, boards), np.uint16)
        self.step = np.empty((9, boards), np.uint16)


def _by_place(masks: Masks) -> list[list[Masks]]:
    """Return nine views for rows, for columns and for boxes, each with one place of all nine units."""
    count = masks.shape[1]
    lines, boxes = masks.reshape(9, 9, count), masks.reshape(3, 3, 3, 3, count)
    return [
        [lines[:, place] for place in range(9)],
        [lines[place] for place in range(9)],
        [boxes[:, row, :, column] for row in range(3) for column in range(3)],
    ]


def _union(kinds: Masks, out: Masks) -> None:
    """Write into `out`, for each cell, the union of what its row, its column and its box have."""
    count = out.shape[1]
    rows, columns, boxes = kinds
    lines, blocks = out.reshape(9, 9, count), out.reshape(3, 3, 3, 3, count)
    np.bitwise_or(rows[:, None], columns[None], out=lines)
    np.bitwise_or(blocks, boxes.reshape(3, 3, count)[:, None, :, None], out=blocks)


def _follow_singles(boards: Masks, scratch: _Scratch) -> tuple[Flags, Flags]:
    """Make one pass of naked, then hidden singles, in place. Return the boards alive, and those changed."""
    before, singles, seen, is_none = scratch.before, scratch.singles, scratch.seen, scratch.is_none
    once, twice, step = scratch.once, scratch.twice, scratch.step
    np.copyto(before, boards)
    # A mask that loses its lowest bit by `m & (m - 1)` and has none left is a single.
    np.subtract(boards, np.uint16(1), out=singles)
    np.bitwise_and(singles, boards, out=singles)
    np.equal(singles, 0, out=is_none)
    np.multiply(boards, is_none, out=singles)
    for placed, places in zip(once, _by_place(singles), strict=True):
        placed = placed.reshape(places[0].shape)
        np.bitwise_or(places[0], places[1], out=placed)
        for masks in places[2:]:
            np.bitwise_or(placed, masks, out=placed)
    _union(once, out=seen)
    np.bitwise_not(seen, out=seen)
    np.bitwise_or(seen, singles, out=seen)
    np.bitwise_and(boards, seen, out=boards)

    for one, two, places in zip(once, twice, _by_place(boards), strict=True):
        one, two = one.reshape(places[0].shape), two.reshape(places[0].shape)
        both = step.reshape(places[0].shape)
        np.bitwise_or(places[0], places[1], out=one)
        np.bitwise_and(places[0], places[1], out=two)
        for masks in places[2:]:
            np.bitwise_and(one, masks, out=both)
            np.bitwise_or(two, both, out=two)
            np.bitwise_or(one, masks, out=one)
    np.bitwise_and(once[0], once[1], out=step)
    np.bitwise_and(step, once[2], out=step)
    is_alive = np.bitwise_and.reduce(step, axis=0) == FULL
    is_alive &= np.minimum.reduce(boards, axis=0) > 0
    np.bitwise_not(twice, out=twice)
    np.bitwise_and(once, twice, out=once)
    _union(once, out=seen)
    np.bitwise_and(boards, seen, out=seen)
    # A cell that is a digit's only place keeps only that digit. Two such digits break the board later.
    np.equal(seen, 0, out=is_none)
    np.multiply(boards, is_none, out=boards)
    np.bitwise_or(boards, seen, out=boards)
    np.bitwise_xor(before, boards, out=before)
    return is_alive, _is_any(before)


def _remove_locked(boards: Masks) -> Flags:
    """Remove locked candidates, claiming and pointing, in place. Return the boards that changed."""
    count = boards.shape[1]
    before = boards.copy()
    # Axes: band, row in the band, stack, column in the stack. A third is what a line has in one box.
    blocks = boards.reshape(3, 3, 3, 3, count)
    for line, across, within in ((1, 2, 3), (3, 0, 1)):
        thirds = np.bitwise_or.reduce(blocks, axis=within, keepdims=True)
        claimed = thirds & ~_others(thirds, across)
        pointed = thirds & ~_others(thirds, line)
        blocks &= ~(_others(claimed, line) | _others(pointed, across))
    return _is_any(before ^ boards)


def _is_any(changes: Masks) -> Flags:
    """Return the boards that have any bit set."""
    is_any: Flags = np.bitwise_or.reduce(changes, axis=0) != 0
    return is_any


def _others(masks: Any, axis: int) -> Any:
    """Return, for each of three along an axis, the union of the other two."""
    return np.roll(masks, 1, axis) | np.roll(masks, 2, axis)


def _load(lines: str) -> Masks:
    """Return the masks of plain lines, one after another. Open cells are full."""
    of_character = np.full(128, FULL, np.uint16)
    for digit in range(1, 10):
        of_character[ord(str(digit))] = 1 << (digit - 1)
    characters = np.frombuffer(lines.encode("ascii"), np.uint8).reshape(-1, 81)
    return np.ascontiguousarray(of_character[characters].T)


def _clashes(boards: Masks) -> Flags:
    """Return the boards on which a given is twice in a row, column or box."""
    givens = np.where(boards == FULL, 0, boards)
    clash = np.zeros(boards.shape[1], np.bool_)
    for places in _by_place(givens):
        # Distinct bits add up to their union.
        total, union = sum(places[1:], start=places[0]), np.bitwise_or.reduce(places)
        clash |= (total != union).reshape(9, -1).any(axis=0)
    return clash
