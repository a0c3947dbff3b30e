"""The progress of a long command: one line on a terminal that is overwritten as the command goes on."""

import time
from collections.abc import Callable
from typing import Self, TextIO

PERIOD = 0.2  # least seconds between two updates of the line


class ProgressLine:
    """A line such as `120 of 500 puzzles, 84/s, 5 s left` on `stream`. Nothing is written if it is no terminal.

    `stream` is None if nothing is to be shown, and `total` is None while it is unknown. Set `total` and call
    `advance` as the work goes on. `more` returns further words for the line.

    >>> with ProgressLine(sys.stderr, "puzzles", total=500) as progress:
    ...     progress.advance(20)
    """

    def __init__(
        self,
        stream: TextIO | None,
        things: str,
        total: int | None = None,
        more: Callable[[], str] = lambda: "",
    ) -> None:
        self.things = things
        self.total = total
        self._more = more
        self.done = 0
        self._stream = stream if stream and stream.isatty() else None
        self._began = self._shown = time.monotonic()

    def __enter__(self) -> Self:
        self._show()
        return self

    def __exit__(self, *_error: object) -> None:
        self._show()
        if self._stream:
            self._stream.write("\n")

    def advance(self, count: int = 1) -> None:
        self.done += count
        if time.monotonic() - self._shown >= PERIOD:
            self._show()

    def _show(self) -> None:
        self._shown = time.monotonic()
        if self._stream:
            self._stream.write(f"\r\x1b[K{self}")
            self._stream.flush()

    def __str__(self) -> str:
        seconds = time.monotonic() - self._began
        rate = self.done / seconds if seconds else 0
        if self.total is None:
            return f"{self.done:,} {self.things}, {_rate(rate)}"
        text = f"{self.done:,} of {self.total:,} {self.things}, {_rate(rate)}"
        if rate and self.done < self.total:
            text += f", {duration((self.total - self.done) / rate)} left"
        more = self._more()
        return f"{text}, {more}" if more else text


def _rate(rate: float) -> str:
    return f"{rate:,.0f}/s" if rate >= 10 else f"{rate:.1f}/s"


def duration(seconds: float) -> str:
    """Return a duration in words. For example, `8 s`, `3 min 20 s` or `2 h 5 min`."""
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
