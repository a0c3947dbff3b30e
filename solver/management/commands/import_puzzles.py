"""Bring the puzzles of a file into the library, in any form that the admin's import takes.

The same job as there: if the command is stopped, a worker goes on with it. Without --yes it stops when every
line is checked, and says where to look at what was found.
"""

import io
import sys
import time
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from solver.engine import GridError
from solver.engine.words import shown
from solver.jobs import find_kind, running
from solver.jobs.importing import check_fields
from solver.library.files.reading import bounded, items_in, split_tags
from solver.management.manners import BAD_INPUT
from solver.management.progress import Progress
from solver.models import Collection, Job, User
from solver.models.texts import seen
from solver.queue import submission
from solver.queue.owners import Owner

PAUSE = 0.1  # seconds between two looks at what a worker does


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="- for standard input")
        parser.add_argument("--yes", action="store_true", help="write what is new, unasked")
        parser.add_argument("--all-or-nothing", action="store_true", help="none if one is wrong")
        parser.add_argument("--publish", action="store_true", help="publish what is added")
        parser.add_argument("--tags", default="", help="for all, with commas between")
        parser.add_argument("--collection", default="", help="the slug of one that is there")
        parser.add_argument("--source", default="", help="of all that name none")
        parser.add_argument("--licence", default="", help="of all that name none")
        parser.add_argument("--no-twins", action="store_true", help="look for none turned round")
        parser.add_argument("--user", default="", help="whose name the histories shall have")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        try:
            job = self._submit(file, options)
        except (OSError, GridError) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        while job.is_moving:
            self._follow(job)
        self._tell(job)
        if job.status == Job.Status.FAILED:
            raise CommandError(job.failure_words)

    def _submit(self, file: str, options: dict[str, Any]) -> Job:
        spec = {
            "at_once": options["yes"],
            "all_or_nothing": options["all_or_nothing"],
            "publish": options["publish"],
            "tags": split_tags(options["tags"]),
            "source": options["source"],
            "licence": options["licence"],
            "twins": not options["no_twins"],
        }
        if options["collection"]:
            spec["collection"] = _named(Collection, slug=options["collection"]).pk
        owner = Owner(user=_named(User, username=options["user"]) if options["user"] else None)
        check_fields({name: options[name] for name in ("tags", "source", "licence")})
        title = seen(f"Import of {file}"[:200])
        with _opened(file) as data:
            items = bounded(items_in(data))
            return submission.submit_job("import", items, title, spec, owner)

    def _follow(self, job: Job) -> None:
        """One phase, by ourselves or by the worker that has it."""
        phase, kind = job.phase, find_kind(job.kind)
        with Progress(
            sys.stderr, f"{kind.items}, {kind.phases[phase]}".lower(), job.total
        ) as shown:
            while job.is_moving and job.phase == phase:
                running.run(job.pk, lambda job, _left: shown.advance(job.done - shown.done))
                job.refresh_from_db()
                if job.status == Job.Status.RUNNING:
                    time.sleep(PAUSE)

    def _tell(self, job: Job) -> None:
        for fate, words in find_kind(job.kind).fates.items():
            if fate in job.counts:
                self.stdout.write(f"{job.counts[fate]:>9,} {words}")
        if job.status == Job.Status.PAUSED:
            self.stdout.write(f"Nothing is written yet; go on at {job.get_absolute_url()}")


def _opened(file: str) -> BinaryIO:
    return io.BytesIO(sys.stdin.buffer.read()) if file == "-" else Path(file).open("rb")


def _named(model: Any, **name: str) -> Any:
    found = model.objects.filter(**name).first()
    if found is None:
        kind = model._meta.verbose_name
        raise CommandError(
            f"there is no {kind} {shown(next(iter(name.values())))}", returncode=BAD_INPUT
        )
    return found
