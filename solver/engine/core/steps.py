"""The story of a solve: steps, each one deduction, gathered into iterations.

Both are plain facts. The technique of a step makes its sentences from these facts, so a stored history stays
small, and a sentence can be put in better words. What a finished story says stays the same.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

from .bitboard import join_masks, split_masks
from .board import Board
from .geometry import Geometry, digits_of, geometry_of
from .i18n import ALPHABET, characters_of
from .proof import Argument, Proof, Role, pack_proof, unpack_proof
from .shape import Shape

# Stages of the joins. Their steps have counts, from before and after. Steps of the ladder have a proof.
LINES, JOIN = "lines", "join"


StepFields = tuple[
    str,
    int | None,
    tuple[int, ...],
    int,
    tuple[tuple[int, int], ...],
    tuple[tuple[int, int], ...],
    tuple[int, ...],
    Proof | None,
]


class Step(NamedTuple):
    """One deduction: its evidence, and what it did to the board.

    `cells` and `digits_mask` are the evidence, seen in `unit`, an index into the geometry's units or None if no
    unit is meant. `placed` pairs a cell with a digit. `removed` pairs a cell with a mask of digits.
    """

    technique: str
    unit: int | None
    cells: tuple[int, ...]
    digits_mask: int
    placed: tuple[tuple[int, int], ...] = ()
    removed: tuple[tuple[int, int], ...] = ()
    counts: tuple[int, ...] = ()  # of a stage of the joins, before and after it
    proof: Proof | None = None  # of a step of the ladder

    @property
    def digits(self) -> tuple[int, ...]:
        return digits_of(self.digits_mask)

    @property
    def is_in_old_words(self) -> bool:
        return False

    @property
    def removed_count(self) -> int:
        return sum(mask.bit_count() for _, mask in self.removed)

    @property
    def is_single(self) -> bool:
        """Whether the evidence is at most one cell and one digit, as in steps that are easy to see."""
        return len(self.cells) < 2 and self.digits_mask.bit_count() < 2

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of the step's proof (counts of sets, or replays), or () without a proof."""
        return self.proof.arguments if self.proof else ()

    def parts_of(self, role: Role) -> list[tuple[int, ...]]:
        """Return the candidates of each proof part with this role, in order, or [] without a proof."""
        return self.proof.parts_of(role) if self.proof else []

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that are stored with the step: its counts, or its proof as `pack_proof` encodes it."""
        return self.counts if self.proof is None else pack_proof(self.proof)

    def with_proof(self) -> Self:
        """Return the step with the proof that its stored numbers mean, or unchanged if they mean none."""
        if not self.counts or self.technique in (LINES, JOIN):
            return self
        return self._replace(counts=(), proof=unpack_proof(self.counts))

    def as_row(self) -> list[Any]:
        """Return the step as its shortest JSON form, for storing. `Step.from_row` reads it back."""
        row = [self.technique, self.unit, self.cells, self.digits_mask, self.placed, self.removed]
        return [*row, self.numbers] if self.numbers else row

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> "Step":
        technique, unit, cells, digits_mask, placed, removed, *counts = row
        return cls(
            technique,
            unit,
            tuple(cells),
            digits_mask,
            tuple((cell, digit) for cell, digit in placed),
            tuple((cell, mask) for cell, mask in removed),
            tuple(*counts),
        ).with_proof()


# Makes a step of all its fields. `Step(...)` first runs Python code for those that are left out, which takes a
# twentieth of an easy puzzle's time for its eighty steps.
step_of: Callable[[StepFields], Step] = partial(tuple.__new__, Step)


class OldStep(Step):
    """A step of a story from version 0.2.0 or earlier, with its sentences."""

    __slots__ = ()

    @property
    def is_in_old_words(self) -> bool:
        return True


IterationFields = tuple[int, tuple[Step, ...], tuple[int, ...], int, int | None, int]


class Iteration(NamedTuple):
    """One pass of a method's loop, and the board after it.

    `candidates` has a mask for each cell. `branch` is 1 until a method forks or guesses. `parent` is the branch
    that a branch came from, and `depth` the number of guesses it stands on.
    """

    number: int
    steps: tuple[Step, ...]
    candidates: tuple[int, ...]
    branch: int = 1
    parent: int | None = None
    depth: int = 0

    @property
    def placed_count(self) -> int:
        return sum(len(step.placed) for step in self.steps)

    @property
    def removed_count(self) -> int:
        return sum(count_removed(self.steps))


# Makes an iteration of all its fields.
iteration_of: Callable[[IterationFields], Iteration] = partial(tuple.__new__, Iteration)


def count_removed(steps: Iterable[Step]) -> list[int]:
    """Return how many candidates each step removes that no earlier one of these steps has removed.

    The ladder starts with what each given removes, and several of them rule out the same candidate.
    """
    gone: Counter[int] = Counter()
    counts = []
    for step in steps:
        counts.append(sum((mask & ~gone[cell]).bit_count() for cell, mask in step.removed))
        for cell, mask in step.removed:
            gone[cell] |= mask
    return counts


def carried_out(candidates: Sequence[int], steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the mask of candidates of each cell after the steps of a stored iteration.

    The steps have what they really did.
    """
    remaining = list(candidates)
    for step in steps:
        for cell, mask in step.removed:
            remaining[cell] &= ~mask
        for cell, digit in step.placed:
            remaining[cell] = 1 << (digit - 1)
    return tuple(remaining)


