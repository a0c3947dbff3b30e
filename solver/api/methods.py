"""The methods and what can be chosen of them: what a program offers its own users."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver import engine

from .openapi import described
from .response_serializers import MethodShape


class MethodList(APIView):
    """Every method with its options, each with its values, its default and what the article did."""

    @described("The methods and their options", {200: MethodShape(many=True)})
    def get(self, request: Request) -> Response:
        return Response([MethodShape.of(method) for method in engine.methods().values()])
