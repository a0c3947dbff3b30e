"""Django's `migrate`, which may take its time over data but never waits long for a lock.

A migration that waits for a table stops everybody who comes after it. With `lock_timeout` (settings) it
gives up after two seconds instead; run again, it goes on where it stopped.
"""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connections
from psycopg.errors import LockNotAvailable


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        with connections[options["database"]].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
        try:
            super().handle(*args, **options)
        except OperationalError as error:
            if isinstance(error.__cause__, LockNotAvailable):
                raise CommandError(
                    "Somebody holds a lock that this migration needs. It changed nothing: run it again."
                ) from None
            raise
