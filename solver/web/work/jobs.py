"""Pages of jobs: progress, results by item, and buttons to pause, resume and cancel."""

import csv
import io
import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.formats import number_format
from django.utils.http import content_disposition_header, urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from solver.jobs import SET_ASIDE, JobType, Row, find_job_type, import_corrections
from solver.models import Job, Puzzle
from solver.models.job import JobQuerySet
from solver.models.validators import neutral
from solver.operations.files import LongStream
from solver.queue import exports, submission

from ..labels import MOST_WAITING, say_place
from ..shortcuts import is_fragment, visitor_of, whole_number
from . import import_preview

PAGE = 25  # jobs per page
ROWS = 50  # of a report on a job's page
MOST_ASIDE = 5  # items whose reasons are shown


Page = dict[str, Any]  # what the templates of a job show
LINKED = ("solve", "puzzle")  # columns with an id, named like its page
VERDICTS = dict(Puzzle.Verdict.choices)
BADGES = {"finished": "solved", "paused": "stalled", "queued": "queued", "running": "running"}


@never_cache
@require_safe
def jobs(request: HttpRequest) -> HttpResponse:
    """List the visitor's jobs, newest first."""
    pages = [build_job_context(job) for job in _own(request).order_by("-created_at")[:PAGE]]
    return render(request, "solver/jobs.html", {"pages": pages})


