"""Commands of the engine, run without the site: no app, no model and no database is loaded for them."""

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
    """One of `solver.engine.shell`, where Django looks for its commands."""

    def create_parser(self, prog_name: str, subcommand: str, **more: Any) -> ArgumentParser:  # type: ignore[override]
        from solver.engine import shell

        return shell.parser_of(subcommand, prog_name)

    def run_from_argv(self, argv: list[str]) -> None:
        run(argv)


def run(words: list[str]) -> None:
    """Run that command line, whose second word is one of COMMANDS, to the end of the process."""
    from solver.engine import shell
    from solver.engine.shell.solve import elsewhere

    set_bounds()
    if words[1] in shell.COMMANDS:
        elsewhere["postgresql"] = in_postgresql
        sys.exit(shell.main(words[1:], words[0]))
    load_command_class("solver", words[1]).run_from_argv(words)


def set_bounds() -> None:
    """The engine's bounds in this process, as the settings have them."""
    checking.is_on = settings.VERIFY_STEPS
    limits.size = settings.BOARD_SIZE
    limits.unpacked = settings.UNPACKED_CHARACTERS


@contextmanager
def in_postgresql(method: str, pairs: dict[str, str]) -> Iterator[Tell]:
    """What tells a method's story as SQL; ValueError where that cannot be had."""
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
