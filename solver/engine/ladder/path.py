"""The path up the ladder: at each position the first step of the lowest rung that has one, until it is solved
or nothing is found, and what HoDoKu says of such a path."""

from collections.abc import Sequence
from typing import get_args

from .found import Found
from .masks import bits
from .position import Position
from .rungs import Level, Rung

# The most that the scores of a path may add up to for its level; whatever is above has the next one.
MOST: dict[Level, int] = {"easy": 800, "medium": 1000, "hard": 1600, "unfair": 1800}


def climb(position: Position, chosen: Sequence[Rung]) -> list[Rung]:
    """The rungs of the steps that were carried out, in order; the position is where they lead."""
    path = []
    while not position.fault and not position.is_complete:
        step = _first(position, chosen)
        if step is None:
            break
        rung, found = step
        _carry_out(position, found)
        path.append(rung)
    return path


def _first(position: Position, chosen: Sequence[Rung]) -> tuple[Rung, Found] | None:
    for rung in chosen:
        for found in rung.find(position):
            return rung, found
    return None


def _carry_out(position: Position, found: Found) -> None:
    """Without the step of a story, whose proof takes longer than the finding."""
    digit_and_cell = position.masks.digit_and_cell
    for digit, cell in map(digit_and_cell, bits(found.removed)):
        position.remove(cell, digit)
    for digit, cell in map(digit_and_cell, bits(found.placed)):
        if not position.values[cell]:
            position.place(cell, digit)


def score_of(path: Sequence[Rung]) -> int:
    return sum(rung.score for rung in path)


def level_of(path: Sequence[Rung]) -> Level:
    """The highest level of its rungs; a higher one where their scores add up to more than that level has."""
    levels: tuple[Level, ...] = get_args(Level)
    at = max((levels.index(rung.level) for rung in path), default=0)
    score = score_of(path)
    while levels[at] in MOST and score > MOST[levels[at]]:
        at += 1
    return levels[at]
