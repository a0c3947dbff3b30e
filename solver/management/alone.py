"""Commands of the engine, run without the site: no app, no model and no database is loaded for them."""

from django.conf import settings
from django.core.management import load_command_class

from solver.engine.ladder.checking import checking
from solver.engine.notation.base import limits

COMMANDS = ("convert", "generate", "reglib", "solve", "steps")


def run(words: list[str]) -> None:
    """As Django runs a command of that command line, whose second word is one of COMMANDS."""
    set_bounds()
    load_command_class("solver", words[1]).run_from_argv(words)


def set_bounds() -> None:
    """The engine's bounds in this process, as the settings have them."""
    checking.is_on = settings.VERIFY_STEPS
    limits.size = settings.BOARD_SIZE
    limits.unpacked = settings.UNPACKED_CHARACTERS
