"""The way in: where everything is, and what is answered where nothing is."""

from django.http import HttpRequest, JsonResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from .describing import described
from .schema import Root


class WayIn(APIView):
    """Where to go."""

    @described("Where to go", {200: Root})
    def get(self, request: Request) -> Response:
        return Response(Root.of(request))


def not_found(request: HttpRequest, rest: str) -> JsonResponse:
    return JsonResponse({"detail": f"there is nothing at /api/v1/{rest}"}, status=404)
