"""The generated puzzles that a new site begins with: what `manage.py generate` wrote into `seed_puzzles.txt`.

There, a comment before each group says the command that made it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.utils.text import capfirst

from solver import engine
from solver.engine.rating.grading import BEYOND
from solver.models import Puzzle

PATH = Path(__file__).with_name("seed_puzzles.txt")
COMMAND = "# manage.py "

SOURCE = "Generated for this site"

# What puzzles are called: others than the usual size by it, the usual ones by the hardest rule that they
# need, where its name alone would not do. A number follows.
OF_GRADE = {
    "box": "Singles in boxes",
    "row": "Singles in rows",
    "column": "Singles in columns",
    "cell": "Singles in cells",
    "matches": "Pairs and triples",
    "combos": "Enclosed sets",
    "guessing": "Needs a guess",
}


def puzzles() -> Iterator[Puzzle]:
    """All of them, published, with what is known of them, and not saved."""
    return (puzzle for _command, puzzle in with_commands())


def with_commands() -> Iterator[tuple[str, Puzzle]]:
    """All of them, each with the command that made it."""
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
    """A puzzle from its grade, its number of clues, and whether it is minimal or symmetric."""
    grade, clues, *others = facts
    return Puzzle(
        givens=grid.text,
        box=grid.box,
        clue_count=grid.clue_count,
        verdict=Puzzle.Verdict.UNIQUE,
        grade=grade,
        grade_rank=engine.RANKS[grade],
        title=_name(grid.size, grade),
        source=SOURCE,
        notes=f"{', '.join([clues, *others])}. {_needed(grade)}",
        licence="MIT",
        tags=["starter", "generated", grade, *others],
        is_published=True,
    )


def _name(size: int, grade: str) -> str:
    return (
        OF_GRADE.get(grade, capfirst(engine.GRADES[grade])) if size == 9 else f"{size}×{size}, no."
    )


def _needed(grade: str) -> str:
    if grade == BEYOND:
        return "No rule solves it without a guess."
    return f"The hardest rule that it takes: {engine.GRADES[grade]}."
