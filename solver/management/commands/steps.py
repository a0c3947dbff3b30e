"""All steps at a position, by every technique of the ladder, each with its proof; needs no services.

With `-` a position a line is read from standard input, and an answer a line is written in JSON.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver.engine import read_any
from solver.engine.ladder.climbing import named, on_size
from solver.engine.ladder.listing import as_json, as_text, asked_for_by_default, steps_at
from solver.management.manners import BAD_INPUT


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
        if position != "-":
            try:
                self.stdout.write(self.answer(position, options["format"] or "text", options))
            except ValueError as error:  # GridError is one
                raise CommandError(str(error), returncode=BAD_INPUT) from None
            return
        wrong = 0
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        for number, line in enumerate(sys.stdin, 1):
            if not line.strip():
                continue
            try:
                self.stdout.write(
                    self.answer(line.rstrip("\r\n"), options["format"] or "json", options)
                )
            except ValueError as error:
                wrong += 1
                self.stderr.write(f"input line {number}: {error}")
        if wrong:
            words = "line was" if wrong == 1 else "lines were"
            raise CommandError(f"{wrong} {words} no position", returncode=BAD_INPUT)

    def answer(self, text: str, form: str, options: dict[str, Any]) -> str:
        reading = read_any(text)
        chosen = asked_for_by_default(reading.grid.box)
        if options["techniques"]:
            chosen = on_size(named(options["techniques"].split(",")), reading.grid.box)
        found = list(steps_at(reading, chosen, options["uniqueness"]))
        if form == "json":
            return json.dumps(as_json(reading, found), ensure_ascii=False)
        return "\n".join(as_text(reading, found))
