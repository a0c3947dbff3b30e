"""What a page offers: links, choices of which one is where one is, and filters as fields of a form."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from solver.library.filtering import Filter, Kind


@dataclass(frozen=True)
class Link:
    words: str
    href: str


@dataclass(frozen=True)
class Choice:
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
    choices: list[Choice]
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
        choices = [replace(choice, count=count(choice.value)) for choice in self.choices]
        return replace(self, choices=choices)


def fields_of(filters: Iterable[Filter], asked: Mapping[str, Sequence[str]]) -> dict[str, Field]:
    """Fields of the filters that have a title, by name."""
    return {each.name: _field(each, asked.get(each.name, ())) for each in filters if each.title}


def _field(wanted: Filter, texts: Sequence[str]) -> Field:
    last = texts[-1] if texts else ""
    chosen = texts if wanted.kind == "several" else (last,)
    choices = [
        Choice(str(words), value in chosen, value) for value, words in wanted.offered().items()
    ]
    return Field(
        wanted.name,
        wanted.kind,
        str(wanted.title),
        str(wanted.any),
        last,
        choices,
        wanted.most,
    )
