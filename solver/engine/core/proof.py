"""Why a step holds, as sets: truths that must be filled, links that have at most one, and one inequality.

A *set* is a cell, or a digit in a unit. Exactly one of its candidates is true. A digit in a group or pair of
cells is a set too, with at most one true candidate. Take some sets as *truths*, with at least one true
candidate each, and some as *links*, with at most one. A set may be taken several times. With
w = (links that contain a candidate) - (truths that contain it), adding up gives: the w of all true candidates
together are at most links - truths, the *rank*. If no w is negative, then a candidate whose w is larger than
the rank is false. (Allan Barker's rank, with every candidate counted as often as it lies in a set.)

Cases that counting does not reach are *replayed*. The candidate is taken as true, cells and units with one
place left are filled, and in the end one has none. If that gets stuck, a set is split into branches, one for
each alternative. A branch may end with a count: what it proves false leaves a set empty.

Branches that differ only in the names of digits are told once. To show that they do, everything outside some
cells is forgotten first: what cannot be with more candidates cannot be with fewer.

Rules that rest on the puzzle having one solution count one truth more, the *guardians*: candidates one of
which must be true, or else four cells, or the whole board, could be filled in two ways.

An argument may use what the arguments before it proved.
"""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import islice
from typing import Any, NamedTuple

from .geometry import Geometry
from .i18n import ALPHABET


class SetCount(NamedTuple):
    """Truths and links, as numbers of sets. `guardians` are candidates of four `cells` or of the board."""

    truths: tuple[int, ...]
    links: tuple[int, ...]
    guardians: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()


class Pattern(NamedTuple):
    """Cells that matter alone from here on, each with some digits more. All others may be anything."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]


class Renaming(NamedTuple):
    """An earlier branch of the same split that is the same if each digit d is renamed `digits[d - 1]`."""

    branch: int
    digits: tuple[int, ...]


class ReplayBranch(NamedTuple):
    """Candidates forced in turn, then a set that is empty, or split into a branch for each candidate left.

    Before it ends, all but a `pattern` may be forgotten, and a count may prove candidates false. A branch
    that is `like` an earlier one is not followed itself.
    """

    forced: tuple[int, ...]
    ending: int
    branches: tuple["ReplayBranch", ...] = ()
    counted: SetCount | None = None
    pattern: Pattern | None = None
    like: Renaming | None = None


class Replay(NamedTuple):
    """The consequences of a candidate that is taken as true, up to a set without candidates."""

    assumed: int
    branch: ReplayBranch


Argument = SetCount | Replay


class Role(IntEnum):
    """The role of a part in a proof. The numbers are stored."""

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
    CHAIN = (
        13  # an alternative, the candidates that it makes false and true in turn, what is removed
    )
    BASE_CELLS = 14  # of an exocet
    TARGETS = 15  # of an exocet, or the cells of a tridagon


class PatternPart(NamedTuple):
    """Candidates with a role in a step, for its sentence and its drawing."""

    role: Role
    candidates: tuple[int, ...]


class Proof(NamedTuple):
    """The arguments that prove a step, and the parts that its sentence names."""

    arguments: tuple[Argument, ...]
    parts: tuple[PatternPart, ...] = ()

    def parts_of(self, role: Role) -> list[tuple[int, ...]]:
        """Return the candidates of each part of the proof with this role, in order."""
        return [part.candidates for part in self.parts if part.role == role]


def branches_in(proof: Proof) -> int:
    """Return the number of branches in all replays (assumptions followed to their end) of a proof."""
    return sum(_branches(each.branch) for each in proof.arguments if isinstance(each, Replay))


def _branches(branch: ReplayBranch) -> int:
    return 1 + sum(map(_branches, branch.branches))


def consequences_in(proof: Proof | None) -> int:
    """Return the number of candidates that are forced in the branches of all replays of a proof."""
    replays = [each for each in (proof.arguments if proof else ()) if isinstance(each, Replay)]
    return sum(_consequences(each.branch) for each in replays)


def _consequences(branch: ReplayBranch) -> int:
    return len(branch.forced) + sum(map(_consequences, branch.branches))


def depth_of(branch: ReplayBranch) -> int:
    """Return how deep a replay splits: 0 if it does not, 2 if a branch splits again.

    A split with one branch that is not like another is none.
    """
    followed = [each for each in branch.branches if each.like is None]
    return (len(followed) > 1) + max(map(depth_of, followed), default=0)


def leaves_of(branch: ReplayBranch) -> Iterator[ReplayBranch]:
    """Yield the ends of a replay, without those that are like another one but for the names of digits."""
    if branch.like is None and not branch.branches:
        yield branch
    for each in branch.branches:
        yield from leaves_of(each)


# --- As numbers, to be stored -------------------------------------------------------------------------


def pack_proof(proof: Proof) -> tuple[int, ...]:
    """Return a proof as small numbers, which are stored with a solve. `unpack_proof` reads them back."""
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


# In place of the number of branches: what comes before it. No set has as many candidates.
_COUNT, _PATTERN, _LIKE = 253, 254, 255


def _numbers_of_branch(branch: ReplayBranch) -> Iterator[int]:
    yield from (len(branch.forced), *branch.forced, branch.ending)
    if branch.pattern:
        yield _PATTERN
        for numbers in branch.pattern:
            yield from (len(numbers), *numbers)
    if branch.counted:
        yield _COUNT
        for numbers in branch.counted[:2]:
            yield from (len(numbers), *numbers)
    if branch.like:
        yield from (_LIKE, branch.like.branch, len(branch.like.digits), *branch.like.digits)
    yield len(branch.branches)
    for each in branch.branches:
        yield from _numbers_of_branch(each)


def unpack_proof(numbers: Sequence[int]) -> Proof:
    """Return the proof from the numbers that `pack_proof` made."""
    stream = iter(numbers)

    def several() -> tuple[int, ...]:
        return tuple(islice(stream, next(stream)))

    def branch() -> ReplayBranch:
        forced, ending, number = several(), next(stream), next(stream)
        pattern = count = like = None
        if number == _PATTERN:
            pattern, number = Pattern(several(), several()), next(stream)
        if number == _COUNT:
            count, number = SetCount(several(), several()), next(stream)
        if number == _LIKE:
            like, number = Renaming(next(stream), several()), next(stream)
        branches = tuple(branch() for _ in range(number))
        return ReplayBranch(forced, ending, branches, count, pattern, like)

    arguments: list[Argument] = []
    for _ in range(next(stream, 0)):
        if next(stream):
            arguments.append(Replay(next(stream), branch()))
        else:
            arguments.append(SetCount(several(), several(), several(), several()))
    return Proof(tuple(arguments), tuple(PatternPart(Role(role), several()) for role in stream))


# --- Sets and their names -----------------------------------------------------------------------------


def set_number(geometry: Geometry, digit: int, unit: int) -> int:
    """Return the number, in a proof, of the set of a digit's places in a unit, group or pair.

    A cell's set has the cell's number. Those of groups and pairs come last, because they are no truths.
    """
    whole = len(geometry.units)
    if unit < whole:
        return geometry.cell_count + (digit - 1) * whole + unit
    loose = len(geometry.links) - whole
    return geometry.cell_count + geometry.size * whole + (digit - 1) * loose + unit - whole


def digit_and_unit(geometry: Geometry, number: int) -> tuple[int, int] | None:
    """Return the digit and the place in `geometry.links` of a proof's set, or None if the set is a cell."""
    if number < geometry.cell_count:
        return None
    whole = len(geometry.units)
    index, unit = divmod(number - geometry.cell_count, whole)
    if index < geometry.size:
        return index + 1, unit
    beyond = number - geometry.cell_count - geometry.size * whole
    index, unit = divmod(beyond, len(geometry.links) - whole)
    return index + 1, whole + unit


