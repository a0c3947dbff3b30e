"""The drawing of a step: each part that its proof names is drawn by its role, or else the sets it counts."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import say_cells, say_set
from solver.engine.core.proof import Proof, Role, SetCount, digit_and_unit
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.proof_chains import Chain, chains_in
from solver.engine.techniques.proof_text import commons_of, sets_of
from solver.engine.techniques.wording import LETTERS, say_each, say_set_of, say_units

from .drawing import MOST_LINKS, Drawing, Sketch
from .forced import draw_replays

Nodes = list[tuple[int, ...]]


def draw_step(shape: Geometry, step: Step, before: Sequence[int]) -> Drawing:
    """Of a step and the candidates it was found on; blank for one that carries no proof."""
    sketch = Sketch(shape, before, candidate_numbers(shape, step.removed))
    proof = step.proof or Proof(())
    roles = {part.role for part in proof.parts}
    for role, draw in DRAWERS.items():
        if role in roles:
            draw(sketch, step, proof)
    if not roles and proof.arguments:
        _draw_sets_alone(sketch, step, proof)
    return sketch.finish()


def drawing_of(
    shape: Geometry, step: Step, before: Sequence[int], of_sets: bool = False
) -> Drawing | None:
    """Return the drawing of a step or of the sets it counts, None without a proof or if it is blank."""
    if step.proof is None:
        return None
    drawing = (draw_sets if of_sets else draw_step)(shape, step, before)
    return None if drawing.is_blank else drawing


def counts_of(proof: Proof | Step) -> list[SetCount]:
    return [argument for argument in proof.arguments if isinstance(argument, SetCount)]


# --- Fish ---------------------------------------------------------------------------------------------


def _draw_fish(sketch: Sketch, step: Step, proof: Proof) -> None:
    """Bases framed, their places ringed; covers framed in dashes; fins in diamonds."""
    shape = sketch.shape
    bases, covers = (
        sorted({unit for units in step.parts_of(role) for unit in units})
        for role in (Role.BASES, Role.COVERS)
    )
    fins = sorted({each for part in step.parts_of(Role.FINS) for each in part})
    for unit in bases:
        sketch.unit(unit, "truth")
    for unit in covers:
        sketch.unit(unit, "link")
    sketch.mark(fins, "diamond")
    digit = step.digits[0]
    for unit in bases:
        cells = shape.units[unit].cells
        sketch.mark([(digit - 1) * shape.cell_count + cell for cell in cells], "ring")
    sketch.key("truth", _("base: %(units)s") % {"units": say_units(shape, bases)})
    sketch.key("link", _("cover: %(units)s") % {"units": say_units(shape, covers)})
    sketch.key("ring", _("its places in the bases"))
    if fins:
        sketch.key("diamond", _("fin: %(places)s") % {"places": say_each(shape, fins)})


# --- Chains -------------------------------------------------------------------------------------------


def _draw_chains(sketch: Sketch, step: Step, proof: Proof) -> None:
    """Nodes by turns square and disc, strong links whole, weak ones dashed; groups and sets outlined."""
    found = chains_in(sketch.shape, step, step.parts_of(Role.NODE))
    links = sum(len(chain.nodes) - 1 for chain in found)
    for chain in found:
        _draw_chain(sketch, chain, is_numbered=links > MOST_LINKS)
    if links > MOST_LINKS:
        sketch.without_links("weak")
    if any(len(node) > 1 for chain in found for node in chain.nodes):
        sketch.key("solid", _("group: true when one of its places is"))
    sketch.key("square", _("one side of the chain"))
    sketch.key("disc", _("the other side: all of one of them is true"))
    sketch.key("strong", _("strong link: one of the two is true"))
    if links <= MOST_LINKS:
        sketch.key("weak", _("weak link: not both are true"))


def _draw_chain(sketch: Sketch, chain: Chain, is_numbered: bool) -> None:
    for place, node in enumerate(chain.nodes):
        is_square = (place % 2 == 0) == chain.begins_strong
        note = str(place + 1) if is_numbered else ""
        sketch.mark(node, "square" if is_square else "disc", note)
        if len(node) > 1:
            sketch.group(node)
    for place, (one, two) in enumerate(pairwise(chain.nodes)):
        # From the place of a group that is next: what ends between two places seems to end nowhere.
        sketch.join_nearest(one, two, "strong" if chain.is_strong(place) else "weak")
    for _one, _two, behind in chain.strong_links:
        if behind and len(behind) > 1:  # not a unit, nor a cell of two candidates
            _draw_hull(sketch, behind, None)


def _draw_hull(sketch: Sketch, cells: Sequence[int], digits_mask: int | None) -> str:
    """A set of cells with a letter, told with its digits."""
    shape = sketch.shape
    letter = sketch.hull(cells)
    if digits_mask is None:
        held = {c // shape.cell_count for c in sketch.candidates if c % shape.cell_count in cells}
        digits_mask = sum(1 << index for index in held)
    sign = "dashed" if LETTERS.index(letter) % 2 else "solid"
    words = f"{say_cells(shape, sorted(cells))} {say_set(digits_mask)}"
    sketch.key(sign, words, letter)  # type: ignore[arg-type]
    return letter


def _draw_ways(sketch: Sketch, step: Step, proof: Proof) -> None:
    """From each alternative what it makes false and true in turn, to what falls; the alternatives lettered."""
    ways = step.parts_of(Role.CHAIN)
    links = sum(len(way) - 1 for way in ways)
    for letter, way in zip(LETTERS.lower(), ways, strict=False):
        for place, candidate in enumerate(way):
            sketch.mark([candidate], "square" if place % 2 else "disc", "" if place else letter)
        for place, (one, two) in enumerate(pairwise(way)):
            if links <= MOST_LINKS or place % 2:
                sketch.join((one,), (two,), "strong" if place % 2 else "weak")
    starts = dict.fromkeys(way[0] for way in ways)
    places = say_each(sketch.shape, starts)
    sketch.key("disc", _("true in turn; one of these is: %(places)s") % {"places": places})
    sketch.key("square", _("false in turn"))
    sketch.key("weak", _("weak link: not both are true"))
    sketch.key("strong", _("strong link: one of the two is true"))


# --- Colours ------------------------------------------------------------------------------------------


def _draw_colours(sketch: Sketch, step: Step, proof: Proof) -> None:
    """Filled discs and squares for one cluster, hollow ones for another; the strong pairs as lines."""
    shapes = ("disc", "square", "ring", "frame")
    parts = step.parts_of(Role.COLOUR)
    for place, part in enumerate(parts):
        sign = shapes[place % len(shapes)]
        sketch.mark(part, sign)  # type: ignore[arg-type]
        sketch.key(sign, say_each(sketch.shape, part))  # type: ignore[arg-type]
    for one, two in zip(parts[::2], parts[1::2], strict=False):
        _draw_pairs(sketch, one, two)
    if sketch.link_count > MOST_LINKS:
        sketch.without_links("strong")
    elif sketch.link_count:
        sketch.key("strong", _("strong link: one of the two is true"))


def _draw_pairs(sketch: Sketch, one: tuple[int, ...], two: tuple[int, ...]) -> None:
    """Between the two places that a unit has for the digit, one of either colour."""
    shape, cells = sketch.shape, sketch.shape.cell_count
    for index, unit in {(c // cells, u) for c in one for u in shape.units_of[c % cells]}:
        places = {index * cells + cell for cell in shape.units[unit].cells} & sketch.candidates
        if len(places) == 2 and places & {*one} and places & {*two}:
            sketch.join((min(places),), (max(places),), "strong")


# --- Sets of cells ------------------------------------------------------------------------------------


def _draw_almost_locked_sets(sketch: Sketch, step: Step, proof: Proof) -> None:
    """Each in its outline; what two share and only one can hold ringed and joined; what both hold marked."""
    parts = sets_of(step)
    for part in parts:
        _draw_hull(sketch, *_cells_and_digits(sketch.shape, part))
    if _draw_commons(sketch, step, parts, counts_of(proof)):
        shared = _say_marked(sketch, "ring")
        sketch.key(
            "ring", _("shared, and only one set can hold it: %(places)s") % {"places": shared}
        )
        sketch.key("weak", _("weak link: not both are true"))
    for sign in ("disc", "square"):
        places = _say_marked(sketch, sign)
        if places:
            words = _("what is removed sees all of %(places)s") % {"places": places}
            sketch.key(sign, words)


def _say_marked(sketch: Sketch, sign: str) -> str:
    marked = sorted(candidate for candidate, mark in sketch.marks.items() if mark.shape == sign)
    return say_each(sketch.shape, marked) if marked else ""


def _cells_and_digits(shape: Geometry, part: Sequence[int]) -> tuple[list[int], int]:
    mask = 0
    for candidate in part:
        mask |= 1 << candidate // shape.cell_count
    return sorted({candidate % shape.cell_count for candidate in part}), mask


def _draw_commons(sketch: Sketch, step: Step, parts: Nodes, counts: list[SetCount]) -> bool:
    """What two sets share ringed and joined, what is left of the links of what is removed marked."""
    shared = commons_of(sketch.shape, step)
    for common in shared:
        one, two = (
            sorted(sketch.members(common.number) & {*parts[place]})
            for place in (common.one, common.two)
        )
        sketch.mark([*one, *two], "ring")
        sketch.join_nearest(one, two, "weak")
    numbers = {common.number for common in shared}
    for number in counts[0].links if counts else ():
        members = sketch.members(number)
        if number not in numbers and members & sketch.removed:
            for place, part in enumerate(parts):
                sketch.mark(members & {*part}, "disc" if place % 2 == 0 else "square")
    return bool(shared)


def _draw_crossing(sketch: Sketch, step: Step, proof: Proof) -> None:
    """Three sets: of the crossing, the line and the box; digits of the line square, of the box in discs."""
    roles = (Role.CROSSING, Role.LINE, Role.BOX)
    whole = [[candidate for part in step.parts_of(role) for candidate in part] for role in roles]
    for part in whole:
        _draw_hull(sketch, *_cells_and_digits(sketch.shape, part))
    of_line, of_box = ({c // sketch.shape.cell_count for c in part} for part in whole[1:])
    for part in whole:
        for candidate in part:
            digit = candidate // sketch.shape.cell_count
            sign = "square" if digit in of_line else "disc" if digit in of_box else "ring"
            sketch.mark([candidate], sign)  # type: ignore[arg-type]
    sketch.key("square", _("a digit of the line"))
    sketch.key("disc", _("a digit of the box"))
    if any(mark.shape == "ring" for mark in sketch.marks.values()):
        sketch.key("ring", _("a digit of the crossing alone"))


# --- One solution -------------------------------------------------------------------------------------


def _draw_guardians(sketch: Sketch, step: Step, proof: Proof) -> None:
    """The four cells, or nothing where the whole board is meant; the guardians in diamonds."""
    guardians = sorted({each for part in step.parts_of(Role.GUARDIANS) for each in part})
    sketch.mark(guardians, "diamond")
    shape, count = sketch.shape, counts_of(proof)[0]
    for cell in count.cells:
        sketch.hull((cell,), has_letter=False)
    if count.cells:
        pair = [
            (digit - 1) * shape.cell_count + cell for digit in step.digits for cell in count.cells
        ]
        sketch.mark(pair, "ring")
        sketch.key("ring", _("the digits that could be swapped"))
        sketch.key(
            "solid",
            _("could be filled in two ways: %(cells)s") % {"cells": say_cells(shape, count.cells)},
        )
    beside = [number for number in count.truths if number not in count.cells]
    cells = [number for number in beside if digit_and_unit(shape, number) is None]
    for number in beside:
        meant = digit_and_unit(shape, number)
        if meant:
            sketch.unit(meant[1], "truth")
            sketch.key("truth", say_set_of(shape, number))
    if cells:
        _draw_hull(sketch, cells, None)
    sketch.key(
        "diamond",
        _("guardian, one of them is true: %(places)s") % {"places": say_each(shape, guardians)},
    )


# --- Sets alone ---------------------------------------------------------------------------------------


def _draw_sets_alone(sketch: Sketch, step: Step, proof: Proof) -> None:
    """What names no parts keeps its cells and unit lit; what its truths hold is ringed."""
    sketch.keeps_evidence = True
    counts = counts_of(proof)
    if not counts:
        draw_replays(sketch, step, proof)
        return
    truths = [sketch.members(number) for number in counts[0].truths]
    held = set().union(*truths) - sketch.removed
    sketch.mark(sorted(held), "ring")
    if sketch.marks:
        names = ", ".join(say_set_of(sketch.shape, number) for number in counts[0].truths)
        sketch.key("ring", _("one of each is true: %(sets)s") % {"sets": names})
    in_one_unit = set.intersection(
        *(set(sketch.shape.units_of[c % sketch.shape.cell_count]) for c in held or {0})
    )
    if not in_one_unit:
        for number in counts[0].links:
            members = sketch.members(number)
            if not members & sketch.removed:
                inside = [members & each for each in truths if members & each]
                if len(inside) == 2 and digit_and_unit(sketch.shape, number):
                    sketch.join(sorted(inside[0]), sorted(inside[1]), "weak")
    if sketch.link_count:
        sketch.key("weak", _("weak link: not both are true"))


DRAWERS: dict[int, Callable[[Sketch, Step, Proof], None]] = {
    Role.BASES: _draw_fish,
    Role.NODE: _draw_chains,
    Role.COLOUR: _draw_colours,
    Role.SET: _draw_almost_locked_sets,
    Role.CROSSING: _draw_crossing,
    Role.GUARDIANS: _draw_guardians,
    Role.ASSUMED: draw_replays,
    Role.ALTERNATIVES: draw_replays,
    Role.CHAIN: _draw_ways,
}


# --- The sets of a proof ------------------------------------------------------------------------------


def draw_sets(shape: Geometry, step: Step, before: Sequence[int]) -> Drawing:
    """The truths and links of the first inequality, framed; a replay as its step is drawn."""
    counts = counts_of(step)
    if not counts:
        return draw_step(shape, step, before)
    sketch = Sketch(shape, before, candidate_numbers(shape, step.removed))
    count = counts[0]
    for numbers, sign in ((count.truths, "truth"), (count.links, "link")):
        places = {digit_and_unit(shape, number) or number for number in numbers}
        for unit in {place[1] for place in places if isinstance(place, tuple)}:
            sketch.unit(unit, sign)  # type: ignore[arg-type]
        for cell in {place for place in places if isinstance(place, int)}:
            sketch.cell(cell, sign)  # type: ignore[arg-type]
    for number in count.truths:
        sketch.mark(sketch.members(number), "ring")
    sketch.mark(count.guardians, "diamond")
    for number in count.links:
        sketch.mark(sketch.members(number), "dotted")
    sketch.key("truth", _("truth: it has to be filled"))
    sketch.key("link", _("link: it can hold one"))
    sketch.key("ring", _("candidate of a truth"))
    sketch.key("dotted", _("candidate of links alone"))
    if count.guardians:
        sketch.key("diamond", _("guardian: one of them is true"))
    return sketch.finish()
