"""Versions of the path and what each changed, so that a new one rates only the puzzles that it may change.

A rung is tried only if all below it find nothing. So a puzzle whose path went no higher than a rung keeps its
path if rungs above it change. Its *reach* says how high that was.
"""

from ..techniques.rungs import COUNTED

# By version, the lowest index of a rung that was added, removed or changed. 0 if the counting changed.
CHANGES = {1: 0, 2: COUNTED, 3: 0, 4: 2800, 5: 0}

VERSION = max(CHANGES)

# The same for Sudoku Explainer: by version, the lowest rating of a changed technique or of one tried after it.
# A puzzle that was rated below never came as far.
EXPLAINED = {1: 0.0, 2: 9.5}

EXPLAINED_VERSION = max(EXPLAINED)


def changed_since(version: int) -> int | None:
    """Return the lowest place in HoDoKu's order of a technique that changed after a version, or None."""
    return min((index for later, index in CHANGES.items() if later > version), default=None)


def explained_since(version: int) -> float | None:
    """Return the lowest Sudoku Explainer rating that may have changed since a version, or None if none may."""
    return min((least for later, least in EXPLAINED.items() if later > version), default=None)
