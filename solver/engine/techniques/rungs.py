"""What a family of techniques says of itself, and the rungs of the ladder: the rows of all families.

If definitions overlap, the lower rung has the step: a rung is tried only if all below it find nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from types import MappingProxyType
from typing import Literal

from ..core.discovery import discover
from ..core.i18n import LazyMessage
from ..core.position import Position
from ..core.shape import Shape
from .base import Teaching
from .deduction import Deduction, Search

LARGEST = 12  # rows of the boards on which every rung is climbed
TRYING = 8600  # from this index on: nets, counts and splits
COUNTED = 8650  # from this index on: counts and splits, each of which tells its smallest step first


Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Place = Literal["unit of a single", "unit with digit", "unit", "boxes", "digit", "start"]


@dataclass(frozen=True)
class Switches:
    """What a search may use beyond the usual. The regression library switches all of it on."""

    missing: bool = True  # a rectangle's roof may lack one of the two digits
    overlap: bool = False  # almost locked sets may share cells
    almost: bool = False  # almost locked sets may be nodes of chains
    two: bool = False  # an empty rectangle may have two places
    # All loops, also long ones, and only chains and loops that meet no cell twice.
    thorough: bool = False
    loose: bool = False  # all that the library may call so, also steps that do less than they could


@dataclass(frozen=True)
class Rung:
    """A technique of the ladder with HoDoKu's code, level, score, and place in its order, `index`.

    `search` gets a position, what is `given`, and the values of the `switches` of these names. Only
    deductions of this technique count. `module` defines and explains it. `near_miss` says what is missing if
    some cells are no step, `lack` what a whole position lacks that has none. Cells of a step are open, unless
    they `may_be_filled`.

    `is_usual` rungs are climbed by default. Rungs that `rest_on_one_solution` are skipped if the puzzle is
    not known to have one. `on_any_size` rungs work on boards of every size. What a rung `retells` is found by
    that technique too, lower on the ladder. A rung that `is_only_listed` is not climbed, as by HoDoKu, but its
    steps are listed with those of the usual rungs. On a board that it does not `suit`, a rung is left out.
    """

    technique: str
    code: str
    index: int
    level: Level
    score: int
    search: Callable[..., Iterator[Deduction]]
    module: Teaching
    near_miss: "NearMiss | None" = None
    lack: LazyMessage | None = None
    may_be_filled: bool = False
    given: tuple[object, ...] = ()
    switches: tuple[str, ...] = ()
    is_usual: bool = True
    rests_on_one_solution: bool = False
    on_any_size: bool = False
    retells: str = ""
    is_only_listed: bool = False
    suits: Callable[[Shape], bool] = lambda _shape: True

    def find(self, position: Position, switches: Switches | None = None) -> Iterator[Deduction]:
        """Yield the deductions of this technique at a position.

        `switches` vary the search, as HoDoKu's tester does.
        """
        values = self.values_of(switches) if switches else self.usual_values
        found, technique = self.search(position, *self.given, *values), self.technique
        return (each for each in found if each.technique == technique)

    def values_of(self, switches: Switches) -> list[object]:
        return [getattr(switches, name) for name in self.switches]

    @cached_property
    def usual_values(self) -> list[object]:
        return self.values_of(Switches())


# Return the first condition that fails at some cells, in the order of the definition, or an empty text.
NearMiss = Callable[[Position, Sequence[int], Rung], str]


@dataclass(frozen=True)
class Family:
    """Techniques that a player takes for one kind, and what a hint says before it names one of them.

    `name` is for programs, the same in every language. `place` is where to look. Its folder has `kinds.txt`,
    which teaches its techniques.
    """

    name: str
    title: LazyMessage
    about: LazyMessage
    place: Place
    rungs: tuple[Rung, ...]
    elsewhere: LazyMessage | None = None  # instead of `about`, if not all units are lines and boxes

    def about_on(self, shape: Shape) -> LazyMessage:
        return self.about if shape.has_boxes_alone or not self.elsewhere else self.elsewhere


@cache
def families() -> Mapping[str, Family]:
    """Return the family (subsets, fish, chains …) of each technique, by the technique's name."""
    found = discover(__package__, Family)
    return MappingProxyType({rung.technique: family for family in found for rung in family.rungs})


@cache
def rungs() -> Mapping[str, Rung]:
    """Return the rung of every technique by the technique's name, easiest first."""
    found = {rung.technique: rung for family in families().values() for rung in family.rungs}
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: item[1].index)))


def slug(technique: str) -> str:
    """Return a technique's name for programs. For example, `XY-wing` becomes `xy-wing`."""
    words = "".join(letter if letter.isalnum() else " " for letter in technique.lower())
    return "-".join(words.split())


@cache
def by_slug() -> Mapping[str, Rung]:
    """Return the rung of every technique by the technique's slug, such as `xy-wing`."""
    return MappingProxyType({slug(name): rung for name, rung in rungs().items()})


def search_of(code: str, switches: Switches) -> Search:
    """Return a function that yields the steps of HoDoKu's four-digit code, siamese fish too, at a position."""
    chosen = [rung for rung in rungs().values() if rung.code[:4] == code]

    def search(position: Position) -> Iterator[Deduction]:
        for rung in chosen:
            yield from rung.find(position, switches)

    return search
