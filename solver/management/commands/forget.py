"""Delete the history of solves that belong to no account, older than FORGET_AFTER_DAYS or `--days`.

Off unless one of the two says a number of days. Public solves stay: pages lead to them. So does the
library, and whatever is not answered yet.
"""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from solver.models import Chapter, Solve

AT_ONCE = 500  # solves a transaction, so that nothing is locked for long


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=settings.FORGET_AFTER_DAYS)
        parser.add_argument("--dry-run", action="store_true", help="Only say how many.")

    def handle(self, *args: Any, days: int, dry_run: bool, **options: Any) -> None:
        if days < 1:
            raise CommandError("Nothing is forgotten: set FORGET_AFTER_DAYS, or give --days.")
        old = Solve.objects.filter(
            owner=None,
            finished_at__lt=timezone.now() - timedelta(days=days),
            status__in=(Solve.Status.FINISHED, Solve.Status.FAILED),
        ).exclude(visibility=Solve.Visibility.PUBLIC)
        if dry_run:
            self.stdout.write(f"{old.count()} solves would be deleted.")
            return
        deleted = 0
        while batch := list(old.values_list("pk", flat=True)[:AT_ONCE]):
            Chapter.objects.filter(solve__in=batch).delete()
            Solve.objects.filter(pk__in=batch).delete()
            deleted += len(batch)
        self.stdout.write(f"{deleted} solves deleted.")
