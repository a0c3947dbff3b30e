"""Draw a step: each part that its proof names, by its role, or the counted sets if it names none."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import say_cells, say_set
from solver.engine.core.proof import Role, SetCount, digit_and_unit
from solver.engine.core.steps import Step, candidate_numbers
from solver.engine.techniques.proof_chains import Chain, chains_in
from solver.engine.techniques.proof_text import commons_of, sets_of
from solver.engine.techniques.wording import LETTERS, say_each, say_kinds_of, say_set_of, say_units

from .drawing import MOST_LINKS, Drawing, Sketch
from .forced import draw_replays

Nodes = list[tuple[int, ...]]
MANY = 6  # truths of a count from which on they are framed
FEW_UNITS = 8  # of its truths, and of its links, which are framed too
MOST_SETS = 60  # of a count that anybody follows set by set


def draw_step(geometry: Geometry, step: Step, before: Sequence[int], branch: int = 0) -> Drawing:
    """Return the drawing of a step: links, outlines and marks. It is blank if the step has no proof.

    `before` has the candidates of each cell on which the step was found, as masks. Of a split whose branches
    are drawn one at a time it is the one at the place `branch`.
    """
    sketch = Sketch(geometry, before, candidate_numbers(geometry, step.removed), branch)
    roles = {part.role for part in step.proof.parts} if step.proof else set()
    for role, draw in DRAWERS.items():
        if role in roles:
            draw(sketch, step)
    if not roles and step.arguments:
        _draw_sets_alone(sketch, step)
    return sketch.finish()


def drawing_of(
    geometry: Geometry,
    step: Step,
    before: Sequence[int],
    of_sets: bool = False,
    branch: int = 0,
) -> Drawing | None:
    """Return the drawing of a step, or None if the step has no proof or the drawing is blank.

    `before` has the candidates of each cell as masks. With `of_sets` it shows the counted sets of the proof.
    """
    if step.proof is None:
        return None
    if of_sets and counts_of(step):
        drawing = draw_sets(geometry, step, before)
    else:
        drawing = draw_step(geometry, step, before, branch)
    return None if drawing.is_blank else drawing


def has_few_sets(count: SetCount) -> bool:
    """Return whether a count is shown set by set. More sets than that are told in a sentence."""
    return len({*count.truths, *count.links}) <= MOST_SETS


def counts_of(step: Step) -> list[SetCount]:
    return [argument for argument in step.arguments if isinstance(argument, SetCount)]


# --- Fish ---------------------------------------------------------------------------------------------


def _draw_fish(sketch: Sketch, step: Step) -> None:
    """Frame the bases, put discs on their places, frame the covers in dashes, and mark fins as diamonds."""
    geometry = sketch.geometry
    bases, covers = (
        sorted({unit for units in step.parts_of(role) for unit in units})
        for role in (Role.BASES, Role.COVERS)
    )
    fins = sorted({fin for part in step.parts_of(Role.FINS) for fin in part})
    for unit in bases:
        sketch.unit(unit, "truth")
    for unit in covers:
        sketch.unit(unit, "link")
    sketch.mark(fins, "diamond")
    digit = step.digits[0]
    for unit in bases:
        cells = geometry.units[unit].cells
        sketch.mark([(digit - 1) * geometry.cell_count + cell for cell in cells], "disc")
    sketch.key(
        "truth",
        _("bases, which need the digit once each: %(units)s")
        % {"units": say_units(geometry, bases)},
    )
    sketch.key(
        "link",
        _("covers, which have room for it once each: %(units)s")
        % {"units": say_units(geometry, covers)},
    )
    sketch.key("disc", _("places for it in the bases"))
    if fins:
        sketch.key(
            "diamond",
            _("fin, a place that is in no cover: %(places)s")
            % {"places": say_each(geometry, fins)},
        )


# --- Chains -------------------------------------------------------------------------------------------


def _draw_chains(sketch: Sketch, step: Step) -> None:
    """Mark nodes as squares and discs in turn, draw links, and outline groups and sets."""
    chains = chains_in(sketch.geometry, step, step.parts_of(Role.NODE))
    links = sum(len(chain.nodes) - 1 for chain in chains)
    for chain in chains:
        _draw_chain(sketch, chain, is_numbered=links > MOST_LINKS)
    if links > MOST_LINKS:
        sketch.without_links("weak")
    if any(len(node) > 1 for chain in chains for node in chain.nodes):
        sketch.key("solid", _("group: true if one of its places is"))
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
        # From the nearest place of a group: a line that ends between two places seems to end nowhere.
        sketch.join_nearest(one, two, "strong" if chain.is_strong(place) else "weak")
    for _one, _two, behind in chain.strong_links:
        if behind and len(behind) > 1:  # not a unit, and not a cell of two candidates
            _draw_hull(sketch, behind, None)


def _draw_hull(sketch: Sketch, cells: Sequence[int], digits_mask: int | None) -> None:
    """Outline a set of cells, and add it with its digits, or all its candidates, to the legend."""
    geometry = sketch.geometry
    letter = sketch.hull(cells)
    if digits_mask is None:
        indices = {
            c // geometry.cell_count for c in sketch.candidates if c % geometry.cell_count in cells
        }
        digits_mask = sum(1 << index for index in indices)
    sign = "dashed" if LETTERS.index(letter) % 2 else "solid"
    text = f"{say_cells(geometry, sorted(cells))} {say_set(digits_mask)}"
    sketch.key(sign, text, letter)  # type: ignore[arg-type]


def _draw_chains_from_alternatives(sketch: Sketch, step: Step) -> None:
    """Draw a chain from each alternative, which has a letter, to the removed candidate."""
    chains = step.parts_of(Role.CHAIN)
    links = sum(len(chain) - 1 for chain in chains)
    for letter, chain in zip(LETTERS.lower(), chains, strict=False):
        for place, candidate in enumerate(chain):
            sketch.mark([candidate], "square" if place % 2 else "disc", "" if place else letter)
        for place, (one, two) in enumerate(pairwise(chain)):
            if links <= MOST_LINKS or place % 2:
                sketch.join((one,), (two,), "strong" if place % 2 else "weak")
    starts = dict.fromkeys(chain[0] for chain in chains)
    places = say_each(sketch.geometry, starts)
    sketch.key("disc", _("true in turn; one of these is: %(places)s") % {"places": places})
    sketch.key("square", _("false in turn"))
    sketch.key("weak", _("weak link: not both are true"))
    sketch.key("strong", _("strong link: one of the two is true"))


# --- Colours ------------------------------------------------------------------------------------------


def _draw_colours(sketch: Sketch, step: Step) -> None:
    """Mark one cluster with filled shapes and another with hollow ones, and draw the strong links."""
    shapes = ("disc", "square", "ring", "frame")
    parts = step.parts_of(Role.COLOUR)
    for place, part in enumerate(parts):
        sign = shapes[place % len(shapes)]
        sketch.mark(part, sign)  # type: ignore[arg-type]
        sketch.key(sign, say_each(sketch.geometry, part))  # type: ignore[arg-type]
    for one, two in zip(parts[::2], parts[1::2], strict=False):
        _draw_pairs(sketch, one, two)
    if sketch.link_count > MOST_LINKS:
        sketch.without_links("strong")
    elif sketch.link_count:
        sketch.key("strong", _("strong link: one of the two is true"))


def _draw_pairs(sketch: Sketch, one: tuple[int, ...], two: tuple[int, ...]) -> None:
    """Link the two places that a unit has for the digit, if they have different colours."""
    geometry, cells = sketch.geometry, sketch.geometry.cell_count
    for index, unit in {(c // cells, u) for c in one for u in geometry.units_of[c % cells]}:
        places = {index * cells + cell for cell in geometry.units[unit].cells} & sketch.candidates
        if len(places) == 2 and places & {*one} and places & {*two}:
            sketch.join((min(places),), (max(places),), "strong")


# --- Sets of cells ------------------------------------------------------------------------------------


def _draw_almost_locked_sets(sketch: Sketch, step: Step) -> None:
    """Outline the sets, ring and link their restricted common digits, and mark the digits seen by removals."""
    parts = sets_of(step)
    for part in parts:
        _draw_hull(sketch, *_cells_and_digits(sketch.geometry, part))
    if _draw_commons(sketch, step, parts, counts_of(step)):
        shared = _say_marked(sketch, "ring")
        sketch.key(
            "ring", _("shared, and only one set can have it: %(places)s") % {"places": shared}
        )
        sketch.key("weak", _("weak link: not both are true"))
    for sign in ("disc", "square"):
        places = _say_marked(sketch, sign)
        if places:
            text = _("what is removed sees all of %(places)s") % {"places": places}
            sketch.key(sign, text)


def _say_marked(sketch: Sketch, sign: str) -> str:
    marked = sorted(candidate for candidate, mark in sketch.marks.items() if mark.shape == sign)
    return say_each(sketch.geometry, marked) if marked else ""


def _cells_and_digits(geometry: Geometry, part: Sequence[int]) -> tuple[list[int], int]:
    mask = 0
    for candidate in part:
        mask |= 1 << candidate // geometry.cell_count
    return sorted({candidate % geometry.cell_count for candidate in part}), mask


def _draw_commons(sketch: Sketch, step: Step, parts: Nodes, counts: list[SetCount]) -> bool:
    """Ring and link the restricted commons, and mark the candidates that removals see.

    Return whether there are restricted commons.
    """
    shared = commons_of(sketch.geometry, step)
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


def _draw_crossing(sketch: Sketch, step: Step) -> None:
    """Outline crossing, line and box. Digits of the line get squares, and those of the box discs."""
    roles = (Role.CROSSING, Role.LINE, Role.BOX)
    sets = [[candidate for part in step.parts_of(role) for candidate in part] for role in roles]
    for part in sets:
        _draw_hull(sketch, *_cells_and_digits(sketch.geometry, part))
    of_line, of_box = ({c // sketch.geometry.cell_count for c in part} for part in sets[1:])
    for part in sets:
        for candidate in part:
            digit = candidate // sketch.geometry.cell_count
            sign = "square" if digit in of_line else "disc" if digit in of_box else "ring"
            sketch.mark([candidate], sign)  # type: ignore[arg-type]
    sketch.key("square", _("a digit of the line"))
    sketch.key("disc", _("a digit of the box"))
    if any(mark.shape == "ring" for mark in sketch.marks.values()):
        sketch.key("ring", _("a digit of the crossing alone"))


# --- One solution -------------------------------------------------------------------------------------


def _draw_guardians(sketch: Sketch, step: Step) -> None:
    """Outline the cells of the pattern, unless it is the whole board. Mark guardians as diamonds."""
    if not counts_of(step):
        return  # a tridagon, which is drawn by its cells
    guardians = _mark_guardians(sketch, step)
    geometry, count = sketch.geometry, counts_of(step)[0]
    for cell in count.cells:
        sketch.hull((cell,), has_letter=False)
    if count.cells:
        pair = [
            (digit - 1) * geometry.cell_count + cell
            for digit in step.digits
            for cell in count.cells
        ]
        sketch.mark(pair, "ring")
        sketch.key("ring", _("the digits that could be swapped"))
        sketch.key(
            "solid",
            _("could be filled in two ways: %(cells)s")
            % {"cells": say_cells(geometry, count.cells)},
        )
    others = [number for number in count.truths if number not in count.cells]
    cells = [number for number in others if digit_and_unit(geometry, number) is None]
    for number in others:
        digit_unit = digit_and_unit(geometry, number)
        if digit_unit:
            sketch.unit(digit_unit[1], "truth")
            sketch.key("truth", say_set_of(geometry, number))
    if cells:
        _draw_hull(sketch, cells, None)
    sketch.key("diamond", guardians)


def _mark_guardians(sketch: Sketch, step: Step) -> str:
    """Mark the guardians of a step, and return the words for the legend."""
    guardians = sorted({c for part in step.parts_of(Role.GUARDIANS) for c in part})
    sketch.mark(guardians, "diamond")
    places = say_each(sketch.geometry, guardians)
    return _("guardian, one of them is true: %(places)s") % {"places": places}


# --- Exocet and tridagon ------------------------------------------------------------------------------


def _draw_exocet(sketch: Sketch, step: Step) -> None:
    """Outline base and targets, with discs on the base's digits and squares on those of the targets."""
    sketch.key("solid", _("base and targets"))
    for role, sign, text in (
        (Role.BASE_CELLS, "disc", _("base: two of these digits are true")),
        (Role.TARGETS, "square", _("targets: they have the same two digits")),
    ):
        candidates = [candidate for part in step.parts_of(role) for candidate in part]
        for cell in sorted({candidate % sketch.geometry.cell_count for candidate in candidates}):
            sketch.hull((cell,), has_letter=False)
        sketch.mark(candidates, sign)  # type: ignore[arg-type]
        sketch.key(sign, text)  # type: ignore[arg-type]


