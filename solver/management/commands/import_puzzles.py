"""Import the puzzles of a file into the library, in any format that the admin's import reads.

It is the same job as there: if the command is stopped, a worker continues. Without --yes it stops when every
line is checked, and --continue or --cancel decides what happens to the new puzzles.

Wrong lines are printed with the reason. The exit status is 0 if no line is wrong, 1 if some are or the job
failed, 2 if nothing can be imported, and 130 after Ctrl-C.
"""

import codecs
import io
import sys
import uuid
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import CommandError, CommandParser
from django.db import transaction

from solver.engine import GridError
from solver.engine.core.i18n import quote
from solver.jobs.importing import ADDED, IMPROPER, LEFT, UNUSED, ImportPuzzles, check_fields
from solver.management import following
from solver.management.base_command import BAD_INPUT, SiteCommand, complain
from solver.management.following import WRONG
from solver.models import Collection, Job, User
from solver.models.said import said
from solver.models.validators import seen
from solver.puzzles.files.fields import CHOOSABLE
from solver.puzzles.files.reading import split_tags
from solver.puzzles.files.tables import Choices
from solver.queue.imports import refuse_unknown_columns, submit_import
from solver.queue.owners import Owner, TooManyUnfinished


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="- for standard input")
        parser.add_argument(
            "--continue",
            dest="continued",
            metavar="JOB",
            type=uuid.UUID,
            help="write what is new of an import that was checked, or go on with one that failed",
        )
        parser.add_argument(
            "--cancel", dest="cancelled", metavar="JOB", type=uuid.UUID, help="end an import"
        )
        parser.add_argument("--quiet", action="store_true", help="no progress, and no counts")
        parser.add_argument("--yes", action="store_true", help="write what is new, unasked")
        parser.add_argument("--all-or-nothing", action="store_true", help="none if one is wrong")
        parser.add_argument("--publish", action="store_true", help="publish what is added")
        parser.add_argument("--tags", default="", help="for all, with commas between")
        parser.add_argument("--collection", default="", help="the slug of one that is there")
        parser.add_argument("--source", default="", help="of all that name none")
        parser.add_argument("--licence", default="", help="of all that name none")
        parser.add_argument("--no-twins", action="store_true", help="look for none turned round")
        parser.add_argument(
            "--encoding", default=None, type=_encoding, help="of the file, for example cp1252"
        )
        parser.add_argument(
            "--columns",
            default={},
            type=_columns,
            metavar="A=givens,B=title",
            help=f"fields of columns by their letters or names: {', '.join(CHOOSABLE)}, or none",
        )
        parser.add_argument(
            "--givens-only", action="store_true", help="take the givens of games in progress"
        )
        parser.add_argument(
            "--leading-zeros",
            action="store_true",
            help="put back zeros in front of rows that a spreadsheet has shortened",
        )
        parser.add_argument(
            "--head", type=int, help="the row with the names of columns, 0 if none has them"
        )
        parser.add_argument("--user", default="", help="whose name the histories shall have")

    def handle(self, *args: Any, file: str | None, **options: Any) -> None:
        if cancelled := options["cancelled"]:
            job = following.find(cancelled, ImportPuzzles.name)
            following.cancel(job)
            self.stdout.write("Cancelled.")
            return
        if continued := options["continued"]:
            job = following.find(continued, ImportPuzzles.name)
            following.resume(job)
        else:
            job = self._submitted(file, options)
        following.follow(job, quiet=options["quiet"])
        self._tell(job, options["quiet"])

    def _submitted(self, file: str | None, options: dict[str, Any]) -> Job:
        if file is None:
            raise CommandError("a file is needed, or - for standard input", returncode=BAD_INPUT)
        try:
            return self._submit(file, options)
        except (OSError, GridError, TooManyUnfinished) as error:
            raise CommandError(str(error), returncode=BAD_INPUT) from None

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
        title = said("Import of %(name)s", name=seen(file[:150]))
        choices = Choices(
            options["encoding"] or "",
            options["columns"],
            options["givens_only"],
            leading_zeros=options["leading_zeros"],
            heads={} if options["head"] is None else {"": options["head"]},
        )
        with _opened(file) as data, transaction.atomic():
            job = submit_import(data, title, spec, owner, choices)
            refuse_unknown_columns(job)
        return job

    def _tell(self, job: Job, quiet: bool) -> None:
        for fate in (UNUSED, IMPROPER, LEFT, WRONG):
            for line in following.wrong_lines(job, fate):
                complain(line)
        for line in following.wrong_lines(job, ADDED):
            if not line.endswith(": "):  # there is a remark
                complain(line)
        if not quiet:
            for line in following.counts_of(job):
                self.stdout.write(line)
        if job.status == Job.Status.FAILED:
            raise CommandError(job.failure_words)
        if job.status == Job.Status.PAUSED:
            self.stdout.write(
                f"Nothing is written yet. To write what is new, here or at {job.get_absolute_url()}:\n"
                f"  manage.py import_puzzles --continue {job.pk}"
            )
        if wrong := job.counts.get(WRONG):
            raise CommandError(f"{wrong:,} {'line is' if wrong == 1 else 'lines are'} wrong")


def _encoding(name: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise ArgumentTypeError(f"there is no encoding {quote(name)}") from None


def _columns(text: str) -> dict[str, str]:
    pairs = [pair.rpartition("=") for pair in text.split(",") if pair.strip()]
    if not all(name.strip() and equals for name, equals, _field in pairs):
        raise ArgumentTypeError(f"write {quote(text)} as A=givens,B=title")
    return {name.strip(): field.strip() for name, _equals, field in pairs}


def _opened(file: str) -> BinaryIO:
    return io.BytesIO(sys.stdin.buffer.read()) if file == "-" else Path(file).open("rb")


def _named(model: Any, **name: str) -> Any:
    row = model.objects.filter(**name).first()
    if row is None:
        wanted = f"{model._meta.verbose_name} {quote(next(iter(name.values())))}"
        raise CommandError(f"there is no {wanted}", returncode=BAD_INPUT)
    return row
