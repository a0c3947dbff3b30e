"""Manners that commands of the site have in common."""

from django.core.management.base import BaseCommand

from solver.engine.shell.cli import BAD_INPUT, IN_VAIN, INTERRUPTED, HelpFormatter, complain

__all__ = ["BAD_INPUT", "INTERRUPTED", "IN_VAIN", "HelpFormatter", "SiteCommand", "complain"]


class SiteCommand(BaseCommand):
    """A command whose help is about itself: what every command of Django takes works too, unmentioned."""

    suppressed_base_arguments = {  # noqa: RUF012  # as Django has it
        "--version",
        "-v",
        "--settings",
        "--pythonpath",
        "--traceback",
        "--no-color",
        "--force-color",
        "--skip-checks",
    }
