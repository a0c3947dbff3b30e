"""Django's `migrate` without a limit of time for statements, but never waiting long for a lock.

A migration that waits for a lock blocks every later query of the table. With `lock_timeout` (settings) it
gives up after two seconds instead. Run it again to continue.

A database of an earlier version is refused with a way to upgrade, and so is a step back that would lose data
of users. Nothing is changed then.
"""

from importlib import import_module
from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands.migrate import Command as Migrate
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.recorder import MigrationRecorder
from psycopg.errors import LockNotAvailable

STEPPING_STONE = "c7f5043"  # the last commit with all earlier migrations
FIRST = import_module("solver.migrations.0001_squashed_0050_files")


class Command(Migrate):
    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        refuse_earlier_version(connection)
        refuse_what_cannot_be_undone(connection, options)
        if not options["check_unapplied"]:  # must not change a session of PgBouncer's
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
        try:
            super().handle(*args, **options)
        except OperationalError as error:
            if isinstance(error.__cause__, LockNotAvailable):
                raise CommandError(
                    "Somebody holds a lock that this migration needs. It changed nothing: run it again."
                ) from None
            raise


def refuse_earlier_version(connection: BaseDatabaseWrapper) -> None:
    """Raise CommandError if the database has some, but not all, migrations of the earlier version."""
    recorded = MigrationRecorder(connection).applied_migrations()
    applied = {name for app, name in recorded if app == "solver"}
    missing = [name for name in FIRST.EARLIER if name not in applied]
    if 0 < len(missing) < len(FIRST.EARLIER):
        raise CommandError(
            f"This database is of an earlier version, before {missing[0]}, and nothing was changed. It comes"
            f" over by a stepping stone: run `migrate` of commit {STEPPING_STONE} on it first, then this one"
            " (docs/upgrading.md, “From an earlier version”)."
        )


def refuse_what_cannot_be_undone(connection: BaseDatabaseWrapper, options: Any) -> None:
    """Raise CommandError if the `migrate` command would undo a migration and lose data of users."""
    app, name = options["app_label"], options["migration_name"]
    if app != "solver" or not name:
        return
    executor = MigrationExecutor(connection)
    try:
        by_prefix = executor.loader.get_migration_by_prefix
        target = None if name == "zero" else by_prefix(app, name).name
    except (KeyError, ValueError):
        return  # Django reports the error
    plan = executor.migration_plan([(app, target)])
    undone = [migration for migration, backwards in plan if backwards]
    stuck = [migration.name for migration in undone if not may_be_undone(migration)]
    if stuck:
        raise CommandError(
            f"{stuck[0]} cannot be undone without losing what people keep, so nothing was. To go back further,"
            " restore a dump of its time (docs/operations.md)."
        )


def may_be_undone(migration: Migration) -> bool:
    """Return whether a migration may be undone: it is reversible and does not create all tables."""
    is_all = migration.app_label == "solver" and bool(migration.initial)
    return not is_all and all(operation.reversible for operation in migration.operations)
