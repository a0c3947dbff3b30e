"""A method: a name, its options, and a generator that yields iterations and returns how it ended."""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from ..core.board import Board
from ..core.errors import Contradiction, wrong_value
from ..core.grid import Grid
from ..core.i18n import gettext, quote
from ..core.steps import Iteration, Step, apply
from ..techniques import Technique
from ..techniques.events import contradiction_step

Outcome = Literal["solved", "stalled", "contradiction", "limit"]


@dataclass(frozen=True)
class Ending:
    """The end of a method: its outcome and the solutions it found, a digit a cell."""

    outcome: Outcome
    solutions: tuple[tuple[int, ...], ...] = ()


# A method yields None if it has worked for a while without an iteration to show, so that its time can be
# checked. `BudgetSpent` may then be thrown into it. It then returns what it has found, and ends.
Story = Generator[Iteration | None, None, Ending]
Value = str | int | list[str]


@dataclass(frozen=True)
class Option:
    """A choice that a method offers: one of `choices`, several of them, or a number up to `most`."""

    name: str
    title: str
    help: str
    choices: Mapping[str, str] = field(default_factory=dict)  # values with their words
    default: Value = ""
    # Headings that values are listed under.
    families: Mapping[str, str] = field(default_factory=dict)
    least: ClassVar[int] = 1
    most: int = 0

    @property
    def kind(self) -> Literal["one", "several", "number"]:
        if self.most:
            return "number"
        return "several" if isinstance(self.default, list) else "one"

    def read(self, given: Any) -> Value:
        """Return the option's value that `given` means.

        Raise ValueError, naming what is wrong and what there is.
        """
        if self.kind == "number":
            number = int(given) if _is_whole(given) else 0
            if not self.least <= number <= self.most:
                raise self._wrong("{option} is {given}; it must be from 1 to {most}", given)
            return number
        if self.kind == "one":
            if not isinstance(given, str) or given not in self.choices:
                raise self._wrong("{option} is {given}; choose one of {offered}", given)
            return given
        names = given.split(",") if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise self._wrong("{option} is {given}; give a list of {offered}", given)
        for name in names:
            if name not in self.choices:
                raise self._wrong("{option} has {given}; choose from {offered}", name)
        if not names:
            raise self._wrong("{option} is empty; choose from {offered}", given)
        return [name for name in self.choices if name in names]

    def _wrong(self, message: str, given: Any) -> ValueError:
        offered = ", ".join(self.choices)
        facts = {"given": quote(given), "offered": offered, "most": self.most}
        return wrong_value(message, option=self.name, **facts)

    def say(self, value: Value) -> str:
        """Return the option with a value in words. For example, `Open cells: leave them blank`."""
        values = value if isinstance(value, list) else [str(value)]
        titles = [gettext(self.choices[v]) if v in self.choices else v for v in values]
        return f"{gettext(self.title)}: {', '.join(titles)}"


def carry_out(board: Board, found: Iterable[Step]) -> list[Step]:
    """Apply steps that were found together. Return those that changed anything, with what they did."""
    done = [apply(board, step) for step in list(found)]
    return [step for step in done if step]


def passes(
    board: Board, run: Callable[[int, list[Step]], bool]
) -> Generator[Iteration | None, None, tuple[int, Ending | None]]:
    """Yield the iteration of each pass. Return how many there were, and an ending if it was a contradiction.

    `run` gets the number of a pass and a list for its steps, and returns whether another pass follows.
    """
    number, goes_on = 0, True
    while goes_on:
        number += 1
        steps: list[Step] = []
        try:
            goes_on = run(number, steps)
        except Contradiction as error:
            steps.append(contradiction_step(error))
            yield Iteration(number, tuple(steps), tuple(board.candidates))
            return number, Ending("contradiction")
        yield Iteration(number, tuple(steps), tuple(board.candidates))
    return number, None


def _is_whole(given: Any) -> bool:
    if isinstance(given, str):
        return given.isascii() and given.isdigit() and len(given) < 10
    return isinstance(given, int) and not isinstance(given, bool)


OUTPUT = Option(
    name="output",
    title="Open cells",
    help="What the result shows in a cell that is not solved.",
    choices={"lists": "show their candidates", "final": "leave them blank"},
    default="lists",
)


@dataclass(frozen=True)
class Method:
    """A published method. `solve` gets a grid and every option's value, and yields iterations."""

    name: str
    title: str
    summary: str
    article: str
    solve: Callable[[Grid, Mapping[str, Any]], Story]
    techniques: tuple[Technique, ...]  # those that it may use
    options: tuple[Option, ...] = ()

    def still_offered(self, stored: Mapping[str, Any]) -> dict[str, Value]:
        """Return those options of an earlier solve whose values this version still has."""
        offered = {}
        for option in self.options:
            with suppress(KeyError, ValueError):
                offered[option.name] = option.read(stored[option.name])
        return offered

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Return every option of the method with its value. Raise ValueError for an unknown option or value."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                offered = ", ".join(known) or gettext("none")
                raise wrong_value(
                    "{method} has no option {option}; it has: {offered}",
                    method=self.name,
                    option=quote(name),
                    offered=offered,
                )
        return {
            option.name: option.read(given[option.name]) if option.name in given else option.default
            for option in self.options
        }
