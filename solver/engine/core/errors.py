"""Errors of a puzzle, and events that end or branch a search."""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from .geometry import cell_name
from .i18n import LazyPlural, gettext


class CellFact(NamedTuple):
    """A cell as a fact of an error: a number to code, `r3c7` to people."""

    number: int  # 0-based, row-major
    size: int  # rows of its board

    def __str__(self) -> str:
        return cell_name(self.number, self.size)


class TextPlace(NamedTuple):
    """A place in a text as a fact of an error: line and column from 1, as far as they are known."""

    line: int | None
    column: int | None = None

    def __str__(self) -> str:
        parts = []
        if self.line is not None:
            parts.append(gettext("line {line}", line=self.line))
        if self.column is not None:
            parts.append(gettext("column {column}", column=self.column))
        return ", ".join(parts)


class Nearest(NamedTuple):
    """The board that a refused text comes nearest to, as a fact of an error."""

    digits: tuple[int, ...]  # 0 where a cell is empty
    doubtful: tuple[int, ...]  # cells that the player should check


Fact = TypeVar("Fact", TextPlace, CellFact, Nearest)


class GridError(ValueError):
    """A text or givens that are no puzzle. The message names the place and what was expected.

    It keeps the message and its facts, and translates them each time it is read. `cells`, `line` and `column`
    are the place. An error that is a fact of another error, as in `puzzle 3: …`, gives its places to that one.
    """

    def __init__(self, message: str | LazyPlural, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        if isinstance(self.message, LazyPlural):
            return str(self.message)
        return gettext(self.message, **self.facts)

    @property
    def cells(self) -> tuple[CellFact, ...]:
        """The cells that the error names, in the order of its facts."""
        return tuple(self._all(CellFact))

    @property
    def line(self) -> int | None:
        """The line of the text at which the error is, from 1, or None if unknown.

        For a text in a list, it is the line in the list.
        """
        return next((place.line for place in self._all(TextPlace) if place.line is not None), None)

    @property
    def column(self) -> int | None:
        return next(
            (place.column for place in self._all(TextPlace) if place.column is not None), None
        )

    @property
    def nearest(self) -> Nearest | None:
        return next(self._all(Nearest), None)

    def without_line(self) -> "GridError":
        """Return the error for a caller that names the line itself: line 1 is left out, the column stays.

        Any other error is returned unchanged.
        """
        placed = {
            name: fact._replace(line=None)
            for name, fact in self.facts.items()
            if isinstance(fact, TextPlace) and fact.line == 1 and fact.column is not None
        }
        return GridError(self.message, **(self.facts | placed)) if placed else self

    def _all(self, kind: type[Fact]) -> Iterator[Fact]:
        for fact in self.facts.values():
            if isinstance(fact, kind):
                yield fact
            elif isinstance(fact, GridError):
                yield from fact._all(kind)


def wrong_value(message: str, **facts: object) -> ValueError:
    """Return the error of a wrong value that somebody chose, in the reader's language."""
    return ValueError(gettext(message, **facts))


class Contradiction(Exception):
    """A board without a solution. It is an ordinary event of a search, not a fault.

    It has the unit, the cells and the digits of a step, so that the history can show them.
    """

    def __init__(self, unit: int | None, cells: tuple[int, ...], digits_mask: int) -> None:
        super().__init__(unit, cells, digits_mask)
        self.unit = unit
        self.cells = cells
        self.digits_mask = digits_mask


class BudgetSpent(Exception):
    """The budget of nodes, time or iterations has run out."""
