"""Parse JSON more strictly than the standard library, and read its values by strict fields."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from solver.engine import GridError
from solver.engine.core.i18n import quote
from solver.engine.core.shape import Shape, parse, shape_of_fields
from solver.engine.notation.binary import refuse_binary

MOST_BRACKETS = 50_000  # opening ones: a batch of 10,000 texts has at most one each


class StrictJSONParser(JSONParser):
    """Raise ParseError (400) for JSON that is nested too deeply, or has a key twice.

    Of two equal keys a proxy or a log may read another one than we do. JSON with very many lists or objects is
    refused before it is parsed: each costs as much memory as a long text.
    """

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            # RequestLimitsMiddleware has refused other encodings.
            text = stream.read().decode("utf-8-sig")
            if text.count("[") + text.count("{") > MOST_BRACKETS:
                raise ParseError(f"the JSON has more than {MOST_BRACKETS} brackets")
            return json.loads(
                text,
                parse_constant=_refuse_constant,
                object_pairs_hook=_each_key_once,
            )
        except RecursionError:
            raise ParseError("the JSON is nested too deeply") from None
        except ValueError as error:  # UnicodeDecodeError is one too
            raise ParseError(f"this is no JSON: {error}") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ValueError(f"the key {quote(key)} is there twice")
            seen.add(key)
    return members


class StrictChoiceField(serializers.ChoiceField):
    """One of several values. The error message quotes only the beginning of a wrong one."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid_choice": "{input} is not a valid choice."
    }

    def fail(self, key: str, **facts: Any) -> NoReturn:
        super().fail(key, **{name: quote(value) for name, value in facts.items()})


class RawDictField(serializers.DictField):
    """An object whose values are checked later: checking 100,000 of them twice takes too long."""

    def run_child_validation(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return dict(data)


class TextField(serializers.CharField):
    """Text as it was sent: not trimmed, and no number in place of a text."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError(
                f"text is expected here, not {_JSON_NAMES.get(type(data), 'this')}"
            )
        try:
            refuse_binary(data)
        except GridError as error:
            raise serializers.ValidationError(str(error)) from None
        return super().to_internal_value(data)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}]})
class ShapeField(serializers.Field[Any, Any, Any, Any]):
    """The shape of a board: its name, or an object that says its size and what else it has."""

    def to_internal_value(self, data: Any) -> Shape:
        if not isinstance(data, str | Mapping):
            raise serializers.ValidationError(
                "a name such as 9x9 diagonals is expected here, or an object with a size"
            )
        try:
            return parse(data) if isinstance(data, str) else shape_of_fields(data)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from None

    def to_representation(self, value: Shape) -> str:
        return value.name


_JSON_NAMES = {
    int: "a number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
