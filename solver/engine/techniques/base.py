"""A technique: a name, a way to find its steps, and a way to say why they are right."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from types import MappingProxyType
from typing import Protocol

from ..core.board import Board
from ..core.geometry import Geometry
from ..core.i18n import LazyMessage
from ..core.steps import Step

Finder = Callable[[Board], Iterator[Step]]
Explainer = Callable[[Geometry, Step], str]


class Teaching(Protocol):
    """A module whose docstring defines a technique, and whose `explain` puts a step into words."""

    __doc__: str | None

    def explain(self, geometry: Geometry, step: Step, /) -> str: ...


@dataclass(frozen=True)
class Example:
    """A position and what the technique must find there. If `finds` is empty, it must find nothing.

    `candidates` names cells, and all others are full. `placed` says which cells are filled already. `finds`
    is in notation, `r1c3<>12` or `r4c5=7`, and complete.
    """

    candidates: Mapping[str, str]
    finds: str = ""
    placed: Sequence[str] = ()
    box: int = 3

    def board(self) -> Board:
        return Board.of_candidates(self.box, dict(self.candidates), self.placed)


@dataclass(frozen=True)
class Rule:
    """A technique, or a part of one, as a choice for the method `rules` and as a grade of puzzles.

    `grade_rank` is its place in the order of difficulty, from 100 up with gaps. It is stored with puzzles, so
    it never changes. 0 is for what belongs to every grade. `band` is what players call its kind.
    """

    name: str
    title: str
    find: Finder
    turn: int  # in a round of the method `rules`, lowest first
    grade_rank: int
    band: str = ""
    inserts: bool = False
    is_in_article: bool = False  # 003, so it runs unless something else is chosen


@dataclass(frozen=True)
class Technique:
    """A technique: `find` yields its steps on a board without changing it, `explain` puts one in words.

    `rank` orders techniques from easy to hard. `called` gives the name an article uses, by method. `rules`
    are what people may choose of it. A technique without any is only a part of some method.
    """

    name: str
    rank: int
    find: Finder
    explain: Explainer
    definition: str | None  # the docstring of its module
    source: str
    called: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    examples: tuple[Example, ...] = ()
    rules: tuple[Rule, ...] = ()
    is_about_a_set: bool = False  # its steps differ by their set of digits
    shown_by: str = ""  # a puzzle, then the rungs to climb besides singles and this one, or `whole`
    says: tuple[str, ...] = ()  # what it is among its family, in a player's words

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs about the technique, a line each: its own, then the definition of its family."""
        parts = (self.definition or "").strip().split("\n\n")
        return [*self.says, *(" ".join(part.split()) for part in parts)]


def entries(section: int) -> dict[str, LazyMessage]:
    """Return the entries of a section of `atlas.txt`, by number: names, and the words after the colon."""
    text = files(__package__).joinpath("atlas.txt").read_text("utf-8")
    _title, *lines = text.split("\n\n")[section].strip().splitlines()
    pairs = (line.split(": ", 1) for line in lines)
    return {name: LazyMessage(words) for name, words in pairs}


def texts(name: str) -> Iterator[str]:
    """Yield the text of each family's file of this name. A family may have none."""
    for folder in files(__package__).iterdir():
        path = folder.joinpath(name)
        if path.is_file():
            yield path.read_text("utf-8")