@never_cache
@require_safe
def job(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    job = find_job(request, job_id)
    fate = request.GET.get("fate", import_corrections.first_fate(job))
    page = as_seen_by(request, build_job_detail_context(job, fate, item_after(request)))
    context = {"page": page, **import_preview.build_import_preview(request, page)}
    template = "solver/_job.html" if is_fragment(request) else "solver/job.html"
    return render(request, template, context)


@require_POST
def move(request: HttpRequest, job_id: uuid.UUID, move: str) -> HttpResponse:
    """Pause, resume or cancel a job, as `move` says, and redirect to it. If it is too late, do nothing."""
    job = find_own_job(request, job_id)
    match move:
        case "pause":
            Job.objects.pause(job_id)
        case "cancel":
            if find_job_type(job.kind).may_cancel(job):
                Job.objects.cancel(job_id)
        case "resume":
            import_preview.note_ticks(request, job)
            if import_preview.may_go_on(request, job):
                submission.resume_job(job, request.user)
        case _:
            raise Http404("no such move")
    return redirect(f"{job.get_absolute_url()}#main")  # the next button is the keyboard's next stop


@never_cache
@require_safe
def report(request: HttpRequest, job_id: uuid.UUID) -> HttpResponseBase:
    """Send the results of all items of a job so far as CSV."""
    job = find_job(request, job_id)
    if not may_read(request, job):
        raise Http404("these are somebody else's puzzles")
    response = LongStream(_report(job), content_type="text/csv; charset=utf-8")
    name = f"{job.kind}-{str(job.pk)[:8]}.csv"
    response.headers["Content-Disposition"] = content_disposition_header(True, name) or ""
    return response


def find_job(request: HttpRequest, job_id: uuid.UUID) -> Job:
    """Return the job for its owner, or for staff who may see jobs. Raise Http404 for others."""
    if request.user.has_perm("solver.view_job"):
        return get_object_or_404(Job, pk=job_id)
    return get_object_or_404(_own(request), pk=job_id)


def find_own_job(request: HttpRequest, job_id: uuid.UUID) -> Job:
    """Return the job for its owner, or for staff who may change jobs.

    Raise PermissionDenied if the visitor may only see the job.
    """
    job = find_job(request, job_id)
    is_own = _own(request).filter(pk=job_id).exists()
    if not is_own and not request.user.has_perm("solver.change_job"):
        raise PermissionDenied
    return job


def may_read(request: HttpRequest, job: Job) -> bool:
    """Return whether the visitor may read the results of a job's items. For a batch, only its owner may."""
    return not find_job_type(job.kind).is_private or _own(request).filter(pk=job.pk).exists()


def as_seen_by(request: HttpRequest, page: Page) -> Page:
    """Return the context of a job's page, without its rows for staff who may not read its results."""
    if may_read(request, page["job"]):
        return page
    return page | {"rows": [], "rows_of_job": [], "more_href": "", "can_read": False}


def _own(request: HttpRequest) -> JobQuerySet:
    return Job.objects.of_visitor(*visitor_of(request))


def item_after(request: HttpRequest) -> int:
    """Return the number of the item that `?after=` names, or 0 if it is missing.

    Raise Http404 if it is not a number.
    """
    return whole_number(request, "after") or 0


def build_job_context(job: Job, fate: str = "", after: int = 0) -> Page:
    """Return the context of a job's page. Its rows are those of the items after number `after`.

    `fate` selects the rows with one result. Empty means all.
    """
    kind = find_job_type(job.kind)
    if fate not in kind.fates:
        fate = ""
    address = reverse("job", args=[job.pk])
    rows = job.rows(fate, after, ROWS + 1)
    page = rows[:ROWS]
    is_waiting = job.status == Job.Status.PAUSED and not job.cursor
    question = str(kind.question_before(job, job.phase)) if is_waiting else ""
    return {
        "job": job,
        "heading": _("Waiting for you") if question else capfirst(str(job.Status(job.state).label)),
        "badge": BADGES.get(job.state, "failed"),
        "progress_line": _("%(phase)s: %(done)s of %(total)s %(items)s")
        % {
            "phase": kind.phases[job.told_phase],
            "done": number_format(job.done, force_grouping=True),
            "total": number_format(job.total, force_grouping=True),
            "items": kind.items,
        },
        "pace": say_pace(job),
        "question": question,
        "failure": job.failure_words,
        "aside": _why_aside(job),
        "fates": [
            {
                "words": label,
                "count": job.counts[name],
                # The page with only these, or with all if these are shown.
                "href": f"{address}?fate={'all' if name == fate else name}",
                "is_shown": name == fate,
            }
            for name, label in kind.fates.items()
            if name in job.counts
        ],
        "can_pause": job.is_moving,
        "can_resume": job.status in (Job.Status.PAUSED, Job.Status.FAILED),
        "can_cancel": not job.is_over and kind.may_cancel(job),
        "poll_href": f"{address}{_query(fate, after)}" if job.is_moving else "",
        "columns": [str(label) for label in kind.shown.values()],
        "rows": [_report_row(kind, number, row) for number, row in page],
        "rows_of_job": page,
        "fate": fate,
        "file_href": exports.address_of(job),
        "more_href": f"{address}{_query(fate, page[-1][0])}" if len(rows) > ROWS else "",
        "can_read": True,
    }


def _why_aside(job: Job) -> list[str]:
    if SET_ASIDE not in job.counts:
        return []
    return [
        _("Item %(number)s was set aside. %(why)s")
        % {"number": number_format(part.first, force_grouping=True), "why": part.failure_words}
        for part in job.parts.set_aside()[:MOST_ASIDE]
    ]


def build_job_detail_context(job: Job, fate: str = "", after: int = 0) -> Page:
    """Return the context of a job's page with its place in the queue, which takes a query of its own."""
    page = build_job_context(job, fate, after)
    page["pace"] = page["pace"] or _say_expected(job)
    page["missing"] = find_job_type(job.kind).missing_count(
        job
    )  # items that can be requested again
    if job.status == Job.Status.QUEUED:
        page["place"] = say_place(Job.objects.waiting_before(job, MOST_WAITING))
    return page


def _page_of(name: str, cell: object) -> str:
    """Return the address of the page with this id, or "" if `cell` is not an id."""
    try:
        return reverse(name, args=[cell])
    except NoReverseMatch:
        return ""


def _query(fate: str, after: int) -> str:
    params = {"fate": fate, "after": str(after or "")}
    query = urlencode({name: value for name, value in params.items() if value})
    return f"?{query}" if query else ""


def _report_row(kind: JobType, number: int, row: Row) -> dict[str, Any]:
    """Return a row of the report. Its link leads to the puzzle or solve of the item."""
    cells = dict(zip(kind.columns, row, strict=False))
    href = next(filter(None, (_page_of(name, cells.get(name)) for name in LINKED)), "")
    texts = [_say_cell(name, cells[name]) for name in kind.shown]
    cells_shown = [(text, len(text) >= 16 and " " not in text) for text in texts]
    fate = kind.fates.get(row[0], row[0])
    return {"number": number, "fate": fate, "href": href, "cells": cells_shown}


def _say_cell(name: str, cell: object) -> str:
    """Return a cell of the report in words, or "" if it is not known yet."""
    if cell is None:
        return ""
    return str(VERDICTS.get(str(cell), cell)) if name == "verdict" else str(cell)


def say_pace(job: Job) -> str:
    """Return a job's items per second, and the remaining time while the job moves. "" if not known yet."""
    if not job.rate:
        return ""
    speed = _("%(rate)s a second") % {
        "rate": number_format(job.rate, 0 if job.rate >= 10 else 1, force_grouping=True)
    }
    if not job.is_moving or job.time_left is None:
        return speed
    return _("%(rate)s, about %(time)s left") % {"rate": speed, "time": say_duration(job.time_left)}


def _say_expected(job: Job) -> str:
    """Return how long the last job of this kind took, while there is no pace yet."""
    time = find_job_type(job.kind).expected_duration(job) if job.is_moving else None
    return (
        _("about %(time)s, like the last one of its kind") % {"time": say_duration(time)}
        if time
        else ""
    )


def say_duration(time: timedelta) -> str:
    """Return a duration in seconds below two minutes, in minutes below two hours, else in hours."""
    seconds = max(1, round(time.total_seconds()))
    if seconds < 120:
        return ngettext("%(n)s second", "%(n)s seconds", seconds) % {"n": seconds}
    minutes = round(seconds / 60)
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    hours = round(minutes / 60)
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {
        "n": number_format(hours, force_grouping=True)
    }


def _report(job: Job) -> Iterator[str]:
    """Yield the report as CSV, one part of the job at a time."""
    kind = find_job_type(job.kind)
    yield _csv([["item", *(kind.exported or kind.columns)]])
    for part in job.parts.exclude(report=[]).iterator(chunk_size=20):
        rows = [kind.export_row(*pair) for pair in zip(part.report, part.given, strict=False)]
        yield _csv([[part.first + index, *row] for index, row in enumerate(rows)])


def _csv(rows: list[list[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows([[neutral(value) for value in row] for row in rows])
    return buffer.getvalue()
