"""The techniques: what a program tells its own users of the names that steps carry."""

from django.urls import reverse
from django.utils.text import slugify
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from solver import engine
from solver.queue import showcases

from . import shapes
from .describing import described


@described("The techniques and what they mean", {200: shapes.TechniqueShape(many=True)})
@api_view(["GET"])
def techniques(request: Request) -> Response:
    """Every technique by the name that steps carry, easy ones first; `page` shows one at work."""
    return Response(
        [
            {
                "name": technique.name,
                "definition": "\n".join(technique.paragraphs),
                "source": technique.source,
                "methods": [method.name for method in showcases.methods_using(technique)],
                "page": reverse("technique", args=[slugify(technique.name)]),
            }
            for technique in engine.techniques().values()
        ]
    )
