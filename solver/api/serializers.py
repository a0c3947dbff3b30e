"""What the API reads and writes, in the JSON that the command line writes too."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from solver import engine
from solver.models import Puzzle, Solve

from .parsing import TextField


class PuzzleText(serializers.Serializer[Any]):
    """A puzzle as text, with its size where the number of cells should not tell it."""

    puzzle = TextField()
    size = serializers.IntegerField(required=False)
    format = serializers.CharField(required=False)  # told apart by itself otherwise

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        try:
            reading = engine.read_any(data["puzzle"], data.get("size"), data.get("format"))
            data["grid"], data["note"] = engine.position_of(reading), reading.note
        except engine.GridError as error:
            raise serializers.ValidationError({"puzzle": [str(error)]}) from None
        return data


class MethodChoice(serializers.Serializer[Any]):
    """A method and its options."""

    method = serializers.CharField(default="combos")
    options = serializers.DictField(default=dict)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        try:
            method = engine.find_method(data["method"])
        except ValueError as error:
            raise serializers.ValidationError({"method": [str(error)]}) from None
        try:
            method.read_options(data["options"])
        except ValueError as error:
            raise serializers.ValidationError({"options": [str(error)]}) from None
        return data


class NewSolve(MethodChoice, PuzzleText):
    """A puzzle, a method and its options."""

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        return MethodChoice.validate(self, PuzzleText.validate(self, data))


class SolveChange(serializers.Serializer[Any]):
    """What the owner of a solve may change of it."""

    visibility = serializers.ChoiceField(Solve.Visibility.choices, required=False)
    is_favourite = serializers.BooleanField(required=False)
    note = serializers.CharField(max_length=500, allow_blank=True, required=False)


def puzzle_as_json(puzzle: Puzzle) -> dict[str, Any]:
    """What anybody may know; what editors say of a puzzle is told once it is published."""
    shown = puzzle if puzzle.is_published else Puzzle()
    return {
        "id": str(puzzle.pk),
        "url": reverse("api-puzzle", args=[puzzle.pk]),
        "puzzle": puzzle.givens,
        "size": puzzle.size,
        "clue_count": puzzle.clue_count,
        "verdict": puzzle.verdict,
        "title": shown.title,
        "author": shown.author,
        "source": shown.source,
        "tags": shown.tags,
    }
