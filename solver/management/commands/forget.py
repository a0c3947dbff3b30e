"""Delete solves, and jobs that are over, that belong to no account, older than FORGET_AFTER_DAYS or `--days`.

Off unless one of the two says a number of days. Public solves stay: pages lead to them. So does the
library, and whatever is not answered or not at its end yet. A job goes with its parts.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from solver.management.base_command import SiteCommand
from solver.models import Chapter, Job, JobPart, Solve

AT_ONCE = 500  # solves a transaction, so that nothing is locked for long
WINDOW = 5_000  # rows that a statement looks through
JOBS_AT_ONCE = 5  # a job may have a thousand parts, with all that was uploaded


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
        for name, found, pieces, whole, at_once in (
            ("solves", solves, Chapter, "solve", AT_ONCE),
            ("jobs", jobs, JobPart, "job", JOBS_AT_ONCE),
        ):
            windows = _windows(found, before)
            if dry_run:
                self.stdout.write(
                    f"{sum(each.count() for each in windows)} {name} would be deleted."
                )
            else:
                deleted = sum(forget(each, pieces, whole, at_once) for each in windows)
                self.stdout.write(f"{deleted} {name} deleted.")


def forget(old: QuerySet[Any], pieces: type[Model], whole: str, at_once: int) -> int:
    """Delete these, a few at a time, and first the pieces that each one is the `whole` of; returns how many."""
    deleted = 0
    while batch := _forget_some(old, pieces, whole, at_once):
        deleted += batch
    return deleted


def _windows(old: QuerySet[Any], before: datetime) -> Iterator[QuerySet[Any]]:
    """All of these, each time those among the next `WINDOW` rows that ended before then, oldest first.

    What stays for good is very many times as much after some years. Without this each transaction would look
    through all of it, for longer than a statement may take.
    """
    ended = old.model._default_manager.filter(finished_at__lt=before).order_by("finished_at")
    while until := ended.values_list("finished_at", flat=True)[WINDOW - 1 : WINDOW].first():
        yield old.filter(finished_at__lte=until)
        ended, old = (rows.filter(finished_at__gt=until) for rows in (ended, old))
    yield old


@transaction.atomic
def _forget_some(old: QuerySet[Any], pieces: type[Model], whole: str, at_once: int) -> int:
    rows = old.order_by("pk").select_for_update()
    keys = list(rows.values_list("pk", flat=True)[:at_once])
    pieces._default_manager.filter(**{f"{whole}__in": keys}).delete()
    old.model._default_manager.filter(pk__in=keys).delete()
    return len(keys)
