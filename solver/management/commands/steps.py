"""All steps at a position, by every technique of the ladder, each with its proof; needs no services.

With `-` a position a line is read from standard input, and an answer a line is written in JSON.
"""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from solver.engine import read_any
from solver.engine.ladder.climbing import named_on_size
from solver.engine.ladder.listing import (
    as_json,
    as_text,
    asked_for_by_default,
    refuse_contradiction,
    steps_at,
)
from solver.management.manners import answer_each


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "position", nargs="?", default="-", help="any format that is read, or - to read lines"
        )
        parser.add_argument("--format", choices=("text", "json"), help="text; json with -")
        parser.add_argument(
            "--techniques",
            help="names or HoDoKu's codes, with commas (all but last resorts)",
        )
        parser.add_argument(
            "--uniqueness",
            choices=("auto", "on", "off"),
            default="auto",
            help="rules that rest on one solution: by a count of the solutions, or as told (auto)",
        )

    def handle(self, *args: Any, position: str, **options: Any) -> None:
        def answered(text: str, form: str) -> str:
            return self.answer(text, form, options)

        answer_each(self, position, options["format"] or "", answered, "no position")

    def answer(self, text: str, form: str, options: dict[str, Any]) -> str:
        reading = read_any(text)
        chosen = asked_for_by_default(reading.grid.box)
        if options["techniques"]:
            chosen = named_on_size(options["techniques"].split(","), reading.grid.box)
        refuse_contradiction(reading)
        found = list(steps_at(reading, chosen, options["uniqueness"]))
        if form == "json":
            return json.dumps(as_json(reading, found), ensure_ascii=False)
        return "\n".join(as_text(reading, found))
