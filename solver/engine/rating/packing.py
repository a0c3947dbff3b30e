"""A rating's path as a short text, which is stored with the puzzle.

Each step is HoDoKu's code, then the numbers of truths and links unless both are 1. If it splits, its depth, its
branches and the sets of the largest branch follow. After a `/` comes the hardest step of the order by sets. For
example, `0002 0800.3.4 1404.52.0.1.2.31 / 1401.9.9`.
"""

from functools import cache

from ..techniques.rungs import Rung, rungs
from .path import BRUTE_FORCE, PathStep

_BRUTE_FORCE = "bf"


def pack_path(path: tuple[PathStep, ...], by_sets: PathStep | None = None) -> str:
    return " ".join([*map(_pack, path), *(("/", _pack(by_sets)) if by_sets else ())])


def unpack_path(text: str) -> tuple[tuple[PathStep, ...], PathStep | None] | None:
    """Return the steps of a stored path and the hardest one by sets, or None if a code is not known.

    The hardest step by sets is None if it was not stored.
    """
    words, _, by_sets = text.partition("/")
    try:
        return tuple(map(_unpack, words.split())), _unpack(by_sets.strip()) if by_sets else None
    except KeyError:
        return None


def _pack(step: PathStep) -> str:
    if step.technique == BRUTE_FORCE:
        return _BRUTE_FORCE
    code = rungs()[step.technique].code
    if step.depth:
        return f"{code}.{step.truths}.{step.links}.{step.depth}.{step.leaves}.{step.leaf}"
    sets = (step.truths, step.links)
    return code if sets == (1, 1) else f"{code}.{sets[0]}.{sets[1]}"


def _unpack(word: str) -> PathStep:
    if word == _BRUTE_FORCE:
        return PathStep(BRUTE_FORCE, 0, 0)
    code, *sets = word.split(".")
    rung = _by_code()[code]
    return PathStep(rung.technique, *map(int, sets or (1, 1)))


@cache
def _by_code() -> dict[str, Rung]:
    return {rung.code: rung for rung in rungs().values()}
