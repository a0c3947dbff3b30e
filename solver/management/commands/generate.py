"""Make puzzles with one solution, to order, one a line; needs no database and no services.

    manage.py generate --count 20 --minimal --symmetry rotational-180 --grade pointing
    manage.py generate --size 16 --clues 120-140 --facts

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
            )
        except ValueError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        if options["facts"]:
            self.stdout.write(f"# {requirements}, seed {seed}")
        puzzles = islice(engine.generate(requirements, seed, options["seconds"]), count)
        with Progress(sys.stderr, "puzzles", count) as progress:
            try:
                for grid in puzzles:
                    self.stdout.write(_told(grid) if options["facts"] else grid.text)
                    progress.advance()
            except engine.BudgetSpent as spent:
                raise CommandError(str(spent)) from None


def _clues(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    if not match:
        raise ArgumentTypeError(f"{shown(text)} is no number, and not of the form N-M")
    fewest, most = match.groups()
    return int(fewest), int(most or fewest)


def _told(grid: engine.Grid) -> str:
    """The line with its facts as a comment: `0300… # pointing, 24 clues, minimal, diagonal`"""
    facts = engine.facts_of(grid)
    words = [engine.grade_of(grid), f"{facts.clue_count} clues"]
    words += ["minimal"] * bool(facts.is_minimal)
    words += [facts.symmetries[0]] * (facts.symmetries != ("none",))
    return f"{grid.text} # {', '.join(words)}"


def _grades_in_words() -> str:
    lines = ["grades: the easiest rule that solves a puzzle together with those before it"]
    return "\n".join([*lines, *(f"  {grade:10} {words}" for grade, words in engine.GRADES.items())])
