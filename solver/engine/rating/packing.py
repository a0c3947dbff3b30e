"""A rating's path as a short text, to be kept beside its puzzle, and back.

A word a step: HoDoKu's code, then, where these are not one and one, truths and links: `0002`, `0800.3.4`.
"""

from functools import cache

from ..techniques.rungs import Rung, rungs
from .path import BRUTE_FORCE, BRUTE_FORCE_SCORE, Stage

_BRUTE_FORCE = "bf"


def pack_path(stages: tuple[Stage, ...]) -> str:
    return " ".join(map(_pack, stages))


def unpack_path(text: str) -> tuple[Stage, ...] | None:
    """The steps; None where one is of a code that this version does not know."""
    try:
        return tuple(map(_unpack, text.split()))
    except KeyError:
        return None


def _pack(stage: Stage) -> str:
    if stage.technique == BRUTE_FORCE:
        return _BRUTE_FORCE
    code = rungs()[stage.technique].code
    sets = (stage.truths, stage.links)
    return code if sets == (1, 1) else f"{code}.{sets[0]}.{sets[1]}"


def _unpack(word: str) -> Stage:
    if word == _BRUTE_FORCE:
        return Stage(BRUTE_FORCE, BRUTE_FORCE_SCORE, "extreme", 0, 0)
    code, *sets = word.split(".")
    rung = _by_code()[code]
    truths, links = map(int, sets or (1, 1))
    return Stage(rung.technique, rung.score, rung.level, truths, links)


@cache
def _by_code() -> dict[str, Rung]:
    return {rung.code: rung for rung in rungs().values()}
