"""All steps at a position, by every technique, each with its proof."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.engine.ladder.listing import some_as_json

from .openapi import EXAMPLE, described
from .request_serializers import StepsAsked
from .response_serializers import StepsAtShape


class StepList(APIView):
    """POST a position to list its steps. Nothing is stored."""

    @described(
        "All steps at a position",
        {200: StepsAtShape},
        takes=StepsAsked,
        example={"puzzle": EXAMPLE, "uniqueness": "auto"},
    )
    def post(self, request: Request) -> Response:
        data = StepsAsked.read(request)
        return Response(some_as_json(data["reading"], data["chosen"], data["uniqueness"]))
