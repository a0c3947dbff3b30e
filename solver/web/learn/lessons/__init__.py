"""The words of each lesson, a module a lesson."""

from . import branches, candidates_as_rows, enclosed_sets, hidden_singles, joins, peers
from .words import Words

WORDS = {
    "candidates-as-rows": candidates_as_rows.words,
    "peers": peers.words,
    "hidden-singles": hidden_singles.words,
    "enclosed-sets": enclosed_sets.words,
    "branches": branches.words,
    "joins": joins.words,
}

__all__ = ["WORDS", "Words"]
