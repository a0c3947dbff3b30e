"""Responses with the address of something new in `Location`."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response


def created(answer: dict[str, Any]) -> Response:
    """Return 201 for an object that exists now, at its `url`."""
    return Response(answer, status.HTTP_201_CREATED, headers={"Location": answer["url"]})


def accepted(answer: dict[str, Any]) -> Response:
    """Return 202 for an object that will be finished later. Its `url` shows the progress."""
    return Response(answer, status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})
