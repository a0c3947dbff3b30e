"""The base of the site's commands, with the exit codes and helpers of the engine's."""

from django.core.management.base import BaseCommand

from solver.engine.shell.cli import BAD_INPUT, IN_VAIN, INTERRUPTED, complain

__all__ = ["BAD_INPUT", "INTERRUPTED", "IN_VAIN", "SiteCommand", "complain"]


class SiteCommand(BaseCommand):
    """A command whose help lists only its own options. Those of every Django command work too."""

    suppressed_base_arguments = {  # noqa: RUF012  # as in Django
        "--version",
        "-v",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
    }
