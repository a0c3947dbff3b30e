"""Puzzles made to order: one solution, and clues as few, as many, as symmetric or as hard as wished for.

The same wishes and the same seed give the same puzzles in the same order, on every machine.
"""

import random
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from .digging import Dig, rounds
from .errors import BudgetSpent
from .facts import needless_clues, needs_all_clues
from .geometry import box_for_size
from .grading import GRADES, grade_of
from .grid import Grid
from .symmetry import orbits
from .words import say, shown

# With fewer clues there is never one solution. On larger boards nobody knows more than that all digits
# but one are needed.
FEWEST_CLUES = {4: 4, 9: 17, 16: 15, 25: 24}

Found = TypeVar("Found")


@dataclass(frozen=True)
class Requirements:
    """Requirements of a puzzle, beside having one solution; ValueError where that cannot be.

    `symmetry` is a name of `symmetry.SYMMETRIES`, `clues` the fewest and the most, `grade` a key of
    `GRADES`. Without requirements for clues or grade, clues go until no more can.
    """

    size: int = 9
    is_minimal: bool = False
    symmetry: str = "none"
    clues: tuple[int, int] | None = None
    grade: str | None = None

    def __post_init__(self) -> None:
        if self.size not in FEWEST_CLUES:
            raise ValueError(f"size is {shown(self.size)}; choose one of 4, 9, 16, 25")
        orbits(self.box, self.symmetry)  # names those there are
        if self.grade is not None and self.grade not in GRADES:
            raise ValueError(f"grade is {shown(self.grade)}; choose one of {', '.join(GRADES)}")
        if self.clues:
            self._check_clues(*self.clues)

    def _check_clues(self, fewest: int, most: int) -> None:
        size, cells, least = self.size, self.size**2, FEWEST_CLUES[self.size]
        if fewest > most:
            raise ValueError(
                say(
                    "clues are {fewest} to {most}; the smaller number comes first",
                    fewest=fewest,
                    most=most,
                )
            )
        if most < least:
            raise ValueError(
                say(
                    "clues are at most {most}, but a {size}×{size} board needs {least} for one solution",
                    most=most,
                    size=size,
                    least=least,
                )
            )
        if fewest > cells:
            raise ValueError(
                say(
                    "clues are at least {fewest}, but a {size}×{size} board has {cells} cells",
                    fewest=fewest,
                    size=size,
                    cells=cells,
                )
            )

    @property
    def box(self) -> int:
        return box_for_size(self.size)

    @property
    def may_ease(self) -> bool:
        """Whether clues may be put back to make a puzzle as easy as wished for."""
        return self.grade is not None and not self.is_minimal and not self.clues

    def __str__(self) -> str:
        """`minimal 9×9 puzzle, 20 to 22 clues, symmetry diagonal, grade box`"""
        words = [f"{'minimal ' * self.is_minimal}{self.size}×{self.size} puzzle"]
        if self.clues:
            fewest, most = self.clues
            words.append(f"{fewest} clues" if fewest == most else f"{fewest} to {most} clues")
        words += [f"symmetry {self.symmetry}"] * (self.symmetry != "none")
        words += [f"grade {self.grade}"] * (self.grade is not None)
        return ", ".join(words)


def generate(
    requirements: Requirements,
    seed: object = 0,
    seconds: float | None = None,
    deadline: float | None = None,
) -> Iterator[Grid]:
    """Puzzles as wished for, without an end: draw as many as you need.

    So many `seconds` of the processor may go by without one; then BudgetSpent says what those that came up
    were like. After the `deadline`, by `time.monotonic()`, there are no more, whatever the wishes.
    """
    rng = random.Random(str(seed))
    refused: Counter[str] = Counter()
    made: set[str] = set()
    since = time.thread_time()
    kept = orbits(requirements.box, requirements.symmetry)
    for done in _in_time(rounds(requirements.box, kept, _stops(requirements), rng, deadline)):
        for grid in _in_time(_chosen(done, requirements, refused, deadline)):
            if grid.text in made:
                refused["had come before"] += 1
                continue
            if requirements.size == 4:  # there are too many others to come twice
                made.add(grid.text)
            yield grid
            refused.clear()
            since = time.thread_time()
        if seconds is not None and time.thread_time() - since > seconds:
            raise BudgetSpent(_apology(requirements, refused, seconds))
        if deadline is not None and time.monotonic() > deadline:
            return


def _in_time(found: Iterator[Found]) -> Iterator[Found]:
    """The same as long as there is time; the deadline is looked at inside a round too, which may take long."""
    with suppress(BudgetSpent):
        yield from found


def _stops(requirements: Requirements) -> tuple[int, int]:
    """Between which numbers of clues the digging stops; at 0 it goes on as long as it can."""
    return requirements.clues if requirements.clues and not requirements.is_minimal else (0, 0)


def _chosen(
    done: Sequence[Dig],
    requirements: Requirements,
    refused: Counter[str],
    deadline: float | None,
) -> Iterator[Grid]:
    """Puzzles that are as required; `refused` counts why the others are not."""
    grids = [
        _eased(dig, requirements, deadline) if requirements.may_ease else dig.grid() for dig in done
    ]
    is_minimal = (
        _are_minimal(done, grids, requirements, deadline)
        if requirements.is_minimal
        else [True] * len(grids)
    )
    for grid, minimal in zip(grids, is_minimal, strict=True):
        fault = _fault(grid, requirements, deadline) if minimal else "had clues to spare"
        if fault:
            refused[fault] += 1
        else:
            yield grid


def _are_minimal(
    done: Sequence[Dig],
    grids: Sequence[Grid],
    requirements: Requirements,
    deadline: float | None,
) -> list[bool]:
    """A clue that stayed was needed; but of clues that only go together, one alone may not be."""
    if requirements.symmetry == "none":
        return [dig.is_sure for dig in done]
    if requirements.box == 3:
        return [not needless for needless in needless_clues(grids)]
    return [needs_all_clues(grid, deadline) for grid in grids]


def _fault(grid: Grid, requirements: Requirements, deadline: float | None) -> str:
    """The fault of a puzzle that nobody wished for; empty when it is as it should be."""
    if requirements.clues and not requirements.clues[0] <= grid.clue_count <= requirements.clues[1]:
        return f"had {grid.clue_count} clues"
    if requirements.grade:
        grade = grade_of(grid, deadline)
        if grade != requirements.grade:
            return f"had grade {grade}"
    return ""


def _eased(dig: Dig, requirements: Requirements, deadline: float | None) -> Grid:
    """The puzzle with as few of its clues put back as make it no harder than wished for."""
    grades = list(GRADES)
    hardest = grades.index(str(requirements.grade))
    # More clues are never harder.
    back = bisect_left(
        range(len(dig.gone)),
        True,
        key=lambda back: grades.index(grade_of(dig.grid(back), deadline)) <= hardest,
    )
    return dig.grid(back)


def _apology(requirements: Requirements, refused: Counter[str], seconds: float) -> str:
    tried = f"{refused.total()} tried" if refused else "none tried to the end"
    why = "; ".join(f"{count} {fault}" for fault, count in refused.most_common(4))
    return f"no {requirements} in {seconds:g} s, {tried}{': ' * bool(why)}{why}"
