"""Solve a puzzle, and say how each step came about.

Of several puzzles, of a file or with `-` a line each of standard input, a result a line is written.

The exit status is 0 where all are solved, 3 where the method stalled, 4 where there is a contradiction, 5 at a
limit (the greatest, of several), and 2 for what is no puzzle.
"""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext

from ..core.i18n import ALPHABET
from ..core.steps import pivot
from ..methods.base import Outcome
from ..methods.solving import Budget, Solution, Tell, iteration_as_json, solve
from ..notation import Reading, position_of
from . import method_arguments
from .cli import seconds
from .puzzle_arguments import How, add_shape_argument, answer_each, puzzles_of, shape_from

STATUS: dict[Outcome, int] = {"solved": 0, "stalled": 3, "contradiction": 4, "limit": 5}

# Another place where a method may run: it returns the function that solves there, for a method and options.
Elsewhere = Callable[[str, dict[str, str]], AbstractContextManager[Tell]]
elsewhere: dict[str, Elsewhere] = {}


def add_arguments(parser: ArgumentParser) -> None:
    method_arguments.add_arguments(parser)
    parser.add_argument(
        "puzzle", nargs="?", default="-", help="81 characters, a file, or - for standard input"
    )
    parser.add_argument("--size", type=int, help="4, 9, 16 or 25; told from the text otherwise")
    add_shape_argument(parser)
    parser.add_argument("--read-as", metavar="FORMAT", help="told apart by itself otherwise")
    parser.add_argument(
        "--format", choices=("board", "line", "json", "steps"), help="board; line of several"
    )
    parser.add_argument(
        "--limit", type=int, help="count the solutions, and join them, up to this many (2)"
    )
    parser.add_argument(
        "--seconds", type=seconds, default=10.0, help="what the method may take (10)"
    )
    if elsewhere:
        parser.add_argument(
            "--runs-in",
            choices=("python", *elsewhere),
            default="python",
            help="postgresql: as SQL in the database at SETS_DATABASE_URL (python)",
        )


def run(options: Namespace) -> int:
    if options.limit is not None and options.limit < 1:
        raise ValueError("--limit must be at least 1")
    shape = shape_from(options)
    statuses = [0]

    def answer(reading: Reading, is_alone: bool) -> str:
        solution = _solve(reading, options)
        statuses.append(STATUS[solution.outcome])
        form = options.format or ("board" if is_alone else "line")
        return _FORMS[form](solution, options)

    inputs = puzzles_of(options.puzzle, How(options.size, options.read_as, shape))
    return answer_each(inputs, answer, "no puzzle") or max(statuses)


def _solve(reading: Reading, options: Namespace) -> Solution:
    pairs = method_arguments.read_pairs(options.option)
    if options.limit and options.method == "joins":
        pairs.setdefault("limit", str(options.limit))
    place = elsewhere.get(getattr(options, "runs_in", ""))
    with place(options.method, pairs) if place else nullcontext() as tell:
        return solve(
            position_of(reading),
            options.method,
            pairs,
            Budget(seconds=options.seconds),
            options.limit or 2,
            tell,
        )


def _board(solution: Solution, options: Namespace) -> str:
    pairs = method_arguments.read_pairs(options.option)
    last = solution.iterations[-1].candidates
    board = pivot(last, solution.grid.shape, pairs.get("output") == "final")
    return board if options.quiet else f"{board}\n\n{_summary(solution)}"


def _in_a_line(solution: Solution, options: Namespace) -> str:
    return _line(solution) if options.quiet else f"{_line(solution)} # {_summary(solution)}"


def _story(solution: Solution, options: Namespace) -> str:
    return "\n".join([*_steps(solution), *([] if options.quiet else [_summary(solution)])])


def _json(solution: Solution, options: Namespace) -> str:
    return json.dumps(solution.as_json(), ensure_ascii=False)


_FORMS = {"board": _board, "line": _in_a_line, "json": _json, "steps": _story}


def _line(solution: Solution) -> str:
    """Return the solution, or as much as the method found."""
    last = solution.iterations[-1].candidates
    return "".join(
        ALPHABET[mask.bit_length()] if mask and mask & (mask - 1) == 0 else "0" for mask in last
    )


def _summary(solution: Solution) -> str:
    passes = len(solution.iterations)
    verdict = {
        "unique": "one solution",
        "multiple": f"{len(solution.count.solutions)} solutions"
        + (" or more" if not solution.count.is_complete else ""),
        "none": "no solution",
        "unknown": "solutions not counted",
    }[solution.count.verdict]
    return (
        f"{solution.outcome}, {verdict}, {passes} iteration{'' if passes == 1 else 's'}, "
        f"{solution.elapsed * 1000:.1f} ms"
    )


def _steps(solution: Solution) -> Iterator[str]:
    for iteration in solution.iterations:
        answer = iteration_as_json(solution.grid, iteration)
        branch = f", branch {iteration.branch}" if iteration.parent is not None else ""
        yield f"Iteration {iteration.number}{branch}: {answer['placed']} placed, {answer['removed']} removed"
        for step in answer["steps"]:
            where = f" in {step['unit']}" if step["unit"] else ""
            done = " ".join([*step["placed"], *step["removed"]])
            yield f"  {step['technique']}{where}: {done}".rstrip(": ")
            yield f"    {step['why']}"
