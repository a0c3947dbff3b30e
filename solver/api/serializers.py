"""What the API reads and writes, in the JSON that the command line writes too."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from solver import engine
from solver.engine.solving import candidates_as_json, iteration_as_json
from solver.models import Iteration, Puzzle, Solve

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


class NewSolve(PuzzleText):
    """A puzzle, a method and its options."""

    method = serializers.CharField(default="combos")
    options = serializers.DictField(default=dict)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        try:
            method = engine.find_method(data["method"])
        except ValueError as error:
            raise serializers.ValidationError({"method": [str(error)]}) from None
        try:
            method.read_options(data["options"])
        except ValueError as error:
            raise serializers.ValidationError({"options": [str(error)]}) from None
        return data


def puzzle_as_json(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": str(puzzle.pk),
        "url": reverse("api-puzzle", args=[puzzle.pk]),
        "puzzle": puzzle.givens,
        "size": puzzle.size,
        "clue_count": puzzle.clue_count,
        "verdict": puzzle.verdict,
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "tags": puzzle.tags,
    }


def solve_as_json(solve: Solve) -> dict[str, Any]:
    """A solve without its iterations; `null` stands for what is not known yet."""
    marks = solve.grid.marks
    return {
        "id": str(solve.pk),
        "url": reverse("api-solve", args=[solve.pk]),
        "page": solve.get_absolute_url(),
        "iterations_url": reverse("api-iterations", args=[solve.pk]),
        "status": solve.status,
        "puzzle": solve.puzzle.givens,
        "size": solve.puzzle.size,
        "start": candidates_as_json(marks, solve.puzzle.size) if marks else None,
        "method": solve.method,
        "options": solve.options,
        "outcome": solve.outcome or None,
        "verdict": solve.verdict or None,
        "failure": solve.failure or None,
        "solutions": solve.solutions,
        "iteration_count": solve.iteration_count,
        "elapsed_ms": solve.elapsed_ms,
        "created_at": solve.created_at,
        "finished_at": solve.finished_at,
    }


def iterations_as_json(solve: Solve, rows: list[Iteration]) -> list[dict[str, Any]]:
    grid = solve.puzzle.grid
    return [iteration_as_json(grid, row.told(grid.box)) for row in rows]
