"""What all commands share: their help, where they write, and how they end."""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout, suppress
from math import inf
from typing import IO

from ..core.i18n import quote

# Exit statuses.
IN_VAIN = 1
BAD_INPUT = 2
INTERRUPTED = 130  # the shells' status after Ctrl-C
PIPE_CLOSED = 141  # and after `… | head`


def add_common(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-q", "--quiet", action="store_true", help="no progress, no notes, no summary"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, and not to the screen")


def seconds(text: str) -> float:
    """Return a finite time in seconds, for argparse. Raise ArgumentTypeError for any other text."""
    with suppress(ValueError):
        if 0 <= float(text) < inf:
            return float(text)
    raise ArgumentTypeError(f"{text!r} is no number of seconds")


def complain(message: object) -> None:
    print(message, file=sys.stderr)


def ended(run: Callable[[], int], name: str) -> int:
    """Run a command and return its exit status. Bad input prints a sentence, an interrupt is no error.

    `name` is the command's name for messages.
    """
    try:
        status = run()
        sys.stdout.flush()
    except BrokenPipeError:
        return drop_output()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        what = f"{quote(error.filename)}: {error.strerror}" if error.filename else error
        complain(f"{name}: {what}")
        return BAD_INPUT
    except ValueError as error:  # GridError is one
        complain(f"{name}: {error}")
        return BAD_INPUT
    return status


def drop_output() -> int:
    """Return the exit status for an output whose reader has gone. Nothing more is written to it.

    Or Python would try to write the rest when it ends, and print an error.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())  # type: ignore[union-attr]
    return PIPE_CLOSED


@contextmanager
def written_to(path: str | None) -> Iterator[None]:
    """Send what is printed in this block to a file, or leave it as it is for None."""
    if not path:
        yield
        return
    with closing(_Late(path)) as late, redirect_stdout(late):
        yield


class _Late:
    """A file that is opened at the first write.

    The puzzle may have been read from the same file, and a command that only prints an error leaves it as it
    was.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._file: IO[str] | None = None

    def write(self, text: str) -> int:
        if self._file is None:
            self._file = open(self.path, "w", encoding="utf-8")  # noqa: SIM115  # closed below
        return self._file.write(text)

    def flush(self) -> None:
        if self._file:
            self._file.flush()

    def close(self) -> None:
        if self._file:
            self._file.close()
