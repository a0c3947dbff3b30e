"""The requirements of a puzzle that is made to order, and their text."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ..core.errors import wrong_value
from ..core.geometry import box_for_size
from ..core.i18n import quote
from ..core.shape import Shape, boxed
from ..ladder.search import LARGEST, named, usual
from ..rating import HIGHEST, LEVELS
from ..rating.grading import GRADES
from ..symmetry import orbits
from ..techniques.rungs import Rung, slug
from .clue_removal import Orbit

# With fewer clues there is never one solution. For larger boards it is only known that all digits but one
# are needed.
FEWEST_CLUES = {4: 4, 9: 17, 16: 15, 25: 24}


@dataclass(frozen=True)
class Requirements:
    """What a puzzle must meet besides having one solution. Raise ValueError if no puzzle can.

    `symmetry` is a name of `symmetry.SYMMETRIES`, `clues` the fewest and the most, `grade` a key of `GRADES`.
    Without requirements for clues or grade, clues are removed as far as possible.

    `needs` is a technique of the ladder, by slug, name or code: all rungs up to `hardest` solve the puzzle,
    and without this one they do not. By default `hardest` is that technique itself. Alone, `hardest` says
    that nothing harder is needed. `level` and `score` (least and most) are HoDoKu's, by the path up the
    ladder. `er` (from, to) is Sudoku Explainer's rating, which takes longest to work out. `pattern` has a
    character a cell: `.` or `0` if it must be empty, any other if it must have a clue. All of this is for 9×9
    boards.

    `shape` is the board if it is no plain one. Its puzzles may have a level too.
    """

    size: int = 9
    is_minimal: bool = False
    symmetry: str = "none"
    clues: tuple[int, int] | None = None
    grade: str | None = None
    needs: str | None = None
    hardest: str | None = None
    level: str | None = None
    score: tuple[int, int] | None = None
    pattern: str | None = None
    er: tuple[float, float] | None = None
    shape: Shape | None = None

    def __post_init__(self) -> None:
        if self.shape is not None:
            object.__setattr__(self, "size", self.shape.size)
        if self.shape is None and self.size not in FEWEST_CLUES:
            raise ValueError(f"size is {quote(self.size)}; choose one of 4, 9, 16, 25")
        orbits(self.size, self.symmetry)  # names those there are
        if self.grade is not None and self.grade not in GRADES:
            raise ValueError(f"grade is {quote(self.grade)}; choose one of {', '.join(GRADES)}")
        if self.clues:
            self._check_clues(*self.clues)
        if self.is_by_ladder or self.pattern:
            self._check_ladder()
        if self.level is not None and self.level not in LEVELS:
            raise ValueError(f"level is {quote(self.level)}; choose one of {', '.join(LEVELS)}")
        if self.level is not None and self.size > LARGEST:
            raise wrong_value("there is no level beyond {size}×{size} boards", size=LARGEST)

    def _check_clues(self, fewest: int, most: int) -> None:
        size, cells = self.size, self.size**2
        least = 0 if self.is_shaped else FEWEST_CLUES[size]
        if fewest > most:
            raise wrong_value(
                "the givens are {fewest} to {most}; put the smaller number first",
                fewest=fewest,
                most=most,
            )
        if most < least:
            raise wrong_value(
                "the largest number of givens is {most}, but a {size}×{size} board needs "
                "{least} for one solution",
                most=most,
                size=size,
                least=least,
            )
        if fewest > cells:
            raise wrong_value(
                "the smallest number of givens is {fewest}, but a {size}×{size} board "
                "has {cells} cells",
                fewest=fewest,
                size=size,
                cells=cells,
            )

    def _check_ladder(self) -> None:
        if self.board != boxed(3):
            raise wrong_value("a technique, level, score or pattern is for 9×9 boards")
        if self.grade:
            raise wrong_value(
                "a grade cannot be combined with a technique, level, score or pattern"
            )
        if self.score and not 0 <= self.score[0] <= self.score[1]:
            raise wrong_value(
                "the scores are {least} to {most}; put the smaller number first",
                least=self.score[0],
                most=self.score[1],
            )
        if self.er and not 1 <= self.er[0] <= self.er[1] <= HIGHEST:
            raise wrong_value(
                "the ratings are {least} to {most}; use 1 to {highest}, the smaller number first",
                least=self.er[0],
                most=self.er[1],
                highest=HIGHEST,
            )
        if self.needed and self.ceiling and self.needed.index > self.ceiling.index:
            raise wrong_value(
                "{needed} is harder than {hardest}, the hardest technique allowed; "
                "choose a harder limit",
                needed=self.needed.technique,
                hardest=self.ceiling.technique,
            )
        if self.pattern:
            self._check_pattern(self.pattern)

    def _check_pattern(self, pattern: str) -> None:
        if len(pattern) != self.size**2:
            raise wrong_value(
                "a pattern has {cells} characters, this has {count}",
                cells=self.size**2,
                count=len(pattern),
            )
        if self.symmetry != "none" or self.clues or self.is_minimal:
            raise wrong_value("a pattern already says which givens there are")
        if len(self.pattern_cells) < FEWEST_CLUES[9]:
            raise wrong_value(
                "a pattern needs at least {least} givens for one solution, not {count}",
                count=len(self.pattern_cells),
                least=FEWEST_CLUES[9],
            )

    @property
    def is_by_ladder(self) -> bool:
        """Whether the requirements are about techniques, level, score or rating.

        They are checked by the puzzle's path up the ladder of techniques.
        """
        level = None if self.is_shaped else self.level
        wishes = (self.needs, self.hardest, level, self.score, self.er)
        return any(each is not None for each in wishes)

    @cached_property
    def needed(self) -> Rung | None:
        """The ladder's rung of the technique that the puzzle must need, or None if none is required.

        Raise ValueError if the technique is not on the ladder.
        """
        return named([self.needs])[0] if self.needs else None

    @cached_property
    def ceiling(self) -> Rung | None:
        """The rung of the hardest technique that the puzzle may need, or None if any may be."""
        return named([self.hardest])[0] if self.hardest else self.needed

    @cached_property
    def rungs(self) -> list[Rung]:
        """The rungs of the techniques that the puzzle may need, easiest first."""
        if self.ceiling is None:
            return usual()
        chosen = {rung for rung in usual() if rung.index <= self.ceiling.index}
        chosen |= {rung for rung in (self.ceiling, self.needed) if rung}
        return sorted(chosen, key=lambda rung: rung.index)

    @cached_property
    def pattern_cells(self) -> tuple[int, ...]:
        return tuple(cell for cell, mark in enumerate(self.pattern or "") if mark not in ".0")

    @property
    def orbits(self) -> Sequence[Orbit]:
        """The groups of cells that have clues together, by the symmetry that is required."""
        return orbits(self.size, self.symmetry)

    @property
    def board(self) -> Shape:
        """The shape of the board, plain or not."""
        return self.shape or boxed(box_for_size(self.size))

    @property
    def is_shaped(self) -> bool:
        """Whether the board is no plain one of square boxes."""
        return not self.board.square_box

    @property
    def may_ease(self) -> bool:
        """Whether clues may be put back to make a puzzle as easy as required."""
        is_graded = self.grade is not None or (self.is_shaped and self.level is not None)
        return is_graded and not self.is_minimal and not self.clues

    def __str__(self) -> str:
        """For example, `minimal 9×9 puzzle, 20 to 22 clues, symmetry diagonal, grade box`."""
        board = self.board.name if self.is_shaped else f"{self.size}×{self.size}"
        words = [f"{'minimal ' * self.is_minimal}{board} puzzle"]
        if self.clues:
            fewest, most = self.clues
            words.append(f"{fewest} clues" if fewest == most else f"{fewest} to {most} clues")
        words += [f"symmetry {self.symmetry}"] * (self.symmetry != "none")
        words += [f"grade {self.grade}"] * (self.grade is not None)
        words += [f"pattern of {len(self.pattern_cells)} clues"] * bool(self.pattern)
        if self.needed:
            words.append(f"needs {slug(self.needed.technique)}")
        if self.ceiling:
            words.append(f"nothing harder than {slug(self.ceiling.technique)}")
        words += [f"level {self.level}"] * (self.level is not None)
        if self.score:
            words.append(f"score {self.score[0]} to {self.score[1]}")
        if self.er:
            words.append(f"ER {self.er[0]} to {self.er[1]}")
        return ", ".join(words)
