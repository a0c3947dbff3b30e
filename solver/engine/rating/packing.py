"""A rating's path as a short text, which is stored with the puzzle.

Each step is HoDoKu's code, then the numbers of truths and links unless both are 1. If it splits, its depth, its
branches and the sets of the largest branch follow. After a `/` comes the hardest step of the order by sets, and
after another one the cells of a smallest backdoor. For example,
`0002 0800.3.4 1404.52.0.1.2.31 / 1401.9.9 / r4c5 r7c2`.
"""

from functools import cache

from ..techniques.rungs import Rung, rungs
from . import Rating
from .path import BRUTE_FORCE, PathStep

_BRUTE_FORCE = "bf"


def pack_path(rating: Rating) -> str:
    parts = [" ".join(map(_pack, rating.path))]
    if rating.by_sets or rating.backdoor is not None:
        parts.append(_pack(rating.by_sets) if rating.by_sets else "")
    if rating.backdoor is not None:
        parts.append(" ".join(rating.backdoor))
    return " / ".join(parts)


def unpack_path(text: str) -> Rating | None:
    """Return the rating that a stored path is of, or None if a code is not known.

    What was not stored is None.
    """
    path, *more = text.split("/")
    by_sets, *backdoor = more or [""]
    try:
        return Rating(
            tuple(map(_unpack, path.split())),
            by_sets=_unpack(by_sets.strip()) if by_sets.strip() else None,
            backdoor=tuple(backdoor[0].split()) if backdoor else None,
        )
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
