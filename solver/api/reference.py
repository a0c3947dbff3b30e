"""The page of the API: its description as a list of operations that can be read and tried."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from .openapi import PROBLEMS

VERBS = "get", "post", "put", "patch", "delete"
MISSING = "any value"

Schema = Mapping[str, Any]
Facts = dict[str, Any]  # for the template


@never_cache
@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the reference of the API. It needs no script, apart from trying an operation."""
    context = {"schema": reverse("api-schema"), "reference": _render_reference()}
    return render(request, "api/docs.html", context)


@cache
def _render_reference() -> SafeString:
    """Return what is the same for everybody. The API is described in English, as its answers are."""
    with translation.override("en"):
        schema = SchemaGenerator(api_version="v1").get_schema(request=None, public=True)
    operations = sorted(_operations(schema), key=_subject)
    objects = [_object(name, each) for name, each in schema["components"]["schemas"].items()]
    context = {
        "subjects": [(name, list(each)) for name, each in groupby(operations, _subject)],
        "objects": objects,
        "problems": sorted(PROBLEMS.items()),
    }
    return render_to_string("api/_reference.html", context)


def _subject(operation: Facts) -> str:
    """Return the part of its path that names what it is about: `solves` of `/api/v1/solves/{id}/`."""
    return operation["path"].split("/")[3] or "root"


def _operations(schema: Schema) -> Iterator[Facts]:
    for path, operations in schema["paths"].items():
        for verb in VERBS:
            if verb in operations:
                yield _operation(path, verb, operations[verb])


def _operation(path: str, verb: str, described: Schema) -> Facts:
    body = described.get("requestBody", {}).get("content", {}).get("application/json", {})
    examples = [example["value"] for example in body.get("examples", {}).values()]
    good = {n: each for n, each in described["responses"].items() if str(n).startswith("2")}
    media = [(n, each, kind) for n, each in good.items() for kind in each.get("content", {"": {}})]
    return {
        "name": described["operationId"],
        "verb": verb.upper(),
        "path": path,
        "summary": described["summary"],
        "words": _mark_up(described),
        "parameters": [
            _field(each["name"], each["schema"], each.get("required", False), each)
            for each in described.get("parameters", ())
        ],
        "body": _say_type(body["schema"]) if body else "",
        "example": json.dumps(examples[0], indent=2, ensure_ascii=False) if examples else "",
        "answers": [
            {
                "status": number,
                "type": _say_media(kind, each.get("content", {}).get(kind, {}).get("schema")),
                "words": _mark_up(each),
            }
            for number, each, kind in media
        ],
        "problems": ", ".join(
            str(n) for n in sorted(described["responses"], key=str) if n not in good
        ),
    }


def _object(name: str, schema: Schema) -> Facts:
    required = schema.get("required", ())
    fields = [
        _field(field, each, field in required)
        for field, each in schema.get("properties", {}).items()
    ]
    return {"name": name, "words": _mark_up(schema), "type": _say_type(schema), "fields": fields}


def _field(name: str, schema: Schema, is_required: bool, parameter: Schema | None = None) -> Facts:
    """Return the facts of a parameter of an operation, or of a field of an object."""
    about = parameter or schema
    return {
        "name": name,
        "place": parameter["in"] if parameter else "",
        "type": _say_type(schema),
        "choices": schema.get("enum", ()),
        "is_several": schema.get("type") == "array",
        "is_required": is_required,
        "is_deprecated": about.get("deprecated", False),
        "words": _mark_up(about),
    }


def _mark_up(described: Schema) -> SafeString:
    """Return a description with its words in backticks as code."""
    text = escape(described.get("description", ""))
    return mark_safe(re.sub("`([^`]+)`", r"<code>\1</code>", text))  # noqa: S308 - escaped


# --- Types in words -----------------------------------------------------------------------------------


def _say_media(kind: str, schema: Schema | None) -> SafeString:
    if not schema:
        return format_html("{}", kind or "no content")
    words = _say_type(schema)
    return words if kind == "application/json" else format_html("{}, as {}", words, kind)


def _say_type(schema: Schema) -> SafeString:
    """Return, for example, `list of <a>SolveShape</a> or null`."""
    words = _say_kind(schema)
    return format_html("{} or null", words) if schema.get("nullable") else words


def _say_kind(schema: Schema) -> SafeString:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return format_html('<a href="#{}">{}</a>', name, name)
    if kinds := schema.get("oneOf") or schema.get("allOf"):
        return format_html_join(" or ", "{}", ((_say_type(kind),) for kind in kinds))
    if "enum" in schema:
        return format_html("{}", ", ".join(str(value) for value in schema["enum"]))
    if schema.get("type") == "array":
        return format_html("list of {}", _say_type(schema["items"]))
    if isinstance(schema.get("additionalProperties"), Mapping):
        values = schema["additionalProperties"]
        return format_html("object of {}", _say_type(values) if values else MISSING)
    kind = schema.get("format") or schema.get("type", MISSING)
    return format_html("{}{}", kind, _say_limits(schema))


def _say_limits(schema: Schema) -> str:
    least = schema.get("minimum", schema.get("minLength"))
    most = schema.get("maximum", schema.get("maxLength"))
    unit = " characters" if "maxLength" in schema else ""
    if most is None:
        return ""
    return f", {least} to {most}{unit}" if least is not None else f", at most {most}{unit}"
