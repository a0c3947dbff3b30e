"""Encode a story as few bytes for storage, and decode it.

Numbers of one kind stand side by side, and boards that follow from the steps are left out.
"""

import json
import struct
import zlib
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from .bitboard import join_masks, split_masks
from .steps import Iteration, OldStep, Step, candidates_left, packed_length

MOST_ITERATIONS = 64  # of a stretch, because reading one iteration unpacks its whole stretch
ANY_WIDTH = "X"  # of a column: hexadecimal digits, for counts too large for `struct`
AS_JSON = json.JSONEncoder(separators=(",", ":")).encode  # `dumps` would make an encoder each time
MOST_BYTES = 100_000  # of a stretch before it is compressed, so that big boards page as well

# Each column has one kind of number, of all steps one after the other. A plural counts entries of the next.
COLUMNS = (
    *("branch", "parent", "depth", "steps"),  # an iteration
    *("technique", "unit", "digits_mask"),  # a step
    *("cells", "cell", "placed", "placed_cell", "placed_digit"),
    *("removed", "removed_cell", "removed_mask", "counts", "count"),
)


@dataclass(frozen=True)
class Stretch:
    """Consecutive iterations, packed, with facts that say without unpacking whether they are of interest."""

    first: int  # the number of its first iteration
    branches: list[int]  # of each iteration
    lefts: list[int]  # candidates left after each iteration
    parents: list[int]  # the branches that its branches came from
    techniques: list[str]  # the techniques of its steps
    story: bytes


def size_of(iteration: Iteration, size: int) -> int:
    """Return the bytes that an iteration takes before compression, or a few less.

    It is also the measure of what an iteration costs to show: its board and all that its steps name.
    """
    return packed_length(size) + sum(
        [
            8 + len(cells) + 2 * len(placed) + 2 * len(removed)
            for _, _, cells, _, placed, removed, _, _ in iteration.steps
        ]
    )


