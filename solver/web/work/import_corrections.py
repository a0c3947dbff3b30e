"""Corrections of an import: edit a line, choose what is written, and undo."""

import uuid

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from solver.engine import GridError
from solver.jobs import find_job_type, import_corrections, revert
from solver.models import Job, JobPart, Puzzle
from solver.puzzles.files.tables import Choices
from solver.queue import imports, submission

from ..shortcuts import is_fragment, owner_of
from . import import_preview
from .jobs import find_own_job


@require_POST
def correct_line(request: HttpRequest, job_id: uuid.UUID, number: int) -> HttpResponse:
    """Replace a line of an import by the edited one and check it again. Redirect to the import."""
    job = _find_import(request, job_id, "solver.add_puzzle")
    try:
        place, previous, result = import_corrections.correct(job.pk, number, request.POST.dict())
    except import_corrections.ImportAlreadyStarted:
        return _say_too_late(request, job)
    except JobPart.DoesNotExist:
        raise Http404("there is no such line") from None
    is_wrong = result == import_corrections.WRONG
    params = {"line": capfirst(place), "fate": find_job_type(job.kind).fates[result]}
    message = _("%(line)s: %(fate)s") % params
    (messages.warning if is_wrong else messages.success)(request, message)
    return redirect(_back(request, job) + _next(job, number, previous, result))


def _next(job: Job, number: int, previous: str, result: str) -> str:
    """Return where the keyboard goes next: this line, the next wrong one, or the top if all is written."""
    if result == import_corrections.WRONG:
        return f"#givens-{number}"
    if previous != import_corrections.WRONG:
        return f"#line-{number}"
    job.refresh_from_db(fields=["counts"])
    # The page itself goes to the next wrong line.
    return "" if job.counts.get(import_corrections.WRONG) else "#main"


@require_POST
def tick(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Save which rows of an import are to be written: those of a page, or all with one result.

    A script gets the number of rows to be written. A form is redirected back.
    """
    job = _find_import(request, job_id, "solver.add_puzzle")
    try:
        if result := request.POST.get("all", ""):
            import_corrections.tick_all(job.pk, result, "none" not in request.POST)
        else:
            import_preview.note_ticks(request, job)
    except import_corrections.ImportAlreadyStarted:
        return _say_too_late(request, job)
    if is_fragment(request):
        return JsonResponse({"taken": import_corrections.count_taken(job)})
    return redirect(_back(request, job))


@require_POST
def undo(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Start a job that undoes another: it deletes the puzzles of an import, or takes back a change.

    Puzzles of an import that have been solved since stay.
    """
    job = find_own_job(request, job_id)
    if job.kind in revert.KINDS:
        return _take_back(request, job)
    job = _find_import(request, job_id, "solver.delete_puzzle")
    if not job.is_over:
        return _say_too_late(request, job)
    added = Puzzle.objects.filter(job=job, in_inbox=False).order_by("created_at", "pk")
    items = map(str, added.values_list("pk", flat=True).iterator())
    title, spec = revert.undo_title(job), {"change": "undo"}
    return redirect(submission.submit_job("change", items, title, spec, owner_of(request)))


def _take_back(request: HttpRequest, job: Job) -> HttpResponse:
    if not request.user.has_perm("solver.change_puzzle"):
        raise PermissionDenied
    if why := revert.why_not(job) if job.is_over else _("This is not over yet."):
        messages.error(request, why)
        return redirect(job)
    items, spec = revert.undo_items(job), {"of": str(job.pk)}
    title = revert.undo_title(job)
    return redirect(submission.submit_job("revert", items, title, spec, owner_of(request)))


@require_POST
def read_again(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Read the file of an import again with other choices, and redirect to the new import."""
    job = _find_import(request, job_id, "solver.add_puzzle")
    if not (import_corrections.is_open(job) and imports.can_read_again(job)):
        return _say_too_late(request, job)
    encoding = request.POST.get("encoding", "")
    choices = Choices(
        encoding if encoding in import_preview.ENCODINGS else "",
        import_preview.chosen_columns(request, job),
        givens_only="givens_only" in request.POST,
        leading_zeros="leading_zeros" in request.POST,
        heads=import_preview.chosen_heads(request, job),
    )
    try:
        return redirect(imports.read_again(job, choices, owner_of(request)))
    except GridError as error:
        messages.error(request, capfirst(str(error)))
        return redirect(job)


def _find_import(request: HttpRequest, job_id: uuid.UUID, permission: str) -> Job:
    job = find_own_job(request, job_id)
    if not request.user.has_perm(permission):
        raise PermissionDenied
    if job.kind != "import":
        raise Http404("this is no import")
    return job


def _say_too_late(request: HttpRequest, job: Job) -> HttpResponse:
    messages.error(request, capfirst(_("the job is already running; nothing was changed")))
    return redirect(job)


def _back(request: HttpRequest, job: Job) -> str:
    """Return the address of the page that the form was on."""
    back = request.POST.get("back", "")
    address = job.get_absolute_url()
    is_ours = back.startswith(address) and url_has_allowed_host_and_scheme(back, None)
    return back if is_ours else address
