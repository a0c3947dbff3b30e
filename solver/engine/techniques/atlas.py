"""The atlas: every technique in its kind, the kinds by level, and why some techniques have no positions."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType

from ..core.i18n import LazyMessage
from .base import entries, texts
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
OF_ARTICLES = LazyMessage("It is a rule of the articles, which the ladder knows by other names.")
BEYOND = LazyMessage("It is beyond Unfair, where positions for people end.")
RARE = LazyMessage("No position is known in which it is the easiest step.")
# From `atlas.txt`: techniques that are known elsewhere with what removes the same here, those that nothing here
# stands for, and those of one digit at whose every position an easier one has a step too.
INSTEAD = {names: words.message for names, words in entries(1).items()}
MISSING, OVERTAKEN_BY = entries(2), entries(3)
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
    level = ("easy", "medium", "hard", "unfair", "extreme").index(level_of(kind))
    indexes = [rungs()[name].index for name in kind.techniques if name in rungs()]
    return level, min(indexes or [rungs()[kind.under].index])


def level_of(kind: Kind) -> Level:
    """Return the level of a kind, which is that of its first technique, or that of its family's.

    Raise LookupError if the ladder knows neither, because a name in `kinds.txt` is misspelt.
    """
    rung = rungs().get(kind.techniques[0]) or rungs().get(kind.under)
    if rung is None:
        raise LookupError(f"{kind.techniques[0]}, of kinds.txt, is on no rung and under none")
    return rung.level


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