class Packer:
    """Take the iterations of one story in order, and give them back as stretches.

    Of each board only the difference from the result of its steps is kept, which is mostly nothing.
    """

    def __init__(self, board_size: int) -> None:
        self.board_size = board_size
        self._begin()

    def _begin(self) -> None:
        self.size = 0  # bytes before they are compressed, or a few less
        self._iterations: list[Iteration] = []
        self._differences: list[bytes] = []
        self._boards: dict[int | None, Sequence[int]] = {}

    @property
    def is_full(self) -> bool:
        return len(self._iterations) >= MOST_ITERATIONS or self.size >= MOST_BYTES

    def add(self, iteration: Iteration) -> int:
        """Add an iteration, and return the bytes that it takes before compression, or a few less."""
        added = size_of(iteration, self.board_size)
        board = self._board_before(iteration)
        for _, _, _, _, placed, removed, _, _ in iteration.steps:  # as `_follow` does
            for cell, digit in placed:
                board[cell] = 1 << digit - 1
            for cell, mask in removed:
                board[cell] &= ~mask
        difference = 0
        if tuple(board) != iteration.candidates:  # true of few boards, and joining masks takes time
            difference = join_masks(iteration.candidates, self.board_size) ^ join_masks(
                board, self.board_size
            )
        self._differences.append(difference.to_bytes(packed_length(self.board_size), "little"))
        self._boards[iteration.branch] = iteration.candidates
        self._iterations.append(iteration)
        self.size += added
        return added

    def _board_before(self, iteration: Iteration) -> list[int]:
        """Return the last board of its branch or its parent in this stretch, or only zeros without one."""
        for branch in (iteration.branch, iteration.parent):
            board = self._boards.get(branch)
            if board is not None and any(board):
                return list(board)
        return [0] * len(iteration.candidates)

    def _columns(self) -> tuple[list[str], dict[str, Sequence[int]]]:
        """Return the techniques and the numbers of each column, of all steps at once, which is faster."""
        iterations = self._iterations
        steps = [step for iteration in iterations for step in iteration.steps]
        names, units, cells, masks, placed, removed, counts, proofs = (
            zip(*steps, strict=True) if steps else [()] * 8
        )
        if any(proofs):
            counts = tuple([step.numbers for step in steps])
        techniques = {name: number for number, name in enumerate(dict.fromkeys(names))}
        placed_cells, placed_digits = _pairs(placed)
        removed_cells, removed_masks = _pairs(removed)
        return list(techniques), {
            "branch": [iteration.branch for iteration in iterations],
            "parent": [iteration.parent or 0 for iteration in iterations],
            "depth": [iteration.depth for iteration in iterations],
            "steps": [len(iteration.steps) for iteration in iterations],
            "technique": list(map(techniques.__getitem__, names)),
            "unit": [0 if unit is None else unit + 1 for unit in units],
            "digits_mask": masks,
            "cells": list(map(len, cells)),
            "cell": list(chain.from_iterable(cells)),
            "placed": list(map(len, placed)),
            "placed_cell": placed_cells,
            "placed_digit": placed_digits,
            "removed": list(map(len, removed)),
            "removed_cell": removed_cells,
            "removed_mask": removed_masks,
            "counts": list(map(len, counts)),
            "count": list(chain.from_iterable(counts)),
        }

    def cut(self) -> Stretch | None:
        """Return the iterations added since the last cut, compressed, or None without any."""
        if not self._iterations:
            return None
        techniques, columns = self._columns()
        widths, body = zip(*[_pack(columns[name]) for name in COLUMNS], strict=True)
        lengths = [len(columns[name]) for name in COLUMNS]
        head = AS_JSON([techniques, "".join(widths), lengths])
        # A compressed stream begins with the byte 0x78, so another format can be told by its first byte.
        story = zlib.compress(b"".join((head.encode(), b"\n", *body, *self._differences)), 9)
        stretch = Stretch(
            self._iterations[0].number,
            list(columns["branch"]),
            [candidates_left(iteration.candidates) for iteration in self._iterations],
            sorted({parent for parent in columns["parent"] if parent}),
            techniques,
            story,
        )
        self._begin()
        return stretch


def unpack_story(
    story: bytes,
    size: int,
    first: int,
    wanted: Container[int] | None = None,
    is_in_old_words: bool = False,
) -> list[Iteration]:
    """Return the iterations that are stored as `story`, or only those with a number in `wanted`.

    `size` is the number of rows of the board, `first` the number of the first iteration. Steps that were stored
    with old names of techniques need `is_in_old_words`.
    """
    kind = OldStep if is_in_old_words else Step
    techniques, lists, body, offset = _opened(story)
    columns = {name: iter(numbers) for name, numbers in lists.items()}
    boards: dict[int | None, int] = {}
    iterations = []
    for number in range(first, first + len(lists["branch"])):
        branch, parent, depth = (next(columns[name]) for name in ("branch", "parent", "depth"))
        steps = tuple(_read_step(columns, techniques, kind) for _ in range(next(columns["steps"])))
        difference = int.from_bytes(body[offset : offset + packed_length(size)], "little")
        offset += packed_length(size)
        boards[branch] = difference ^ _follow(_board_before(boards, branch, parent), steps, size)
        if wanted is None or number in wanted:
            masks = split_masks(boards[branch], size)
            proved = tuple([step.with_proof() if step.counts else step for step in steps])
            iterations.append(Iteration(number, proved, masks, branch, parent or None, depth))
    return iterations


class Totals(NamedTuple):
    """The sums over the steps of a stretch: steps of each technique, greatest depth, candidates removed."""

    steps: Counter[str]
    depth: int
    removed: int


