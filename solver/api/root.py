"""The way in: where everything is, and what is answered where nothing is."""

from django.http import HttpRequest, JsonResponse
from rest_framework.decorators import api_view
from rest_framework.request import Request
from rest_framework.response import Response

from .describing import described
from .schema import Root


@described("Where to go", {200: Root})
@api_view(["GET"])
def root(request: Request) -> Response:
    """Where to go."""
    return Response(Root.of(request))


def not_found(request: HttpRequest, rest: str) -> JsonResponse:
    return JsonResponse({"detail": f"there is nothing at /api/v1/{rest}"}, status=404)
