"""How hard a puzzle or a position is: HoDoKu's level and score, the hardest technique, the most sets to
see at once.

With `--er` also Sudoku Explainer's ER, EP and ED, which take up to seconds where chains are needed. With `-`
a puzzle a line is read from standard input, and an answer a line is written in JSON. Needs no services.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from solver.engine import read_any
from solver.engine.rating import as_json, as_text, rate_reading
from solver.management.manners import answer_each


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
        def answered(text: str, form: str) -> str:
            return answer(text, form, options["er"])

        answer_each(self, puzzle, options["format"] or "", answered, "not rated")


def answer(text: str, form: str, with_er: bool) -> str:
    reading = read_any(text)
    rating = rate_reading(reading, with_er)
    return json.dumps(as_json(reading, rating)) if form == "json" else as_text(rating)
