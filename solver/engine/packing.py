"""A story as few bytes, for keeping: alike stands beside alike, and what follows from the steps is left out."""

import json
import struct
import zlib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from .folding import join_masks, split_masks
from .steps import Iteration, Step, candidates_left, packed_length

MOST_ITERATIONS = 64  # of a stretch: looking at one unpacks the stretch it is in
ANY_WIDTH = "X"  # of a column: hexadecimal digits, for counts that outgrow what `struct` knows
MOST_BYTES = 100_000  # of a stretch before it is compressed, so that big boards page as well

# Numbers of one kind each, of all steps one after the other. A plural counts what follows in the next.
COLUMNS = (
    *("branch", "parent", "depth", "steps"),  # an iteration
    *("technique", "unit", "digits_mask"),  # a step
    *("cells", "cell", "placed", "placed_cell", "placed_digit"),
    *("removed", "removed_cell", "removed_mask", "counts", "count"),
)


@dataclass(frozen=True)
class Stretch:
    """Iterations in a row, packed, and what tells without unpacking whether they are worth it."""

    first: int  # the number of its first iteration
    branches: list[int]  # of each iteration
    lefts: list[int]  # candidates left after each iteration
    parents: list[int]  # that a branch in it came from
    techniques: list[str]  # that a step in it is of
    story: bytes


class Packer:
    """Takes the iterations of one story in order, and gives them back as stretches.

    Of a board only the difference from what its steps lead to is kept: mostly nothing at all.
    """

    def __init__(self, box: int) -> None:
        self.box = box
        self._begin()

    def _begin(self) -> None:
        self.size = 0  # bytes before they are compressed, or a few less
        self._first = 0
        self._lefts: list[int] = []
        self._techniques: dict[str, int] = {}
        self._columns: dict[str, list[int]] = {name: [] for name in COLUMNS}
        self._differences: list[bytes] = []
        self._boards: dict[int | None, int] = {}

    @property
    def is_full(self) -> bool:
        return len(self._lefts) >= MOST_ITERATIONS or self.size >= MOST_BYTES

    def add(self, iteration: Iteration) -> int:
        """The bytes that it has before it is compressed, or a few less."""
        if not self._lefts:
            self._first = iteration.number
        self._lefts.append(candidates_left(iteration.candidates))
        columns = self._columns
        columns["branch"].append(iteration.branch)
        columns["parent"].append(iteration.parent or 0)
        columns["depth"].append(iteration.depth)
        columns["steps"].append(len(iteration.steps))
        for step in iteration.steps:
            self._add_step(step)
        board = join_masks(iteration.candidates, self.box)
        before = _board_before(self._boards, iteration.branch, iteration.parent)
        difference = board ^ _follow(before, iteration.steps, self.box)
        self._boards[iteration.branch] = board
        self._differences.append(difference.to_bytes(packed_length(self.box), "little"))
        added = packed_length(self.box) + sum(
            8 + len(step.cells) + 2 * len(step.placed) + 2 * len(step.removed)
            for step in iteration.steps
        )
        self.size += added
        return added

    def _add_step(self, step: Step) -> None:
        columns = self._columns
        number = self._techniques.setdefault(step.technique, len(self._techniques))
        columns["technique"].append(number)
        columns["unit"].append(0 if step.unit is None else step.unit + 1)
        columns["digits_mask"].append(step.digits_mask)
        columns["cells"].append(len(step.cells))
        columns["cell"] += step.cells
        columns["placed"].append(len(step.placed))
        columns["removed"].append(len(step.removed))
        for cell, digit in step.placed:
            columns["placed_cell"].append(cell)
            columns["placed_digit"].append(digit)
        for cell, mask in step.removed:
            columns["removed_cell"].append(cell)
            columns["removed_mask"].append(mask)
        columns["counts"].append(len(step.counts))
        columns["count"] += step.counts

    def cut(self) -> Stretch | None:
        """The stretch that was added since the last cut; None when that is nothing."""
        if not self._lefts:
            return None
        widths = [_narrowest(numbers) for numbers in self._columns.values()]
        lengths = [len(numbers) for numbers in self._columns.values()]
        head = json.dumps([list(self._techniques), "".join(widths), lengths], separators=(",", ":"))
        body = [
            _pack(numbers, width)
            for numbers, width in zip(self._columns.values(), widths, strict=True)
        ]
        # A compressed stream begins with the byte 0x78: another form would be told apart by its first.
        story = zlib.compress(b"".join([head.encode(), b"\n", *body, *self._differences]), 9)
        stretch = Stretch(
            self._first,
            self._columns["branch"],
            self._lefts,
            sorted({parent for parent in self._columns["parent"] if parent}),
            list(self._techniques),
            story,
        )
        self._begin()
        return stretch


