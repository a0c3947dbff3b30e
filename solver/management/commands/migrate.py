"""Django's `migrate`, which may take its time over data but never waits long for a lock.

A migration that waits for a table stops everybody who comes after it. With `lock_timeout` (settings) it
gives up after two seconds instead; run again, it goes on where it stopped.

Going back is refused before anything is undone where it would stop half-way or drop what people keep.
"""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from psycopg.errors import LockNotAvailable

OLDEST = "0016_newest_solves"  # of the site: what came before it holds less than people have by now


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        self.refuse_what_cannot_be_undone(options)
        if not options[
            "check_unapplied"
        ]:  # which changes nothing, also not a session of PgBouncer's
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

    def refuse_what_cannot_be_undone(self, options: Any) -> None:
        app, name = options["app_label"], options["migration_name"]
        if app != "solver" or not name:
            return
        executor = MigrationExecutor(connections[options["database"]])
        try:
            by_prefix = executor.loader.get_migration_by_prefix
            target = None if name == "zero" else by_prefix(app, name).name
        except (KeyError, ValueError):
            return  # Django names what is wrong with it
        plan = executor.migration_plan([(app, target)])
        undone = [migration for migration, backwards in plan if backwards]
        stuck = [migration.name for migration in undone if not may_be_undone(migration)]
        if stuck:
            raise CommandError(
                f"{stuck[0]} cannot be undone without losing what people keep, so nothing was. An earlier"
                f" version of the site works with the tables as they are from {OLDEST} on; to go back"
                " further, restore a dump of its time (docs/operations.md)."
            )


def may_be_undone(migration: Migration) -> bool:
    is_ours_and_old = migration.app_label == "solver" and migration.name <= OLDEST
    return not is_ours_and_old and all(operation.reversible for operation in migration.operations)
