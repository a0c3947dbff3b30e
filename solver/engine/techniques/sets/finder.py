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
from ...core.i18n import gettext, ngettext, say_list
from ...core.masks import bits, mask_of
from ...core.position import Position
from ...core.proof import Proof, SetCount, digit_and_unit
from ...core.steps import Step
from ..deduction import Deduction
from ..wording import say_removed
from .named import MSLS, SK_LOOP, multi_sector_locked_sets, name_of, sk_loops
from .program import Certificate, Program, smallest_first

SETS = "sets"


class Counted(NamedTuple):
    """The steps that counting proves at a position, and whether no candidate was left open by rounding."""

    steps: tuple[Certificate, ...]
    is_whole: bool


def counted(position: Position) -> Counted:
    """Return few certificates that together remove all that counting proves false, small ones first."""
    if position.fault:
        return Counted((), True)
    program = Program(position.masks, position.candidates | position.placed)
    smallest = {candidate: program.certificate(candidate) for candidate in program.false()}
    proofs = [each for each in smallest.values() if each]
    is_whole = program.is_exact and len(proofs) == len(smallest)
    named = _named(position) if proofs and position.masks.geometry.shape.square_box else []
    open_, told = (
        mask_of(candidate for candidate, each in smallest.items() if each),
        list[Certificate](),
    )
    # A certificate with a name is told before others of its size, then the one that removes most.
    ordered = smallest_first(dict.fromkeys([*named, *proofs]))
    for each in sorted(ordered, key=lambda each: (each.size, each not in named)):
        if each.removed & open_ or each in named:
            told.append(each)
            open_ &= ~each.removed
    return Counted(tuple(told), is_whole)


def _named(position: Position) -> list[Certificate]:
    return [*position.fact(sk_loops), *position.fact(multi_sector_locked_sets)]


def find(position: Position) -> Iterator[Deduction]:
    """Yield the steps that remove all that counting proves false, each with a smallest certificate."""
    return _deductions(position, SETS, position.fact(counted).steps)


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
    if step.technique not in (SETS, SK_LOOP, MSLS):
        return ""
    return "".join(
        name_of(geometry, each) for each in step.arguments[:1] if isinstance(each, SetCount)
    )


def explain(geometry: Geometry, step: Step) -> str:
    """Return the sentences that a person reads about the step."""
    count = next(each for each in step.arguments if isinstance(each, SetCount))
    rank = len(count.links) - len(count.truths)
    facts = {
        "truths": _say_kinds(geometry, count.truths),
        "links": _say_kinds(geometry, count.links),
        "removed": say_removed(geometry, step),
    }
    if rank:
        return gettext(
            "{truths} have one true candidate each, and {links} have at most one each. No candidate is in "
            "more of the first than of the second, so all true ones together are in at most {rank} more "
            "of the second. {removed} would be in more, and cannot be.",
            rank=rank,
            **facts,
        )
    return gettext(
        "{truths} have one true candidate each, and {links} have at most one each. No candidate is in "
        "more of the first than of the second, so the first use the second up. {removed} would take one "
        "more of the second, and cannot be.",
        **facts,
    )


def _say_kinds(geometry: Geometry, numbers: Sequence[int]) -> str:
    """Return how many sets of each kind there are. For example, `6 cells and 4 digits in rows`."""
    kinds = {"cell": 0, "row": 0, "column": 0, "other": 0}
    for number in numbers:
        meant = digit_and_unit(geometry, number)
        kind = geometry.links[meant[1]].kind if meant else "cell"
        kinds[kind if kind in kinds else "other"] += 1
    words = {
        "cell": ngettext("{count} cell", "{count} cells", kinds["cell"]),
        "row": ngettext("{count} digit in a row", "{count} digits in rows", kinds["row"]),
        "column": ngettext(
            "{count} digit in a column", "{count} digits in columns", kinds["column"]
        ),
        "other": ngettext("{count} digit in a box", "{count} digits in boxes", kinds["other"]),
    }
    return say_list([words[kind] for kind, times in kinds.items() if times])
