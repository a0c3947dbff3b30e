"""The generated puzzles that a new site begins with: what `manage.py generate` wrote into `stock.txt`.

There, a comment before each group says the command that made it.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from solver import engine
from solver.engine.grading import BEYOND
from solver.models import Puzzle

STOCK = Path(__file__).with_name("stock.txt")
COMMAND = "# manage.py "

# What puzzles are called, by their size, and the usual ones by their grade; a number follows.
OF_SIZE = {4: "Little", 16: "Giant", 25: "Colossus"}
OF_GRADE = {
    "box": "Gentle",
    "row": "Easy",
    "column": "Steady",
    "cell": "Moderate",
    "pointing": "Tricky",
    "claiming": "Sly",
    "matches": "Hard",
    "combos": "Tough",
    "guessing": "Fiendish",
}


def puzzles() -> Iterator[Puzzle]:
    """All of them, published, with what is known of them, and not saved."""
    numbers: Counter[str] = Counter()
    command = ""
    for line in STOCK.read_text().splitlines():
        if line.startswith(COMMAND):
            command = line.removeprefix("# ")
        elif line[:1] != "#":
            givens, _, facts = line.partition(" # ")
            puzzle = _puzzle(engine.read_line(givens), facts.split(", "), command)
            numbers[puzzle.title] += 1
            puzzle.title += f" {numbers[puzzle.title]}"
            yield puzzle


def _puzzle(grid: engine.Grid, facts: list[str], command: str) -> Puzzle:
    """A puzzle from its grade, its number of clues, and whether it is minimal or symmetric."""
    grade, clues, *others = facts
    return Puzzle(
        givens=grid.text,
        box=grid.box,
        clue_count=grid.clue_count,
        verdict=Puzzle.Verdict.UNIQUE,
        grade=grade,
        grade_rank=engine.RANKS[grade],
        title=OF_SIZE.get(grid.size) or OF_GRADE[grade],
        source=f"Generated for this site by {command}",
        notes=f"{', '.join([clues, *others])}. {_needed(grade)}",
        licence="MIT",
        tags=["starter", "generated", grade, *others],
        is_published=True,
    )


def _needed(grade: str) -> str:
    if grade == BEYOND:
        return "No rule solves it without a guess."
    return f"The hardest rule that it takes: {engine.GRADES[grade]}."
