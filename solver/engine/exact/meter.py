"""The meter of a search: what it may cost, and how it is told that it has cost that."""

import time

from ..errors import BudgetSpent


class Meter:
    """Counts nodes (guesses, or conflicts of the SAT solver) and looks at the clock."""

    def __init__(self, nodes: int | None = None, seconds: float | None = None) -> None:
        self.nodes_left = nodes
        self.deadline = time.monotonic() + seconds if seconds is not None else None

    def spend(self, nodes: int = 1) -> None:
        """Raise BudgetSpent when the nodes or the time have run out."""
        if self.nodes_left is not None:
            self.nodes_left -= nodes
            if self.nodes_left < 0:
                raise BudgetSpent
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise BudgetSpent
