"""How hard a puzzle or a position is: HoDoKu's level and score, the hardest technique, the most sets to
see at once.

With `--er` also Sudoku Explainer's ER, EP and ED, which take up to seconds where chains are needed. With `-`
a puzzle a line is read from standard input, and an answer a line is written in JSON. Needs no services.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver.engine import read_any
from solver.engine.rating import as_json, as_text, rate_reading
from solver.management.manners import BAD_INPUT


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "puzzle", nargs="?", default="-", help="any format that is read, or - to read lines"
        )
        parser.add_argument("--format", choices=("text", "json"), help="text; json with -")
        parser.add_argument(
            "--er", action="store_true", help="Sudoku Explainer's ratings too, up to 9.4"
        )

    def handle(self, *args: Any, puzzle: str, **options: Any) -> None:
        if puzzle != "-":
            try:
                self.stdout.write(answer(puzzle, options["format"] or "text", options["er"]))
            except ValueError as error:  # GridError is one
                raise CommandError(str(error), returncode=BAD_INPUT) from None
            return
        wrong = 0
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        for number, line in enumerate(sys.stdin, 1):
            if not line.strip():
                continue
            try:
                written = answer(line.rstrip("\r\n"), options["format"] or "json", options["er"])
            except ValueError as error:
                wrong += 1
                self.stderr.write(f"input line {number}: {error}")
            else:
                self.stdout.write(written)
        if wrong:
            words = "line was" if wrong == 1 else "lines were"
            raise CommandError(f"{wrong} {words} not rated", returncode=BAD_INPUT)


def answer(text: str, form: str, with_er: bool) -> str:
    reading = read_any(text)
    rating = rate_reading(reading, with_er)
    return json.dumps(as_json(reading, rating)) if form == "json" else as_text(rating)
