"""The drill "find the step yourself": compare selected cells with the steps of a technique."""

from dataclasses import dataclass
from itertools import islice

from ..core.masks import bits, mask_of
from ..core.position import Position, strong_pairs
from ..core.proof import Role
from ..techniques.colours.finder import TRAP, WRAP
from ..techniques.deduction import Deduction
from ..techniques.rungs import Rung

MOST = 1_000  # steps to look at


@dataclass(frozen=True)
class DrillCheck:
    """The selected cells compared with the step that they are nearest to.

    A chain is made of its ends. The cells `between` them may be selected too.
    """

    nearest: Deduction
    steps: int  # of this technique at the position
    right: tuple[int, ...]  # selected cells that belong to the step
    wrong: tuple[int, ...]
    losing: tuple[int, ...]  # wrong cells that the step takes a candidate from
    filled: tuple[int, ...]  # wrong cells that have their digit already
    missing: int  # cells of the step that were not selected
    between: tuple[int, ...] = ()
    is_coloured: bool = False  # the step is made of two colours, and a part of them may be enough
    is_enough: bool = False  # such a part that shows the step

    @property
    def is_whole(self) -> bool:
        return not self.wrong and (not self.missing or self.is_enough)


def check_selection(position: Position, rung: Rung, cells: set[int]) -> DrillCheck | None:
    """Return how selected cells compare with the nearest step of the technique `rung`.

    Return None if the technique has no step.
    """
    steps = list(islice(rung.find(position), MOST))
    if not steps:
        return None
    has_between = bool(cells_between(position, steps[0]))
    between = {step: cells_between(position, step) if has_between else 0 for step in steps}
    nearest = max(steps, key=lambda step: _nearness(step, between[step], mask_of(cells)))
    own, whole = set(bits(nearest.cells)), set(bits(nearest.cells | between[nearest]))
    wrong = sorted(cells - whole)
    losing = {position.masks.digit_and_cell(each)[1] for each in bits(nearest.removed)}
    is_coloured = rung.technique in (TRAP, WRAP)
    return DrillCheck(
        nearest,
        len({step.cells for step in steps}),
        right=tuple(sorted(cells & whole)),
        wrong=tuple(wrong),
        losing=tuple(cell for cell in wrong if cell in losing),
        filled=tuple(cell for cell in wrong if position.values[cell]),
        missing=len(own - cells),
        between=tuple(sorted(whole - own)),
        is_coloured=is_coloured,
        is_enough=is_coloured
        and bool(cells)
        and not wrong
        and _is_coloured_enough(position, nearest, cells),
    )


def _is_coloured_enough(position: Position, deduction: Deduction, cells: set[int]) -> bool:
    """Return whether some places of a simple colouring hang together and show the step by themselves.

    Two of one colour see each other, or what is removed sees both colours.
    """
    step = deduction.step(position)
    colours = [
        {candidate % position.masks.cells for candidate in part}
        for part in step.parts_of(Role.COLOUR)
    ]
    joined, fresh = set[int](), {min(cells)}
    pairs = [{a, b} for _unit, a, b in position.fact(strong_pairs)[step.digits[0]]]
    while fresh:
        joined |= fresh
        fresh = {
            cell for pair in pairs if pair & joined and pair <= cells for cell in pair
        } - joined
    peers = position.masks.peers
    meets = any(peers[a] >> b & 1 for own in colours for a in own & cells for b in own & cells)
    lost = [cell for cell, _mask in step.removed if cell not in step.cells]
    sees = any(all(peers[cell] & mask_of(own & cells) for own in colours) for cell in lost)
    return joined == cells and (meets if step.technique == WRAP else sees)


def cells_between(position: Position, deduction: Deduction) -> int:
    """Return the cells of a chain besides those that its step is made of, as a mask."""
    nodes = deduction.step(position).parts_of(Role.NODE)
    cells = {position.masks.digit_and_cell(candidate)[1] for node in nodes for candidate in node}
    return mask_of(cells) & ~deduction.cells


def is_made_of(position: Position, deduction: Deduction, cells: int) -> bool:
    """Return whether cells, a mask, are those of a step, and none but those of its chain besides."""
    if deduction.cells & ~cells:
        return False
    more = cells & ~deduction.cells
    return not more or not more & ~cells_between(position, deduction)


def _nearness(step: Deduction, between: int, cells: int) -> tuple[int, int, int]:
    """Return a sort key: more right cells come first, then fewer missing ones, then shorter chains."""
    right = (step.cells | between) & cells
    return right.bit_count(), -(step.cells & ~cells).bit_count(), -between.bit_count()
