"""The methods and what can be chosen of them: what a program offers its own users."""

from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from solver import engine

from .describing import described
from .schema import MethodShape


@described("The methods and their options", {200: MethodShape(many=True)})
@api_view(["GET"])
def methods(request: Request) -> Response:
    """Every method with its options, each with its values, its default and what the article did."""
    return Response([MethodShape.of(method) for method in engine.methods().values()])
