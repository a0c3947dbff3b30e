"""What a method is: a name, its options, and a generator that tells the story and how it ended."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..grid import Grid
from ..steps import Iteration

Outcome = Literal["solved", "stalled", "contradiction", "limit"]


@dataclass(frozen=True)
class Ending:
    """How a method ended: its outcome and the solutions it found, a digit a cell."""

    outcome: Outcome
    solutions: tuple[tuple[int, ...], ...] = ()


# A method yields None where it has been at work for a while without an iteration to show, so that its
# clock can be looked at. `BudgetSpent` may then be thrown in: it says what it has, and ends.
Story = Generator[Iteration | None, None, Ending]
Value = str | int | list[str]


@dataclass(frozen=True)
class Option:
    """A choice a method offers: one of `choices`, several of them, or a number up to `most`."""

    name: str
    title: str
    help: str
    choices: Mapping[str, str] = field(default_factory=dict)  # values with their words
    default: Value = ""
    most: int = 0

    @property
    def kind(self) -> Literal["one", "several", "number"]:
        if self.most:
            return "number"
        return "several" if isinstance(self.default, list) else "one"

    def read(self, given: Any) -> Value:
        """The value meant; ValueError naming what is wrong and what there is."""
        offered = ", ".join(self.choices)
        if self.kind == "number":
            number = int(given) if _is_whole(given) else 0
            if not 1 <= number <= self.most:
                raise ValueError(f"{self.name} is {given!r}; it must be from 1 to {self.most}")
            return number
        if self.kind == "one":
            if not isinstance(given, str) or given not in self.choices:
                raise ValueError(f"{self.name} is {given!r}; choose one of {offered}")
            return given
        names = given.split(",") if isinstance(given, str) else given
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise ValueError(f"{self.name} is {given!r}; give a list of {offered}")
        for name in names:
            if name not in self.choices:
                raise ValueError(f"{self.name} has {name!r}; choose from {offered}")
        if not names:
            raise ValueError(f"{self.name} is empty; choose from {offered}")
        return [name for name in self.choices if name in names]

    def say(self, value: Value) -> str:
        """The choice in words: `open cells: final values only`."""
        words = [
            self.choices.get(v, v) for v in (value if isinstance(value, list) else [str(value)])
        ]
        return f"{self.title.lower()}: {', '.join(words)}"


def _is_whole(given: Any) -> bool:
    if isinstance(given, str):
        return given.isascii() and given.isdigit() and len(given) < 10
    return isinstance(given, int) and not isinstance(given, bool)


OUTPUT = Option(
    name="output",
    title="Open cells",
    help="The articles show the values that remain in a cell as a list, or leave the cell blank.",
    choices={"lists": "lists of what remains", "final": "final values only"},
    default="lists",
)


@dataclass(frozen=True)
class Method:
    """A published method. `tell` gets a grid and every option's value, and yields iterations."""

    name: str
    title: str
    summary: str
    article: str
    tell: Callable[[Grid, Mapping[str, Any]], Story]
    options: tuple[Option, ...] = ()

    def read_options(self, given: Mapping[str, Any]) -> dict[str, Value]:
        """Every option with its value; ValueError naming an unknown option or value."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                offered = ", ".join(known) or "none"
                raise ValueError(f"{self.name} has no option {name!r}; it has: {offered}")
        return {
            option.name: option.read(given[option.name]) if option.name in given else option.default
            for option in self.options
        }
