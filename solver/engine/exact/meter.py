"""The meter of a search: what it may cost, and how it is told that it has cost that."""

import time

from ..errors import BudgetSpent


class Meter:
    """Counts nodes (guesses, or conflicts of the SAT solver), and seconds of the processor in this thread.

    `deadline` is of `time.monotonic()`: by the clock, for whoever cannot wait longer.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        deadline: float | None = None,
    ) -> None:
        self.nodes_left = nodes
        self.deadline = deadline
        self.most = time.thread_time() + seconds if seconds is not None else None

    def spend(self, nodes: int = 1) -> None:
        """Raise BudgetSpent when the nodes or the time have run out."""
        if self.nodes_left is not None:
            self.nodes_left -= nodes
            if self.nodes_left < 0:
                raise BudgetSpent
        if self.most is not None and time.thread_time() > self.most:
            raise BudgetSpent
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise BudgetSpent
