"""What a page offers: links, choices of which one is where one is, and filters as fields of a form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from solver.puzzles.filtering import Filter, Kind


@dataclass(frozen=True)
class Link:
    words: str
    href: str


@dataclass(frozen=True)
class ChoiceItem:
    """One of several: a link where it has an `href`, else a `value` of a field."""

    words: str
    is_chosen: bool
    value: str = ""
    href: str = ""
    count: int | None = None  # of what it would find; None where that is not counted


@dataclass(frozen=True)
class Field:
    """A filter in the form of its page, filled in with what is asked for."""

    name: str
    kind: Kind
    title: str
    any: str  # what a select box shows while nothing is chosen; without it, something always is
    value: str
    choices: tuple[ChoiceItem, ...]
    most: int

    @property
    def is_asked(self) -> bool:
        return bool(self.value) or any(choice.is_chosen for choice in self.choices)

    @property
    def longest(self) -> int:
        """The characters that it takes."""
        return len(str(self.most)) if self.kind == "number" else self.most

    @property
    def is_offered(self) -> bool:
        """Not where it is to be chosen from nothing."""
        return bool(self.choices) or not self.any

    def counted(self, count: Callable[[str], int | None]) -> "Field":
        """The same with the count of each choice's value."""
        choices = (replace(choice, count=count(choice.value)) for choice in self.choices)
        return replace(self, choices=tuple(choices))

    def filled(self, texts: Sequence[str]) -> "Field":
        """The same as one asks with these."""
        last = texts[-1] if texts else ""
        chosen = texts if self.kind == "several" else (last,)
        choices = (replace(choice, is_chosen=choice.value in chosen) for choice in self.choices)
        return replace(self, value=last, choices=tuple(choices))


def fields_of(filters: Iterable[Filter]) -> dict[str, Field]:
    """Fields of the filters that have a title, by name; nothing is asked with them."""
    return {each.name: _field(each) for each in filters if each.title}


def bind_values(
    fields: Mapping[str, Field], asked: Mapping[str, Sequence[str]]
) -> dict[str, Field]:
    """The same fields with what is asked for in them."""
    return {
        name: field.filled(asked[name]) if asked.get(name) else field
        for name, field in fields.items()
    }


def _field(wanted: Filter) -> Field:
    choices = (ChoiceItem(str(words), False, value) for value, words in wanted.offered().items())
    title, any_words = str(wanted.title), str(wanted.any)
    return Field(wanted.name, wanted.kind, title, any_words, "", tuple(choices), wanted.most)
