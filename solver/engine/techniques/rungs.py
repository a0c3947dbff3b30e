"""The rungs of the ladder, easiest first, in one table: HoDoKu's order, codes, levels and scores.

Where definitions overlap the lower rung has the step: a rung is asked only when all below it find nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, get_args

from ..core.position import Position
from . import colours, forcing, templates, wings
from . import single_digit as patterns
from .als import chain as als_chain
from .als import death_blossom as blossom
from .als import finder as als
from .als import sue_de_coq
from .chains import finder as chains
from .chains import loops
from .deduction import Found, Search
from .fish import finder as fish
from .fish import kraken
from .locked import finder as locked
from .singles import full_house as singles
from .subsets import finder as subsets
from .uniqueness import bug, rectangles

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
_LEVELS: dict[str, Level] = {level: level for level in get_args(Level)}


@dataclass(frozen=True)
class Switches:
    """What a search may take into account beyond the usual; the regression library asks for all of it."""

    missing: bool = True  # a rectangle's roof may lack one of the two digits
    overlap: bool = False  # almost locked sets may share cells
    almost: bool = False  # almost locked sets may be nodes of chains
    two: bool = False  # an empty rectangle may have two places
    thorough: bool = (
        False  # all loops, also long ones; of chains and loops those that meet no cell twice
    )
    loose: bool = False  # whatever the library might call so, and less than could be had by it


@dataclass(frozen=True)
class Rung:
    """A technique with its place in HoDoKu's order, `index`, and what it counts for there.

    `is_usual` rungs are climbed unless others are asked for. Those that `rest_on_one_solution` are passed over
    where the puzzle is not known to have one. `on_any_size` works on boards of every size.
    """

    technique: str
    code: str
    index: int
    level: Level
    score: int
    search: Callable[[Position, Switches], Iterator[Found]]
    module: str
    is_usual: bool = True
    rests_on_one_solution: bool = False
    on_any_size: bool = False

    def find(self, position: Position, switches: Switches | None = None) -> Iterator[Found]:
        """The steps of this technique alone."""
        found = self.search(position, switches or Switches())
        return (each for each in found if each.technique == self.technique)


def _rung(
    row: str, search: Callable[..., Iterator[Found]], *about: object, switch: str = "", **more: Any
) -> Rung:
    """Of `technique | code | index | level | score`; the search is handed `about`, and what switches say."""
    technique, code, index, level, score = (part.strip() for part in row.split("|"))

    def asked(position: Position, switches: Switches) -> Iterator[Found]:
        said = [getattr(switches, name) for name in switch.split()]
        return search(position, *about, *said)

    return Rung(
        technique, code, int(index), _LEVELS[level], int(score), asked, search.__module__, **more
    )


ANY: dict[str, Any] = {"on_any_size": True}
ONE: dict[str, Any] = {"rests_on_one_solution": True}
RARE: dict[str, Any] = {"is_usual": False}


def _table() -> Iterator[Rung]:
    yield _rung("full house | 0000 | 100 | easy | 4", singles.full_houses, **ANY)
    yield _rung("naked single | 0003 | 200 | easy | 4", singles.naked_singles, **ANY)
    yield _rung("hidden single | 0002 | 300 | easy | 14", singles.hidden_singles, **ANY)
    yield _rung("locked pair | 0110 | 1000 | medium | 40", subsets.naked, 2, True)
    yield _rung("locked triple | 0111 | 1100 | medium | 60", subsets.naked, 3, True)
    yield _rung("pointing | 0100 | 1200 | medium | 50", locked.pointing, **ANY)
    yield _rung("claiming | 0101 | 1210 | medium | 50", locked.claiming, **ANY)
    yield _rung("naked pair | 0200 | 1300 | medium | 60", subsets.naked, 2, **ANY)
    yield _rung("naked triple | 0201 | 1400 | medium | 80", subsets.naked, 3, **ANY)
    yield _rung("hidden pair | 0210 | 1500 | medium | 70", subsets.hidden, 2, **ANY)
    yield _rung("hidden triple | 0211 | 1600 | medium | 100", subsets.hidden, 3, **ANY)
    yield _rung("naked quadruple | 0202 | 2000 | hard | 120", subsets.naked, 4, **ANY)
    yield _rung("hidden quadruple | 0212 | 2100 | hard | 150", subsets.hidden, 4, **ANY)
    yield _rung("remote pair | 0703 | 2800 | hard | 110", colours.remote_pairs)
    yield _rung("bivalue universal grave + 1 | 0610 | 2900 | hard | 100", bug.bug, **ONE)
    yield _rung("skyscraper | 0400 | 3000 | hard | 130", patterns.skyscrapers)
    yield _rung("two-string kite | 0401 | 3100 | hard | 150", patterns.kites)
    yield _rung("dual two-string kite | 0404 | 3110 | hard | 150", patterns.dual_kites, **RARE)
    yield _rung("turbot fish | 0403 | 3120 | hard | 120", chains.turbot_fish)
    empty = patterns.empty_rectangles
    yield _rung("empty rectangle | 0402 | 3170 | hard | 120", empty, switch="two")
    dual = patterns.dual_empty_rectangles
    yield _rung("dual empty rectangle | 0405 | 3180 | hard | 120", dual, **RARE)
    yield _rung("W-wing | 0803 | 3200 | hard | 150", wings.w_wings)
    yield _rung("XY-wing | 0800 | 3300 | hard | 160", wings.xy_wings)
    yield _rung("XYZ-wing | 0801 | 3400 | hard | 180", wings.xyz_wings)
    yield from _uniqueness()
    yield from _fish()
    yield _rung("Sue de Coq | 1101 | 5300 | unfair | 250", sue_de_coq.sue_de_coqs)
    trap = colours.simple_traps
    yield _rung("simple colours trap | 0500 | 5330 | hard | 150", trap, switch="loose")
    yield _rung("simple colours wrap | 0501 | 5331 | hard | 150", colours.simple_wraps)
    yield _rung("multi colours 1 | 0502 | 5360 | hard | 200", colours.multi_colours_1)
    yield _rung("multi colours 2 | 0503 | 5361 | hard | 200", colours.multi_colours_2)
    yield _rung("X-chain | 0701 | 5400 | unfair | 260", chains.x_chains)
    yield _rung("XY-chain | 0702 | 5500 | unfair | 260", chains.xy_chains, switch="loose")
    name = "continuous nice loop | 0706 | 5600 | unfair | 280"
    yield _rung(name, loops.continuous, switch="thorough loose")
    name = "discontinuous nice loop | 0707 | 5601 | unfair | 280"
    yield _rung(name, chains.discontinuous, switch="thorough")
    yield _rung("AIC | 0708 | 5602 | unfair | 280", chains.aics, switch="thorough")
    grouped: dict[str, Any] = {"switch": "almost thorough"}
    name = "grouped continuous nice loop | 0709 | 5650 | unfair | 300"
    yield _rung(name, loops.grouped_continuous, switch="almost thorough loose")
    name = "grouped discontinuous nice loop | 0710 | 5651 | unfair | 300"
    yield _rung(name, chains.grouped_discontinuous, **grouped)
    yield _rung("grouped AIC | 0711 | 5652 | unfair | 300", chains.grouped_aics, **grouped)
    yield _rung("ALS-XZ | 0901 | 5700 | unfair | 300", als.xz, switch="overlap")
    yield _rung("ALS-XY-wing | 0902 | 5800 | unfair | 320", als.xy_wings, switch="overlap")
    als_chains = als_chain.als_chains
    yield _rung("ALS chain | 0903 | 5900 | unfair | 340", als_chains, switch="overlap loose")
    blossoms = blossom.death_blossoms
    yield _rung("Death Blossom | 0904 | 6000 | unfair | 360", blossoms, switch="overlap loose")
    yield _rung("kraken fish type 1 | 0371 | 8450 | extreme | 500", kraken.type_1, **RARE)
    yield _rung("kraken fish type 2 | 0372 | 8451 | extreme | 500", kraken.type_2, **RARE)
    chain = forcing.chain_contradictions
    yield _rung("forcing chain contradiction | 1301 | 8500 | extreme | 500", chain)
    chain = forcing.chain_verities
    yield _rung("forcing chain verity | 1302 | 8501 | extreme | 500", chain)
    yield _rung("forcing net contradiction | 1303 | 8600 | extreme | 700", forcing.forcing_nets)
    yield _rung("forcing net verity | 1304 | 8601 | extreme | 700", forcing.forcing_nets)
    yield _rung("template set | 1201 | 8700 | extreme | 10000", templates.templates, **RARE)
    yield _rung("template delete | 1202 | 8800 | extreme | 10000", templates.templates, **RARE)


def _uniqueness() -> Iterator[Rung]:
    tests = (
        rectangles.uniqueness_1,
        rectangles.uniqueness_2,
        rectangles.uniqueness_3,
        rectangles.uniqueness_4,
        rectangles.uniqueness_5,
        rectangles.uniqueness_6,
    )
    for number, test in enumerate(tests, 1):
        row = f"{rectangles.TESTS[number]} | 060{number - 1} | {3400 + 100 * number} | hard | 100"
        yield _rung(row, test, switch="missing", **ONE)
    hidden = f"{rectangles.HIDDEN} | 0606 | 4010 | hard | 100"
    yield _rung(hidden, rectangles.hidden_rectangles, switch="missing loose", **ONE)
    for number, search in ((1, rectangles.avoidable_1), (2, rectangles.avoidable_2)):
        row = (
            f"{rectangles.AVOIDABLE[number]} | 060{6 + number} | {4010 + 10 * number} | hard | 100"
        )
        yield _rung(row, search, **ONE)


# By kind: words before the name, the kind to search for, code, index of the X-wing and the step to the
# next size, the largest usual size, and the score by size, from two to seven.
FISH: tuple[tuple[str, int, str, int, int, int, tuple[int, ...]], ...] = (
    ("", fish.BASIC, "030", 2200, 100, 4, (140, 150, 160, 470, 470, 470)),
    ("finned ", fish.BASIC, "031", 4100, 200, 4, (130, 200, 250, 470, 470, 470)),
    ("sashimi ", fish.BASIC, "032", 4200, 200, 4, (150, 240, 260, 470, 470, 470)),
    ("franken ", fish.FRANKEN, "033", 6100, 100, 3, (300, 350, 370, 470, 470, 470)),
    ("finned franken ", fish.FRANKEN, "034", 6700, 100, 3, (390, 410, 430, 470, 470, 470)),
    ("mutant ", fish.MUTANT, "035", 7300, 100, 0, (450, 450, 450, 470, 470, 470)),
    ("finned mutant ", fish.MUTANT, "036", 7900, 100, 0, (470, 470, 470, 470, 470, 470)),
)


def _fish() -> Iterator[Rung]:
    for words, kind, code, first, step, largest, scores in FISH:
        for place, (size, name) in enumerate(fish.NAMES.items()):
            index, score = first + step * place, scores[place]
            level = _level_of_fish(words, kind, size, score)
            row = f"{words}{name} | {code}{place} | {index} | {level} | {score}"
            yield _rung(row, fish.fish, size, kind, is_usual=size <= largest)
            row = f"siamese {words}{name} | {code}{place}1 | {index + 5} | {level} | {score}"
            if (
                words and size <= 4
            ):  # of a basic fish without fins the bases leave no choice of covers
                yield _rung(row, fish.siamese, size, kind, switch="loose", **RARE)


def _level_of_fish(words: str, kind: int, size: int, score: int) -> Level:
    if kind == fish.MUTANT or (kind == fish.FRANKEN and size > 4):
        return "extreme"
    return "hard" if score <= 160 else "unfair"


@cache
def rungs() -> Mapping[str, Rung]:
    """Every rung by the name of its technique, easiest first."""
    found = sorted(_table(), key=lambda rung: rung.index)
    return MappingProxyType({rung.technique: rung for rung in found})


def slug(technique: str) -> str:
    """`XY-wing` as programs write it: `xy-wing`."""
    words = "".join(letter if letter.isalnum() else " " for letter in technique.lower())
    return "-".join(words.split())


@cache
def by_slug() -> Mapping[str, Rung]:
    return MappingProxyType({slug(name): rung for name, rung in rungs().items()})


def search_of(code: str, switches: Switches) -> Search:
    """What finds the steps of a four-digit code, siamese fish too."""
    chosen = [rung for rung in rungs().values() if rung.code[:4] == code]

    def search(position: Position) -> Iterator[Found]:
        for rung in chosen:
            yield from rung.find(position, switches)

    return search
