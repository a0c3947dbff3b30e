"""Fish: as many units as a digit's places in them have others that cross them."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from ...core.i18n import LazyMessage
from ..rungs import Family, Level, NearMiss, Rung
from . import finder, near_miss

HUGE = (470, 470, 470)


class FishKind(NamedTuple):
    """What fish of a kind have in common. HoDoKu's scores are by size, from 2 up."""

    words: str  # before the name
    kind: int  # for the search
    code: str
    first: int  # index of the X-wing
    step: int  # of the index, to the next size
    largest: int  # usual size
    scores: tuple[int, ...]
    near_miss: NearMiss | None = None

    def level(self, size: int, score: int) -> Level:
        if self.kind == finder.MUTANT or (self.kind == finder.FRANKEN and size > 4):
            return "extreme"
        return "hard" if score <= 160 else "unfair"


BASIC, FRANKEN, MUTANT, FINNED = finder.BASIC, finder.FRANKEN, finder.MUTANT, near_miss.finned_fish
KINDS = (
    FishKind("", BASIC, "030", 2200, 100, 4, (140, 150, 160, *HUGE), near_miss.fish),
    FishKind("finned ", BASIC, "031", 4100, 200, 4, (130, 200, 250, *HUGE), FINNED),
    FishKind("sashimi ", BASIC, "032", 4200, 200, 4, (150, 240, 260, *HUGE), FINNED),
    FishKind("franken ", FRANKEN, "033", 6100, 100, 3, (300, 350, 370, *HUGE)),
    FishKind("finned franken ", FRANKEN, "034", 6700, 100, 3, (390, 410, 430, *HUGE), FINNED),
    FishKind("mutant ", MUTANT, "035", 7300, 100, 0, (450, 450, 450, *HUGE)),
    FishKind("finned mutant ", MUTANT, "036", 7900, 100, 0, (470, 470, 470, *HUGE), FINNED),
)


def _rungs() -> Iterator[Rung]:
    for kind in KINDS:
        for place, (size, name) in enumerate(finder.NAMES.items()):
            technique, code = f"{kind.words}{name}", f"{kind.code}{place}"
            index, score = kind.first + kind.step * place, kind.scores[place]
            row = partial(
                Rung,
                level=kind.level(size, score),
                score=score,
                module=finder,
                given=(size, kind.kind),
            )
            yield row(
                *(technique, code, index),
                search=finder.fish,
                near_miss=kind.near_miss,
                is_usual=size <= kind.largest,
            )
            # The bases of a basic fish without fins leave no choice of covers.
            if kind.words and size <= 4:
                yield row(
                    *(f"siamese {technique}", f"{code}1", index + 5),
                    search=finder.siamese,
                    switches=("loose",),
                    is_usual=False,
                )


family = Family(
    "fish",
    LazyMessage("A fish."),
    LazyMessage(
        "In some rows, one digit can only go into as many columns. Or the other way round."
    ),
    "digit",
    rungs=tuple(_rungs()),
)
