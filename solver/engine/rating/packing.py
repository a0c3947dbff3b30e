"""A rating's path as a short text, to be kept beside its puzzle, and back.

A word a step: HoDoKu's code, then, where these are not one and one, truths and links: `0002`, `0800.3.4`.
"""

from functools import cache

from ..techniques.rungs import Rung, rungs
from .path import BRUTE_FORCE, PathStep

_BRUTE_FORCE = "bf"


def pack_path(path: tuple[PathStep, ...]) -> str:
    return " ".join(map(_pack, path))


def unpack_path(text: str) -> tuple[PathStep, ...] | None:
    """The steps; None where one is of a code that this version does not know."""
    try:
        return tuple(map(_unpack, text.split()))
    except KeyError:
        return None


def _pack(step: PathStep) -> str:
    if step.technique == BRUTE_FORCE:
        return _BRUTE_FORCE
    code = rungs()[step.technique].code
    sets = (step.truths, step.links)
    return code if sets == (1, 1) else f"{code}.{sets[0]}.{sets[1]}"


def _unpack(word: str) -> PathStep:
    if word == _BRUTE_FORCE:
        return PathStep(BRUTE_FORCE, 0, 0)
    code, *sets = word.split(".")
    rung = _by_code()[code]
    truths, links = map(int, sets or (1, 1))
    return PathStep(rung.technique, truths, links)


@cache
def _by_code() -> dict[str, Rung]:
    return {rung.code: rung for rung in rungs().values()}
