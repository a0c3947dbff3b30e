"""Batches of puzzles: the page to submit one, the page to follow it, and the downloads."""

import uuid
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solver import engine
from solver.engine.methods.base import Value
from solver.engine.notation.encodings import encoding_of
from solver.models import Job, Solve
from solver.operations.files import as_attachment, takes_uploads
from solver.queue import batches
from solver.solves import files
from solver.solves.portions import MOST_TOLD
from solver.web.entry.batch_form import LARGEST, render_many
from solver.web.entry.forms import given_options
from solver.web.entry.home import redirect_sent
from solver.web.entry.methods import BEST
from solver.web.solve.context import say_elapsed

from ..prepared_files import file_response, waiting_response
from ..shortcuts import SENT, is_fragment, owner_of, takes_form
from . import jobs

PAGE = 50  # solves per page of the table
# By file name: what is written for each solve, and the content type.
FORMS = {
    "answers.txt": ("answers", "text/plain; charset=utf-8"),
    "histories.jsonl": ("histories", "application/x-ndjson"),
}


@takes_uploads
@takes_form
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for many puzzles. POST submits its text or file as a batch, by a method.

    The front page sends its text as `puzzle`, which only fills the form. So does an address with what was sent.
    """
    data = request.POST if request.method == "POST" else request.GET
    is_begun = "puzzle" in data
    text = data.get("puzzle" if is_begun else "puzzles", "")
    method = data.get("method", BEST)
    options: dict[str, Value] = {}
    errors: list[str] = []
    if request.method == "POST" or SENT in data:
        try:
            text = _file_of(request) or text
            selected = engine.find_method(method)
            options = selected.read_options(given_options(data, selected))
            grids = [] if is_begun else batches.read_puzzles(text)
            if request.method == "POST" and not is_begun:
                job = batches.submit(grids, method, options, owner_of(request))
                return redirect("batch", job.pk)
        except batches.BadPuzzles as error:
            errors = error.sentences
        except ValueError as error:
            errors = [str(error)]
    is_sent = request.method == "POST" and not request.FILES
    again = redirect_sent(request, "batches") if is_sent else None
    return again or render_many(request, text, method, options, errors)


def _file_of(request: HttpRequest) -> str:
    """Return the text of an uploaded file. Raise BadPuzzles if it is too large or not text."""
    file = request.FILES.get("file")
    if not file or not file.size:
        return ""
    if file.size > LARGEST:
        raise batches.BadPuzzles(
            [
                _("the file has %(size)d bytes; at most %(most)d are allowed")
                % {"size": file.size, "most": LARGEST}
            ]
        )
    data = file.read()
    try:
        return str(data.decode(encoding_of(data)))
    except UnicodeDecodeError as error:
        raise batches.BadPuzzles(
            [_("the file is not UTF-8 text: byte %d") % (error.start + 1)]
        ) from None


@never_cache
@require_safe
def batch(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Show the progress of a batch and a page of its solves, starting after `?after=N`."""
    job = find_batch(request, job_id)
    # The table lists solves, which may be queued or deleted since, instead of the report's rows.
    page = jobs.as_seen_by(request, jobs.build_job_detail_context(job))
    page |= {"rows": [], "more_href": "", "poll_href": page["poll_href"] and request.path}
    if is_fragment(request):
        return render(request, "solver/_job.html", {"page": page})
    after = jobs.item_after(request)
    results = list(islice(batches.results(job, after), PAGE + 1)) if page["can_read"] else []
    rows = [_row(answer) for answer in results[:PAGE]]
    context = {
        "page": page,
        "rows": rows,
        "next_href": f"?after={rows[-1]['item']}" if len(results) > PAGE else None,
    }
    return render(request, "solver/batch.html", context)


def _row(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the table: what the API says about the solve, and its state in words."""
    state = answer.get("outcome") or answer.get("status") or "deleted"
    labels = dict([*Solve.Status.choices, *Solve.Outcome.choices])
    return answer | {
        "state": state,
        "words": labels.get(state, _("deleted")),
        "elapsed": say_elapsed(answer.get("elapsed_ms")),
    }


@never_cache
@require_safe
def download(request: HttpRequest, job_id: uuid.UUID, what: str) -> HttpResponseBase:
    """Send the solves of a batch to its owner: a line per puzzle, or all iterations as JSON lines.

    `what` names the file. Raise Http404 for anybody else.
    """
    job = find_batch(request, job_id)
    if not jobs.may_read(request, job):
        raise Http404("these are somebody else's solves")
    if what not in FORMS:
        raise Http404("there is no such file")
    form, kind = FORMS[what]
    name, after = f"{str(job.pk)[:8]}-{what}", jobs.item_after(request)
    pieces, following = files.drained(files.batch(job, form, [after, False, 0], MOST_TOLD))
    if following is None:
        return as_attachment(pieces, kind, name)
    if not batches.is_whole(job):
        return waiting_response(request, name)
    address = request.get_full_path()
    return file_response(request, batches.order_of(job, form, after, address, kind, name))


def find_batch(request: HttpRequest, job_id: uuid.UUID) -> Job:
    """Return the batch for its owner or staff who may see jobs. Raise Http404 for others."""
    job = jobs.find_job(request, job_id)
    if job.kind != batches.KIND:
        raise Http404("this is no batch")
    return job
