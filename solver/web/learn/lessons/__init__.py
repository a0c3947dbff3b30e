"""The text of each lesson, one module per lesson."""

from . import branches, candidates_as_rows, enclosed_sets, hidden_singles, joins, peers, units
from .text import LessonText

TEXTS = {
    "candidates-as-rows": candidates_as_rows.text,
    "peers": peers.text,
    "hidden-singles": hidden_singles.text,
    "enclosed-sets": enclosed_sets.text,
    "branches": branches.text,
    "joins": joins.text,
    "units": units.text,
}

__all__ = ["TEXTS", "LessonText"]
