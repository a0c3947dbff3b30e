"""The generated puzzles of a new site, written by `manage.py generate` into `seed_puzzles.txt`.

A comment there names the command of each group. `manage.py rate` says the levels.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.utils.text import capfirst

from solver import engine
from solver.engine.rating import LEVELS
from solver.models import Puzzle
from solver.models.puzzle import STARTER

PATH = Path(__file__).with_name("seed_puzzles.txt")
COMMAND = "# manage.py "

SOURCE = "Generated for this site"


def puzzles() -> Iterator[Puzzle]:
    """Return the generated puzzles of a new site, unsaved, published and with their facts."""
    return (puzzle for _command, puzzle in with_commands())


def with_commands() -> Iterator[tuple[str, Puzzle]]:
    """Yield each generated puzzle of a new site, unsaved, with the command that generated it."""
    numbers: Counter[str] = Counter()
    command = ""
    for line in PATH.read_text().splitlines():
        if line.startswith(COMMAND):
            command = line.removeprefix("# ")
        elif line[:1] != "#":
            givens, _, facts = line.partition(" # ")
            puzzle = _puzzle(engine.read_line(givens), facts.split(", "))
            numbers[puzzle.title] += 1
            puzzle.title += f" {numbers[puzzle.title]}"
            yield command, puzzle


def _puzzle(grid: engine.Grid, facts: list[str]) -> Puzzle:
    """Return a puzzle. `facts` are its grade, its number of clues, its level, and tags like `minimal`."""
    grade, _clues, *others = facts
    level = others.pop(0) if others[:1] and others[0] in LEVELS else ""
    return Puzzle(
        givens=grid.text,
        box=grid.box,
        clue_count=grid.clue_count,
        verdict=Puzzle.Verdict.UNIQUE,
        grade=grade,
        grade_rank=engine.RANKS[grade],
        # All puzzles will be rated. Until then a new site has some of each level.
        level=LEVELS.index(level) + 1 if level else None,
        title=_name(grid.size, level),
        source=SOURCE,
        licence="MIT",
        tags=[STARTER, "generated", grade, *others],
        is_published=True,
    )


def _name(size: int, level: str) -> str:
    """Return a title that says nothing about the solution. A number follows."""
    return capfirst(level) if size == 9 else f"{size}×{size}, no."
