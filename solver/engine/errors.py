"""What can be wrong with a puzzle, and what can go wrong while it is solved."""

from .words import say


class GridError(ValueError):
    """Text or givens that are no puzzle; the message names the place and what was expected.

    It is put into words at once, with its facts, in the language of whoever brought the text.
    """

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(say(message, **facts))


class Contradiction(Exception):
    """A board that has no solution: an ordinary event of a search, not a fault.

    Carries a step, so that the history can say which unit and which cells.
    """

    def __init__(self, unit: int | None, cells: tuple[int, ...], digits_mask: int) -> None:
        super().__init__(unit, cells, digits_mask)
        self.unit = unit
        self.cells = cells
        self.digits_mask = digits_mask


class BudgetSpent(Exception):
    """The nodes, the time or the iterations that something may take have run out."""
