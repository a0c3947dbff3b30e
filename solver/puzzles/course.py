"""The two tracks of the course: lessons on techniques for people, and lessons on sets in SQL.

A lesson on a technique has its kind's words and stored positions. One in SQL has a puzzle, a method and
SQL statements.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest

from solver.engine.ladder.stored import StoredPosition, drills, examples
from solver.engine.techniques.atlas import kinds_by_technique
from solver.engine.techniques.kinds import Kind


@dataclass(frozen=True)
class Lesson:
    name: str  # of its address
    puzzle: str  # title of an example
    method: str
    rules: tuple[str, ...]  # files of solver/sets/statements. The first one is shown

    @property
    def rule(self) -> str:
        return self.rules[0] if self.rules else ""


COURSE = (
    Lesson("candidates-as-rows", "Article puzzle 000", "rules", ()),
    Lesson("peers", "Article puzzle 000", "rules", ("placed_digit",)),
    Lesson(
        "hidden-singles",
        "Article puzzle 001",
        "guessing",
        ("hidden_single", "naked_single", "push", "pointing", "claiming"),
    ),
    Lesson(
        "enclosed-sets",
        "Article puzzle 000",
        "combos",
        ("enclosed_combo", "complete_match", "partial_match"),
    ),
    Lesson("branches", "Article puzzle 001", "guessing", ("guess", "fork", "check")),
    Lesson("joins", "AlEscargot", "joins", ("join", "count_lines", "list_lines", "agree")),
    Lesson("units", "Diagonals, no. 2", "guessing", ("pointing", "claiming")),
)


# A technique, and the number and position of one of its drills.
Found = tuple[str, int, StoredPosition]
TRIES, TO_FIND = 3, 10


@dataclass(frozen=True)
class TechniqueLesson:
    """A lesson for people: the words for a kind, and the positions that these techniques have, in turn."""

    name: str  # of its address
    kind_of: str  # a technique
    techniques: tuple[str, ...]
    sql: str  # the lesson of the other track that does the same

    @property
    def kind(self) -> Kind:
        return kinds_by_technique()[self.kind_of]

    @property
    def is_of_several(self) -> bool:
        return len(self.techniques) > 1

    @property
    def shown(self) -> tuple[str, StoredPosition]:
        """The technique and the position that the lesson explains."""
        name = self.techniques[0]
        return name, examples(name)[0]

    @property
    def tries(self) -> Sequence[Found]:
        """Three positions to try the technique at, easy ones first."""
        return self._found[1 : 1 + 4 * TRIES : 4]

    @property
    def to_find(self) -> Sequence[Found]:
        """Ten others to find it in, easy ones first."""
        tried = self.tries
        return [each for each in self._found if each not in tried][:TO_FIND]

    @property
    def _found(self) -> Sequence[Found]:
        """The drills of the techniques in turn."""
        in_turn = zip_longest(
            *(
                [(name, number, stored) for number, stored in enumerate(drills(name), 1)]
                for name in self.techniques
            )
        )
        return [each for each in chain.from_iterable(in_turn) if each]


def _about(name: str, technique: str, sql: str) -> TechniqueLesson:
    return TechniqueLesson(name, technique, (technique,), sql)


TECHNIQUE_LESSONS = (
    _about("scanning", "hidden single", "hidden-singles"),
    _about("full-house", "full house", "hidden-singles"),
    _about("naked-single", "naked single", "peers"),
    _about("pointing", "pointing", "hidden-singles"),
    _about("claiming", "claiming", "hidden-singles"),
    _about("naked-pair", "naked pair", "enclosed-sets"),
    _about("hidden-pair", "hidden pair", "enclosed-sets"),
    _about("naked-triple", "naked triple", "enclosed-sets"),
    _about("hidden-triple", "hidden triple", "enclosed-sets"),
    _about("locked-pair", "locked pair", "enclosed-sets"),
    _about("x-wing", "X-wing", "candidates-as-rows"),
    _about("swordfish", "swordfish", "candidates-as-rows"),
    _about("skyscraper", "skyscraper", "candidates-as-rows"),
    _about("two-string-kite", "two-string kite", "candidates-as-rows"),
    _about("empty-rectangle", "empty rectangle", "candidates-as-rows"),
    _about("finned-x-wing", "finned X-wing", "candidates-as-rows"),
    _about("xy-wing", "XY-wing", "enclosed-sets"),
    _about("xyz-wing", "XYZ-wing", "enclosed-sets"),
    _about("w-wing", "W-wing", "joins"),
    _about("unique-rectangle", "uniqueness test 1", "branches"),
    _about("colouring", "simple colours trap", "branches"),
    _about("xy-chain", "XY-chain", "joins"),
    _about("almost-locked-sets", "ALS-XZ", "enclosed-sets"),
    TechniqueLesson(
        "sets",
        "sets",
        ("swordfish", "naked triple", "XY-wing", "skyscraper", "ALS-XZ"),
        "candidates-as-rows",
    ),
)


def lesson_about(rule: str, is_plain: bool = True) -> Lesson | None:
    """Return the lesson of the course about an SQL statement, on a plain board or another one, or None."""
    lessons = COURSE if is_plain else reversed(COURSE)  # the last one is about any units
    return next((lesson for lesson in lessons if rule in lesson.rules), None)
