"""Filters of lists: each is declared once, and read, described in the API and drawn from that."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import Any, Literal

from django.db.models import Q
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from solver.models import SIZES

Words = str | Promise
Kind = Literal["text", "number", "decimal", "one", "several", "day", "flag", "cursor"]


@dataclass(frozen=True)
class Filter:
    """A query parameter of a list: its address, its line in the API's description, its field on the page.

    `condition` returns the condition for a value. It is None if the list itself uses the value, like an order.
    It and `find` may raise ValueError with a sentence for the visitor.
    """

    name: str
    kind: Kind
    help: str  # a sentence in English, for the API and docs/api.md
    condition: Callable[[Any], Q] | None = None
    # Labels by value: all allowed values, or suggestions for a text.
    choices: Mapping[str, Words] | Callable[[], Mapping[str, Words]] = field(default_factory=dict)
    find: Callable[[str], Any] | None = None  # parses the text, instead of its kind
    most: int = 0  # the highest number, or the maximum length of a text
    title: Words = ""  # of its field. Without a title the page has no field
    any: Words = ""  # the label of a select box without a choice
    formerly: str = ""  # an earlier name, which still works in addresses

    def offered(self) -> Mapping[str, Words]:
        return self.choices() if callable(self.choices) else self.choices

    def asked_for(self, query: QueryDict) -> list[str]:
        """Return the texts of this filter in a query string, under its name or its former name."""
        return query.getlist(self.name) or query.getlist(self.formerly)

    def read(self, texts: Sequence[str]) -> Any:
        """Return the filter's value by its texts in a query string, or None if it is not set.

        It is a str (for decimals too), an int, a list of str for `several`, a date, or True. Raise ValueError
        with a sentence if it is invalid.
        """
        if self.kind == "several" and self.find:
            return list(dict.fromkeys(map(self.find, filter(None, texts)))) or None
        if self.kind == "several":
            return [value for value in self.offered() if value in texts] or None
        text = texts[-1] if texts else ""
        if not text:
            return None
        if self.find:
            return self.find(text) or None
        match self.kind:
            case "number":
                return self._number(text)
            case "decimal":
                return _decimal(text)
            case "one":
                return self._one(text)
            case "day":
                return _day(text)
            case "flag":
                return True
            case _:
                return text

    def check(self, texts: Sequence[str]) -> None:
        """Raise ValueError if one of `several` values is invalid. `read` still returns the others."""
        if self.kind == "several" and not self.find:
            for text in filter(None, texts):
                self._one(text)

    def again(self, value: Any) -> list[str]:
        """Return the texts of a query string that `read` turns into this value."""
        values = value if isinstance(value, list) else [value]
        return ["1" if value is True else str(value) for value in values]

    def _number(self, text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(self.most))
        if not is_number:
            raise ValueError(_("Enter a whole number up to %d.") % self.most)
        return min(int(text), self.most)

    def _one(self, text: str) -> str:
        offered = self.offered()
        if text not in offered:
            raise ValueError(
                _("“%(text)s” is not possible here; choose one of %(values)s.")
                % {"text": text[:40], "values": ", ".join(offered)}
            )
        return text


def range_filters(
    name: str,
    kind: Kind,
    column: str,
    *,
    help: tuple[str, str],
    title: tuple[Words, Words],
    most: int,
    formerly: tuple[str, str] = ("", ""),
    as_stored: Callable[[Any], Any] = lambda value: value,
) -> Iterator[Filter]:
    """Yield the filters `NAME_from` and `NAME_to` for the lowest and the highest value of a column.

    `help`, `title` and `formerly` (earlier names) have one text for each. `most` is the highest value.
    `as_stored` converts a value to the column's.
    """
    ends = zip(("from", "to"), ("gte", "lte"), help, title, formerly, strict=True)
    for end, lookup, sentence, label, old in ends:
        condition = partial(_compare, f"{column}__{lookup}", as_stored)
        yield Filter(
            f"{name}_{end}", kind, sentence, condition, most=most, title=label, formerly=old
        )


def _compare(lookup: str, as_stored: Callable[[Any], Any], value: Any) -> Q:
    return Q(**{lookup: as_stored(value)})


# Shared by all lists. Each list knows its order, and so the condition of a cursor.
AFTER = Filter("after", "cursor", "Where `next` of the page before goes on.")
SIZE_CHOICES: Mapping[str, Words] = {str(size): f"{size}×{size}" for size in SIZES}


@dataclass(frozen=True)
class FilterSet:
    """The filters that an address sets, by name. Invalid values are ignored, with a sentence in `errors`."""

    values: dict[str, Any] = field(default_factory=dict)
    conditions: dict[str, Q] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, filters: Iterable[Filter], query: QueryDict) -> "FilterSet":
        result = cls()
        for filter in filters:
            try:
                texts = filter.asked_for(query)
                value = filter.read(texts)
                if value is not None:
                    if filter.condition:
                        result.conditions[filter.name] = filter.condition(value)
                    result.values[filter.name] = value
                filter.check(texts)
            except ValueError as error:
                result.errors[filter.name] = str(error)
        return result


def _decimal(text: str) -> str:
    """Return a number with at most one decimal as it was written. Raise ValueError for other texts."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9])?", text):
        raise ValueError(_("Enter a number like 7.2."))
    return text


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(_("Write dates as 2026-01-31.")) from None
