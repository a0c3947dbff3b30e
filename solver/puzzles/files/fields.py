"""The fields of a puzzle, under the names that others give them in their lists."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from solver.engine.notation.chosen import refuse_variants
from solver.models.validators import seen

Item = str | dict[str, Any]

FIELDS = ("givens", "title", "author", "source", "licence", "notes", "tags")
PUBLISHED, YES = "published", "yes"  # of a puzzle in a collection's file; `true` in JSON
# As others name the columns of their lists.
GIVENS = {"givens", "puzzle", "grid", "board", "quiz", "quizzes", "sudoku", "question"}
SOLUTIONS = {"solution", "solutions", "answer"}  # checked, and not kept
JUDGED = {"difficulty", "rating"}  # by others, on scales of their own: kept as a line of the notes
# What the library works out by itself, and what the report of an import says of a line.
LEFT = {"", "id", "clues", "item", "fate", "place", "note", "verdict"}
OTHERS = {"license": "licence", "name": "title"}
MOST_TOLD = 50  # names of columns or keys that are left out
LONGEST_NAME = 40  # characters of one that are told


def split_tags(text: str) -> list[str]:
    """Tags from words with commas between, each once."""
    return list(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


@dataclass
class Names:
    """The names of a file's columns or keys: what each means, and which of them are left out."""

    left: dict[str, None] = field(default_factory=dict)

    def meaning(self, name: str) -> str:
        """The field that is meant, empty when it is left out.

        GridError when the name speaks of more rules than Sudoku has: without them it would be another puzzle.
        """
        meant = name.strip().lower()
        if meant in GIVENS:
            return "givens"
        if meant in SOLUTIONS:
            return "solution"
        if meant in LEFT:
            return ""
        meant = OTHERS.get(meant, meant)
        if meant in FIELDS or meant in JUDGED or meant == PUBLISHED:
            return meant
        refuse_variants(f"{meant}:")
        if len(self.left) < MOST_TOLD:
            self.left.setdefault(seen(name.strip()[:LONGEST_NAME]))
        return ""

    def told(self, place: str, already: int = 0) -> Iterator[Item]:
        """An item for each name that is left out, but for so many of which that was told already."""
        for name in list(self.left)[already:]:
            yield {"place": place, "left": name, "givens": f"# {name}"}


def kept(fields: dict[str, str]) -> dict[str, str]:
    """The fields, with what others think of its difficulty as lines of the notes."""
    judged = [
        f"{name}: {fields.pop(name)}" for name in JUDGED & fields.keys() if fields[name].strip()
    ]
    for name in JUDGED & fields.keys():
        del fields[name]
    if judged:
        fields["notes"] = "\n".join([*filter(None, [fields.get("notes", "")]), *sorted(judged)])
    return fields


def line(number: int) -> str:
    return _("line %(number)s") % {"number": number}