def set_name(geometry: Geometry, number: int) -> str:
    """Return the name of a set in a proof, the same in every language. For example, `r3c7` or `4 in row 2`."""
    meant = digit_and_unit(geometry, number)
    if meant is None:
        return geometry.cell_names[number]
    return f"{ALPHABET[meant[0]]} in {geometry.links[meant[1]].name}"


# --- As JSON ------------------------------------------------------------------------------------------


def proof_as_json(geometry: Geometry, proof: Proof | None) -> dict[str, Any] | None:
    """Return a proof as JSON, or None if there is none.

    It has the truths and links of the first argument, and the other arguments under `also`.
    """
    arguments = [_argument_as_json(geometry, each) for each in (proof.arguments if proof else ())]
    if not arguments:
        return None
    first, *others = arguments
    return first | ({"also": others} if others else {})


def _argument_as_json(geometry: Geometry, argument: Argument) -> dict[str, Any]:
    if isinstance(argument, Replay):
        assumed = candidate_name(geometry, argument.assumed)
        branch = _branch_as_json(geometry, argument.branch)
        return {"truths": [], "links": [], "assumed": assumed} | branch
    names = {
        "truths": [set_name(geometry, number) for number in argument.truths],
        "links": [set_name(geometry, number) for number in argument.links],
    }
    if argument.guardians:
        names["guardians"] = [candidate_name(geometry, each) for each in argument.guardians]
    if argument.cells:
        names["cells"] = [geometry.cell_names[cell] for cell in argument.cells]
    return names


def _branch_as_json(geometry: Geometry, branch: ReplayBranch) -> dict[str, Any]:
    if branch.like:
        renamed = {str(index + 1): str(digit) for index, digit in enumerate(branch.like.digits)}
        return {"like": branch.like.branch + 1, "renamed": renamed}
    answer: dict[str, Any] = {
        "forced": [candidate_name(geometry, candidate) for candidate in branch.forced],
        "ending": set_name(geometry, branch.ending),
    }
    if branch.pattern:
        cells, digits = branch.pattern
        names = [geometry.cell_names[cell] for cell in cells]
        answer["pattern"] = {"cells": names, "digits": list(digits)}
    if branch.counted:
        answer |= _argument_as_json(geometry, branch.counted)
    branches = [_branch_as_json(geometry, each) for each in branch.branches]
    return answer | ({"branches": branches} if branches else {})


def candidate_name(geometry: Geometry, candidate: int) -> str:
    """Return the name of a candidate in a proof, the same in every language. For example, `r3c7=4`."""
    index, cell = divmod(candidate, geometry.cell_count)
    return f"{geometry.cell_names[cell]}={ALPHABET[index + 1]}"
