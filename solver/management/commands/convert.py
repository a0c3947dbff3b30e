"""Write a puzzle, read in any format, in another one; needs no database and no services."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver import engine
from solver.engine.notation.base import masks
from solver.management.manners import BAD_INPUT


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        written = ", ".join(name for name, format in engine.formats().items() if format.write)
        parser.add_argument(
            "puzzle", nargs="?", default="-", help="the text, or - for standard input"
        )
        parser.add_argument("--to", default="line", help=f"one of: {written}")
        parser.add_argument("--read-as", metavar="FORMAT", help="told apart by itself otherwise")
        parser.add_argument("--size", type=int, help="4, 9, 16 or 25; told from the text otherwise")

    def handle(self, *args: Any, puzzle: str, **options: Any) -> None:
        text = sys.stdin.buffer.read().decode(errors="replace") if puzzle == "-" else puzzle
        try:
            reading = engine.read_any(text, options["size"], options["read_as"])
            written = engine.write(reading, options["to"])
            self.stdout.write(written.rstrip("\n"))
            if _loses_marks(reading, written, options["to"]):
                self.stderr.write(f"note: {options['to']} keeps no pencil marks; they are left out")
        except engine.GridError as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None


def _loses_marks(reading: engine.Reading, written: str, format: str) -> bool:
    """Whether what was written reads back as another position."""
    if reading.candidates is None:
        return False
    again = engine.read_any(written, reading.grid.size, format)
    return (again.candidates or masks(again.grid)) != reading.candidates
