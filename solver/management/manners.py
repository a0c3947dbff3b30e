"""Manners that commands have in common where they meet people: their help, and how they end on bad input."""

from argparse import RawDescriptionHelpFormatter

from django.core.management.base import DjangoHelpFormatter

BAD_INPUT = 2  # exit status


class HelpFormatter(RawDescriptionHelpFormatter, DjangoHelpFormatter):
    """Keeps the lines of descriptions and lists as they are."""
