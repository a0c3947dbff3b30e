"""Manners that commands have in common where they meet people: their help, lines that they answer one by one,
and how they end on bad input."""

import sys
from argparse import RawDescriptionHelpFormatter
from collections.abc import Callable

from django.core.management.base import BaseCommand, CommandError, DjangoHelpFormatter

BAD_INPUT = 2  # exit status


class HelpFormatter(RawDescriptionHelpFormatter, DjangoHelpFormatter):
    """Keeps the lines of descriptions and lists as they are."""


def answer_each(
    command: BaseCommand, text: str, form: str, answer: Callable[[str, str], str], unanswered: str
) -> None:
    """Write the answer to a text, or with `-` one to each line of standard input.

    `form` is text or json; empty: text, and json with `-`. Lines that `answer` refuses by ValueError are named
    as they come, and counted at the end as so many that were `unanswered`. CommandError when there is any.
    """
    if text != "-":
        try:
            command.stdout.write(answer(text, form or "text"))
        except ValueError as error:  # GridError is one
            raise CommandError(str(error), returncode=BAD_INPUT) from None
        return
    wrong = 0
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            written = answer(line.rstrip("\r\n"), form or "json")
        except ValueError as error:
            wrong += 1
            command.stderr.write(f"input line {number}: {error}")
        else:
            command.stdout.write(written)
    if wrong:
        words = "line was" if wrong == 1 else "lines were"
        raise CommandError(f"{wrong} {words} {unanswered}", returncode=BAD_INPUT)
