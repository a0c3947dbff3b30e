"""The atlas: every technique in its kind, the kinds by level, and why some techniques have no positions."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from ..core.i18n import LazyMessage
from .base import texts
from .kinds import Kind, read
from .rungs import Level, rungs

# Rules of the articles have no rung. They are as hard as the techniques of their kind.
SMALLER = LazyMessage(
    "It is never the easiest step: a smaller fish of the same digit removes the same candidates."
)
TWINS = LazyMessage(
    "It is never the easiest step: it is two steps in one, and each of them is easier."
)
RETOLD = LazyMessage(
    "It is never the easiest step: a discontinuous nice loop removes the same candidates."
)
# Techniques of one digit at whose every position an easier one has a step too.
OVERTAKEN_BY = {
    "franken X-wing": LazyMessage(
        "It is never the easiest step: pointing or claiming removes some of the same candidates."
    ),
    "finned franken X-wing": LazyMessage(
        "It is never the easiest step: a grouped chain removes the same candidates."
    ),
    "franken swordfish": LazyMessage(
        "It is never the easiest step: pointing, claiming or a grouped chain removes the same candidates."
    ),
    "multi colours 2": LazyMessage(
        "It is never the easiest step: multi colours 1 removes some of the same candidates."
    ),
}
OF_ARTICLES = LazyMessage("It is a rule of the articles, which the ladder knows by other names.")
BEYOND = LazyMessage("It is beyond Unfair, where positions for people end.")
RARE = LazyMessage("No position is known in which it is the easiest step.")
# Techniques that are known elsewhere, and what removes the same here.
INSTEAD = {
    "Aligned Pair Exclusion": "ALS-XZ",
    "Aligned Triplet Exclusion": "ALS-XY-wing",
    "Extended Unique Rectangle": "uniqueness test 1",
    "Fireworks": "sets",
    "Almost Locked Candidates": "ALS-XZ",
}
# Techniques that are known elsewhere, and that nothing here stands for.
MISSING = {
    "Gurth's Theorem, Gurth's Symmetrical Placement": LazyMessage(
        "It rests on a symmetry of the givens. The page of a puzzle names its symmetry."
    ),
    "BUG Type 2, BUG Type 3, BUG Type 4, BUG+2, BUG+n, BUG Lite, Bivalue Universal Grave type 2": LazyMessage(
        "Of these the ladder has BUG+1, in which a single cell has more than two candidates."
    ),
    "Double Exocet, Double JExocet": LazyMessage("The ladder has the exocet with one base."),
    "Brute Force, Backtracking, Bifurcation, Ariadne's Thread, Raten, Durchprobieren": LazyMessage(
        "It is no technique for people. The methods that guess do it, and the ladder ends with splits."
    ),
    "Broken Wing, Oddagon": LazyMessage("The ladder finds the same by chains."),
    "Phistomefel Ring, Set Equivalence Theory": LazyMessage(
        "It compares two sets of cells for puzzles with further rules. On plain boards it removes nothing "
        "by itself."
    ),
    "Unique Loop Type 2, Unique Loop Type 3, Unique Loop Type 4, Deadly Pattern, Borescoper's Deadly "
    "Pattern": LazyMessage("Of these the ladder has the rectangles, which are four cells."),
    "AIC with URs, AIC with Exotic Links": LazyMessage(
        "The steps of chains here are cells, rows, columns, boxes and almost locked sets."
    ),
    "Braids, Whips, g-Whips, z-Chain, t-Whip": LazyMessage(
        "The ladder finds what they find by chains, nets and splits."
    ),
}
HUGE = ("squirmbag", "whale", "leviathan")
PAIRED = ("siamese", "dual")


@cache
def kinds() -> tuple[Kind, ...]:
    """Return every kind, easiest first."""
    found = (kind for text in texts("kinds.txt") for kind in read(text))
    return tuple(sorted(found, key=_rank))


@cache
def kinds_with_rare() -> tuple[tuple[Kind, ...], ...]:
    """Return the families of the atlas, easiest first: a kind that gives its name, then rare ones."""
    return tuple(
        (kind, *(rare for rare in kinds() if rare.under in kind.techniques))
        for kind in kinds()
        if not kind.under
    )


def family_of(name: str) -> Kind:
    """Return the kind under whose name the atlas shows a technique."""
    kind = kinds_by_technique()[name]
    return kinds_by_technique()[kind.under] if kind.under else kind


def _rank(kind: Kind) -> tuple[int, int]:
    """Return the level of a kind, then the place of its easiest technique on the ladder."""
    indexes = [rungs()[name].index for name in kind.techniques if name in rungs()]
    indexes = indexes or [rungs()[kind.under].index]
    levels = {"easy": 0, "medium": 1, "hard": 2, "unfair": 3, "extreme": 4}
    return levels[level_of(kind)], min(indexes)


def level_of(kind: Kind) -> Level:
    """Return the level of a kind, which is that of its first technique, or that of its family's."""
    return (rungs().get(kind.techniques[0]) or rungs()[kind.under]).level


@cache
def kinds_by_technique() -> Mapping[str, Kind]:
    return MappingProxyType({name: kind for kind in kinds() for name in kind.techniques})


def level_of_technique(name: str) -> Level:
    """Return the level of a technique. A rule of the articles has the level of its kind."""
    return rungs()[name].level if name in rungs() else level_of(kinds_by_technique()[name])


def aliases_of(name: str) -> tuple[str, ...]:
    """Return the names that a technique has elsewhere, in English and German."""
    kind = kinds_by_technique()[name]
    return kind.aliases if name == kind.techniques[0] else ()


def why_no_positions(name: str) -> LazyMessage:
    """Return why no position is kept of a technique."""
    return OVERTAKEN_BY.get(name) or next(reason for holds, reason in _reasons(name) if holds)


def _reasons(name: str) -> Iterator[tuple[bool, LazyMessage]]:
    yield name not in rungs(), OF_ARTICLES
    yield name.startswith(PAIRED), TWINS
    yield bool(rungs()[name].retells), RETOLD
    is_basic = "franken" not in name and "mutant" not in name
    yield is_basic and name.endswith(HUGE), SMALLER
    yield rungs()[name].level == "extreme", BEYOND
    yield True, RARE
