"""Templates: a digit can only stand in cells that are part of at least one way to place it everywhere.

A *template* is one way to place a digit in every row, column and box at once. A candidate in no
template is false (template delete); one in every template is true (template set). A cell that must be
one digit is not a place for another, so each finding narrows the templates of the other digits, until
nothing changes.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from ...core.deadline import spend
from ...core.geometry import Geometry
from ...core.i18n import gettext, say_cells, say_digits
from ...core.masks import Masks, bits, mask_of, union_of
from ...core.position import Position
from ...core.proof import Proof, Replay, ReplayBranch, set_number
from ...core.steps import Step
from ..deduction import Deduction, nothing_yet

Found = TypeVar("Found")

MOST_DIGITS = 9  # of a board whose templates are looked for before patterns of one digit
TEMPLATE_SET, TEMPLATE_DELETE = "template set", "template delete"


def unused(position: Position) -> list[int]:
    """Return, by digit, the mask of places that are in no template: no way to place the digit in all units.

    What a fish of any size removes is among them. Index 0 is empty.
    """
    digits = position.masks.digits
    return [0, *(position.kept(_unused_of, digit, position.places[digit]) for digit in digits)]


def in_each_digit(
    search: Callable[[Position, int], Iterator[Found]],
) -> Callable[[Position], Iterator[Found]]:
    """Make a search of each digit from a search of one. It may use the places of this digit alone.

    So whatever it removes is in no template. A digit without such a place is skipped, where templates are few.
    """

    def search_all(position: Position) -> Iterator[Found]:
        dead = position.fact(unused) if position.masks.size <= MOST_DIGITS else None
        for digit in position.masks.digits:
            if dead is None or dead[digit]:
                yield from position.unless_barren(search, digit, position.places[digit])

    return search_all


def _unused_of(position: Position, digit: int) -> int:
    """Return the places of a digit that no template uses. A template holds until one of its places goes."""
    masks, left = position.masks, position.places[digit]
    lost = ~(left | position.placed >> masks.floors[digit])
    known: list[int] = position.kept(nothing_yet, ("templates", digit), None)
    known[:] = [template for template in known if not template & lost]
    left &= ~union_of(known)
    rows = _rows(masks, position.places[digit])
    return _unused(masks, position.places[digit], rows, left, known) if left else 0


def _rows(masks: Masks, places: int) -> tuple[int, ...]:
    """Return the rows that still need the digit, and diagonals, windows and other further units.

    With a place in each row, all columns and boxes have one too.
    """
    return tuple(unit for unit in (*masks.rows, *masks.further) if places & masks.units[unit])


def _unused(masks: Masks, places: int, rows: tuple[int, ...], left: int, found: list[int]) -> int:
    """Return those of the places `left` that no template uses. Add those that were `found`."""
    units, dead = _tightest_first(masks, places, rows), 0
    while left:
        place = left & -left
        rest = places & ~masks.peers[place.bit_length() - 1]
        template = _fill(masks.peers, units, rest, left, place)
        if template:
            left &= ~template
            found.append(template)
        else:
            dead |= place
            left ^= place
    return dead


def _tightest_first(masks: Masks, places: int, rows: tuple[int, ...]) -> list[int]:
    """Return the cells of some rows as masks."""
    units = [masks.units[row] for row in rows]
    return sorted(units, key=lambda unit: (places & unit).bit_count())


def _template(masks: Masks, places: int, rows: tuple[int, ...]) -> int | None:
    """Return places for all `rows` at once, or None if there are none."""
    return _fill(masks.peers, _tightest_first(masks, places, rows), places, 0, 0)


def _fill(
    peers: tuple[int, ...], units: list[int], places: int, wanted: int, chosen: int, at: int = 0
) -> int | None:
    """Return `chosen` with a place in each of the `units` from `at` on, or None if there is no way.

    Those of `places` that are `wanted` are tried first.
    """
    while at < len(units) and chosen & units[at]:
        at += 1
    if at == len(units):
        return chosen
    spend()
    here = places & units[at]
    while here:
        ones = here & wanted or here
        place = ones & -ones
        here ^= place
        rest = places & ~peers[place.bit_length() - 1]
        found = _fill(peers, units, rest, wanted, chosen | place, at + 1)
        if found is not None:
            return found
    return None


def _without(masks: Masks, rows: tuple[int, ...], cell: int) -> tuple[int, ...]:
    """Return the rows and further units that do not have a cell."""
    return tuple(row for row in rows if not masks.units[row] >> cell & 1)


# --- The technique ------------------------------------------------------------------------------------


def narrowed(position: Position) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Remove places that no template uses, again and again. The position does not change.

    Return (digit, cell) in the order of removal, then by digit the masks of places left and of forced ones.
    """
    masks = position.masks
    places = list(position.places)
    rows = [(), *(_rows(masks, each) for each in places[1:])]
    forced = [0] * len(places)
    fell: list[tuple[int, int]] = []
    waiting = set(masks.digits)
    while waiting:
        digit = min(waiting)
        waiting.remove(digit)
        gone = _unused(masks, places[digit], rows[digit], places[digit], [])
        places[digit] &= ~gone
        fell += [(digit, cell) for cell in bits(gone)]
        sure = _forced(masks, places[digit], rows[digit])
        if not sure & ~forced[digit]:
            continue
        forced[digit] = sure
        for other in masks.digits:
            lost = places[other] & sure
            if other != digit and lost:
                places[other] &= ~lost
                fell += [(other, cell) for cell in bits(lost)]
                waiting.add(other)
    return fell, places, forced