def apply(board: Board, step: Step) -> Step | None:
    """Apply a step to the board. Return the step with what it really did, or None if earlier steps did it all.

    The steps of a pass are found together on the board as the pass began, so several may remove the same
    candidate. The first one keeps it.
    """
    placed, removed = step.placed, step.removed
    if placed:
        placed = tuple([each for each in placed if not board.placed[each[0]]])
        for cell, digit in placed:
            board.place(cell, digit)
    if removed:
        removed = board.remove(removed)
    if not placed and not removed:
        return None
    if removed == step.removed and len(placed) == len(step.placed):
        return step
    technique, unit, cells, digits_mask, _, _, counts, proof = step
    return Step(technique, unit, cells, digits_mask, placed, removed, counts, proof)


def candidate_numbers(geometry: Geometry, masks: Iterable[tuple[int, int]]) -> list[int]:
    """Return the number of each candidate, (digit - 1) · cells + cell, from pairs of a cell and its mask."""
    return [
        (digit - 1) * geometry.cell_count + cell
        for cell, mask in masks
        for digit in digits_of(mask)
    ]


# --- The candidates of a board as bytes and as text --------------------------------------------------


def pack(candidates: Sequence[int], size: int) -> bytes:
    """Return the mask of candidates of each cell as bytes, `size` bits a cell, cell 0 lowest.

    A 9×9 board takes 92 bytes.
    """
    return join_masks(candidates, size).to_bytes(packed_length(size), "little")


def unpack(packed: bytes, size: int) -> tuple[int, ...]:
    """Return the mask of candidates of each cell from the bytes that `pack` made."""
    return split_masks(int.from_bytes(packed, "little"), size)


def packed_length(size: int) -> int:
    """Return the number of bytes that `pack` makes of a board of `size` rows."""
    return (size**3 + 7) // 8


def candidates_as_json(candidates: Sequence[int], size: int) -> list[str] | list[list[int]]:
    """Return the candidates of each cell for JSON: a string of digits, or a list of numbers above 9×9."""
    if size > 9:
        return [list(digits_of(mask)) for mask in candidates]
    return ["".join(map(str, digits_of(mask))) for mask in candidates]


def candidates_left(candidates: Sequence[int]) -> int:
    """Return the number of candidates in cells with more than one. It falls to 0 as a board is solved."""
    if len(candidates) <= 81:
        return sum(map(_OPEN.__getitem__, candidates))
    return sum([mask.bit_count() for mask in candidates if mask & (mask - 1)])


_OPEN = [mask.bit_count() if mask & (mask - 1) else 0 for mask in range(1 << 9)]


def pivot(candidates: Sequence[int], shape: Shape | int, final_only: bool = False) -> str:
    """Return the board as text, a row a line, as the articles print it: an open cell shows its candidates.

    A cell with all candidates is abbreviated to `1-9`, one with none shows `!`. With `final_only` each open
    cell is `_`. `shape` is the board, or the box size of a plain one. Bars part boxes, but no other regions.
    """
    geometry = geometry_of(shape)
    high, wide = geometry.shape.boxes or (geometry.size, geometry.size)
    words = [
        "_" if final_only and mask & (mask - 1) else _word(mask, geometry) for mask in candidates
    ]
    width = max(len(word) for word in words)
    lines = []
    for row in geometry.rows:
        bands = [
            " ".join(words[cell].ljust(width) for cell in row.cells[start : start + wide])
            for start in range(0, geometry.size, wide)
        ]
        if row.number > 1 and row.number % high == 1 % high:
            lines.append("-+-".join("-" * len(band) for band in bands))
        lines.append(" | ".join(bands).rstrip())
    return "\n".join(lines)


def _word(mask: int, geometry: Geometry) -> str:
    if mask == geometry.all_digits_mask:
        return f"1-{ALPHABET[geometry.size]}"
    return "".join(characters_of(mask)) or "!"
