"""A filter of a list: declared once, for all that reads, describes and draws it."""

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
    """A parameter that a list can be asked with: its address, its line in the API, its field on the page.

    `condition` says of the value that was asked for what a row must be like; None where the list itself
    sees to it, as with an order. ValueError from it, or from `find`, says why there is no such value.
    """

    name: str
    kind: Kind
    help: str  # a sentence in English, for the API and docs/api.md
    condition: Callable[[Any], Q] | None = None
    # Values with their words: all that are taken, or those that the field of a text offers.
    choices: Mapping[str, Words] | Callable[[], Mapping[str, Words]] = field(default_factory=dict)
    find: Callable[[str], Any] | None = None  # the value of a text, where its kind does not say it
    most: int = 0  # the highest number, or the characters that the field of a text takes
    title: Words = ""  # of its field; without one, the page's form has none
    any: Words = ""  # what a select box shows while nothing is asked for
    formerly: str = (
        ""  # a name that it has in addresses that were given away, which goes on to work
    )

    def offered(self) -> Mapping[str, Words]:
        return self.choices() if callable(self.choices) else self.choices

    def asked_for(self, query: QueryDict) -> list[str]:
        """Return the texts that an address has under its name, or under its former one."""
        return query.getlist(self.name) or query.getlist(self.formerly)

    def read(self, texts: Sequence[str]) -> Any:
        """The condition that stands in an address, None for nothing.

        A str, of a decimal too, an int, a list of str for several, a date, or True. ValueError says what is
        wrong.
        """
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
        """ValueError for what is none of several that may be asked for; the others hold all the same."""
        if self.kind == "several":
            for text in filter(None, texts):
                self._one(text)

    def again(self, value: Any) -> list[str]:
        """A value as an address asks for it."""
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
    """Yield the filters `NAME_from` and `NAME_to`: the lowest and the highest value of a column."""
    for at, (end, lookup) in enumerate((("from", "gte"), ("to", "lte"))):
        yield Filter(
            f"{name}_{end}",
            kind,
            help[at],
            condition=partial(_compare, f"{column}__{lookup}", as_stored),
            most=most,
            title=title[at],
            formerly=formerly[at],
        )


def _compare(lookup: str, as_stored: Callable[[Any], Any], value: Any) -> Q:
    return Q(**{lookup: as_stored(value)})


# What every list is asked with. The list itself knows its order, and so what comes after a row.
AFTER = Filter("after", "cursor", "Where `next` of the page before goes on.")
SIZE_CHOICES: Mapping[str, Words] = {str(size): f"{size}×{size}" for size in SIZES}


@dataclass(frozen=True)
class FilterSet:
    """The wishes that an address has of a list, by the names of its filters.

    `errors` has a sentence for what could not be understood; it is as if that had not been asked for.
    """

    values: dict[str, Any] = field(default_factory=dict)
    conditions: dict[str, Q] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, filters: Iterable[Filter], query: QueryDict) -> "FilterSet":
        asked = cls()
        for each in filters:
            try:
                texts = each.asked_for(query)
                value = each.read(texts)
                if value is not None:
                    if each.condition:
                        asked.conditions[each.name] = each.condition(value)
                    asked.values[each.name] = value
                each.check(texts)
            except ValueError as error:
                asked.errors[each.name] = str(error)
        return asked


def _decimal(text: str) -> str:
    """A number with one decimal or none, as it was written."""
    if not re.fullmatch(r"[0-9]{1,2}(\.[0-9])?", text):
        raise ValueError(_("Enter a number like 7.2."))
    return text


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError(_("Write dates as 2026-01-31.")) from None
