"""Bodies that the API reads."""

from typing import Any

from rest_framework import serializers

from solver import engine
from solver.models import Solve

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
    """Changes that the owner of a solve may make to it."""

    visibility = serializers.ChoiceField(Solve.Visibility.choices, required=False)
    is_favourite = serializers.BooleanField(required=False)
    note = serializers.CharField(max_length=500, allow_blank=True, required=False)
