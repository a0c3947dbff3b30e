"""A rating's path as a short text, which is stored with the puzzle.

Each step is HoDoKu's code, then the numbers of truths and links unless both are 1. If it splits, its depth, its
branches and the sets of the largest branch follow. For example, `0002 0800.3.4 1404.52.0.1.2.31`.
"""

from functools import cache

from ..techniques.rungs import Rung, rungs
from .path import BRUTE_FORCE, PathStep

_BRUTE_FORCE = "bf"


def pack_path(path: tuple[PathStep, ...]) -> str:
    return " ".join(map(_pack, path))


def unpack_path(text: str) -> tuple[PathStep, ...] | None:
    """Return the steps of a stored path, or None if this version does not know a code in it."""
    try:
        return tuple(map(_unpack, text.split()))
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
