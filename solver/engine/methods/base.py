"""What a method is: a name, its options, and a generator that tells the story and how it ended."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..grid import Grid
from ..steps import Iteration

Outcome = Literal["solved", "stalled", "contradiction", "limit"]


@dataclass(frozen=True)
class Ending:
    """How a method ended: its outcome and the solutions it found, a digit a cell."""

    outcome: Outcome
    solutions: tuple[tuple[int, ...], ...] = ()


Story = Generator[Iteration, None, Ending]


@dataclass(frozen=True)
class Option:
    """A choice a method offers: its values with their words, the first one being the default."""

    name: str
    title: str
    help: str
    choices: Mapping[str, str]

    @property
    def default(self) -> str:
        return next(iter(self.choices))


@dataclass(frozen=True)
class Method:
    """A published method. `tell` gets a grid and every option's value, and yields iterations."""

    name: str
    title: str
    summary: str
    article: str
    tell: Callable[[Grid, Mapping[str, str]], Story]
    options: tuple[Option, ...] = ()

    def read_options(self, given: Mapping[str, Any]) -> dict[str, str]:
        """Every option with its value; ValueError naming an unknown option or value."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                offered = ", ".join(known) or "none"
                raise ValueError(f"{self.name} has no option {name!r}; it has: {offered}")
        values = {}
        for option in self.options:
            value = given.get(option.name, option.default)
            if value not in option.choices:
                raise ValueError(
                    f"{option.name} is {value!r}; choose one of {', '.join(option.choices)}"
                )
            values[option.name] = value
        return values
