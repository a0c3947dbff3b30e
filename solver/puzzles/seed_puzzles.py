"""The generated puzzles of a new site, written by `manage.py generate` into `seed_puzzles.txt`.

A comment there names the command of each group.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from django.utils.text import capfirst

from solver import engine
from solver.engine.rating.grading import BEYOND
from solver.models import Puzzle
from solver.models.puzzle import STARTER

PATH = Path(__file__).with_name("seed_puzzles.txt")
COMMAND = "# manage.py "

SOURCE = "Generated for this site"

# Titles of 9×9 puzzles by the hardest rule that they need, if the rule's name is not enough. Puzzles of other
# sizes are named by their size. A number follows.
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
    """Return all seed puzzles, unsaved, published and with their facts."""
    return (puzzle for _command, puzzle in with_commands())


def with_commands() -> Iterator[tuple[str, Puzzle]]:
    """Yield each seed puzzle with the command that generated it."""
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
    """Return a puzzle. `facts` are its grade, its number of clues, and tags like `minimal`."""
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
        tags=[STARTER, "generated", grade, *others],
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
