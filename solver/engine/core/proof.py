"""Why a step holds, as sets: truths that must be filled, links that hold at most one, and one inequality.

A *set* is a cell, or a digit in a unit: exactly one of its candidates is true. Take some sets as *truths*, at
least one each, and some as *links*, at most one each, any of them more than once. With w = (links holding a
candidate) - (truths holding it), adding up says: the w of all true candidates together are at most links -
truths, the *rank*. If no w is negative, then a candidate whose w is larger than the rank is false. (Allan
Barker's rank, with every candidate counted as often as it lies in a set.)

What counting does not reach is *replayed*: the candidate is taken as true, cells and units are filled that
have one place left, and one of them ends with none. Where that stands still a set is split, an alternative a
branch.

Rules that rest on the puzzle having one solution count one truth more, the *guardians*: candidates one of
which must be true, or else four cells, or the whole board, could be filled in two ways.

An argument may lean on what those before it proved.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .deadline import spend
from .geometry import Geometry, geometry
from .grid import ALPHABET
from .steps import Step

if TYPE_CHECKING:
    from .position import Position


class Count(NamedTuple):
    """Truths and links, numbers of sets; `guardians` are candidates, of a rectangle of `cells` or the board."""

    truths: tuple[int, ...]
    links: tuple[int, ...]
    guardians: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


class Branch(NamedTuple):
    """Candidates forced in turn, then a set: empty, or split into a branch for each candidate left."""

    forced: tuple[int, ...]
    ending: int
    branches: tuple["Branch", ...] = ()


class Replay(NamedTuple):
    """What follows from a candidate that is taken as true, to a set without candidates."""

    assumed: int
    branch: Branch


Argument = Count | Replay


class Part(NamedTuple):
    """Candidates with a role in a step: what its words name and a drawing shows."""

    role: int
    candidates: tuple[int, ...]


class Proof(NamedTuple):
    arguments: tuple[Argument, ...]
    parts: tuple[Part, ...] = ()


# --- As numbers, in the tail of a step ----------------------------------------------------------------


def encode(proof: Proof) -> tuple[int, ...]:
    """The proof as small numbers: `Step.counts`, which is kept with a story."""
    return tuple(_numbers_of(proof))


def _numbers_of(proof: Proof) -> Iterator[int]:
    yield len(proof.arguments)
    for argument in proof.arguments:
        if isinstance(argument, Count):
            yield 0
            for numbers in argument:
                yield from (len(numbers), *numbers)
        else:
            yield from (1, argument.assumed)
            yield from _numbers_of_branch(argument.branch)
    for part in proof.parts:
        yield from (part.role, len(part.candidates), *part.candidates)


def _numbers_of_branch(branch: Branch) -> Iterator[int]:
    spend()
    yield from (len(branch.forced), *branch.forced, branch.ending, len(branch.branches))
    for each in branch.branches:
        yield from _numbers_of_branch(each)


def decode(numbers: Sequence[int]) -> Proof:
    """The proof that `encode` made numbers of."""
    rest = iter(numbers)

    def several() -> tuple[int, ...]:
        return tuple(next(rest) for _ in range(next(rest)))

    def branch() -> Branch:
        return Branch(several(), next(rest), tuple(branch() for _ in range(next(rest))))

    arguments = []
    for _ in range(next(rest, 0)):
        if next(rest):
            arguments.append(Replay(next(rest), branch()))
        else:
            arguments.append(Count(several(), several(), several(), several()))  # type: ignore[arg-type]
    return Proof(tuple(arguments), tuple(Part(role, several()) for role in rest))


def proof_of(step: Step) -> Proof:
    return decode(step.counts)


# --- Sets and their names -----------------------------------------------------------------------------


def set_number(box: int, digit: int, unit: int) -> int:
    """The number of the set of a digit in a unit; a cell's is its own."""
    return box**4 + (digit - 1) * 3 * box * box + unit


def digit_and_unit(shape: Geometry, number: int) -> tuple[int, int] | None:
    """The digit, and the unit, of a set; None for a cell."""
    if number < shape.cell_count:
        return None
    index, unit = divmod(number - shape.cell_count, len(shape.units))
    return index + 1, unit


def set_name(shape: Geometry, number: int) -> str:
    """`r3c7`, or `4 in row 2`: the same in every language, for programs."""
    meant = digit_and_unit(shape, number)
    if meant is None:
        return shape.cell_names[number]
    return f"{ALPHABET[meant[0]]} in {shape.units[meant[1]].name}"


# --- Checking -----------------------------------------------------------------------------------------
# Knows no technique and shares nothing with those who find steps but the numbers of sets and candidates.


