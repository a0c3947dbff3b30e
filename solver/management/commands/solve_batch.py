"""Solve the puzzles of a file, keep every solve, and write a line of JSON for each.

The same job as a batch of the site: if the command is stopped, a worker goes on with it.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rest_framework.utils.encoders import JSONEncoder

from solver.jobs import running
from solver.jobs.solving import LATER
from solver.management import choosing
from solver.management.manners import BAD_INPUT
from solver.management.progress import Progress
from solver.models import Job, Solve
from solver.queue import batches
from solver.record import writing

PAUSE = 0.1  # seconds between two looks at what a worker does


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        choosing.add_arguments(parser)
        parser.add_argument("file", help="in any format that holds several puzzles; - for stdin")
        parser.add_argument("--histories", action="store_true", help="with every iteration")

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
        with Progress(sys.stderr, "puzzles", job.total) as progress:
            while job.is_moving:
                if not running.run(
                    job.pk, lambda job, _left: progress.advance(job.done - progress.done)
                ):
                    time.sleep(PAUSE)  # a worker has it, or it is over
                job.refresh_from_db()
        finish(job)
        for answer in batches.results(job, histories=histories):
            self.stdout.write(json.dumps(answer, cls=JSONEncoder, ensure_ascii=False))


def finish(job: Job) -> None:
    """Solve here what took longer than its turn, and wait for what a worker has of it."""
    later = [row[2] for _number, row in job.rows(LATER, after=0, most=job.total)]
    over = (Solve.Status.FINISHED, Solve.Status.FAILED)
    unfinished = Solve.objects.filter(pk__in=later).exclude(status__in=over)
    while left := list(unfinished.values_list("pk", flat=True)):
        for solve_id in left:
            writing.record(solve_id)
        time.sleep(PAUSE)
