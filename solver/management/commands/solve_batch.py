"""Solve the puzzles of a file, keep every solve, and write a line of JSON for each.

The same job as a batch of the site: if the command is stopped, a worker goes on with it.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rest_framework.utils.encoders import JSONEncoder

from solver import batches, recording
from solver.jobs import running
from solver.management.manners import BAD_INPUT
from solver.management.progress import Progress
from solver.models import Solve

PAUSE = 0.1  # seconds between two looks at what a worker does


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="in any format that holds several puzzles; - for stdin")
        parser.add_argument("--method", default="combos")
        parser.add_argument("--histories", action="store_true", help="with every iteration")

    def handle(self, *args: Any, file: str, method: str, histories: bool, **options: Any) -> None:
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text(errors="replace")
            job = batches.submit(batches.read_puzzles(text), method, {})
        except batches.BadPuzzles as error:
            raise CommandError("\n".join(error.sentences), returncode=BAD_INPUT) from None
        except (OSError, ValueError) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        with Progress(sys.stderr, "puzzles", job.total) as progress:
            while job.is_moving:
                if not running.run(job.pk, lambda job: progress.advance(job.done - progress.done)):
                    time.sleep(PAUSE)  # a worker has it, or it is over
                job.refresh_from_db()
        for told in list(batches.results(job)):
            if told["id"] and told["status"] == Solve.Status.QUEUED:
                recording.record(UUID(told["id"]))
        for told in batches.results(job, histories=histories):
            self.stdout.write(json.dumps(told, cls=JSONEncoder, ensure_ascii=False))
