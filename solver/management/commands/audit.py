"""Check that every solve is answered, whole, of one attempt and legal; exit status 1 when one is not.

It reads everything there is: on a large site, run it on a restored copy.
"""

from typing import Any

from django.core.management.base import CommandError
from django.db import connection
from django.db.models import Count, Max

from solver.management.base_command import SiteCommand
from solver.models import Solve
from solver.solves.audit import audit

SHOWN = 5  # findings of a rule


class Command(SiteCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        self.stdout.write(what_there_is())
        broken = 0
        for rule, findings in audit().items():
            broken += bool(findings)
            self.stdout.write(f"{rule}: {f'{len(findings)} are not' if findings else 'yes'}")
            for solve_id, what in findings[:SHOWN]:
                self.stdout.write(f"  {solve_id}: {what}")
        if broken:
            raise CommandError(f"{broken} of the rules {'is' if broken == 1 else 'are'} broken")


def what_there_is() -> str:
    """Return how many solves there are and of when the newest is: after a restore, those of the dump."""
    found = Solve.objects.aggregate(count=Count("pk"), newest=Max("created_at"))
    newest = f", the newest of {found['newest']:%Y-%m-%d %H:%M:%S} UTC" if found["newest"] else ""
    return f"{found['count']} solves{newest}"
