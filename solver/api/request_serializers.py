"""Serializers of the bodies that the API reads."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from solver import engine
from solver.engine.hinting import Game
from solver.engine.hinting.game import candidate_at
from solver.engine.ladder.listing import asked_for_by_default, refuse_contradiction
from solver.engine.ladder.search import named, named_on_shape, usual
from solver.engine.notation.of_shape import read_board
from solver.models import Solve
from solver.models.puzzle import refuse_position
from solver.models.validators import validate_lines, validate_plain
from solver.puzzles.files.reading import LONGEST_TAG
from solver.solves.backends import refuse_postgresql

from .parsing import RawDictField, ShapeField, StrictChoiceField, TextField

MOST_NAMED, MOST_FIELDS = 50, 20  # characters of an unknown field in an error, and such fields


@contextmanager
def field_errors(field: str, refusal: type[ValueError] = ValueError) -> Iterator[None]:
    """Turn a `refusal` raised in this block into a ValidationError of the field.

    Any other exception is a fault of ours, and raised as it is.
    """
    try:
        yield
    except refusal as error:
        raise serializers.ValidationError({field: [str(error)]}) from None


class RequestSerializer(serializers.Serializer[Any]):
    """The body of a request. A field that does not exist is refused by its name, and not ignored."""

    @classmethod
    def read(cls, request: Request, **context: Any) -> dict[str, Any]:
        """Return the validated data of a request's body. Raise ValidationError if it is not valid."""
        sent = cls(data=request.data, context={"request": request, **context})
        sent.is_valid(raise_exception=True)
        return dict(sent.validated_data)

    def to_internal_value(self, data: Any) -> Any:
        known = set(self.fields)  # `in self.fields` is slow for a body with a million names
        names = data if isinstance(data, Mapping) else ()  # super() refuses what is not an object
        unknown = list(islice((name for name in names if name not in known), MOST_FIELDS))
        if unknown:
            message = f"there is no such field; there are {', '.join(self.fields)}"
            raise serializers.ValidationError({name[:MOST_NAMED]: [message] for name in unknown})
        return super().to_internal_value(data)


def line_field(max_length: int, **options: Any) -> serializers.CharField:
    """Return a serializer field for one line of visible text."""
    return serializers.CharField(max_length=max_length, validators=[validate_plain], **options)


def tags_field(**options: Any) -> serializers.ListField:
    """Return an optional field for up to 100 tags."""
    tag = line_field(LONGEST_TAG)
    return serializers.ListField(child=tag, required=False, max_length=100, **options)


def techniques_field(help_text: str) -> serializers.ListField:
    """Return an optional field for up to 200 techniques."""
    name = serializers.CharField(max_length=50)
    return serializers.ListField(child=name, required=False, max_length=200, help_text=help_text)


def uniqueness_field() -> StrictChoiceField:
    return StrictChoiceField(
        ["auto", "on", "off"],
        default="auto",
        help_text="Rules that rest on one solution: by a count of the solutions, or as told.",
    )


class PuzzleText(RequestSerializer):
    """A puzzle as text. Its size is needed only if the number of cells does not tell it."""

    puzzle = TextField()
    size = serializers.IntegerField(required=False)
    shape = ShapeField(
        required=False,
        help_text="Of a board that is not plain: a name, as `9x9 diagonals`, or an object with `size`, `boxes`,"
        " `regions`, `extras` and `extra_regions`.",
    )
    format = serializers.CharField(required=False)  # recognised if it is left out

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        with field_errors("puzzle", engine.GridError):
            reading = _read(data)
            data["grid"], data["note"] = engine.position_of(reading), reading.note
            data["reading"] = reading
        return data


def _read(data: dict[str, Any]) -> engine.Reading:
    """Return what the puzzle's text says, on the board of `shape` if one is named."""
    text, size, shape = data["puzzle"], data.get("size"), data.get("shape")
    if shape is None or shape.square_box:
        return engine.read_any(text, shape.size if shape else size, data.get("format"))
    try:
        return read_board(text, shape)
    except engine.GridError:
        with suppress(engine.GridError):
            reading = engine.read_any(text, format=data.get("format"))
            if reading.grid.shape == shape:  # a text that says its shape too
                return reading
        raise


class CollectedPuzzle(PuzzleText):
    """A puzzle as text for a collection: givens only, no marks."""

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        with field_errors("puzzle", engine.GridError):
            refuse_position(data["grid"])
        return data


class StepsAsked(PuzzleText):
    """A position, and the techniques whose steps are listed."""

    techniques = techniques_field(
        "Names as in the answers, or HoDoKu's codes; all but the last resorts otherwise."
    )
    uniqueness = uniqueness_field()

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        data["chosen"] = asked_for_by_default(data["grid"].shape)
        if data.get("techniques"):
            with field_errors("techniques"):
                shape = data["grid"].shape
                data["chosen"] = named_on_shape(data["techniques"], shape, engine.techniques())
        with field_errors("puzzle", engine.GridError):
            refuse_contradiction(data["reading"])
        return data


