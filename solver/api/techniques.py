"""The techniques: what a program tells its own users of the names that steps carry."""

from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from solver import engine

from .describing import described
from .schema import TechniqueShape


@described("The techniques and what they mean", {200: TechniqueShape(many=True)})
@api_view(["GET"])
def techniques(request: Request) -> Response:
    """Every technique by the name that steps carry, easy ones first; `page` shows one at work."""
    return Response([TechniqueShape.of(each) for each in engine.techniques().values()])
