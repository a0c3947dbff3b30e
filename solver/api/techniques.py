"""The techniques, so that a program can explain the names in steps to its users."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine

from .openapi import described
from .response_serializers import TechniqueShape


class TechniqueList(APIView):
    """Every technique by the name that steps have, easy ones first. `page` shows it on a board."""

    @described("The techniques and what they mean", {200: TechniqueShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response(
            [TechniqueShape.of(technique) for technique in engine.techniques().values()]
        )