class _Rules:
    """The rules of the game alone: the candidates of each set, and what each candidate makes false."""

    def __init__(self, box: int) -> None:
        shape = geometry(box)
        cells, size = shape.cell_count, shape.size
        self.cells = cells
        members = [[digit * cells + cell for digit in range(size)] for cell in range(cells)]
        members += [
            [digit * cells + cell for cell in unit.cells]
            for digit in range(size)
            for unit in shape.units
        ]
        self.sets = [sum(1 << candidate for candidate in each) for each in members]
        self.sets_of: list[list[int]] = [[] for _ in range(cells * size)]
        for number, each in enumerate(members):
            for candidate in each:
                self.sets_of[candidate].append(number)
        self.excluded = [0] * (cells * size)
        for candidate, numbers in enumerate(self.sets_of):
            for number in numbers:
                self.excluded[candidate] |= self.sets[number]
            self.excluded[candidate] &= ~(1 << candidate)


_rules = cache(_Rules)


def verify(position: "Position", step: Step) -> bool:
    """Whether a step's proof holds at a position, by its candidates, placed digits and givens alone.

    It costs no nodes, or a solve would end elsewhere where steps are verified.
    """
    rules = _rules(position.masks.geometry.box)
    left = position.candidates | position.placed
    for argument in proof_of(step).arguments:
        proved = (
            _counted(rules, left, position.givens, argument)
            if isinstance(argument, Count)
            else _replayed(rules, left, argument)
        )
        if proved is None:
            return False
        left &= ~proved
    for cell, digit in step.placed:
        candidate = (digit - 1) * rules.cells + cell
        if not any(left & rules.sets[n] == 1 << candidate for n in rules.sets_of[candidate]):
            return False
        left &= ~rules.excluded[candidate]
    return not any(
        left >> digit * rules.cells + cell & 1
        for cell, mask in step.removed
        for digit in _bits(mask)
    )


def _counted(rules: _Rules, left: int, givens: int, count: Count) -> int | None:
    """The candidates that the inequality makes false; None when it does not hold."""
    rank = len(count.links) - len(count.truths)
    weights: dict[int, int] = {}
    for sign, numbers in ((1, count.links), (-1, count.truths)):
        for number in numbers:
            members = left & rules.sets[number]
            while members:
                low = members & -members
                weights[low] = weights.get(low, 0) + sign
                members ^= low
    if count.guardians:
        if not _are_guardians(rules, left, givens, count):
            return None
        rank -= 1
        for candidate in count.guardians:
            weights[1 << candidate] = weights.get(1 << candidate, 0) - 1
    if min(weights.values(), default=0) < 0:
        return None
    return sum(low for low, weight in weights.items() if weight > rank)


def _are_guardians(rules: _Rules, left: int, givens: int, count: Count) -> bool:
    """Whether the puzzle would have two solutions or none if all the guardians were false."""
    for candidate in count.guardians:
        left &= ~(1 << candidate)
    if (
        not count.cells
    ):  # two candidates in every open cell, two places for each open digit in every unit
        solved = [each for each in rules.sets[: rules.cells] if (left & each).bit_count() == 1]
        placed = sum(left & each for each in solved)
        return all((left & each).bit_count() == (1 if placed & each else 2) for each in rules.sets)
    size = round(rules.cells**0.5)
    box = round(size**0.5)
    first, second, third, fourth = cells = sorted(count.cells)
    lines = (first // size, third // size), (first % size, second % size)
    boxes = {cell // size // box * box + cell % size // box for cell in cells}
    is_rectangle = [row * size + column for row in lines[0] for column in lines[1]] == list(cells)
    inside = sum(left & rules.sets[cell] for cell in cells)
    held = {candidate // rules.cells for candidate in _bits(inside)}
    return (
        is_rectangle
        and len(boxes) == 2
        and len(held) == 2
        and not any(givens >> cell & 1 for cell in (first, second, third, fourth))
    )


def _replayed(rules: _Rules, left: int, replay: Replay) -> int | None:
    """The candidate that was assumed, when each thing that is said to follow does; else None."""
    assumed = 1 << replay.assumed
    after = left & ~rules.excluded[replay.assumed]
    return assumed if left & assumed and _ends(rules, after, replay.branch) else None


def _ends(rules: _Rules, left: int, branch: Branch) -> bool:
    for candidate in branch.forced:
        bit = 1 << candidate
        if not any(left & rules.sets[number] == bit for number in rules.sets_of[candidate]):
            return False
        left &= ~rules.excluded[candidate]
    alternatives = _bits(left & rules.sets[branch.ending])
    return len(alternatives) == len(branch.branches) and all(
        _ends(rules, left & ~rules.excluded[candidate], each)
        for candidate, each in zip(alternatives, branch.branches, strict=True)
    )


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
