"""The deadline that every search checks from inside its loops.

Work is counted in small steps of a few microseconds. `NODE` steps are a node: a guess of the exact count, or a
conflict of its SAT solver. What is stored is limited by nodes, which are the same on every machine. What
answers somebody who waits may also be limited by CPU seconds.

A deadline is current inside its `with`. Searches find it by `spend`, which raises BudgetSpent once the current
deadline, or one around it, has run out. It keeps doing so: no search goes on after another was cut short.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from types import TracebackType

from .errors import BudgetSpent
from .i18n import gettext

NODE = 16  # steps
LOOK = 32 * NODE  # steps between two looks at a clock, some milliseconds at most
TICK = 1.0  # seconds by the clock between two calls of `on_tick`
NO_END = 1 << 59


class Deadline:
    """The budget of some work in nodes and in CPU seconds of this thread.

    It may be entered several times, one after the other, and goes on counting where it stopped. `on_tick` is
    called about once a second by the clock while work goes on. An exception that it raises ends the work.
    """

    __slots__ = (
        "_batch",
        "_chain",
        "_next_tick",
        "_on_tick",
        "_seconds",
        "_steps",
        "_token",
        "_unlooked",
        "_until",
        "is_out_of_nodes",
        "is_out_of_time",
        "left",
    )

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        on_tick: Callable[[], None] | None = None,
    ) -> None:
        self._steps = None if nodes is None else nodes * NODE
        self._seconds = seconds
        self._on_tick = on_tick
        self._next_tick = 0.0
        self._until: float | None = None
        self._chain: tuple[Deadline, ...] = (self,)  # with the deadlines around it
        self._token: Token[Deadline] | None = None
        self.is_out_of_nodes = self.is_out_of_time = False
        self._unlooked = 0  # steps since the last look at a clock
        # Steps left until the next look, and the steps that were dealt out for it.
        self.left = self._batch = NO_END

    @property
    def is_spent(self) -> bool:
        """Whether this deadline has run out itself, and not only one around it."""
        return self.is_out_of_nodes or self.is_out_of_time

    def __enter__(self) -> "Deadline":
        outer = _current.get()
        outer._settle()
        self._chain = (self,) if outer is _NONE else (self, *outer._chain)
        self._token = _current.set(self)
        if self._seconds is not None:
            self._until = time.thread_time() + self._seconds
        if self._on_tick and not self._next_tick:
            self._next_tick = time.monotonic() + TICK
        self._deal()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._settle()
        if self._until is not None:
            self._seconds = self._until - time.thread_time()
        assert self._token is not None
        _current.reset(self._token)
        outer = _current.get()
        if outer is not _NONE:
            outer._deal()

    def look(self) -> None:
        """Account for the steps since the last look.

        Raise BudgetSpent if this or an enclosing deadline has run out.
        """
        self._settle()
        now = None
        for each in self._chain:
            each._unlooked = 0
            if each._steps is not None and each._steps < 0:
                each.is_out_of_nodes = True
            if each._until is not None:
                now = time.thread_time() if now is None else now
                if now >= each._until:
                    each.is_out_of_time = True
        self._deal()
        if self.left < 0:
            raise BudgetSpent
        for each in self._chain:
            if each._on_tick and time.monotonic() >= each._next_tick:
                each._next_tick = time.monotonic() + TICK
                each._on_tick()

    def _settle(self) -> None:
        """Charge the steps spent since the last look to this deadline and to those around it."""
        used = self._batch - self.left
        if used:
            self._batch = self.left
            for each in self._chain:
                each._unlooked += used
                if each._steps is not None:
                    each._steps -= used

    def _deal(self) -> None:
        """Deal out the steps until the next look: none if any deadline of the chain has run out."""
        steps = NO_END
        for each in self._chain:
            if each.is_out_of_nodes or each.is_out_of_time:
                self.left = self._batch = -1
                return
            if each._steps is not None and each._steps < steps:
                steps = each._steps
            if each._until is not None or each._on_tick:
                steps = min(steps, max(0, LOOK - each._unlooked))
        self.left = self._batch = steps


def say_cut_short() -> str:
    """Return the translated sentence that a request had no time to find an answer, which may exist or not."""
    return gettext("It was not found within the time limit of one request.")


_NONE = Deadline()
_current: ContextVar[Deadline] = ContextVar("deadline", default=_NONE)


def spend(steps: int = 1) -> None:
    """Charge some small steps to the current deadline. Raise BudgetSpent if it has run out."""
    current = _current.get()
    current.left -= steps
    if current.left < 0:
        current.look()


@contextmanager
def limited(nodes: int | None = None, seconds: float | None = None) -> Iterator[Deadline]:
    """Do work until a budget of its own is spent, and go on after the block.

    BudgetSpent is raised only if a deadline around it has run out.
    """
    budget = Deadline(nodes, seconds)
    try:
        with budget:
            yield budget
    except BudgetSpent:
        if not budget.is_spent:
            raise


@contextmanager
def unlimited() -> Iterator[None]:
    """Do work outside the current deadlines: what is our own, the same for everybody, and kept."""
    outer, began = _current.get(), time.thread_time()
    outer._settle()
    token = _current.set(_NONE)
    try:
        yield
    finally:
        _current.reset(token)
        for each in outer._chain:
            if each._until is not None:
                each._until += time.thread_time() - began
        if outer is not _NONE:
            outer._deal()


def nodes_left(most: int) -> int:
    """Return how many whole nodes of a search the current deadline has left, at most `most`."""
    current = _current.get()
    current._settle()
    return min([most, *(each._steps // NODE for each in current._chain if each._steps is not None)])


def seconds_left() -> float | None:
    """Return the CPU seconds that the current deadline has left, or None if it does not end by them."""
    ends = [each._until for each in _current.get()._chain if each._until is not None]
    return min(ends) - time.thread_time() if ends else None
