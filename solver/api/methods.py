"""The methods and their options, so that a program can offer them to its users."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine

from .openapi import described
from .response_serializers import MethodShape


class MethodList(APIView):
    """Every method with its options: the values, the default, and what the article did."""

    @described("The methods and their options", {200: MethodShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response([MethodShape.of(method) for method in engine.methods().values()])
