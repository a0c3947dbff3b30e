"""What is missing from almost locked sets, and from a Sue de Coq."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ...core.i18n import gettext, ngettext, say_cells, say_digits
from ...core.masks import bits, mask_of
from ...core.position import Position
from ..near_misses import all_marks, common_units, nothing_to_take, sees
from ..rungs import Rung


def almost_locked(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no ALS-XZ or longer chain of sets, or an empty text if not known.

    `rung` is the technique. The cells must form sets with one digit more than cells, joined by a restricted
    common.
    """
    if len(cells) < 3:
        return gettext("Choose at least three cells.")
    splits = [
        (one, other)
        for size in range(1, len(cells))
        for one in combinations(cells, size)
        if cells[0] in one
        and _is_almost(position, one)
        and _is_almost(position, other := tuple(cell for cell in cells if cell not in one))
    ]
    if not splits:
        if rung.technique != "ALS-XZ":
            return ""
        return gettext("The cells are not two sets of a unit with one digit more than cells each.")
    joined = [
        (one, other, shared) for one, other in splits if (shared := _joining(position, one, other))
    ]
    geometry = position.masks.geometry
    if not joined:
        first, second = (say_cells(geometry, each) for each in splits[0])
        return gettext(
            "{one} and {other} share no digit whose places all see each other.",
            one=first,
            other=second,
        )
    one, other, shared = joined[0]
    others = all_marks(position, one) & all_marks(position, other) & ~shared
    if shared.bit_count() == 1 and not others:
        return gettext("They share {digits}, and no second digit.", digits=say_digits(shared))
    places = _places(position, (*one, *other), others or shared)
    return nothing_to_take(position, places, others or shared)


def _is_almost(position: Position, cells: Sequence[int]) -> bool:
    is_in_unit = bool(common_units(position, cells))
    return is_in_unit and all_marks(position, cells).bit_count() == len(cells) + 1


def _joining(position: Position, one: Sequence[int], other: Sequence[int]) -> int:
    """Return the digits of both sets whose places in one see all places in the other."""
    return mask_of(
        index
        for index in bits(all_marks(position, one) & all_marks(position, other))
        if all(
            sees(position, a, b)
            for a in _places(position, one, 1 << index)
            for b in _places(position, other, 1 << index)
        )
    )


def _places(position: Position, cells: Sequence[int], digits: int) -> list[int]:
    return [cell for cell in cells if position.marks[cell] & digits]


class Parted(NamedTuple):
    """The cells of a Sue de Coq in its three parts, with their digits."""

    position: Position
    units: tuple[int, int]  # the line, the box
    crossing: tuple[int, ...]
    rests: tuple[tuple[int, ...], tuple[int, ...]]  # of the line, of the box

    @property
    def digits(self) -> int:
        return all_marks(self.position, self.crossing)

    @property
    def rest_digits(self) -> tuple[int, int]:
        line, box = self.rests
        return all_marks(self.position, line), all_marks(self.position, box)

    @property
    def taken(self) -> int:
        """The candidates that this Sue de Coq would remove, as a mask of candidates."""
        position, (line_digits, box_digits) = self.position, self.rest_digits
        alone = self.digits & ~line_digits & ~box_digits
        found = 0
        for unit, own, digits in zip(self.units, self.rests, self.rest_digits, strict=True):
            others = position.masks.units[unit] & ~mask_of((*self.crossing, *own))
            found |= position.in_cells(others, digits | alone)
        return found


def sue_de_coq(position: Position, cells: Sequence[int], rung: Rung) -> str:
    """Return why selected cells are no Sue de Coq, in a sentence, or an empty text if all conditions hold.

    Of all ways to divide the cells into crossing, line and box, the one that meets the most conditions is
    explained.
    """
    partings = list(_partings(position, cells))
    if not partings:
        if not position.masks.geometry.shape.has_boxes_alone:
            return gettext("The cells have to lie in two units, two or three of them in both.")
        return gettext("The cells have to lie in a box and a line, two or three of them in both.")
    return max(map(_flaw, partings))[1]


def _partings(position: Position, cells: Sequence[int]) -> Iterator[Parted]:
    """Yield every way to take two or three cells of the crossing. Its other cells count with either rest."""
    masks, where = position.masks, mask_of(cells)
    for box, line, crossing in masks.crossings:
        if where & ~(masks.units[box] | masks.units[line]):
            continue
        inside = list(bits(where & crossing))
        in_line = [*bits(where & masks.units[line] & ~crossing)]
        in_box = [*bits(where & masks.units[box] & ~crossing)]
        for size in range(2, len(inside) + 1):
            for chosen in combinations(inside, size):
                left = [cell for cell in inside if cell not in chosen]
                for sides in product((0, 1), repeat=len(left)):
                    rests = [*in_line], [*in_box]
                    for cell, side in zip(left, sides, strict=True):
                        rests[side].append(cell)
                    on_line, beside = map(tuple, rests)
                    yield Parted(position, (line, box), chosen, (on_line, beside))


def _flaw(parted: Parted) -> tuple[int, str]:
    """Return how many conditions hold, and the text of the first that fails, empty if all hold."""
    geometry, digits = parted.position.masks.geometry, parted.digits
    words = say_cells(geometry, parted.crossing)
    if digits.bit_count() < len(parted.crossing) + 2:
        return 0, ngettext(
            "{cells} contain {count} digit; there must be two digits more than cells.",
            "{cells} contain {count} digits; there must be two digits more than cells.",
            digits.bit_count(),
            cells=words,
        )
    if not all(parted.rests):
        return 1, gettext(
            "Besides {cells}, choose cells of the rest of the line and of the rest of the box.",
            cells=words,
        )
    for rest, held in zip(parted.rests, parted.rest_digits, strict=True):
        if not held & digits or held.bit_count() <= len(rest):
            return 2, gettext(
                "{rest} must contain a digit of {cells}, and more digits than cells.",
                rest=say_cells(geometry, rest),
                cells=words,
            )
    line_digits, box_digits = parted.rest_digits
    if shared := line_digits & box_digits & digits:
        return 3, gettext(
            "{one} and {other} share {digits}, and may share no digit of {cells}.",
            digits=say_digits(shared),
            one=say_cells(geometry, parted.rests[0]),
            other=say_cells(geometry, parted.rests[1]),
            cells=words,
        )
    return _counted(parted)


def _counted(parted: Parted) -> tuple[int, str]:
    """Return the same for the count of digits. A digit that both rests have counts twice."""
    line_digits, box_digits = parted.rest_digits
    count = (parted.digits | line_digits | box_digits).bit_count()
    count += (line_digits & box_digits).bit_count()
    cells = (*parted.crossing, *parted.rests[0], *parted.rests[1])
    if count != len(cells) and line_digits & box_digits:
        return 4, gettext(
            "The {cells} cells contain {digits} digits, counting {twice}, which is in both "
            "rests, twice; the numbers must be equal.",
            cells=len(cells),
            digits=count,
            twice=say_digits(line_digits & box_digits),
        )
    if count != len(cells):
        return 4, gettext(
            "The {cells} cells contain {digits} digits; the numbers must be equal.",
            cells=len(cells),
            digits=count,
        )
    if not parted.taken:
        return 5, gettext("The pattern is there, but it removes nothing.")
    return 6, ""
