"""The filters of an admin list as chips: links with the number of rows that each would leave."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _

COUNT = re.compile(r" \((\d+)\)$")  # Django's admin appends it to the label
FIRST = 4  # filters that are shown, the others are folded
FEW = 8  # chips of a filter that are shown


@dataclass(frozen=True)
class FilterLink:
    words: str
    href: str
    is_chosen: bool
    count: int | None = None  # None if it was not counted


@dataclass(frozen=True)
class FilterRow:
    title: str
    chips: list[FilterLink]
    more: list[FilterLink]  # folded, never the selected one

    @property
    def is_chosen(self) -> bool:
        """Whether the filter is active: the first chip is “all”."""
        return any(chip.is_chosen for chip in self.chips[1:])


def rows_of(changelist: Any) -> list[FilterRow]:
    return [
        # Counting takes a query for each filter, so folded ones are not counted.
        _row(str(spec.title), list(_chips(spec, changelist, index < FIRST)))
        for index, spec in enumerate(changelist.filter_specs)
    ]


def _row(title: str, chips: list[FilterLink]) -> FilterRow:
    visible = [chip for index, chip in enumerate(chips) if index <= FEW or chip.is_chosen]
    return FilterRow(capfirst(title), visible, [chip for chip in chips if chip not in visible])


def _chips(spec: Any, changelist: Any, is_first: bool) -> Iterator[FilterLink]:
    was_counted = changelist.add_facets
    changelist.add_facets = was_counted and is_first
    for choice in spec.choices(changelist):
        label = str(choice["display"]) or _("none")
        match = COUNT.search(label) if changelist.add_facets else None
        yield FilterLink(
            (label[: match.start()] if match else label) or "–",
            choice["query_string"],
            bool(choice["selected"]),
            int(match.group(1)) if match else None,
        )
    changelist.add_facets = was_counted
