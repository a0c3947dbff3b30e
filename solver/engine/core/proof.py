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
from enum import IntEnum
from itertools import islice
from typing import NamedTuple

from .geometry import Geometry
from .i18n import ALPHABET


class SetCount(NamedTuple):
    """Truths and links, numbers of sets; `guardians` are candidates, of a rectangle of `cells` or the board."""

    truths: tuple[int, ...]
    links: tuple[int, ...]
    guardians: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


class ReplayBranch(NamedTuple):
    """Candidates forced in turn, then a set: empty, or split into a branch for each candidate left."""

    forced: tuple[int, ...]
    ending: int
    branches: tuple["ReplayBranch", ...] = ()


class Replay(NamedTuple):
    """What follows from a candidate that is taken as true, to a set without candidates."""

    assumed: int
    branch: ReplayBranch


Argument = SetCount | Replay


class Role(IntEnum):
    """What a part of a proof is. The numbers are stored."""

    BASES = 1  # units of a fish
    COVERS = 2
    FINS = 3
    NODE = 4  # of a chain, in order, one part each
    COLOUR = 5  # the places of a colour
    GUARDIANS = 6
    SET = 7  # all candidates of an almost locked set
    CROSSING = 8  # of a Sue de Coq, and its rests in line and box
    LINE = 9
    BOX = 10
    ASSUMED = 11
    ALTERNATIVES = 12
    CHAIN = 13  # an alternative, the candidates that it makes false and true in turn, what falls


class PatternPart(NamedTuple):
    """Candidates with a role in a step: what its words name and a drawing shows."""

    role: Role
    candidates: tuple[int, ...]


class Proof(NamedTuple):
    """What proves a step, argument by argument, and what its words name."""

    arguments: tuple[Argument, ...]
    parts: tuple[PatternPart, ...] = ()

    def parts_of(self, role: Role) -> list[tuple[int, ...]]:
        """Return the candidates of each part with a role, in order."""
        return [part.candidates for part in self.parts if part.role == role]


def branches_in(proof: Proof) -> int:
    """Return how many branches its replays have."""
    return sum(_branches(each.branch) for each in proof.arguments if isinstance(each, Replay))


def _branches(branch: ReplayBranch) -> int:
    return 1 + sum(map(_branches, branch.branches))


# --- As numbers, to be stored -------------------------------------------------------------------------


def pack_proof(proof: Proof) -> tuple[int, ...]:
    """Return a proof as small numbers, which are kept with a story."""
    return tuple(_numbers_of(proof))


def _numbers_of(proof: Proof) -> Iterator[int]:
    yield len(proof.arguments)
    for argument in proof.arguments:
        if isinstance(argument, SetCount):
            yield 0
            for numbers in argument:
                yield from (len(numbers), *numbers)
        else:
            yield from (1, argument.assumed)
            yield from _numbers_of_branch(argument.branch)
    for part in proof.parts:
        yield from (int(part.role), len(part.candidates), *part.candidates)


def _numbers_of_branch(branch: ReplayBranch) -> Iterator[int]:
    yield from (len(branch.forced), *branch.forced, branch.ending, len(branch.branches))
    for each in branch.branches:
        yield from _numbers_of_branch(each)


def unpack_proof(numbers: Sequence[int]) -> Proof:
    """Return the proof that `pack_proof` made numbers of."""
    rest = iter(numbers)

    def several() -> tuple[int, ...]:
        return tuple(islice(rest, next(rest)))

    def branch() -> ReplayBranch:
        return ReplayBranch(several(), next(rest), tuple(branch() for _ in range(next(rest))))

    arguments: list[Argument] = []
    for _ in range(next(rest, 0)):
        if next(rest):
            arguments.append(Replay(next(rest), branch()))
        else:
            arguments.append(SetCount(several(), several(), several(), several()))
    return Proof(tuple(arguments), tuple(PatternPart(Role(role), several()) for role in rest))


# --- Sets and their names -----------------------------------------------------------------------------


def set_number(box: int, digit: int, unit: int) -> int:
    """The number of the set of a digit in a unit; a cell's is its own."""
    return box**4 + (digit - 1) * 3 * box * box + unit


def digit_and_unit(geometry: Geometry, number: int) -> tuple[int, int] | None:
    """The digit, and the unit, of a set; None for a cell."""
    if number < geometry.cell_count:
        return None
    index, unit = divmod(number - geometry.cell_count, len(geometry.units))
    return index + 1, unit


def set_name(geometry: Geometry, number: int) -> str:
    """`r3c7`, or `4 in row 2`: the same in every language, for programs."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return geometry.cell_names[number]
    return f"{ALPHABET[meant[0]]} in {geometry.units[meant[1]].name}"
