"""Solve a puzzle on the command line; in Python it needs no database and no services.

With `-` a puzzle a line is read from standard input and a result a line is written.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import django
from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver import engine
from solver.engine.grid import ALPHABET
from solver.engine.solving import Tell, iteration_as_json
from solver.engine.steps import pivot
from solver.management import choosing
from solver.management.manners import BAD_INPUT


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        choosing.add_arguments(parser)
        parser.add_argument(
            "puzzle", nargs="?", default="-", help="81 characters, or - to read lines"
        )
        parser.add_argument("--size", type=int, help="4, 9, 16 or 25; told from the text otherwise")
        parser.add_argument("--read-as", metavar="FORMAT", help="told apart by itself otherwise")
        parser.add_argument(
            "--format", choices=("board", "line", "json", "steps"), help="board; line with -"
        )
        parser.add_argument(
            "--limit", type=int, help="count the solutions, and join them, up to this many (2)"
        )
        parser.add_argument(
            "--runs-in",
            choices=("python", "postgresql"),
            default="python",
            help="postgresql: as SQL in the database at SETS_DATABASE_URL (python)",
        )
        parser.add_argument(
            "--seconds", type=float, default=10.0, help="what the method may take (10)"
        )

    def handle(self, *args: Any, puzzle: str, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit must be at least 1", returncode=BAD_INPUT)
        if puzzle != "-":
            try:
                self.stdout.write(self.answer(puzzle, options["format"] or "board", options))
            except ValueError as error:  # GridError is one
                raise CommandError(str(error), returncode=BAD_INPUT) from None
            return
        wrong = 0
        for number, line in _numbered_lines():
            try:
                self.stdout.write(self.answer(line, options["format"] or "line", options))
            except ValueError as error:
                wrong += 1
                self.stderr.write(f"input line {number}: {error}")
        if wrong:
            raise CommandError(
                f"{wrong} {'line was' if wrong == 1 else 'lines were'} no puzzle",
                returncode=BAD_INPUT,
            )

    def answer(self, text: str, form: str, options: dict[str, Any]) -> str:
        """The result of one puzzle in the chosen form; ValueError for bad input."""
        pairs = choosing.read_pairs(options["option"])
        if options["limit"] and options["method"] == "joins":
            pairs.setdefault("limit", str(options["limit"]))
        with _teller(options["runs_in"], options["method"], pairs) as tell:
            solution = engine.solve(
                engine.read(text, options["size"], options["read_as"]),
                options["method"],
                pairs,
                engine.Budget(seconds=options["seconds"]),
                options["limit"] or 2,
                tell,
            )
        match form:
            case "json":
                return json.dumps(solution.as_json(), ensure_ascii=False)
            case "line":
                return f"{_line(solution)} # {_summary(solution)}"
            case "steps":
                return "\n".join([*_steps(solution), _summary(solution)])
            case _:
                candidates = solution.iterations[-1].candidates
                board = pivot(candidates, solution.grid.box, pairs.get("output") == "final")
                return f"{board}\n\n{_summary(solution)}"


@contextmanager
def _teller(runs_in: str, method: str, pairs: dict[str, str]) -> Iterator[Tell | None]:
    """What tells the story in place of the engine's method; ValueError where that cannot be had."""
    if runs_in == "python":
        yield None
        return
    if not apps.ready:
        django.setup()
    from solver import sets
    from solver.record import runs

    runs.refuse_postgresql(method, pairs)
    try:
        with runs.database().solving() as database:
            yield partial(sets.tellers()[method], database)
    except sets.Lost as error:
        raise ValueError(f"the database at SETS_DATABASE_URL is away: {error}") from None


def _numbered_lines() -> Iterator[tuple[int, str]]:
    """Lines of standard input that are not blank; ValueError-free whatever bytes they hold."""
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    for number, line in enumerate(sys.stdin, 1):
        if line.strip():
            yield number, line.rstrip("\r\n")


def _line(solution: engine.Solution) -> str:
    """The solution, or as much of it as the method found."""
    last = solution.iterations[-1].candidates
    return "".join(
        ALPHABET[mask.bit_length()] if mask and mask & (mask - 1) == 0 else "0" for mask in last
    )


def _summary(solution: engine.Solution) -> str:
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


def _steps(solution: engine.Solution) -> Iterator[str]:
    for iteration in solution.iterations:
        answer = iteration_as_json(solution.grid, iteration)
        branch = f", branch {iteration.branch}" if iteration.parent is not None else ""
        yield f"Iteration {iteration.number}{branch}: {answer['placed']} placed, {answer['removed']} removed"
        for step in answer["steps"]:
            where = f" in {step['unit']}" if step["unit"] else ""
            done = " ".join([*step["placed"], *step["removed"]])
            yield f"  {step['technique']}{where}: {done}".rstrip(": ")
            yield f"    {step['why']}"
