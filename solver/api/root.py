"""The root of the API, and the answer at unknown addresses."""

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
    """The addresses of the lists."""

    @described("Where to go", {200: Root}, operation_id="way_in_get")
    def get(self, request: Request) -> Response:
        return Response(Root.of(request))


@csrf_exempt  # the views of Django REST framework check it themselves
def elsewhere(request: HttpRequest, rest: str) -> HttpResponseBase:
    """Answer an API address without its last slash as if it had one, and any other unknown one with 404."""
    try:
        match = resolve(f"{request.path_info}/")
    except Resolver404:
        match = None
    if match is None or match.func is elsewhere:
        answer = problem(404, f"there is nothing at /api/v1/{rest}")
        return JsonResponse(answer, status=404, content_type=CONTENT_TYPE)
    return match.func(request, *match.args, **match.kwargs)
