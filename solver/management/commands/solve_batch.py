"""Solve the puzzles of a file, store every solve, and write a line of JSON for each.

It is the same job as a batch of the site: if the command is stopped, a worker continues.
"""

import sys
import time
from argparse import RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser

from solver.engine.shell import method_arguments as choosing
from solver.engine.shell.cli import written_to
from solver.jobs.solving import LATER
from solver.management.base_command import BAD_INPUT, IN_VAIN, SiteCommand
from solver.management.following import PAUSE, follow
from solver.models import Job, Solve
from solver.queue import batches
from solver.solves import writing
from solver.solves.json_lines import line_of


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        choosing.add_arguments(parser)
        parser.add_argument("file", help="in any format that holds several puzzles; - for stdin")
        parser.add_argument("--histories", action="store_true", help="with every iteration")
        parser.add_argument("--quiet", action="store_true", help="no progress")
        parser.add_argument("--output", metavar="FILE", help="write there, and not to the screen")

    def handle(
        self, *args: Any, file: str, method: str, option: list[str], histories: bool, **rest: Any
    ) -> None:
        try:
            pairs = choosing.read_pairs(option)
            text = sys.stdin.read() if file == "-" else Path(file).read_text(errors="replace")
            job = batches.submit(batches.read_puzzles(text), method, pairs)
        except batches.BadPuzzles as error:
            raise CommandError("\n".join(error.sentences), returncode=BAD_INPUT) from None
        except (OSError, ValueError) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        follow(job, quiet=rest["quiet"])
        if job.status != Job.Status.FINISHED:
            raise CommandError(job.failure_words or f"it is {job.status}", returncode=IN_VAIN)
        finish(job)
        with written_to(rest["output"]):
            for answer in batches.results(job, histories=histories):
                for piece in line_of(answer):
                    print(piece, end="") if rest["output"] else self.stdout.write(piece, ending="")


def finish(job: Job) -> None:
    """Run the solves of a batch that took longer than their turn, and wait for solves that a worker runs."""
    later = [row[2] for _number, row in job.rows(LATER, after=0, most=job.total)]
    over = (Solve.Status.FINISHED, Solve.Status.FAILED)
    unfinished = Solve.objects.filter(pk__in=later).exclude(status__in=over)
    while remaining := list(unfinished.values_list("pk", flat=True)):
        for solve_id in remaining:
            writing.record(solve_id)
        time.sleep(PAUSE)
