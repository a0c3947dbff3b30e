"""What the API's JSON looks like, for its description: nothing is read or written by these."""

from typing import Any

from rest_framework import serializers as s

from solver import engine
from solver.engine.techniques.events import EXPLAINERS
from solver.models import Job, Puzzle, Solve

Shape = s.Serializer[Any]


class Problem(Shape):
    """The one shape of errors."""

    detail = s.CharField(help_text="What is wrong, in a sentence.")
    errors: Any = s.DictField(
        child=s.ListField(child=s.CharField()),
        required=False,
        help_text="What is wrong with each field.",
    )


class StepShape(Shape):
    """One deduction."""

    technique = s.CharField(
        help_text=f"One of `/api/v1/techniques/`, or what no rule finds: {', '.join(EXPLAINERS)}."
    )
    unit = s.CharField(
        allow_null=True, help_text="row 1, column 2, box 3; null where none is meant"
    )
    cells = s.ListField(child=s.CharField(), help_text="That prove it: r1c2.")
    digits = s.ListField(child=s.IntegerField())
    placed = s.ListField(child=s.CharField(), help_text="r4c5=7")
    removed = s.ListField(child=s.CharField(), help_text="r1c9<>2")
    why = s.CharField()


class IterationShape(Shape):
    """One pass of a method's loop, with the candidates of every cell after it."""

    number = s.IntegerField(min_value=1)
    branch = s.IntegerField()
    parent: Any = s.IntegerField(allow_null=True)
    depth = s.IntegerField()
    candidates = s.ListField(
        help_text="A string of digits a cell, row by row; lists of numbers on boards over 9×9."
    )
    placed = s.IntegerField()
    removed = s.IntegerField()
    steps = StepShape(many=True)


class SolveShape(Shape):
    """One puzzle given to one method. `null` stands for what is not known yet."""

    id = s.UUIDField()
    url = s.CharField()
    page = s.CharField(help_text="For people.")
    iterations_url = s.CharField()
    status = s.ChoiceField(Solve.Status.choices)
    puzzle = s.CharField(help_text="One character a cell, 0 for an empty one.")
    size = s.IntegerField()
    start = s.ListField(allow_null=True, help_text="The candidates it began with, of a position.")
    method = s.ChoiceField(list(engine.methods()))
    visibility = s.ChoiceField(Solve.Visibility.choices)
    options = s.DictField()
    outcome = s.ChoiceField(Solve.Outcome.choices, allow_null=True)
    verdict = s.ChoiceField(Puzzle.Verdict.choices, allow_null=True)
    failure = s.CharField(allow_null=True)
    solutions = s.ListField(child=s.CharField())
    iteration_count = s.IntegerField()
    elapsed_ms = s.FloatField(allow_null=True)
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)


class AcceptedSolve(SolveShape):
    read = s.CharField(allow_blank=True, help_text="What was understood of the text.")


class OwnSolve(SolveShape):
    is_favourite = s.BooleanField()
    note = s.CharField(allow_blank=True)


class WholeSolve(SolveShape):
    iterations = IterationShape(many=True, required=False, help_text="Once it is finished.")


class ComparedSolve(SolveShape):
    solve = s.UUIDField()
    steps_by_rule = s.DictField(child=s.IntegerField())
    branches = s.IntegerField()
    depth = s.IntegerField()
    candidates_left = s.ListField(
        child=s.IntegerField(), help_text="At the start, then by iteration."
    )


class PuzzleShape(Shape):
    """A grid, once, whoever brought it."""

    id = s.UUIDField()
    url = s.CharField()
    puzzle = s.CharField()
    size = s.IntegerField()
    clue_count = s.IntegerField()
    verdict = s.ChoiceField(Puzzle.Verdict.choices)
    title = s.CharField(allow_blank=True)
    author = s.CharField(allow_blank=True)
    source: Any = s.CharField(allow_blank=True)
    tags = s.ListField(child=s.CharField())


class CollectionShape(Shape):
    slug = s.CharField()
    title = s.CharField()
    description = s.CharField(allow_blank=True)
    puzzles_url = s.CharField()
    page = s.CharField()


class BatchShape(Shape):
    """Many puzzles, solved by one method."""

    id = s.UUIDField()
    url = s.CharField()
    results_url = s.CharField()
    status = s.ChoiceField(Job.Status.choices)
    method = s.ChoiceField(list(engine.methods()))
    options = s.DictField()
    total = s.IntegerField()
    finished = s.IntegerField()
    counts = s.DictField(child=s.IntegerField(), help_text="Of the finished ones, by outcome.")
    failure = s.CharField(allow_null=True)
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)


class NewBatchShape(Shape):
    puzzles = s.ListField(
        child=s.CharField(), help_text="Or one text of any format that holds several."
    )
    method = s.ChoiceField(list(engine.methods()), default="combos")
    options = s.DictField(required=False)


class MethodShape(Shape):
    name = s.CharField()
    title = s.CharField()
    summary = s.CharField()
    article = s.CharField()
    options = s.ListField(child=s.DictField())


class TechniqueShape(Shape):
    """A rule; what a method's steps name as `technique`."""

    name = s.CharField()
    definition = s.CharField(help_text="A line a paragraph; the first says what it is.")
    source: Any = s.CharField()
    methods = s.ListField(child=s.CharField())
    page = s.CharField(help_text="For people: what it does to a board.")


class SolvePage(Shape):
    next = s.CharField(allow_null=True)
    results = SolveShape(many=True)


class IterationPage(Shape):
    next = s.CharField(allow_null=True)
    results = IterationShape(many=True)


class PuzzlePage(Shape):
    next = s.CharField(allow_null=True)
    results = PuzzleShape(many=True)


class CollectionPage(Shape):
    next = s.CharField(allow_null=True)
    results = CollectionShape(many=True)


class Comparisons(Shape):
    results = ComparedSolve(many=True)


class AcceptedComparison(Shape):
    url = s.CharField()
    results = SolveShape(many=True)
