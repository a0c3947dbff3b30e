"""Check a file of HoDoKu's regression library: for each code, how many cases are found, and found alone.

A case is *found* if some step of its code does exactly what the line says, and *alone* if no other step of
its code and digits does anything else. It needs no services. The exit status is 1 if a case is not found.
"""

from pathlib import Path
from time import process_time
from typing import Any

from django.core.management.base import CommandError, CommandParser

from solver.engine.ladder.reglib import CodeTally, cases, tally
from solver.management.base_command import BAD_INPUT, SiteCommand


class Command(SiteCommand):
    help = __doc__
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        began = process_time()
        try:
            with file.open() as lines:
                tallies = tally(cases(lines))
        except (OSError, ValueError) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        whole = CodeTally()
        for code, counts in tallies.items():
            self.stdout.write(_line(code, counts))
            whole.cases += counts.cases
            whole.found += counts.found
            whole.alone += counts.alone
        self.stdout.write(_line("all", whole))
        self.stdout.write(f"{process_time() - began:.2f} s of processor")
        if whole.found < whole.cases:
            raise CommandError(f"{whole.cases - whole.found} not found", returncode=1)


def _line(code: str, counts: CodeTally) -> str:
    return f"{code:<6} {counts.found}/{counts.cases} found, {counts.alone} alone"
