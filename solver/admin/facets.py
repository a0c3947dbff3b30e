"""Counts beside the filters of a library of any size: one query for all, kept for a while.

Shorter lists are counted by Django, exactly and with every filter.
"""

from collections import Counter
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.db.models import Count
from django.http import QueryDict

from solver.models import Puzzle
from solver.models.puzzle import KEPT

from .chips import FilterLink, FilterRow
from .filtering import NONE
from .model_admin import FilteredList
from .saved_filters import PASSING

FIELDS = ("is_published", "verdict", "level", "box", "grade")  # of the index `puzzle_kept_facts`
KEY, FRESH = "desk-facets", 60  # seconds
NO_FILTERS = (*PASSING, "o")
Facts = tuple[str | None, ...]  # of FIELDS, as addresses have them


class CountedList(FilteredList):
    """The list of the library."""

    @cached_property
    def filter_rows(self) -> list[FilterRow]:
        rows = super().filter_rows
        return rows if self.add_facets else [_counted(row) for row in rows]


def _counted(row: FilterRow) -> FilterRow:
    """Return a row with counts on all chips but the first, which is “all”."""
    return replace(row, chips=[*row.chips[:1], *map(_count, row.chips[1:])])


def _count(chip: FilterLink) -> FilterLink:
    """Return a chip with the number of puzzles that its address lists, if that follows from FIELDS alone."""
    wanted = _wanted(QueryDict(chip.href.removeprefix("?")))
    if wanted is None:
        return chip
    found = (n for facts, n in _kinds().items() if wanted.items() <= set(enumerate(facts)))
    return replace(chip, count=sum(found))


def _wanted(query: QueryDict) -> dict[int, str | None] | None:
    """Return the facts that an address asks for, by their index in FIELDS, or None if it asks for others."""
    wanted: dict[int, str | None] = {}
    for name, value in query.items():
        field, _separator, lookup = name.partition("__")
        if name in NO_FILTERS:
            continue
        if field not in FIELDS or lookup not in ("", "exact", "isnull"):
            return None
        is_none = lookup == "isnull" and str(value) == "True"
        wanted[FIELDS.index(field)] = None if is_none else str(value).replace(NONE, "")
    return wanted


def _kinds() -> Counter[Facts]:
    """Return the number of the library's puzzles for each combination of facts."""
    kinds: Counter[Facts] | None = cache.get(KEY)
    if kinds is None:
        rows = Puzzle.objects.filter(KEPT).order_by().values_list(*FIELDS).annotate(n=Count("*"))
        kinds = Counter({tuple(map(_said, facts)): n for *facts, n in rows})
        cache.set(KEY, kinds, FRESH)
    return kinds


def _said(fact: Any) -> str | None:
    """Return a fact as an address has it."""
    if fact is None:
        return None
    return str(int(fact)) if isinstance(fact, bool) else str(fact)
