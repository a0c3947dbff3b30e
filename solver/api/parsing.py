"""Stricter reading of JSON than the standard library's: what is not plain is refused by name."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """Answers 400, not a server error, for JSON nested deeper than Python can follow."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("the JSON is nested too deeply") from None


class TextField(serializers.CharField):
    """Text as it came: a number is not text, and nothing is trimmed before it was looked at."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, allow_blank=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError(
                f"text is expected here, not {_JSON_NAMES.get(type(data), 'this')}"
            )
        return super().to_internal_value(data)


_JSON_NAMES = {
    int: "a number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
