"""Sets: every candidate that counting proves false, found without any pattern.

Take some sets as *truths*, some as *links*, so that no candidate is in more truths than links. All true
candidates together can be in so many more links than truths as there are more links. A candidate in more
of them is false. Fish, locked sets, chains and loops are of this kind, and so are patterns without a name. All
that one such count proves is found here. If there is none, no proof by counting exists at the position, and so
no forcing chain or net of one candidate either.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ...core.geometry import Geometry
from ...core.i18n import gettext
from ...core.masks import bits, mask_of, masks, union_of
from ...core.position import Position
from ...core.proof import Proof, SetCount
from ...core.steps import Step
from ..deduction import Deduction, nothing_yet
from ..wording import say_kinds_of, say_removed
from .named import MSLS, SK_LOOP, multi_sector_locked_sets, sk_loops
from .names import name_of
from .program import Certificate, Program, smallest_first
from .trying import trying_at

SETS = "sets"
# Their reasons say how many sets there are, and not which.
COUNTED = (SETS, SK_LOOP, MSLS)
LARGE = 40  # sets of a count
MOST_NAMED = 4  # candidates that a reason names. More are read off the list beside it


class Counted(NamedTuple):
    """The steps that counting proves at a position, and whether each candidate that is false has one."""

    steps: tuple[Certificate, ...]
    is_whole: bool


def counted(position: Position) -> Counted:
    """Return few certificates that together remove all that counting proves false, small ones first."""
    if position.fault:
        return Counted((), True)
    false = trying_at(position).false()
    program = Program(position.masks, position.candidates | position.placed)
    smallest = {candidate: program.certificate(candidate) for candidate in bits(false)}
    proofs = [each for each in smallest.values() if each]
    named = _named(position) if proofs and position.masks.geometry.shape.square_box else []
    open_, told = mask_of(each for each in smallest if smallest[each]), list[Certificate]()
    # A certificate with a name is told before others of its size, then the one that removes most.
    ordered = smallest_first(dict.fromkeys([*named, *proofs]))
    for each in sorted(ordered, key=lambda each: (each.size, each not in named)):
        if each.removed & open_ or each in named:
            told.append(each)
            open_ &= ~each.removed
    return Counted(tuple(told), len(proofs) == len(smallest))


def is_all_found(position: Position) -> bool:
    """Return whether each candidate is either proved false or possible by a point of whole numbers."""
    program = Program(position.masks, position.candidates | position.placed)
    false = mask_of(program.false())
    proved = union_of(each.removed for each in position.fact(counted).steps)
    return program.is_exact and position.fact(counted).is_whole and not false & ~proved


def _named(position: Position) -> list[Certificate]:
    return [*position.fact(sk_loops), *position.fact(multi_sector_locked_sets)]


def find(position: Position) -> Iterator[Deduction]:
    """Yield the steps that remove all that counting proves false, each with a smallest certificate.

    What was counted at an earlier position of the same solve, and still removes something, comes first. If it
    is large it is counted again, as fewer sets may do with the candidates that are left.
    """
    waiting: list[Certificate] = position.kept(nothing_yet, SETS, None)
    left = position.candidates | position.placed
    waiting[:] = [
        again for each in waiting if (again := each.again(position.masks, left)) and again.removed
    ]
    if not waiting or waiting[0].size > LARGE:
        waiting[:] = position.fact(counted).steps
    return _deductions(position, SETS, tuple(waiting))


def find_sk_loops(position: Position) -> Iterator[Deduction]:
    return _deductions(position, SK_LOOP, position.fact(sk_loops))


def find_locked_sets(position: Position) -> Iterator[Deduction]:
    return _deductions(position, MSLS, position.fact(multi_sector_locked_sets))


def _deductions(
    position: Position, name: str, certificates: Sequence[Certificate]
) -> Iterator[Deduction]:
    for each in certificates:
        cells = mask_of(number for number in each.truths if number < position.masks.cells)
        digits = mask_of(candidate // position.masks.cells for candidate in bits(each.removed))
        yield Deduction(name, each.removed, 0, cells, digits, partial(Proof, (each.argument,)))


def called(geometry: Geometry, step: Step) -> str:
    """Return the slug of the pattern that a step's count is, such as `sk-loop`, or an empty text."""
    if step.technique not in COUNTED:
        return ""
    return "".join(
        name_of(geometry, each) for each in step.arguments[:1] if isinstance(each, SetCount)
    )


def explain(geometry: Geometry, step: Step) -> str:
    """Return the sentences that a person reads about the step."""
    count = next(each for each in step.arguments if isinstance(each, SetCount))
    rank = len(count.links) - len(count.truths)
    gone = sum(mask.bit_count() for _cell, mask in step.removed)
    facts = {
        "truths": say_kinds_of(geometry, count.truths),
        "links": say_kinds_of(geometry, count.links),
        "needed": len(count.truths),
        "room": len(count.links),
        "removed": say_removed(geometry, step)
        if gone <= MOST_NAMED
        else gettext("the {count} candidates that are crossed out", count=gone),
    }
    members = [masks(geometry.shape).sets[number] for number in count.truths]
    if sum(map(int.bit_count, members)) > union_of(members).bit_count():  # truths overlap
        first = gettext(
            "{truths} need one true candidate each, {needed} in all. {links} have room for one each, {room} in "
            "all, and no candidate is in more of the first than of the second.",
            **facts,
        )
    elif max(count.truths) < geometry.cell_count:
        first = gettext(
            "{truths} need a digit each, {needed} in all. All that they can have are {links}, each of which "
            "comes there once: {room} at most.",
            **facts,
        )
    else:
        first = gettext(
            "{truths} need a place each, {needed} in all. All of their places are in {links}, which have room "
            "for one each: {room} at most.",
            **facts,
        )
    if rank:
        last = gettext(
            "So only {rank} of this room is left, and **{removed}** would take more.",
            rank=rank,
            **facts,
        )
    else:
        last = gettext(
            "So all of this room is used up, and **{removed}** would take more.", **facts
        )
    return f"{first} {last}"
