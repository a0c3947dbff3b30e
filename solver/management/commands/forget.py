"""Delete finished solves and jobs without an account that are older than FORGET_AFTER_DAYS or `--days`.

It does nothing unless one of the two is a number of days. Public solves stay, because pages link to them, and
so do the library and all unfinished work. A job is deleted with its parts.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from solver.management.base_command import SiteCommand
from solver.models import Chapter, Job, JobPart, Solve

AT_ONCE = 500  # solves of a transaction, so that rows are not locked for long
WINDOW = 5_000  # rows that a statement reads
JOBS_AT_ONCE = 5  # of a transaction: a job may have a thousand parts with uploaded texts


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=settings.FORGET_AFTER_DAYS)
        parser.add_argument("--dry-run", action="store_true", help="Only say how many.")

    def handle(self, *args: Any, days: int, dry_run: bool, **options: Any) -> None:
        if days < 1:
            raise CommandError("Nothing is forgotten: set FORGET_AFTER_DAYS, or give --days.")
        before = timezone.now() - timedelta(days=days)
        old = {"owner": None, "finished_at__lt": before}
        solves = Solve.objects.filter(
            **old, status__in=(Solve.Status.FINISHED, Solve.Status.FAILED)
        ).exclude(visibility=Solve.Visibility.PUBLIC)
        over = (Job.Status.FINISHED, Job.Status.FAILED, Job.Status.CANCELLED)
        jobs = Job.objects.filter(**old, status__in=over)
        for name, rows, parts, field, at_once in (
            ("solves", solves, Chapter, "solve", AT_ONCE),
            ("jobs", jobs, JobPart, "job", JOBS_AT_ONCE),
        ):
            windows = _windows(rows, before)
            if dry_run:
                count = sum(window.count() for window in windows)
                self.stdout.write(f"{count} {name} would be deleted.")
            else:
                count = sum(forget(window, parts, field, at_once) for window in windows)
                self.stdout.write(f"{count} {name} deleted.")


def forget(old: QuerySet[Any], parts: type[Model], field: str, at_once: int) -> int:
    """Delete the rows of `old`, `at_once` at a time, and return their number.

    Rows of `parts` that point to them by `field` are deleted before.
    """
    deleted = 0
    while batch := _forget_some(old, parts, field, at_once):
        deleted += batch
    return deleted


def _windows(old: QuerySet[Any], before: datetime) -> Iterator[QuerySet[Any]]:
    """Yield the rows in parts, each among the next `WINDOW` rows that ended before `before`, oldest first.

    After some years most old rows are public and stay. Without windows each transaction would read all of
    them, which takes longer than a statement may.
    """
    ended = old.model._default_manager.filter(finished_at__lt=before).order_by("finished_at")
    times, rest = ended.values_list("finished_at", flat=True), Q()
    while until := times.filter(rest)[WINDOW - 1 : WINDOW].first():
        yield old.filter(rest, finished_at__lte=until)
        rest = Q(finished_at__gt=until)
    yield old.filter(rest)


@transaction.atomic
def _forget_some(old: QuerySet[Any], parts: type[Model], field: str, at_once: int) -> int:
    rows = old.order_by("pk").select_for_update()
    keys = list(rows.values_list("pk", flat=True)[:at_once])
    parts._default_manager.filter(**{f"{field}__in": keys}).delete()
    old.model._default_manager.filter(pk__in=keys).delete()
    return len(keys)
