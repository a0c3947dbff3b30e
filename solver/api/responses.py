"""Responses with the address of something new in `Location`."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response


def created(answer: dict[str, Any]) -> Response:
    """Return a 201 response with `answer`, a new object. `Location` is its `url`."""
    return Response(answer, status.HTTP_201_CREATED, headers={"Location": answer["url"]})


def accepted(answer: dict[str, Any]) -> Response:
    """Return a 202 response with `answer`, an object that will be finished later.

    Its `url`, also in `Location`, shows the progress.
    """
    return Response(answer, status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})
