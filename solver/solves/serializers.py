"""Serializers of solves for the API, the exports and the lines of a batch. They also describe the API."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import isqrt
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import override
from drf_spectacular.drainage import set_override
from rest_framework import serializers as s

from solver import engine
from solver.engine.core.steps import candidates_as_json
from solver.engine.methods.solving import iteration_as_json
from solver.engine.techniques.events import EXPLAINERS
from solver.models import Puzzle, Solve

# Docstrings of serializers are read by programmers who use the API: they stand in its description.


class ObjectSerializer(s.Serializer[Any]):
    """An object."""

    # In the API's description, if the class has another name. Clients are generated from it, so it stays.
    component_name: ClassVar[str]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "component_name", vars(cls).get("component_name", cls.__name__))

    @classmethod
    def of(cls, thing: Any) -> dict[str, Any]:
        """Return the JSON of an object. The fields are set up once, not for each of ten thousand lines."""
        return _instance(cls).to_representation(thing)


@cache
def _instance(serializer: type[ObjectSerializer]) -> ObjectSerializer:
    return serializer()


class PassThroughSerializer(ObjectSerializer):
    """An object."""

    # The engine writes this JSON, because it imports no framework. Tests compare it with these fields.
    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        return instance


def texts(**options: Any) -> s.ListField:
    """Return a field for a list of texts."""
    return s.ListField(child=s.CharField(), **options)


class UrlField(s.CharField):
    """The address of a route with an attribute as its argument. With `of=""`, the route has none."""

    def __init__(self, route: str, of: str = "pk", **kwargs: Any) -> None:
        super().__init__(source=of or "*", **kwargs)
        self.route, self.has_key = route, bool(of)

    def to_representation(self, value: Any) -> str:
        return reverse(self.route, args=[value] if self.has_key else [])


class KnownChoice(s.ChoiceField):
    """A choice that is null if it is empty."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


class Failure(s.CharField):
    """Why a solve or job failed, or null. Always in English, because programs compare it."""

    def get_attribute(self, instance: Any) -> Any:
        with override("en"):
            return super().get_attribute(instance) or None


class Candidates(s.ListField):
    """Masks of cells as lists or strings of their digits."""

    def to_representation(self, value: Any) -> Any:
        return candidates_as_json(value, isqrt(len(value)))


class ProofShape(ObjectSerializer):
    """Why a step holds: sets that need a candidate, sets with at most one, and what follows."""

    truths = texts(help_text="`r3c7`, or `4 in row 2`.")
    links = texts(help_text="The same, some more than once.")
    guardians = texts(required=False, help_text="One of these is true: a truth more.")
    cells = texts(
        required=False,
        help_text="Without guardians these, or else the whole board, could be filled in two ways.",
    )
    assumed = s.CharField(required=False, help_text="`r3c7=4`: of a replay, what is shown false.")
    forced = texts(required=False, help_text="What follows, in order.")
    ending = s.CharField(required=False, help_text="The set that ends empty, or is split.")
    branches = s.ListField(
        child=s.DictField(),
        required=False,
        help_text="One for each left in it, by digit, then cell: `forced`, `ending` and so on, or the "
        "number of one that it is `like` once its digits are `renamed`.",
    )
    pattern: Any = s.DictField(
        required=False,
        help_text="All but its `cells` may be anything from here on, and these have its `digits`.",
    )
    also = s.ListField(
        child=s.DictField(),
        required=False,
        help_text="Proofs of the rest, each without what those before it show false.",
    )


class StepSerializer(PassThroughSerializer):
    """One deduction."""

    component_name = "StepShape"

    technique = s.CharField(
        help_text=f"One of `/api/v1/techniques/`, or what no rule finds: {', '.join(EXPLAINERS)}."
    )
    unit = s.CharField(
        allow_null=True, help_text="row 1, column 2, box 3; null where none is meant"
    )
    cells = texts(help_text="That prove it: r1c2.")
    digits = s.ListField(child=s.IntegerField())
    placed = texts(help_text="r4c5=7")
    removed = texts(help_text="r1c9<>2")
    why = s.CharField()
    proof = ProofShape(
        allow_null=True, help_text="Of the ladder's steps; all that others rest on stands above."
    )