def _draw_tridagon(sketch: Sketch, step: Step) -> None:
    """Outline the twelve cells, ring their three digits, and mark the guardians as diamonds."""
    if step.parts_of(Role.BASE_CELLS):
        return  # an exocet, which has targets too
    geometry = sketch.geometry
    cells = {c % geometry.cell_count for part in step.parts_of(Role.TARGETS) for c in part}
    for cell in sorted(cells):
        sketch.hull((cell,), has_letter=False)
    guardians = _mark_guardians(sketch, step)
    for part in step.parts_of(Role.TARGETS):
        sketch.mark(part, "ring")
    sketch.key("solid", _("cells that these three digits cannot fill"))
    sketch.key("ring", _("the three digits"))
    sketch.key("diamond", guardians)


# --- Sets alone ---------------------------------------------------------------------------------------


def _draw_sets_alone(sketch: Sketch, step: Step) -> None:
    """Keep the evidence of a proof without parts highlighted, and ring the candidates of its truths."""
    sketch.keeps_evidence = True
    counts = counts_of(step)
    if not counts:
        draw_replays(sketch, step)
        return
    if len(counts[0].truths) >= MANY:
        sketch.keeps_evidence = False
        _draw_count(sketch, counts[0])
        return
    truths = [sketch.members(number) for number in counts[0].truths]
    ringed = set().union(*truths) - sketch.removed
    sketch.mark(sorted(ringed), "ring")
    if sketch.marks:
        names = ", ".join(say_set_of(sketch.geometry, number) for number in counts[0].truths)
        sketch.key("ring", _("must be true somewhere: %(sets)s") % {"sets": names})
    in_one_unit = set.intersection(
        *(set(sketch.geometry.units_of[c % sketch.geometry.cell_count]) for c in ringed or {0})
    )
    if not in_one_unit:
        for number in counts[0].links:
            members = sketch.members(number)
            if not members & sketch.removed:
                inside = [members & truth for truth in truths if members & truth]
                if len(inside) == 2 and digit_and_unit(sketch.geometry, number):
                    sketch.join(sorted(inside[0]), sorted(inside[1]), "weak")
    if sketch.link_count:
        sketch.key("weak", _("weak link: not both are true"))


