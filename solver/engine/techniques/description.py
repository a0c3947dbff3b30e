"""A step in words and in notation, made once for all that show steps to people or programs."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from ..core.geometry import Geometry, Unit
from ..core.i18n import ALPHABET, characters_of, gettext, say_digits, say_place, say_set, say_unit
from ..core.proof import SetCount, proof_as_json
from ..core.steps import Iteration, Step
from .catalogue import explainers, techniques
from .proof_text import say_clauses
from .rungs import by_slug
from .sets.finder import SETS, called
from .wording import say_sets, say_size

Detail = Literal["facts", "title", "sets", "clauses"]  # each includes those before it


class StepDescription(NamedTuple):
    """One step in the language that is active when it is described."""

    step: Step
    why: str
    marked_why: str  # the same with `**` around its telling words
    unit: Unit | None
    cells: list[str]  # the evidence
    placed: list[str]  # `r3c5=7`
    removed: list[str]  # `r1c9<>2`, an entry a candidate
    # With a title:
    technique: str = ""  # its name: `enclosed combo`
    rule: str = ""  # the same as a heading, with the set that it is about: `Enclosed combo {3, 4}`
    where: str = ""  # the unit as people say it, `row 2`. Empty if there is none
    title: str = ""  # rule and unit or digit: `Enclosed combo {3, 4} in row 2`, `Swordfish on 8`
    # If it has a proof:
    sets: str = ""  # what the proof counts
    clauses: Sequence[str] = ()  # why, piece by piece

    @property
    def done(self) -> list[str]:
        """The candidates that the step placed, then those that it removed, as `r3c7=4` and `r3c7<>4`."""
        return [*self.placed, *self.removed]

    def as_json(self, geometry: Geometry) -> dict[str, Any]:
        """Return the step as JSON for programs: names of cells, candidates, the reason in words, the proof."""
        return {
            "technique": self.step.technique,
            "unit": self.unit.name if self.unit else None,
            "cells": self.cells,
            "digits": list(self.step.digits),
            "placed": self.placed,
            "removed": self.removed,
            "why": self.why,
            "proof": proof_as_json(geometry, self.step.proof),
        }


class IterationDescription(NamedTuple):
    number: int
    branch: int
    parent: int | None
    depth: int
    candidates: tuple[int, ...]  # after it
    placed: int  # cells
    removed: int  # candidates
    steps: list[StepDescription]


def describe_iteration(
    geometry: Geometry, iteration: Iteration, detail: Detail = "title", chosen: int | None = None
) -> IterationDescription:
    """Return an iteration and its steps in words and names.

    `detail` says how much of each step. The step number `chosen`, from 1, gets the clauses of its proof too.
    """
    steps = [
        describe_step(geometry, step, "clauses" if number == chosen else detail)
        for number, step in enumerate(iteration.steps, 1)
    ]
    return IterationDescription(
        iteration.number,
        iteration.branch,
        iteration.parent,
        iteration.depth,
        iteration.candidates,
        sum([len(each.placed) for each in steps]),
        sum([len(each.removed) for each in steps]),
        steps,
    )


def describe_step(geometry: Geometry, step: Step, detail: Detail = "clauses") -> StepDescription:
    """Return a step in words and names.

    `detail` is facts, title, sets or clauses. Each includes those before it, and takes half as long again.
    """
    names = geometry.cell_names
    marked_why = explainers()[step.technique](geometry, step)
    reads_proof = step.proof is not None and detail in ("sets", "clauses")
    described = StepDescription(
        step,
        why=marked_why.replace("**", ""),
        marked_why=marked_why,
        unit=None if step.unit is None else geometry.links[step.unit],
        cells=[names[cell] for cell in step.cells],
        placed=[f"{names[cell]}={ALPHABET[digit]}" for cell, digit in step.placed],
        removed=[
            f"{names[cell]}<>{character}"
            for cell, mask in step.removed
            for character in characters_of(mask)
        ],
    )
    if detail == "facts":
        return described
    technique = gettext(_name_of(geometry, step) if step.technique == SETS else step.technique)
    rule = f"{technique[:1].upper()}{technique[1:]}"
    known = techniques().get(step.technique)  # None for an event, such as a guess
    if known and known.is_about_a_set:
        rule = f"{rule} {say_set(step.digits_mask)}"
    where = "" if step.unit is None else say_unit(geometry, step.unit)
    return described._replace(
        technique=technique,
        rule=rule,
        where=where,
        title=say_place(rule, where) if where else _title(geometry, rule, step),
        sets=say_sets(geometry, step) if reads_proof else "",
        clauses=say_clauses(geometry, step) if reads_proof and detail == "clauses" else (),
    )


def _name_of(geometry: Geometry, step: Step) -> str:
    """Return the technique of a step, or the one that its count is if it has another name."""
    known = by_slug().get(called(geometry, step))
    return known.technique if known else step.technique


def _title(geometry: Geometry, rule: str, step: Step) -> str:
    """Return the title of a step in no unit. A count without a name is called by how many sets it has."""
    if step.technique == SETS and _name_of(geometry, step) == SETS:
        return say_size(next(each for each in step.arguments if isinstance(each, SetCount)))
    return _about_digit(rule, step)


def _about_digit(rule: str, step: Step) -> str:
    """Return a rule with the only digit that a step removes, `Swordfish on 8`, or else the rule alone."""
    removed = {mask for _cell, mask in step.removed}
    digits_mask = removed.pop() if len(removed) == 1 and not step.placed else 0
    if not step.proof or digits_mask.bit_count() != 1:
        return rule
    return gettext("{rule} on {digit}", rule=rule, digit=say_digits(digits_mask))
