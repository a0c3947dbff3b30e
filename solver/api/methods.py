"""The methods and what can be chosen of them: what a program offers its own users."""

from typing import Any

from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from solver import engine
from solver.engine.methods.base import Option

from . import shapes
from .describing import described


@described("The methods and their options", {200: shapes.MethodShape(many=True)})
@api_view(["GET"])
def methods(request: Request) -> Response:
    """Every method with its options, each with its values, its default and what the article did."""
    return Response(
        [
            {
                "name": method.name,
                "title": method.title,
                "summary": method.summary,
                "article": method.article,
                "options": [_as_json(option) for option in method.options],
            }
            for method in engine.methods().values()
        ]
    )


def _as_json(option: Option) -> dict[str, Any]:
    values = {"choices": dict(option.choices)} if option.choices else {"from": 1, "to": option.most}
    return {
        "name": option.name,
        "title": option.title,
        "help": option.help,
        "kind": option.kind,
        "default": option.default,
        **values,
    }
