"""The rungs as techniques like any other: with a page, words, examples and a puzzle that shows each.

A rung that the articles have under another name, or the same, is there already. Which others there are says the
file of examples: a rung without one is found by `steps` and judged by the library, and no method offers it.
"""

from collections.abc import Iterator
from importlib.resources import files

from ..board import Board
from ..steps import Step
from ..techniques.base import Example, Finder, Technique
from .listing import OF_THE_ARTICLES, words_of
from .position import Position
from .rungs import Rung, rungs

SOURCE = "HoDoKu 2.2, whose names, codes, order and scores the ladder has"


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
