"""One idea a module: its docstring is its definition, its examples are its tests.

A technique finds steps and leaves the board alone; a method decides when to carry them out. Adding
one is adding a module here with a `technique` in it: the walk below does the rest.
"""

from functools import cache

from ..geometry import Geometry
from ..steps import Step
from ..walk import things_in
from .base import Example, Technique
from .events import EXPLAINERS

__all__ = ["Example", "Technique", "explain", "find_technique", "techniques"]


@cache
def techniques() -> dict[str, Technique]:
    """Every technique by its name, in the order of their difficulty."""
    from ..ladder.catalogue import of_the_ladder  # which is made of what is in here

    found = [*things_in(__name__, __path__, Technique), *of_the_ladder()]
    return {technique.name: technique for technique in sorted(found, key=lambda t: t.rank)}


def find_technique(name: str) -> Technique:
    """The technique of that name; KeyError when there is none."""
    return techniques()[name]


def explain(shape: Geometry, step: Step) -> str:
    """Why a step holds, in a sentence or two."""
    explainer = EXPLAINERS.get(step.technique)
    return (
        explainer(shape, step) if explainer else find_technique(step.technique).explain(shape, step)
    )
