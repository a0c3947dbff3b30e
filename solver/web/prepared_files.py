"""Files that a worker prepares. One address shows a waiting page first, then sends the file."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from solver.models import Job
from solver.operations.files import send_gzipped
from solver.operations.limits import network_of
from solver.queue import exports
from solver.queue.owners import Owner

from .shortcuts import visitor_of

SECONDS = 2  # between two polls


def file_response(
    request: HttpRequest, order: exports.Order, is_shared: bool = False
) -> HttpResponseBase:
    """Send an ordered file if a worker has written it. Otherwise order it, and answer with a page that polls.

    A shared file is ordered without an owner, so that all visitors find the same one.
    """
    user, session_key = visitor_of(request)
    owner = Owner(network=network_of(request))
    if not is_shared:
        is_somebody = user.is_authenticated
        owner = Owner(user) if is_somebody else Owner(None, session_key or "", owner.network)
    job = exports.find_or_submit(order, owner)
    if job.status == Job.Status.FINISHED:
        members = exports.contents(job)
        return send_gzipped(request, members, job.file_bytes, order.content_type, order.name)
    is_own = Job.objects.of_visitor(user, session_key).filter(pk=job.pk).exists()
    return waiting_response(request, order.name, job, is_own)


def waiting_response(
    request: HttpRequest, name: str, job: Job | None = None, is_own: bool = False
) -> HttpResponse:
    """Answer 202 with a page that polls for a file, or 503 with the reason if the file cannot be made.

    `name` is the file's. `job` is None while the file is not ordered, because its contents are still growing.
    `is_own` says whether the job is the visitor's.
    """
    has_failed = job is not None and job.status == Job.Status.FAILED
    context = {"job": job, "name": name, "is_own": is_own, "seconds": SECONDS}
    response = render(request, "solver/prepared.html", context, status=503 if has_failed else 202)
    response.headers["Cache-Control"] = "no-store"
    if not has_failed:
        response.headers["Retry-After"] = str(SECONDS)
        response.headers["Location"] = request.get_full_path()
    return response