class GameAsked(PuzzleText):
    """A puzzle with the digits and marks of a player."""

    values = TextField(
        required=False,
        help_text="A character a cell, `0` or `.` where there is no digit; as in `puzzle` if left out.",
    )
    marks = TextField(
        required=False,
        help_text="The marks of each cell, a full stop between two: `12..149.…`; a cell without any has all.",
    )
    names = serializers.BooleanField(
        default=False, help_text="Name what is wrong, or the technique: for who asks twice."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        reading, values, marks = data["reading"], data.get("values"), data.get("marks")
        with field_errors("values", engine.GridError):
            Game.read(reading, values, None)
        with field_errors("marks", engine.GridError):
            data["game"] = Game.read(reading, values, marks)
        return data


class HintAsked(GameAsked):
    """A game, and how much of its next step to show."""

    stage = serializers.IntegerField(
        default=1,
        min_value=0,
        max_value=4,
        help_text="0 still right, 1 what kind, 2 where, 3 why, 4 the board after it.",
    )
    uniqueness = uniqueness_field()
    techniques = techniques_field(
        "The only ones to use, or, each with a minus before its name, ones to leave out."
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        names = data.get("techniques") or []
        left_out = [name[1:] for name in names if name.startswith("-")]
        wanted = [name for name in names if not name.startswith("-")]
        with field_errors("techniques"):
            excluded = named(left_out, engine.techniques())
            shape = data["grid"].shape
            chosen = named_on_shape(wanted, shape, engine.techniques()) if wanted else usual(shape)
        left = [rung for rung in chosen if rung not in excluded]
        data["chosen"] = left if names else None  # so that a hint goes on as on the page
        return data


class WhyAsked(GameAsked):
    """A game, and either a candidate, or a technique with some cells."""

    candidate = serializers.CharField(required=False, max_length=10, help_text="`r3c7=4`")
    technique = serializers.CharField(required=False, max_length=50, help_text="With `cells`.")
    cells = serializers.ListField(
        child=serializers.CharField(max_length=6), required=False, max_length=25
    )

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        data = super().validate(data)
        if ("candidate" in data) == ("technique" in data):
            message = "give a candidate, or a technique with cells"
            raise serializers.ValidationError({"candidate": [message]})
        geometry = data["grid"].geometry
        if "candidate" in data:
            with field_errors("candidate"):
                data["candidate"] = candidate_at(geometry, data["candidate"])
            return data
        with field_errors("technique"):
            known = engine.techniques()
            (data["rung"],) = named_on_shape([data["technique"]], geometry.shape, known)
        with field_errors("cells"):
            data["at"] = sorted({geometry.cell_at(name) for name in data.get("cells", [])})
            if not data["at"]:
                raise ValueError("name the cells, as r3c7")
        return data


@extend_schema_field({"type": "string", "enum": list(engine.methods())})
class MethodName(serializers.CharField):
    """The name of a method. Any text is accepted here, so that the engine names the known ones."""


class MethodChoice(RequestSerializer):
    """A method and its options."""

    method = MethodName(default="combos")
    options = RawDictField(default=dict)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        with field_errors("method"):
            method = engine.find_method(data["method"])
        with field_errors("options"):
            method.read_options(data["options"])
        return data


class NewSolve(MethodChoice, PuzzleText):
    """A puzzle, a method, its options, the place to run, and who may see the solve."""

    runs_in = serializers.ChoiceField(
        Solve.RunsIn.choices,
        default=Solve.RunsIn.PYTHON,
        help_text="`postgresql`: each rule as one statement, and the engine watches.",
    )

    visibility = StrictChoiceField(
        Solve.Visibility.choices,
        default=Solve.Visibility.UNLISTED,
        help_text="`private` and `public` are for solves that have an owner: send a token along.",
    )

    def validate_visibility(self, visibility: str) -> str:
        """Return the visibility. Raise ValidationError if a solve without an owner is not to be unlisted.

        Nobody could open a private solve without an owner, or hide a public one.
        """
        if visibility != Solve.Visibility.UNLISTED and not self.context["owner"].is_somebody:
            raise serializers.ValidationError(
                "only a solve that has an owner can be private or public: send a token along"
            )
        return visibility

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        read = MethodChoice.validate(self, PuzzleText.validate(self, data))
        if read["runs_in"] == Solve.RunsIn.POSTGRESQL:
            with field_errors("runs_in"):
                refuse_postgresql(read["method"], read["options"])
        return read


class SolveChange(RequestSerializer):
    """Changes that the owner of a solve may make to it."""

    visibility = StrictChoiceField(Solve.Visibility.choices, required=False)
    is_favourite = serializers.BooleanField(required=False)
    note = serializers.CharField(
        max_length=500, allow_blank=True, required=False, validators=[validate_lines]
    )
