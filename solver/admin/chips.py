"""The filters of an admin list as chips: links that say how many rows each would leave."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

COUNT = re.compile(r" \((\d+)\)$")  # as Django's admin writes it behind the words
FIRST = 4  # filters that stand open; the others are behind them
FEW = 8  # chips of a filter that stand open


@dataclass(frozen=True)
class FilterChip:
    words: str
    href: str
    is_chosen: bool
    count: int | None = None  # None where nobody counted


@dataclass(frozen=True)
class FilterRow:
    title: str
    chips: list[FilterChip]
    more: list[FilterChip]  # one of them chosen stands among the first

    @property
    def is_chosen(self) -> bool:
        """Whether it leaves anything out: the first chip is “all”."""
        return any(chip.is_chosen for chip in self.chips[1:])


def rows_of(changelist: Any) -> list[FilterRow]:
    return [
        # To count is a question a filter, and nobody sees the answers of those that are folded away.
        _row(str(spec.title), list(_chips(spec, changelist, at < FIRST)))
        for at, spec in enumerate(changelist.filter_specs)
    ]


def _row(title: str, chips: list[FilterChip]) -> FilterRow:
    shown = [chip for at, chip in enumerate(chips) if at <= FEW or chip.is_chosen]
    return FilterRow(capfirst(title), shown, [chip for chip in chips if chip not in shown])


def _chips(spec: Any, changelist: Any, is_first: bool) -> Iterator[FilterChip]:
    was_counted = changelist.add_facets
    changelist.add_facets = was_counted and is_first
    for choice in spec.choices(changelist):
        words = str(choice["display"]) or _("none")
        counted = COUNT.search(words) if changelist.add_facets else None
        yield FilterChip(
            (words[: counted.start()] if counted else words) or "–",
            choice["query_string"],
            bool(choice["selected"]),
            int(counted.group(1)) if counted else None,
        )
    changelist.add_facets = was_counted
