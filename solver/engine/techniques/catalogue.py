"""All techniques: those of the articles, and the rungs of the ladder with a page, words, examples and a puzzle.

A rung that the articles have under another name, or the same, is there already. Which others there are says the
file of examples: a rung without one is found by `steps` and judged by the library, and no method offers it.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from ..core.board import Board
from ..core.discovery import discover
from ..core.position import Position
from ..core.steps import Step
from .base import Example, Explainer, Finder, Technique
from .events import EXPLAINERS
from .rungs import Rung, rungs

SOURCE = "HoDoKu 2.2, whose names, codes, order and scores the ladder has"


@cache
def techniques() -> dict[str, Technique]:
    """Return every technique by its name, in the order of their difficulty."""
    found = [*discover(__package__, Technique), *of_the_ladder()]
    return {technique.name: technique for technique in sorted(found, key=lambda t: t.rank)}


def find_technique(name: str) -> Technique:
    """Return the technique of that name; KeyError when there is none."""
    return techniques()[name]


@cache
def explainers() -> dict[str, Explainer]:
    """Return how the steps of each technique, rung and event are explained."""
    of_rungs = {name: rung.module.explain for name, rung in rungs().items()}
    return of_rungs | {each.name: each.explain for each in techniques().values()} | EXPLAINERS


def of_the_ladder() -> Iterator[Technique]:
    """Techniques that are on the ladder alone, in its order."""
    known = dict(_entries())
    for name, rung in rungs().items():
        if name in known:
            shown_by, examples = known[name]
            yield Technique(
                name=name,
                rank=rung.index,
                find=_on_boards(rung),
                explain=rung.module.explain,
                definition=rung.module.__doc__,
                source=SOURCE,
                examples=examples,
                shown_by=shown_by,
            )


def _on_boards(rung: Rung) -> Finder:
    def find(board: Board) -> Iterator[Step]:
        position = Position.of_board(board)
        return (found.step(position) for found in rung.find(position))

    return find


def _entries() -> Iterator[tuple[str, tuple[str, tuple[Example, ...]]]]:
    """Yield name, puzzle and examples of each entry of a family's `examples.txt`, blank lines between them.

    An entry is the name, a puzzle of our making, a position in which it fires with all it finds, and one in
    which it nearly does. Cells that are not named are full. Singles and this technique alone lead up to it in
    the puzzle, or those that are named after the puzzle too, or the `whole` ladder.
    """
    for folder in files(__package__).iterdir():
        path = folder.joinpath("examples.txt")
        for entry in path.read_text().strip().split("\n\n") if path.is_file() else ():
            name, shown_by, *examples = entry.splitlines()
            yield name, (shown_by, tuple(map(_example, examples)))


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
