"""What answers have in common: pages of a list, addresses of something new, and files that a worker writes."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpResponseBase
from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from solver.models import Job
from solver.operations.files import send_gzipped
from solver.queue import exports

from .access import owner_of
from .response_serializers import PreparedShape

PAGE = 100  # items
SECONDS = 2  # for Retry-After of a file that is being written


def next_page(request: Request, after: str) -> str | None:
    """Return the address of the next page of a list, with the same filters, or None if `after` is empty.

    `after` is the value of `?after=`, which names the last item of this page.
    """
    if not after:
        return None
    query = request.query_params.copy()
    query["after"] = after
    return f"{request.path}?{query.urlencode()}"


def page_of(
    request: Request, found: Sequence[Any], after: Callable[[Any], object]
) -> dict[str, Any]:
    """Return one page of a list as `{"next": address or None, "results": items}`.

    `found` has one item more than a page if another page follows. `after` returns the value of `?after=` for
    the last item of the page.
    """
    following = str(after(found[PAGE - 1])) if len(found) > PAGE else ""
    return {"next": next_page(request, following), "results": found[:PAGE]}


def whole_number(request: Request, name: str) -> int:
    """Return a query parameter as a number, or 0 if it is left out.

    Raise ValidationError if it is not ASCII digits, at most nine.
    """
    text = request.query_params.get(name, "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ValidationError({name: ["a whole number of at most nine digits is expected"]})
    return int(text)


def created(answer: dict[str, Any]) -> Response:
    """Return a 201 response with `answer`, a new object. `Location` is its `url`."""
    return Response(answer, status.HTTP_201_CREATED, headers={"Location": answer["url"]})


def accepted(answer: dict[str, Any]) -> Response:
    """Return a 202 response with `answer`, an object that will be finished later.

    Its `url`, also in `Location`, shows the progress.
    """
    return Response(answer, status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})


class FileFailed(APIException):
    """503: the file could not be written, with the reason."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE


def send(request: Request, order: exports.Order) -> HttpResponseBase:
    """Return the ordered file if it is ready. Otherwise order it, and return 202 with the progress of its job.

    Raise FileFailed if it could not be written.
    """
    job = exports.find_or_submit(order, owner_of(request))
    if job.status == Job.Status.FINISHED:
        members = exports.contents(job)
        return send_gzipped(request, members, job.file_bytes, order.content_type, order.name)
    if job.status == Job.Status.FAILED:
        raise FileFailed(job.failure_words)
    headers = {
        "Location": request.get_full_path(),
        "Retry-After": str(SECONDS),
        "Cache-Control": "no-store",
    }
    answer = PreparedShape.of({"job": job, "address": headers["Location"]})
    return Response(answer, status=status.HTTP_202_ACCEPTED, headers=headers)
