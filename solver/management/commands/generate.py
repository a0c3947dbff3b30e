"""Make puzzles with one solution, to order, one a line; needs no database and no services.

    manage.py generate --count 20 --minimal --symmetry rotational-180 --grade pointing
    manage.py generate --size 16 --clues 120-140 --facts
    manage.py generate --needs w-wing --symmetry rotational-180 --count 20 --facts

The same seed and wishes make the same puzzles again. What is written can be imported as it is.
"""

import random
import re
import sys
from argparse import ArgumentTypeError
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver import engine
from solver.engine.rating import LEVELS, rate
from solver.engine.symmetry import SYMMETRIES
from solver.engine.words import shown
from solver.management.manners import BAD_INPUT, HelpFormatter
from solver.management.progress import Progress


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = HelpFormatter
        parser.epilog = _grades_in_words()
        parser.add_argument("--count", type=int, default=1, help="how many puzzles (1)")
        parser.add_argument("--size", type=int, default=9, help="4, 9, 16 or 25 (9)")
        parser.add_argument(
            "--minimal", action="store_true", help="each with no clue that it does not need"
        )
        parser.add_argument(
            "--symmetry",
            default="none",
            help=f"of the clue pattern, one of: {', '.join(SYMMETRIES)} (none)",
        )
        parser.add_argument(
            "--clues", type=_clues, metavar="N[-M]", help="so many, or from N to M; few otherwise"
        )
        parser.add_argument("--grade", help="one of those below; any otherwise")
        parser.add_argument(
            "--needs", metavar="NAME", help="a technique of the ladder that it cannot do without"
        )
        parser.add_argument(
            "--hardest", metavar="NAME", help="nothing harder; the one that it needs, otherwise"
        )
        parser.add_argument("--level", help=f"HoDoKu's, one of: {', '.join(LEVELS)}")
        parser.add_argument(
            "--score", type=_score, metavar="N-M", help="HoDoKu's, from N to M, by the easiest path"
        )
        parser.add_argument(
            "--er", type=_ratings, metavar="N-M", help="Sudoku Explainer's rating, as 4.2-5.0; dear"
        )
        parser.add_argument(
            "--pattern", help="where clues stand: 81 characters, . or 0 where there is none"
        )
        parser.add_argument("--seed", help="any text; drawn otherwise, and told by --facts")
        parser.add_argument(
            "--seconds", type=float, default=30.0, help="to look for one puzzle at most (30)"
        )
        parser.add_argument(
            "--facts", action="store_true", help="add grade, clues and symmetry as comments"
        )

    def handle(self, *args: Any, count: int, seed: str | None, **options: Any) -> None:
        if count < 1:
            raise CommandError("--count must be at least 1", returncode=BAD_INPUT)
        if seed is None:
            seed = str(random.SystemRandom().randrange(10**9))
        try:
            requirements = engine.Requirements(
                options["size"],
                options["minimal"],
                options["symmetry"],
                options["clues"],
                options["grade"],
                options["needs"],
                options["hardest"],
                options["level"],
                options["score"],
                options["pattern"],
                options["er"],
            )
        except ValueError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        if options["facts"]:
            self.stdout.write(f"# {requirements}, seed {seed}")
        effort = engine.Effort()
        puzzles = islice(
            engine.generate(requirements, seed, options["seconds"], effort=effort), count
        )
        with Progress(sys.stderr, "puzzles", count, lambda: _say_effort(effort)) as progress:
            try:
                for grid in puzzles:
                    self.stdout.write(_told(grid, requirements) if options["facts"] else grid.text)
                    progress.advance()
            except engine.BudgetSpent as spent:
                raise CommandError(str(spent)) from None


def _clues(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    if not match:
        raise ArgumentTypeError(f"{shown(text)} is no number, and not of the form N-M")
    fewest, most = match.groups()
    return int(fewest), int(most or fewest)


def _score(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", text)
    if not match:
        raise ArgumentTypeError(f"{shown(text)} is not of the form N-M")
    return int(match[1]), int(match[2])


def _ratings(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9])?)-([0-9]{1,2}(?:\.[0-9])?)", text)
    if not match:
        raise ArgumentTypeError(f"{shown(text)} is not of the form N-M")
    return float(match[1]), float(match[2])


def _say_effort(effort: engine.Effort) -> str:
    """`12 tried for each`, or how many were tried in vain: what the rest may be expected to take."""
    if effort.found:
        return f"{effort.tried / effort.found:,.0f} tried for each"
    return f"{sum(effort.refused.values()):,} tried, none as wished for"


def _told(grid: engine.Grid, requirements: engine.Requirements) -> str:
    """The line with its facts as a comment: `0300… # pointing, 24 clues, minimal, diagonal`"""
    facts = engine.facts_of(grid)
    words = [engine.grade_of(grid), f"{facts.clue_count} clues"]
    words += ["minimal"] * bool(facts.is_minimal)
    words += [facts.symmetries[0]] * (facts.symmetries != ("none",))
    if requirements.is_by_ladder:
        rating = rate(grid)
        words += [f"level {rating.level}", f"score {rating.score}"]
    return f"{grid.text} # {', '.join(words)}"


def _grades_in_words() -> str:
    lines = ["grades: the easiest rule that solves a puzzle together with those before it"]
    return "\n".join([*lines, *(f"  {grade:10} {words}" for grade, words in engine.GRADES.items())])
