"""The way in: where everything is, and what is answered where nothing is."""

from django.http import HttpRequest, HttpResponseBase, JsonResponse
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from solver.operations.problem_json import CONTENT_TYPE, problem

from .openapi import described
from .response_serializers import Root


class ApiRoot(APIView):
    """Where to go."""

    @described("Where to go", {200: Root}, operation_id="way_in_get")
    def get(self, request: Request) -> Response:
        return Response(Root.of(request))


@csrf_exempt  # as the views are that it may lead to: they ask for it themselves
def elsewhere(request: HttpRequest, rest: str) -> HttpResponseBase:
    """An address without its last slash is answered as with it; at any other there is nothing."""
    try:
        found = resolve(f"{request.path_info}/")
    except Resolver404:
        found = None
    if found is None or found.func is elsewhere:
        told = problem(404, f"there is nothing at /api/v1/{rest}")
        return JsonResponse(told, status=404, content_type=CONTENT_TYPE)
    return found.func(request, *found.args, **found.kwargs)
