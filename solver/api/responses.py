"""Answers that say where something new is."""

from typing import Any

from rest_framework import status
from rest_framework.response import Response


def created(answer: dict[str, Any]) -> Response:
    """Return 201 for what is there now, at its `url`."""
    return Response(answer, status.HTTP_201_CREATED, headers={"Location": answer["url"]})


def accepted(answer: dict[str, Any]) -> Response:
    """Return 202 for what is promised: its `url` says how far it is."""
    return Response(answer, status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})
