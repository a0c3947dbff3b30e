"""Links, choices and filter fields that a page offers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from solver.puzzles.filterset import Filter, Kind


@dataclass(frozen=True)
class Link:
    words: str
    href: str


@dataclass(frozen=True)
class ChoiceItem:
    """One of several choices: a link if it has an `href`, else the `value` of a field."""

    words: str
    is_chosen: bool
    value: str = ""
    href: str = ""
    count: int | None = None  # of its results, or None if they are not counted


@dataclass(frozen=True)
class Field:
    """A filter as a field of its page's form, with the requested value."""

    name: str
    kind: Kind
    title: str
    any: str  # the label of a select box without a selection, or blank if one is always made
    value: str
    choices: tuple[ChoiceItem, ...]
    most: int

    @property
    def is_asked(self) -> bool:
        return bool(self.value) or any(choice.is_chosen for choice in self.choices)

    @property
    def longest(self) -> int:
        """The largest number of characters that the field accepts."""
        return len(str(self.most)) if self.kind == "number" else self.most

    @property
    def is_offered(self) -> bool:
        """Whether the field is shown: a select box without anything to choose from is not."""
        return bool(self.choices) or not self.any

    def counted(self, number_of: Counter[str]) -> "Field":
        """Return the field with the number of results for each choice.

        A select box loses choices without any.
        """
        choices = (replace(choice, count=number_of[choice.value]) for choice in self.choices)
        is_list = self.kind == "several"
        return replace(self, choices=tuple(c for c in choices if is_list or c.count or c.is_chosen))

    def filled(self, texts: Sequence[str]) -> "Field":
        """Return the form field with these values filled in. `texts` are its parameters in a query string."""
        value = texts[-1] if texts else ""
        selected = texts if self.kind == "several" else (value,)
        choices = (replace(choice, is_chosen=choice.value in selected) for choice in self.choices)
        return replace(self, value=value, choices=tuple(choices))


def fields_of(filters: Iterable[Filter]) -> dict[str, Field]:
    """Return an empty field for each filter that has a title, by the filter's name."""
    return {filter_.name: _field(filter_) for filter_ in filters if filter_.title}


def bind_values(
    fields: Mapping[str, Field], params: Mapping[str, Sequence[str]]
) -> dict[str, Field]:
    """Return the form fields by name, with the values of a query string (`params`) filled in."""
    return {
        name: field.filled(params[name]) if params.get(name) else field
        for name, field in fields.items()
    }


def _field(filter_: Filter) -> Field:
    choices = (ChoiceItem(str(label), False, value) for value, label in filter_.offered().items())
    title, any_words = str(filter_.title), str(filter_.any)
    return Field(filter_.name, filter_.kind, title, any_words, "", tuple(choices), filter_.most)