class IterationSerializer(PassThroughSerializer):
    """One pass of a method's loop, with the candidates of every cell after it."""

    component_name = "IterationShape"

    number = s.IntegerField(min_value=1)
    branch = s.IntegerField()
    parent: Any = s.IntegerField(allow_null=True)
    depth = s.IntegerField()
    candidates = s.ListField(
        help_text="A string of digits a cell, row by row; lists of numbers on boards over 9×9."
    )
    placed = s.IntegerField()
    removed = s.IntegerField()
    steps = StepSerializer(many=True)


class SolveSerializer(ObjectSerializer):
    """One puzzle given to one method. `null` stands for what is not known yet."""

    component_name = "SolveShape"

    id = s.UUIDField()
    url = UrlField("api-solve")
    page = s.CharField(source="get_absolute_url", help_text="For people.")
    iterations_url = UrlField("api-iterations")
    status = s.ChoiceField(Solve.Status.choices)
    puzzle = s.CharField(
        source="puzzle.givens", help_text="One character a cell, 0 for an empty one."
    )
    size = s.IntegerField(source="puzzle.size")
    shape = s.CharField(source="puzzle.board", help_text="`9x9`, `9x9 diagonals`, `jigsaw:AAB…`")
    start = Candidates(
        source="marks", allow_null=True, help_text="The candidates it began with, of a position."
    )
    method = s.ChoiceField(list(engine.methods()))
    runs_in = s.ChoiceField(Solve.RunsIn.choices, help_text="Where the method works.")
    visibility = s.ChoiceField(Solve.Visibility.choices)
    options = s.DictField()
    continues = s.UUIDField(
        source="continues_id",
        allow_null=True,
        help_text="The stalled solve that its story begins with; it may be gone since.",
    )
    outcome = KnownChoice(Solve.Outcome.choices, allow_null=True)
    verdict = KnownChoice(Puzzle.Verdict.choices, allow_null=True)
    failure = Failure(source="failure_words", allow_null=True)
    solutions = texts(help_text="The method's own first, then others, up to a hundred.")
    all_solutions = s.BooleanField(
        source="are_all_solutions", help_text="Whether there are no others; false while not known."
    )
    iteration_count = s.IntegerField()
    elapsed_ms = s.FloatField(allow_null=True)
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)


class OwnSolve(SolveSerializer):
    """A solve, and what its owner put to it."""

    is_favourite = s.BooleanField()
    note = s.CharField(allow_blank=True)


class WholeSolve(SolveSerializer):
    """A solve, and its iterations once it is finished."""

    iterations_next = s.CharField(
        required=False,
        help_text="Of a long story alone: the address of the iterations that follow.",
    )
    story_url = s.CharField(
        required=False, help_text="Of a long story alone: the address of the whole in one file."
    )
    iterations = IterationSerializer(
        many=True,
        required=False,
        help_text="Once it is finished; the first ones where `iterations_next` has more.",
    )


class SolveWithMore(SolveSerializer):
    """A solve, and what else there is to say of it."""

    def get_fields(self) -> dict[str, s.Field[Any, Any, Any, Any]]:
        """Return the fields.

        Those of a solve are read from the object's `solve`, the others from the object.
        """
        fields = super().get_fields()
        for name in SolveSerializer().get_fields():
            fields[name].source = f"solve.{fields[name].source or name}"
        return fields


def iterations_as_json(
    solve: Solve, iterations: Iterable[engine.Iteration]
) -> Iterator[dict[str, Any]]:
    """Yield the JSON of iterations, as `IterationSerializer` describes it."""
    grid = solve.puzzle.grid
    return (iteration_as_json(grid, iteration) for iteration in iterations)