def _draw_count(sketch: Sketch, count: SetCount) -> None:
    """Frame many truths. A disc is a candidate that a row or column has once, a square one that a box has once.

    Lines and boxes are framed if they are few, those of the links in dashes. Of more sets than anybody can
    follow, only the cells of the truths are framed.
    """
    geometry = sketch.geometry
    truths = [(number, digit_and_unit(geometry, number)) for number in dict.fromkeys(count.truths)]
    for number, meant in truths:
        if not meant:
            sketch.cell(number, "truth")
    units = dict.fromkeys(meant[1] for _number, meant in truths if meant)
    if len(units) <= FEW_UNITS:
        for unit in units:
            sketch.unit(unit, "truth")
    sketch.key(
        "truth", _("must be filled: %(sets)s") % {"sets": say_kinds_of(geometry, count.truths)}
    )
    if has_few_sets(count):
        _draw_room(sketch, count)


def _draw_room(sketch: Sketch, count: SetCount) -> None:
    """Frame the lines and boxes of the links if they are few, and mark what the truths have there."""
    geometry = sketch.geometry
    inside = set().union(*map(sketch.members, count.truths)) - sketch.removed
    places = [(number, digit_and_unit(geometry, number)) for number in dict.fromkeys(count.links)]
    units = dict.fromkeys(meant[1] for _number, meant in places if meant)
    if len(units) <= FEW_UNITS:
        for unit in units:
            sketch.unit(unit, "link")
        sketch.key("link", _("has room for each of its digits once"))
    for number, meant in places:
        is_line = meant and geometry.links[meant[1]].kind in ("row", "column")
        sketch.mark(sorted(sketch.members(number) & inside), "disc" if is_line else "square")
    shown = {mark.shape for mark in sketch.marks.values()}
    if "disc" in shown:
        sketch.key("disc", _("once in its row or column"))
    if "square" in shown:
        sketch.key("square", _("once in its box or cell"))


