"""Remove the second factor of an account whose owner has lost the app and the recovery codes.

The password is enough again, until they set up another one.
"""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from solver.accounts import second_factor
from solver.management.base_command import SiteCommand
from solver.models import User


class Command(SiteCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="Of the account.")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no account {name!r}.")
        if not second_factor.remove(user):
            raise CommandError(f"{name!r} has no second factor.")
        self.stdout.write(f"{name!r} signs in with the password alone.")
