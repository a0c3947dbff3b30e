"""Commands of the engine that run without the site: they load no app, model or database."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import BaseCommand, load_command_class

from solver.engine.ladder.checking import checking
from solver.engine.methods.solving import Tell
from solver.engine.notation.base import limits

COMMANDS = ("convert", "generate", "reglib", "solve", "steps", "rate")


class EngineCommand(BaseCommand):
    """A command of `solver.engine.shell`, so that Django finds it by its name."""

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> ArgumentParser:  # type: ignore[override]
        from solver.engine import shell

        return shell.parser_of(subcommand, prog_name)

    def run_from_argv(self, argv: list[str]) -> None:
        run(argv)


def run(argv: list[str]) -> None:
    """Run a command line whose second word is one of COMMANDS, without loading Django where possible.

    Commands of the engine end the process.
    """
    from solver.engine import shell
    from solver.engine.shell.solve import elsewhere

    set_bounds()
    if argv[1] in shell.COMMANDS:
        elsewhere["postgresql"] = in_postgresql
        sys.exit(shell.main(argv[1:], argv[0]))
    load_command_class("solver", argv[1]).run_from_argv(argv)


def set_bounds() -> None:
    """Set the engine's limits in this process from the settings: board size, unpacking, verified steps."""
    checking.is_on = settings.VERIFY_STEPS
    limits.size = settings.BOARD_SIZE
    limits.unpacked = settings.UNPACKED_CHARACTERS


@contextmanager
def in_postgresql(method: str, pairs: dict[str, str]) -> Iterator[Tell]:
    """Yield a function that runs a method as SQL in PostgreSQL.

    `pairs` are the options of the command. Raise ValueError if that is not possible.
    """
    if not apps.ready:
        import django

        django.setup()
    from solver import sets
    from solver.solves import backends

    backends.refuse_postgresql(method, pairs)
    try:
        with backends.database().solving() as database:
            yield partial(sets.solvers()[method], database)
    except sets.ConnectionLost as error:
        raise ValueError(f"the database at SETS_DATABASE_URL is away: {error}") from None
