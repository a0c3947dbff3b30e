"""How hard a puzzle, or a position on the way, is for people.

`path` takes the easiest way through by the ladder of techniques. HoDoKu's level and score, and how many sets
have to be seen at once, are counted on it. `explainer` has Sudoku Explainer's ratings, which are slow.
`versions` says what has to be rated again.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, get_args

from ..core.deadline import Deadline
from ..core.errors import BudgetSpent, GridError
from ..core.grid import Grid
from ..core.masks import mask_of
from ..core.position import Position
from ..core.shape import boxed, cell_name
from ..exact import enumerate_solutions
from ..ladder.hodoku_order import QueuedPosition
from ..ladder.listing import position_of, position_text
from ..ladder.search import LARGEST, only_solution
from ..notation import Reading
from ..techniques.rungs import Level, rungs, slug
from .backdoors import backdoor_in_time
from .explainer import HIGHEST, ExplainerRatings, rate_by_explainer
from .path import BRUTE_FORCE, PathStep, easiest_path
from .versions import VERSION, changed_since

__all__ = [
    "HIGHEST",
    "LEVELS",
    "MOST",
    "VERSION",
    "Rating",
    "as_json",
    "as_text",
    "as_values",
    "changed_since",
    "level_in_time",
    "level_of",
    "rate",
    "rate_reading",
]

# The highest score of each level, easy first. Beyond it a puzzle has the next level.
MOST: Mapping[Level, float] = {
    "easy": 800,
    "medium": 1000,
    "hard": 1600,
    "unfair": 1800,
    "extreme": float("inf"),
}
LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class Rating:
    """HoDoKu's level and score with their path, and Sudoku Explainer's ratings if these were asked for."""

    path: tuple[PathStep, ...]
    explained: ExplainerRatings | None = None
    by_sets: PathStep | None = None  # the hardest step of the order by sets, if it was asked for
    backdoor: tuple[str, ...] | None = None  # cells of a smallest one, if it was found

    @property
    def score(self) -> int:
        return sum(step.score for step in self.path)

    @property
    def level(self) -> Level:
        """The difficulty: the highest level of all steps, or a higher one if the score is beyond that."""
        place = max((LEVELS.index(step.level) for step in self.path), default=0)
        return next(level for level in LEVELS[place:] if self.score <= MOST[level])

    @property
    def hardest(self) -> int:
        """The number, from 1, of the first step by the hardest technique, or 0 if there are no steps."""
        return self._first_highest([reach_of(step) for step in self.path])

    @property
    def largest(self) -> int:
        """The number, from 1, of the first step whose proof has the most sets to see at once.

        0 without steps.
        """
        return self._first_highest([step.sets for step in self.path])

    def _first_highest(self, numbers: list[int]) -> int:
        return numbers.index(max(numbers)) + 1 if numbers else 0

    @property
    def sets(self) -> int:
        return max((step.sets for step in self.path), default=0)

    @property
    def deepest(self) -> PathStep | None:
        """The step that splits deepest, then into most branches, then with the largest. None if none does."""
        found = max(self.path, key=lambda each: (each.depth, each.leaves, each.leaf), default=None)
        return found if found and found.depth else None

    @property
    def depth(self) -> str:
        """`D0` if counting alone proves every step, `D1` with a split, `D2` with a split in a split, …"""
        return f"D{self.deepest.depth if self.deepest else 0}"

    @property
    def techniques(self) -> dict[str, int]:
        """The number of times that the path uses each technique, hardest technique first."""
        counts = Counter(step.technique for step in self.path)
        return {name: counts[name] for name in sorted(counts, key=index_of, reverse=True)}

    @property
    def reach(self) -> int:
        """The highest place in HoDoKu's order of a technique that the path uses, or 0 without steps."""
        return max(map(reach_of, self.path), default=0)


def index_of(technique: str) -> int:
    """Return the place of a technique in HoDoKu's order. Brute force comes last."""
    return 10_000 if technique == BRUTE_FORCE else rungs()[technique].index


def reach_of(step: PathStep) -> int:
    return index_of(step.technique)


def rate(grid: Grid, with_er: bool = False) -> Rating:
    """Return HoDoKu's rating of a puzzle that is known to have one solution: its path, level and score.

    It has a smallest backdoor too. `with_er` adds Sudoku Explainer's ratings.
    """
    rating = _by_path(QueuedPosition.of(grid), only_solution(grid))
    if with_er and grid.shape == boxed(3):
        return replace(rating, explained=rate_by_explainer(Position.of(grid)))
    return rating


def level_of(grid: Grid) -> Level:
    """Return the level of a puzzle that is known to have one solution."""
    return Rating(tuple(easiest_path(QueuedPosition.of(grid), is_unique=True))).level