def totals_of(story: bytes) -> Totals:
    """Return the totals of iterations that are stored as `story`: steps, greatest depth, candidates removed.

    Steps are counted by technique. The boards are not read, which would take ten times as long.
    """
    techniques, lists, _body, _offset = _opened(story)
    steps = Counter(map(techniques.__getitem__, lists["technique"]))
    pairs = zip(lists["removed_cell"], lists["removed_mask"], strict=True)
    lengths = iter(lists["removed"])
    removed = 0
    for count in lists["steps"]:  # a candidate counts once, as in `count_removed`
        gone: Counter[int] = Counter()
        for cell, mask in islice(pairs, sum(islice(lengths, count))):
            gone[cell] |= mask
        removed += sum([mask.bit_count() for mask in gone.values()])
    return Totals(steps, max(lists["depth"], default=0), removed)


def _opened(story: bytes) -> tuple[list[str], dict[str, Sequence[int]], bytes, int]:
    """Return the techniques and the columns of a stretch, its bytes, and the offset of its boards in them."""
    head, body = zlib.decompress(story).split(b"\n", 1)
    techniques, widths, lengths = json.loads(head)
    columns: dict[str, Sequence[int]] = {}
    offset = 0
    for name, width, length in zip(COLUMNS, widths, lengths, strict=True):
        columns[name], offset = _unpack(body, offset, width, length)
    return techniques, columns, body, offset


def _read_step(columns: dict[str, Iterator[int]], techniques: list[str], kind: type[Step]) -> Step:
    cells, placed, removed, counts = (
        next(columns[name]) for name in ("cells", "placed", "removed", "counts")
    )
    unit = next(columns["unit"])
    return kind(
        techniques[next(columns["technique"])],
        unit - 1 if unit else None,
        tuple(islice(columns["cell"], cells)),
        next(columns["digits_mask"]),
        tuple((next(columns["placed_cell"]), next(columns["placed_digit"])) for _ in range(placed)),
        tuple(
            (next(columns["removed_cell"]), next(columns["removed_mask"])) for _ in range(removed)
        ),
        tuple(islice(columns["count"], counts)),
    )


def _pairs(of_steps: Sequence[tuple[tuple[int, int], ...]]) -> tuple[list[int], list[int]]:
    """Return the first and the second numbers of all pairs.

    Not by `zip(*pairs)`: it makes an iterator for each pair, so many that the garbage collector runs.
    """
    pairs = list(chain.from_iterable(of_steps))
    return [first for first, _ in pairs], [second for _, second in pairs]


def _pack(numbers: Sequence[int]) -> tuple[str, bytes]:
    """Return the `struct` letter of the fewest bytes that fit all numbers, else ANY_WIDTH, and the bytes."""
    try:
        return "B", bytes(numbers)  # most columns
    except ValueError:
        most = max(numbers).bit_length()
    for letter, bits in (("H", 16), ("I", 32), ("Q", 64)):
        if most <= bits:
            return letter, struct.pack(f"<{len(numbers)}{letter}", *numbers)
    return ANY_WIDTH, " ".join([f"{number:x}" for number in numbers]).encode() + b"\n"


def _unpack(body: bytes, offset: int, width: str, length: int) -> tuple[Sequence[int], int]:
    """Return a column, and the offset of the next one."""
    if width == ANY_WIDTH:
        end = body.index(b"\n", offset)
        return [int(number, 16) for number in body[offset:end].split()], end + 1
    form = f"<{length}{width}"
    return struct.unpack_from(form, body, offset), offset + struct.calcsize(form)


def _board_before(boards: dict[int | None, int], branch: int, parent: int | None) -> int:
    """Return the last board of a branch or of its parent in this stretch as one int, or 0 without one."""
    return boards.get(branch) or boards.get(parent) or 0


def _follow(board: int, steps: tuple[Step, ...], size: int) -> int:
    """Return the board after some steps: placed cells have only their digit, removed candidates are gone."""
    whole_cell = (1 << size) - 1
    for step in steps:
        for cell, digit in step.placed:
            board = board & ~(whole_cell << cell * size) | 1 << cell * size + digit - 1
        for cell, mask in step.removed:
            board &= ~(mask << cell * size)
    return board