def unpack_story(
    story: bytes, box: int, first: int, wanted: Container[int] | None = None
) -> list[Iteration]:
    """The iterations of a stretch, or those with a wanted number alone."""
    head, body = zlib.decompress(story).split(b"\n", 1)
    techniques, widths, lengths = json.loads(head)
    columns: dict[str, Iterator[int]] = {}
    offset = 0
    for name, width, length in zip(COLUMNS, widths, lengths, strict=True):
        numbers, offset = _unpack(body, offset, width, length)
        columns[name] = iter(numbers)
    boards: dict[int | None, int] = {}
    iterations = []
    for number in range(first, first + lengths[0]):
        branch, parent, depth = (next(columns[name]) for name in ("branch", "parent", "depth"))
        steps = tuple(_read_step(columns, techniques) for _ in range(next(columns["steps"])))
        difference = int.from_bytes(body[offset : offset + packed_length(box)], "little")
        offset += packed_length(box)
        boards[branch] = difference ^ _follow(_board_before(boards, branch, parent), steps, box)
        if wanted is None or number in wanted:
            masks = split_masks(boards[branch], box)
            iterations.append(Iteration(number, steps, masks, branch, parent or None, depth))
    return iterations


def _read_step(columns: dict[str, Iterator[int]], techniques: list[str]) -> Step:
    cells, placed, removed, counts = (
        next(columns[name]) for name in ("cells", "placed", "removed", "counts")
    )
    unit = next(columns["unit"])
    return Step(
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


def _narrowest(numbers: list[int]) -> str:
    """The letter by which `struct` knows the fewest bytes that hold each of the numbers, else ANY_WIDTH."""
    most = max(numbers, default=0).bit_length()
    letters = (("B", 8), ("H", 16), ("I", 32), ("Q", 64))
    return next((letter for letter, bits in letters if most <= bits), ANY_WIDTH)


def _pack(numbers: list[int], width: str) -> bytes:
    if width == ANY_WIDTH:
        return " ".join(f"{number:x}" for number in numbers).encode() + b"\n"
    return struct.pack(f"<{len(numbers)}{width}", *numbers)


def _unpack(body: bytes, offset: int, width: str, length: int) -> tuple[Sequence[int], int]:
    """A column, and where the next one begins."""
    if width == ANY_WIDTH:
        end = body.index(b"\n", offset)
        return [int(number, 16) for number in body[offset:end].split()], end + 1
    form = f"<{length}{width}"
    return struct.unpack_from(form, body, offset), offset + struct.calcsize(form)


def _board_before(boards: dict[int | None, int], branch: int, parent: int | None) -> int:
    """The last board of a branch or of its parent in this stretch, as one number; 0 for none."""
    return boards.get(branch) or boards.get(parent) or 0


def _follow(board: int, steps: tuple[Step, ...], box: int) -> int:
    """The board that steps lead to: placed cells hold their digit, removed candidates are gone."""
    size = box * box
    whole_cell = (1 << size) - 1
    for step in steps:
        for cell, digit in step.placed:
            board = board & ~(whole_cell << cell * size) | 1 << cell * size + digit - 1
        for cell, mask in step.removed:
            board &= ~(mask << cell * size)
    return board
