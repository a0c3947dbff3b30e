"""All techniques: those of the articles, and the rungs of the ladder with a page, words, examples and a puzzle.

A rung that the articles have under another name, or the same, is there already. Which others there are says the
file of examples: a rung without one is found by `steps` and judged by the library, and no method offers it.
"""

import sys
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from ..core.board import Board
from ..core.discovery import things_in
from ..core.geometry import Geometry
from ..core.position import Position
from ..core.steps import Step
from .base import Example, Explainer, Finder, Technique
from .events import EXPLAINERS
from .rungs import Rung, rungs

OF_THE_ARTICLES = ("naked single", "hidden single", "pointing", "claiming")  # told as there
SOURCE = "HoDoKu 2.2, whose names, codes, order and scores the ladder has"


@cache
def techniques() -> dict[str, Technique]:
    """Return every technique by its name, in the order of their difficulty."""
    found = [*things_in(__package__, Technique), *of_the_ladder()]
    return {technique.name: technique for technique in sorted(found, key=lambda t: t.rank)}


def find_technique(name: str) -> Technique:
    """Return the technique of that name; KeyError when there is none."""
    return techniques()[name]


def explain(shape: Geometry, step: Step) -> str:
    """Return why a step holds, in a sentence or two."""
    explainer = EXPLAINERS.get(step.technique)
    return (
        explainer(shape, step) if explainer else find_technique(step.technique).explain(shape, step)
    )


def words_of(rung: Rung) -> Explainer:
    """Return how steps of a rung are explained: as the articles' rule of that name, else by its own module."""
    if rung.technique in OF_THE_ARTICLES:
        return find_technique(rung.technique).explain
    explain: Explainer = sys.modules[rung.module].explain
    return explain


def of_the_ladder() -> Iterator[Technique]:
    """Techniques that are on the ladder alone, in its order."""
    known = dict(_entries())
    for name, rung in rungs().items():
        if name in known and name not in OF_THE_ARTICLES:
            shown_by, examples = known[name]
            yield Technique(
                name=name,
                rank=rung.index,
                find=_on_boards(rung),
                explain=words_of(rung),
                source=SOURCE,
                examples=examples,
                shown_by=shown_by,
            )


def _on_boards(rung: Rung) -> Finder:
    def find(board: Board) -> Iterator[Step]:
        position = Position.of_board(board)
        return (found.step(position) for found in rung.find(position))

    find.__module__ = rung.module  # where the technique is defined
    return find


def _entries() -> Iterator[tuple[str, tuple[str, tuple[Example, ...]]]]:
    """Name, puzzle and examples of each entry: blank lines are between them."""
    text = files(__package__).joinpath("examples.txt").read_text()
    for entry in text.split("\n\n"):
        lines = [line for line in entry.splitlines() if line and not line.startswith("#")]
        if lines:
            name, shown_by, *examples = lines
            yield name, (shown_by, tuple(_example(line) for line in examples))


def _example(line: str) -> Example:
    """`r1c1:12 r5c5=3 => r1c2<>1`: candidates, placed digits, and what is found, if anything."""
    cells, _, finds = line.partition("=>")
    candidates: dict[str, str] = {}
    placed = []
    for word in cells.split():
        if "=" in word:
            placed.append(word.partition("=")[0])
        name, _, digits = word.replace("=", ":").partition(":")
        candidates[name] = digits
    return Example(candidates, finds.strip(), tuple(placed))
