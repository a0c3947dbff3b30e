"""All techniques: those of the articles, and the rungs of the ladder that have a page, examples and a puzzle.

A rung that the articles have too is not listed twice. The files of examples name the other rungs. A rung
without an entry there is found by `steps` and compared with the library, but no method offers it.
"""

from collections.abc import Iterator
from functools import cache

from ..core.board import Board
from ..core.discovery import discover
from ..core.position import Position
from ..core.steps import Step
from .base import Example, Explainer, Finder, Technique, texts
from .events import EXPLAINERS
from .rungs import COUNTED, Rung, rungs

SOURCE = "HoDoKu 2.2 (names, codes, order and scores)"
OF_SETS = "Players' forums and CSP-Rules (patterns), linear programs (counts and splits)"
SAYS = "says: "


@cache
def techniques() -> dict[str, Technique]:
    """Return every technique by its name, easiest first."""
    found = [*discover(__package__, Technique), *of_the_ladder()]
    return {technique.name: technique for technique in sorted(found, key=lambda t: t.rank)}


def find_technique(name: str) -> Technique:
    """Return the technique with this name. Raise KeyError if there is none."""
    return techniques()[name]


@cache
def explainers() -> dict[str, Explainer]:
    """Return the function that explains steps, by the name of each technique and event such as a guess."""
    of_rungs = {name: rung.module.explain for name, rung in rungs().items()}
    return of_rungs | {each.name: each.explain for each in techniques().values()} | EXPLAINERS


def of_the_ladder() -> Iterator[Technique]:
    """Yield the techniques of the ladder that have a page with examples of their own, easiest first."""
    known = dict(_entries())
    for name, rung in rungs().items():
        if name in known:
            says, shown_by, examples = known[name]
            yield Technique(
                name=name,
                rank=rung.index,
                find=_on_boards(rung),
                explain=rung.module.explain,
                definition=rung.module.__doc__,
                source=SOURCE if rung.index < COUNTED else OF_SETS,
                examples=examples,
                shown_by=shown_by,
                says=says,
            )


def _on_boards(rung: Rung) -> Finder:
    def find(board: Board) -> Iterator[Step]:
        position = Position.of_board(board)
        return (found.step(position) for found in rung.find(position))

    return find


def _entries() -> Iterator[tuple[str, tuple[tuple[str, ...], str, tuple[Example, ...]]]]:
    """Yield name, sentences, puzzle and examples of each entry in a family's `examples.txt`.

    Blank lines separate entries. An entry is the name, what the technique `says:` to a newcomer if its family's
    definition is too general, a puzzle made for this site, a position in which the technique fires with all it
    finds, and one in which it nearly does. Cells that are not named are full. In the puzzle, singles and this
    technique alone lead up to it, or the techniques that are named after the puzzle too, or the `whole` ladder.
    """
    for text in texts("examples.txt"):
        for entry in text.strip().split("\n\n"):
            name, *lines = entry.splitlines()
            says = tuple(line.removeprefix(SAYS) for line in lines if line.startswith(SAYS))
            shown_by, *examples = lines[len(says) :]
            yield name, (says, shown_by, tuple(map(_example, examples)))


def _example(line: str) -> Example:
    """Return the example of a line. For example, `r1c1:12 r5c5=3 => r1c2<>1`."""
    cells, _, finds = line.partition("=>")
    candidates: dict[str, str] = {}
    placed = []
    for word in cells.split():
        if "=" in word:
            placed.append(word.partition("=")[0])
        name, _, digits = word.replace("=", ":").partition(":")
        candidates[name] = digits
    return Example(candidates, finds.strip(), tuple(placed))
