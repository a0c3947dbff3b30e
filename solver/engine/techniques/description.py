"""A step in words and in notation, made once: all that shows steps to people or programs reads it from here."""

from dataclasses import dataclass
from typing import Any

from ..core.geometry import Geometry, Unit, digits_of
from ..core.grid import ALPHABET
from ..core.i18n import say
from ..core.steps import Iteration, Step
from .base import say_set
from .catalogue import explainers, techniques
from .proof_text import say_clauses
from .wording import say_sets


@dataclass(frozen=True)
class StepDescription:
    """One step, in the language of the moment that it was described in."""

    step: Step
    technique: str  # its name: `enclosed combo`
    rule: str  # the same as a heading, with the set that it is about: `Enclosed combo {3, 4}`
    title: str  # the rule and its unit: `Enclosed combo {3, 4} in row 2`
    unit: Unit | None
    where: str  # the unit as people say it, `row 2`; empty if there is none
    cells: list[str]  # the evidence
    placed: list[str]  # `r3c5=7`
    removed: list[str]  # `r1c9<>2`, an entry a candidate
    why: str
    clauses: list[str]  # of a step with a proof: why, piece by piece
    sets: str  # and what the proof counts

    @property
    def has_proof(self) -> bool:
        return bool(self.sets)

    @property
    def done(self) -> list[str]:
        """What it placed and removed."""
        return [*self.placed, *self.removed]

    @property
    def digits(self) -> list[int]:
        return list(self.step.digits)

    def as_json(self) -> dict[str, Any]:
        return {
            "technique": self.step.technique,
            "unit": self.unit.name if self.unit else None,
            "cells": self.cells,
            "digits": self.digits,
            "placed": self.placed,
            "removed": self.removed,
            "why": self.why,
        }


@dataclass(frozen=True)
class IterationDescription:
    number: int
    branch: int
    parent: int | None
    depth: int
    candidates: tuple[int, ...]  # after it
    placed: int  # cells
    removed: int  # candidates
    steps: list[StepDescription]


def describe_iteration(shape: Geometry, iteration: Iteration) -> IterationDescription:
    steps = [describe_step(shape, step) for step in iteration.steps]
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


def describe_step(shape: Geometry, step: Step) -> StepDescription:
    names, has_proof = shape.cell_names, step.proof is not None
    unit = shape.units[step.unit] if step.unit is not None else None
    where = unit.words if unit else ""
    technique = say(step.technique)
    rule = f"{technique[:1].upper()}{technique[1:]}"
    known = techniques().get(step.technique)  # None for an event, such as a guess
    if known and known.is_about_a_set:
        rule = f"{rule} {say_set(step.digits_mask)}"
    return StepDescription(
        step=step,
        technique=technique,
        rule=rule,
        title=say_place(rule, where),
        unit=unit,
        where=where,
        cells=[names[cell] for cell in step.cells],
        placed=[f"{names[cell]}={ALPHABET[digit]}" for cell, digit in step.placed],
        removed=[
            f"{names[cell]}<>{ALPHABET[digit]}"
            for cell, mask in step.removed
            for digit in digits_of(mask)
        ],
        why=explainers()[step.technique](shape, step),
        clauses=say_clauses(shape, step) if has_proof else [],
        sets=say_sets(shape, step) if has_proof else "",
    )


def say_place(what: str, unit: str) -> str:
    """`Hidden single in row 2`, or what it is about alone if no unit is meant."""
    return say("{what} in {unit}", what=what, unit=unit) if unit else what
