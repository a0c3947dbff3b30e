"""Check that every solve is answered, whole, of one attempt and legal. Exit with status 1 if one is not.

It reads all solves. For a large site, run it on a restored copy.
"""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.db.models import Count, Max

from solver.management.base_command import SiteCommand
from solver.models import Solve
from solver.solves.audit import audit

SHOWN = 5  # findings of each rule


class Command(SiteCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        self.stdout.write(summary())
        broken = 0
        for rule, findings in audit().items():
            broken += bool(findings)
            self.stdout.write(f"{rule}: {f'{len(findings)} are not' if findings else 'yes'}")
            for solve_id, what in findings[:SHOWN]:
                self.stdout.write(f"  {solve_id}: {what}")
        if broken:
            raise CommandError(f"{broken} of the rules {'is' if broken == 1 else 'are'} broken")


def summary() -> str:
    """Return the number of solves and the time of the newest as text. It shows the age of a restored dump."""
    values = Solve.objects.aggregate(count=Count("pk"), newest=Max("created_at"))
    newest = f", the newest of {values['newest']:%Y-%m-%d %H:%M:%S} UTC" if values["newest"] else ""
    return f"{values['count']} solves{newest}"
