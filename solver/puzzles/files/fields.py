"""The fields of puzzles in files, under the names that other programs give them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from solver.engine.notation.variants import refuse_variants
from solver.models.validators import seen

Item = str | dict[str, Any]

FIELDS = ("givens", "title", "author", "source", "licence", "notes", "tags")
PUBLISHED, YES = "published", "yes"  # of a puzzle in a collection's file: `true` in JSON
# Names of columns in other programs' lists.
GIVENS = {"givens", "puzzle", "grid", "board", "quiz", "quizzes", "sudoku", "question"}
SOLUTIONS = {"solution", "solutions", "answer"}  # checked, but not stored
JUDGED = {"difficulty", "rating"}  # on scales of other programs, stored as a line of the notes
# Facts that the library computes itself, and columns of an import's report.
LEFT = {"", "id", "clues", "item", "fate", "place", "note", "verdict"}
OTHERS = {"license": "licence", "name": "title"}
MOST_TOLD = 50  # ignored names of columns or keys that are reported
LONGEST_NAME = 40  # characters of a name that are reported


def split_tags(text: str) -> list[str]:
    """Return the tags of a comma-separated text, without duplicates."""
    return list(dict.fromkeys(tag.strip() for tag in text.split(",") if tag.strip()))


@dataclass
class Names:
    """The names of a file's columns or keys: their fields, and the ignored ones."""

    left: dict[str, None] = field(default_factory=dict)

    def meaning(self, name: str) -> str:
        """Return the field that a column's name in a file means, or an empty string if it is ignored.

        Raise GridError if the name is one of a Sudoku variant: without its rules it would be another puzzle.
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

    def report_items(self, place: str, already: int = 0) -> Iterator[Item]:
        """Yield a report item for each ignored name of a column, skipping the first `already`."""
        for name in list(self.left)[already:]:
            yield {"place": place, "left": name, "givens": f"# {name}"}


def move_ratings_to_notes(fields: dict[str, str]) -> dict[str, str]:
    """Move other programs' difficulty and rating, if any, into the notes of a puzzle's fields.

    Change `fields` in place and return it.
    """
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
