"""The techniques: what a program tells its own users of the names that steps carry."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine

from .openapi import described
from .response_serializers import TechniqueShape


class TechniqueList(APIView):
    """Every technique by the name that steps carry, easy ones first; `page` shows one at work."""

    @described("The techniques and what they mean", {200: TechniqueShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response([TechniqueShape.of(each) for each in engine.techniques().values()])