def level_in_time(grid: Grid, seconds: float) -> tuple[Level, bool]:
    """Return the level of a puzzle with one solution, and whether it is certain, in so many CPU seconds.

    If the time runs out, it is the level of the steps so far, but at least hard: easier puzzles take a few
    milliseconds. More steps only raise a level, so an extreme one is certain.
    """
    path: list[PathStep] = []
    with suppress(BudgetSpent), Deadline(seconds=seconds):
        for step in easiest_path(QueuedPosition.of(grid), is_unique=True):
            path.append(step)
        return Rating(tuple(path)).level, True
    level = max(Rating(tuple(path)).level, "hard", key=LEVELS.index)
    return level, level == LEVELS[-1]


def rate_reading(reading: Reading, with_er: bool = False) -> Rating:
    """Return HoDoKu's rating of a puzzle or position: its path, level and score.

    `with_er` adds Sudoku Explainer's ratings. Raise GridError if it does not have one solution, by its givens
    or else by its pencil marks.
    """
    grid = reading.grid
    if grid.size > LARGEST or (with_er and grid.shape != boxed(3)):
        raise GridError("boards of that size are not rated")
    position = position_of(reading, QueuedPosition)
    count = enumerate_solutions(grid)
    if count.verdict != "unique" and reading.candidates:
        # A pencil-mark puzzle (Sukaku): the marks say what the givens do not. So no digit of an avoidable
        # rectangle may be exchanged for another: it may not be among the marks.
        count = enumerate_solutions(replace(grid, marks=reading.candidates))
        position.givens = mask_of(range(position.masks.cells))
    if count.verdict != "unique":
        raise GridError("it does not have one solution")
    left = zip(position.marks, position.values, count.solutions[0], strict=True)
    if any(
        (value or digit) != digit or not (value or mark >> (digit - 1) & 1)
        for mark, value, digit in left
    ):
        raise GridError("the solution is not among its candidates")
    rating = _by_path(position, count.solutions[0])
    return replace(rating, explained=rate_by_explainer(position_of(reading))) if with_er else rating


def _by_path(position: QueuedPosition, solution: Sequence[int]) -> Rating:
    size = position.masks.size
    # Without a solution the count that looked for it ended early, and so would the search.
    cells = backdoor_in_time(position, solution) if solution else None
    backdoor = None if cells is None else tuple(cell_name(cell, size) for cell in cells)
    return Rating(tuple(easiest_path(position, is_unique=True)), backdoor=backdoor)


def as_json(reading: Reading, rating: Rating) -> dict[str, Any]:
    shape = reading.grid.shape.as_json()
    return {"puzzle": position_text(reading)} | shape | as_values(rating)


def as_values(rating: Rating) -> dict[str, Any]:
    er = say_explained(rating.explained)
    return {
        "level": rating.level,
        "score": rating.score,
        "er": er[0],
        "ep": er[1],
        "ed": er[2],
        "hardest": slug(rating.path[rating.hardest - 1].technique) if rating.path else None,
        "techniques": {slug(name): count for name, count in rating.techniques.items()},
        "sets": rating.sets,
        "depth": rating.depth,
        "leaves": rating.deepest.leaves if rating.deepest else 1,
        "largest_leaf": rating.deepest.leaf if rating.deepest else rating.sets,
        "backdoor": rating.backdoor,
    }


def as_text(rating: Rating) -> str:
    """Return a rating in one line.

    For example, `hard, score 1036, SE 4.2/1.2/1.2, 72 steps, largest proof 7 sets, depth D0,
    backdoor r4c5: XY-wing 1, …`.
    """
    parts = [rating.level, f"score {rating.score}"]
    if rating.explained:
        parts.append("SE " + "/".join(map(str, say_explained(rating.explained))))
    parts += [f"{len(rating.path)} steps", f"largest proof {rating.sets} sets"]
    parts.append(f"depth {rating.depth}")
    if rating.backdoor:
        parts.append(f"backdoor {' '.join(rating.backdoor)}")
    used = ", ".join(f"{name} {count}" for name, count in rating.techniques.items())
    return ", ".join(parts) + (f": {used}" if used else "")


def say_explained(explained: ExplainerRatings | None) -> tuple[Any, ...]:
    """Return the ER, EP and ED of Sudoku Explainer as numbers, or None for each if they were not asked for.

    A rating beyond what is implemented is `above 11.9`.
    """
    if explained is None:
        return (None, None, None)
    if explained.is_cut_short:
        return ("not searched to the end",) * 3
    return tuple(
        f"above {HIGHEST}" if each is None else each
        for each in (explained.er, explained.ep, explained.ed)
    )