def _forced(masks: Masks, places: int, rows: tuple[int, ...]) -> int:
    """Return the places that every template uses."""
    common = _template(masks, places, rows)
    return mask_of(
        cell for cell in bits(common or 0) if _template(masks, places & ~(1 << cell), rows) is None
    )


def templates(position: Position) -> Iterator[Deduction]:
    """Yield, for each digit, what its templates remove (template delete) and place (template set)."""
    if position.fault:
        return
    fell, places, forced = position.fact(narrowed)
    floors = position.masks.floors
    for digit in position.masks.digits:
        bit, floor = 1 << (digit - 1), floors[digit]
        gone = position.places[digit] & ~places[digit]
        if gone:
            yield Deduction(
                TEMPLATE_DELETE, gone << floor, 0, gone, bit, partial(_prove, position, fell)
            )
        if forced[digit]:
            yield Deduction(
                TEMPLATE_SET,
                0,
                forced[digit] << floor,
                forced[digit],
                bit,
                partial(_prove, position, fell + _others(position, digit, forced[digit])),
            )


def _others(position: Position, digit: int, sure: int) -> list[tuple[int, int]]:
    """Return what must go before a forced cell is seen to be one: the digit's other places in its rows."""
    masks = position.masks
    rows = [masks.units_of[cell][0] for cell in bits(sure)]
    return [
        (digit, cell)
        for row in rows
        for cell in bits(position.places[digit] & masks.units[row] & ~sure)
    ]


def _prove(position: Position, fell: list[tuple[int, int]]) -> Proof:
    """Return a proof of each removed candidate by itself, resting on those removed before it."""
    masks, left = position.masks, list(position.places)
    arguments = []
    done = set()
    for digit, cell in fell:
        if (digit, cell) in done or not left[digit] >> cell & 1:
            continue
        done.add((digit, cell))
        spend(4)
        arguments.append(Replay(masks.candidate(digit, cell), _refute(masks, left, digit, cell)))
        left[digit] &= ~(1 << cell)
    return Proof(tuple(arguments))


def _refute(masks: Masks, left: list[int], digit: int, cell: int) -> ReplayBranch:
    """Return why a digit in a cell fails: by its own templates, or those of a digit that needs the cell."""
    for other in (digit, *(d for d in masks.digits if d != digit)):
        rows = _rows(masks, left[other])
        if other == digit:
            places = left[digit] & ~masks.peers[cell] & ~(1 << cell)
            rows = _without(masks, rows, cell)
        else:
            places = left[other] & ~(1 << cell)
        if _template(masks, places, rows) is None:
            return _split(masks, places, rows, other)
    raise AssertionError("a candidate fell without a reason")


def _split(masks: Masks, places: int, rows: tuple[int, ...], digit: int) -> ReplayBranch:
    """Return the failing search for a template as a replay: the tightest row is split, place by place."""
    spend(1 + len(rows) // 2)
    tightest = min(rows, key=lambda row: (places & masks.units[row]).bit_count())
    here = places & masks.units[tightest]
    ending = set_number(masks.geometry, digit, tightest)
    branches = tuple(
        _split(masks, places & ~masks.peers[place], _without(masks, rows, place), digit)
        for place in bits(here)
    )
    return ReplayBranch((), ending, branches)


def explain(geometry: Geometry, step: Step) -> str:
    digit = say_digits(step.digits_mask)
    if step.placed:
        return gettext(
            "In every way to place {digit} in all rows, columns and boxes at once, given the "
            "other digits, it stands in {cells}.",
            digit=digit,
            cells=say_cells(geometry, step.cells),
        )
    return gettext(
        "In every way to place {digit} in all rows, columns and boxes at once, given the "
        "other digits, it never stands in {cells}.",
        digit=digit,
        cells=say_cells(geometry, step.cells),
    )
