"""Difficulties as they were stored, a place in the list of grades of that time, become the grades' names."""

from uuid import UUID

from django.db.models import Case, Value, When

AT_ONCE = 1_000  # puzzles; each lot is a transaction of its own
# Easy first, with their ranks: as they were then, whatever becomes of `engine.GRADES`.
GRADES = {
    "box": 100,
    "row": 200,
    "column": 300,
    "cell": 400,
    "pointing": 500,
    "claiming": 600,
    "matches": 700,
    "combos": 800,
    "guessing": 10_000,
}
NAMES = Case(*(When(difficulty=at, then=Value(name)) for at, name in enumerate(GRADES)))
RANKS = Case(*(When(difficulty=at, then=Value(rank)) for at, rank in enumerate(GRADES.values())))
PLACES = Case(*(When(grade=name, then=at) for at, name in enumerate(GRADES)))


def carry(apps, schema_editor):
    """Give each puzzle the name and rank of its difficulty. Stopped, it goes on from where it was."""
    puzzles = apps.get_model("solver", "Puzzle").objects
    _in_lots(
        puzzles.filter(grade="", difficulty__lt=len(GRADES)), {"grade": NAMES, "grade_rank": RANKS}
    )


def carry_back(apps, schema_editor):
    """The way back, for what was graded since; grades that there were not then are left out."""
    puzzles = apps.get_model("solver", "Puzzle").objects
    _in_lots(puzzles.filter(grade__in=GRADES, difficulty=None), {"difficulty": PLACES})


def _in_lots(puzzles, changes):
    last = UUID(int=0)
    while lot := list(
        puzzles.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:AT_ONCE]
    ):
        puzzles.filter(pk__in=lot).update(**changes)
        last = lot[-1]
