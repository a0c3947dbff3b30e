"""The lessons of the course: the puzzle, the method and the SQL statements of each."""

from dataclasses import dataclass


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
)


def lesson_about(rule: str) -> Lesson | None:
    """Return the lesson of the course about an SQL statement, or None."""
    return next((lesson for lesson in COURSE if rule in lesson.rules), None)
