"""Versions of the path, and what each changed: so that a better ladder rates anew only what it may change.

A rung is asked where all below it find nothing. So a puzzle whose path went no higher than a rung has the
same path whatever becomes of the rungs above it: its *reach* says how high that was.
"""

# By version, the lowest index of a rung whose steps changed, or came or went; 0 where the counting did.
CHANGES = {1: 0}

VERSION = max(CHANGES)

# The same of Sudoku Explainer's: by version the lowest rating that a technique which changed, or one that is
# asked after it, can give. Whatever was rated below never came as far.
EXPLAINED = {1: 0.0}

EXPLAINED_VERSION = max(EXPLAINED)


def changed_since(version: int) -> int | None:
    """The lowest index that changed after a version; None where nothing did."""
    return min((index for later, index in CHANGES.items() if later > version), default=None)


def explained_since(version: int) -> float | None:
    """The lowest rating of Sudoku Explainer's that may be another since a version; None where none may."""
    return min((least for later, least in EXPLAINED.items() if later > version), default=None)
