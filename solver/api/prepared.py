"""Files that a worker writes: answer 202 until the file is ready, then the file."""

from django.http import HttpResponseBase
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from solver.models import Job
from solver.operations.files import send_gzipped
from solver.queue import exports

from .access import owner_of
from .response_serializers import PreparedShape

SECONDS = 2  # for Retry-After


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
