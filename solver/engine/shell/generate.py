"""Make puzzles with one solution, to order, one a line.

    generate --count 20 --minimal --symmetry rotational-180 --grade pointing
    generate --size 16 --clues 120-140 --facts
    generate --shape "9x9 diagonals" --level medium
    generate --needs w-wing --symmetry rotational-180 --count 20 --facts

The same seed and wishes make the same puzzles again. What is written can be imported as it is.
"""

import random
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from itertools import islice

from ..core.errors import BudgetSpent
from ..core.grid import Grid
from ..core.i18n import quote
from ..exact.facts import facts_of
from ..generator.generating import Effort, generate
from ..generator.requirements import Requirements
from ..rating import LEVELS, rate
from ..rating.grading import GRADES, grade_of
from ..symmetry import SYMMETRIES
from .cli import IN_VAIN, complain, seconds
from .progress import ProgressLine
from .puzzle_arguments import add_shape_argument, shape_from


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = _grades_in_words()
    parser.add_argument("--count", type=int, default=1, help="how many puzzles (1)")
    parser.add_argument("--size", type=int, help="4, 9, 16 or 25 (9)")
    add_shape_argument(parser)
    parser.add_argument(
        "--minimal",
        dest="is_minimal",
        action="store_true",
        help="each with no clue that it does not need",
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
        "--seconds", type=seconds, default=30.0, help="to look for one puzzle at most (30)"
    )
    parser.add_argument(
        "--facts", action="store_true", help="add grade, clues and symmetry as comments"
    )


def run(options: Namespace) -> int:
    if options.count < 1:
        raise ValueError("--count must be at least 1")
    asked = vars(options) | {"size": options.size or 9, "shape": shape_from(options)}
    requirements = Requirements(**{name: asked[name] for name in Requirements.__match_args__})
    seed = options.seed
    if seed is None:
        seed = str(random.SystemRandom().randrange(10**9))
    if options.facts:
        print(f"# {requirements}, seed {seed}")
    effort = Effort()
    puzzles = islice(
        generate(requirements, seed, seconds=options.seconds, effort=effort), options.count
    )
    stream = None if options.quiet else sys.stderr
    with ProgressLine(stream, "puzzles", options.count, lambda: _say_effort(effort)) as progress:
        try:
            for grid in puzzles:
                print(_told(grid, requirements) if options.facts else grid.line, flush=True)
                progress.advance()
        except BudgetSpent as spent:
            complain(spent)
            return IN_VAIN
    return 0


def _clues(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
    if not match:
        raise ArgumentTypeError(f"{quote(text)} is no number, and not of the form N-M")
    least, most = match.groups()
    return int(least), int(most or least)


def _score(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([0-9]{1,6})-([0-9]{1,6})", text)
    if not match:
        raise ArgumentTypeError(f"{quote(text)} is not of the form N-M")
    return int(match[1]), int(match[2])


def _ratings(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9])?)-([0-9]{1,2}(?:\.[0-9])?)", text)
    if not match:
        raise ArgumentTypeError(f"{quote(text)} is not of the form N-M")
    return float(match[1]), float(match[2])


def _say_effort(effort: Effort) -> str:
    """Return the tries for each puzzle, `12 tried for each`, or the number tried in vain so far."""
    if effort.found:
        return f"{effort.tried / effort.found:,.0f} tried for each"
    return f"{sum(effort.refused.values()):,} tried, none as wished for"


def _told(grid: Grid, requirements: Requirements) -> str:
    """Return the line with its facts as a comment: `0300… # pointing, 24 clues, minimal, diagonal`."""
    facts = facts_of(grid)
    notes = [grade_of(grid), f"{facts.clue_count} clues"]
    notes += ["minimal"] * bool(facts.is_minimal)
    notes += [facts.symmetries[0]] * (facts.symmetries != ("none",))
    if requirements.is_by_ladder or requirements.level:
        rating = rate(grid)
        notes += [f"level {rating.level}", f"score {rating.score}"]
    return f"{grid.line} # {', '.join(notes)}"


def _grades_in_words() -> str:
    lines = ["grades: the easiest rule that solves a puzzle together with those before it"]
    return "\n".join([*lines, *(f"  {grade:10} {words}" for grade, words in GRADES.items())])