DRAWERS: dict[int, Callable[[Sketch, Step], None]] = {
    Role.BASES: _draw_fish,
    Role.NODE: _draw_chains,
    Role.COLOUR: _draw_colours,
    Role.SET: _draw_almost_locked_sets,
    Role.CROSSING: _draw_crossing,
    Role.GUARDIANS: _draw_guardians,
    Role.ASSUMED: draw_replays,
    Role.ALTERNATIVES: draw_replays,
    Role.CHAIN: _draw_chains_from_alternatives,
    Role.BASE_CELLS: _draw_exocet,
    Role.TARGETS: _draw_tridagon,
}


# --- The sets of a proof ------------------------------------------------------------------------------


def draw_sets(geometry: Geometry, step: Step, before: Sequence[int]) -> Drawing:
    """Return a drawing of the truths and links of the first counting argument in a step's proof.

    A step without counts, such as a replayed guess, is drawn as by `draw_step`. `before` has the candidates of
    each cell on which the step was found, as masks.
    """
    counts = counts_of(step)
    if not counts:
        return draw_step(geometry, step, before)
    sketch = Sketch(geometry, before, candidate_numbers(geometry, step.removed))
    count = counts[0]
    if not has_few_sets(count):
        _draw_count(sketch, count)
        return sketch.finish()
    for numbers, sign in ((count.truths, "truth"), (count.links, "link")):
        places = {digit_and_unit(geometry, number) or number for number in numbers}
        for unit in {place[1] for place in places if isinstance(place, tuple)}:
            sketch.unit(unit, sign)  # type: ignore[arg-type]
        for cell in {place for place in places if isinstance(place, int)}:
            sketch.cell(cell, sign)  # type: ignore[arg-type]
    for number in count.truths:
        sketch.mark(sketch.members(number), "disc")
    sketch.mark(count.guardians, "diamond")
    for number in count.links:
        sketch.mark(sketch.members(number), "dotted")
    sketch.key("truth", _("truth: it has to be filled"))
    sketch.key("link", _("link: room for at most one"))
    sketch.key("disc", _("candidate of a truth"))
    sketch.key("dotted", _("candidate of links alone"))
    if count.guardians:
        sketch.key("diamond", _("guardian: one of them is true"))
    return sketch.finish()
