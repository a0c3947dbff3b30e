"""Stricter reading of JSON than the standard library's: what is not plain is refused by name."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from solver.engine import GridError
from solver.engine.core.i18n import quote
from solver.engine.notation.binary import refuse_binary

MOST_BRACKETS = 50_000  # that open; a batch of 10,000 texts of several lines has one each at most


class StrictJSONParser(JSONParser):
    """Answers 400 for JSON nested deeper than Python can follow, and for a key that is there twice.

    Who reads such JSON elsewhere, a proxy or a log, may take another of the two for the one that counts.
    What holds very many lists or objects is refused before it is read: each costs as much as a long text.
    """

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            text = stream.read().decode("utf-8-sig")  # the guard has refused other encodings
            if text.count("[") + text.count("{") > MOST_BRACKETS:
                raise ParseError(f"the JSON has more than {MOST_BRACKETS} brackets")
            return json.loads(
                text,
                parse_constant=_refuse_constant,
                object_pairs_hook=_each_key_once,
            )
        except RecursionError:
            raise ParseError("the JSON is nested too deeply") from None
        except ValueError as error:  # also of what is not in UTF-8
            raise ParseError(f"this is no JSON: {error}") from None


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _value in pairs:
            if key in seen:
                raise ValueError(f"the key {quote(key)} is there twice")
            seen.add(key)
    return found


class StrictChoiceField(serializers.ChoiceField):
    """One of several; of what is none of them an answer shows as much as is needed to know it again."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid_choice": "{input} is not a valid choice."
    }

    def fail(self, key: str, **facts: Any) -> NoReturn:
        super().fail(key, **{name: quote(value) for name, value in facts.items()})


class RawDictField(serializers.DictField):
    """An object whose values its reader checks: to look at each here too is dear for a hundred thousand."""

    def run_child_validation(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return dict(data)


class TextField(serializers.CharField):
    """Text as it came: a number is not text, and nothing is trimmed before it was looked at."""

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


_JSON_NAMES = {
    int: "a number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
