"""All steps at a position, as text and as JSON: for `manage.py steps` and the API."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from ..core.deadline import NODE, spend
from ..core.errors import BudgetSpent, CellFact, GridError
from ..core.geometry import Geometry
from ..core.grid import Grid
from ..core.i18n import gettext, say_digits
from ..core.masks import mask_of
from ..core.position import Position, candidates_of
from ..core.proof import proof_as_json
from ..core.shape import Shape
from ..core.steps import Step, candidates_as_json
from ..notation import Reading, write
from ..notation.base import placed_digits
from ..techniques.description import describe_step
from ..techniques.rungs import Rung, rungs, slug
from ..techniques.sets.finder import SETS, called, counted, is_all_found
from .search import all_steps, has_one_solution, on_shape

LAST_RESORTS = 8450  # from this index on a rung has hundreds of steps at a hard position


def asked_for_by_default(shape: Shape) -> list[Rung]:
    """Return the rungs (techniques of the ladder) whose steps are listed by default.

    These are the usual ones without the last resorts, and those that are only listed.
    """
    return [
        rung
        for rung in on_shape(rungs().values(), shape)
        if (rung.is_usual or rung.is_only_listed) and rung.index < LAST_RESORTS
    ]


Kind = TypeVar("Kind", bound=Position)


def position_of(reading: Reading, kind: type[Kind] = Position) -> Kind:  # type: ignore[assignment]
    """Return the position of a text that was read: its digits are placed, its pencil marks kept.

    `kind` is the class of the position.
    """
    placed = placed_digits(reading)
    digits = tuple(placed.get(cell, given) for cell, given in enumerate(reading.grid.givens))
    position: Kind = kind.of(Grid(reading.grid.shape, digits), mask_of(placed))
    for cell, mask in enumerate(reading.candidates or ()):
        position.keep(cell, mask)
    return position


def refuse_contradiction(reading: Reading) -> None:
    """Raise GridError naming the cells or the unit if a position contradicts itself at once.

    Any step could be found at a contradiction, so such steps would mean nothing.
    """
    position: Position = position_of(reading)
    geometry = position.masks.geometry
    fault = position.fault
    if fault and fault.unit is not None:
        raise GridError(
            "{digit} has no place left in {unit}",
            digit=say_digits(fault.digits_mask),
            unit=geometry.units[fault.unit].phrase,
        )
    if fault:
        raise GridError(
            "{cell} has no candidate left", cell=CellFact(fault.cells[0], geometry.size)
        )
    for unit in geometry.units:
        last: dict[int, int] = {}  # cells with one candidate left, by its mask
        for cell in unit.cells:
            mark = position.marks[cell]
            if mark.bit_count() == 1 and mark in last:
                raise GridError(
                    "{first} and {second} can both only be {digit}, in {unit}",
                    first=CellFact(last[mark], geometry.size),
                    second=CellFact(cell, geometry.size),
                    digit=say_digits(mark),
                    unit=unit.phrase,
                )
            last[mark] = cell


def steps_at(
    reading: Reading,
    chosen: Sequence[Rung],
    uniqueness: str = "auto",
    position: Position | None = None,
) -> Iterator[tuple[Rung, Step]]:
    """Yield (technique's rung, step) for each step at a position by the techniques in `chosen`, easiest first.

    Yield none if a cell or unit has nothing left. `uniqueness` switches the techniques that rest on one
    solution: on, off, or `auto` for a count of the solutions. `position` is that of the reading.
    """
    position = position or position_of(reading)
    if position.fault:
        return
    if any(rung.rests_on_one_solution for rung in chosen):
        is_one = has_one_solution(reading.grid) if uniqueness == "auto" else uniqueness == "on"
        chosen = [rung for rung in chosen if is_one or not rung.rests_on_one_solution]
    for found in all_steps(position, chosen):
        yield rungs()[found.technique], found.step(position)


MOST_STEPS = 500  # in an answer of the API


def some_as_json(reading: Reading, chosen: Sequence[Rung], uniqueness: str) -> dict[str, Any]:
    """Return the easiest steps at a position as JSON, up to `MOST_STEPS` or a deadline.

    Only the techniques in `chosen` are tried. `is_whole` says whether these are all steps. `uniqueness` is on,
    off or auto.
    """
    geometry, steps, is_whole = reading.grid.geometry, list[dict[str, Any]](), True
    try:
        for rung, step in steps_at(reading, chosen, uniqueness):
            if len(steps) >= MOST_STEPS:
                is_whole = False
                break
            spend(4 * NODE)
            steps.append(step_as_json(geometry, rung, step))
    except BudgetSpent:
        is_whole = False
    return position_as_json(reading) | {"steps": steps, "is_whole": is_whole}


def position_as_json(reading: Reading) -> dict[str, Any]:
    """Return a position as JSON, with all that a proof at it needs: the shape, givens and candidates."""
    grid = reading.grid
    candidates = candidates_of(position_of(reading))
    return {
        "position": position_text(reading),
        **grid.shape.as_json(),
        "candidates": candidates_as_json(candidates, grid.size),
    }


def position_text(reading: Reading) -> str:
    """Return a puzzle as a line of digits, or a position with candidates as a line of HoDoKu's library.

    That has no board of another shape or above 9×9. Of these it is the line of the givens.
    """
    if reading.candidates is None or not 0 < reading.grid.shape.square_box <= 3:
        return reading.grid.text
    return write(reading, "hodoku")


def as_json(
    reading: Reading, steps: Sequence[tuple[Rung, Step]], counting: str = ""
) -> dict[str, Any]:
    """Return steps at a position as JSON. `counting` is what `counting_at` says of it."""
    geometry = reading.grid.geometry
    answer = position_as_json(reading)
    answer["steps"] = [step_as_json(geometry, rung, step) for rung, step in steps]
    return answer | ({"counting": counting} if counting else {})


def counting_at(position: Position, chosen: Sequence[Rung]) -> str:
    """Return what is known of proofs by counting at a position, or "" if none of `chosen` looks for all.

    It is `all found`, `none exists`, or `not searched to the end` if a candidate was left open by rounding.
    """
    if not any(rung.technique == SETS for rung in chosen):
        return ""
    if not position.fact(is_all_found):
        return "not searched to the end"
    return "all found" if position.fact(counted).steps else "none exists"


def has_no_count(position: Position) -> bool:
    """Return whether it is sure that no proof by counting exists at a position."""
    return position.fact(is_all_found) and not position.fact(counted).steps


def say_no_count() -> str:
    return gettext("No proof by counting exists here.")


def step_as_json(geometry: Geometry, rung: Rung, step: Step) -> dict[str, Any]:
    described = describe_step(geometry, step, "sets")
    name = called(geometry, step)
    return {
        "technique": slug(rung.technique),
        **({"called": name} if name else {}),
        "code": rung.code,
        "digits": list(step.digits),
        "placed": described.placed,
        "removed": described.removed,
        "why": described.why,
        "sets": described.sets,
        "proof": proof_as_json(geometry, step.proof) or {"truths": [], "links": []},
    }


def as_text(
    reading: Reading, steps: Sequence[tuple[Rung, Step]], counting: str = ""
) -> Iterator[str]:
    """Yield a line of text for each step, with its reason and sets indented below.

    `counting` is what `counting_at` says of the position.
    """
    geometry = reading.grid.geometry
    if not steps:
        yield gettext("No step was found here.")
    if counting == "none exists":
        yield say_no_count()
    elif counting == "not searched to the end":
        yield gettext("Proofs by counting were not searched for to the end.")
    for rung, step in steps:
        described = describe_step(geometry, step, "sets")
        name = called(geometry, step) or rung.technique
        yield f"{name} ({rung.code}): {' '.join(described.done)}"
        yield f"    {described.why}"
        if described.sets:
            yield f"    {described.sets}"
