"""Solve many puzzles as one job: read them, submit them, follow their progress."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from solver import engine
from solver.engine.notation import Stopped
from solver.jobs import AGAIN, SET_ASIDE
from solver.jobs.solving import LATER
from solver.models import Delivery, Job, Webhook
from solver.models.said import said
from solver.models.statements import fetch_rows
from solver.puzzles.files.many import at_once, readings_in
from solver.queue.exports import Order
from solver.queue.owners import Owner
from solver.queue.submission import submit_job
from solver.solves.results import results as results  # for the readers of batches

KIND = "solve"
# Fates of puzzles whose result is in their solve: it took longer than a turn, or the item was at fault.
APART = {LATER, SET_ASIDE, AGAIN}
MOST_ERRORS = 20  # in one answer


class BadPuzzles(ValueError):
    """The puzzles have errors, a sentence each. Nothing was accepted."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = sentences


@dataclass(frozen=True)
class BatchProgress:
    """The progress of a batch: how many puzzles are finished, and with which outcomes."""

    job: Job
    total: int
    finished: int
    counts: dict[str, int]


def read_puzzles(puzzles: str | list[str]) -> list[engine.Grid]:
    """Return the puzzles of a list, or of a text in any format. Raise BadPuzzles, which names the bad ones.

    They are counted before any is read. The request reads them and not a worker, so that its answer can say
    which are wrong: the largest text that a request may have takes a second or so.
    """
    _refuse_many(len(puzzles) if isinstance(puzzles, list) else 0)
    try:
        readings = (
            engine.read_list(puzzles, at_once())
            if isinstance(puzzles, list)
            else readings_in(puzzles, settings.BATCH_PUZZLES)
        )
    except engine.GridError as error:
        raise BadPuzzles([str(error)]) from None
    _refuse_many(len(readings))  # a file of OpenSudoku has no lines to count
    errors = [reading for reading in readings if isinstance(reading, engine.GridError)]
    grids = [
        engine.position_of(reading) for reading in readings if isinstance(reading, engine.Reading)
    ]
    wrong = [str(error) for error in errors if not isinstance(error, Stopped)]
    wrong += [
        _("puzzle %d has pencil marks; remove them, because a batch starts from the givens")
        % number
        for number, grid in enumerate(grids, 1)
        if grid.marks
    ]
    if not readings:
        wrong = [_("there is no puzzle here")]
    more = len(wrong) - MOST_ERRORS
    last = [_("and %d more") % more] if more > 0 else []
    last += [str(error) for error in errors if isinstance(error, Stopped)]
    if wrong or last:
        raise BadPuzzles(wrong[:MOST_ERRORS] + last)
    return grids


def _refuse_many(count: int) -> None:
    if count > settings.BATCH_PUZZLES:
        facts = {"count": count, "most": settings.BATCH_PUZZLES}
        raise BadPuzzles(
            [_("%(count)d puzzles is too many: a batch takes at most %(most)d") % facts]
        )


def submit(
    grids: list[engine.Grid],
    method: str,
    options: Mapping[str, Any],
    owner: Owner | None = None,
    webhook: Webhook | None = None,
) -> Job:
    """Create a batch: a job that solves the puzzles by a method and then calls the webhook. Return it.

    Raise ValueError for an unknown method, option or option value.
    """
    chosen = engine.find_method(method)
    spec = {"method": method, "options": chosen.read_options(options)}
    count = number_format(len(grids), force_grouping=True)
    title = said("%(count)s × %(method)s", count=count, method=said(chosen.title))
    with transaction.atomic():
        job = submit_job(KIND, (grid.line for grid in grids), title, spec, owner)
        if webhook:
            Delivery.objects.create(job=job, webhook=webhook)
    return job


def order_of(job: Job, form: str, after: int, address: str, content_type: str, name: str) -> Order:
    """Return the order of a file with all solves of a batch after item number `after`.

    `form` is `answers`, `results` or `histories`. The file is offered at `address`, with `name` and
    `content_type`.
    """
    return Order(
        file="batch",
        address=address,
        title=f"{job.said}: {name}",
        content_type=content_type,
        name=name,
        needs={"batch": str(job.pk), "form": form, "after": after},
        language="en",
    )


def progress(job: Job) -> BatchProgress:
    """Return a batch's total and its counts by result so far.

    Puzzles that took longer than a turn have solves of their own, whose states are looked up.
    """
    counts = Counter(job.counts)
    if sum(counts.pop(fate, 0) for fate in APART):
        counts.update(dict(fetch_rows(COUNT_APART, [job.pk, list(APART)])))
    return BatchProgress(job, job.total, sum(counts.values()), dict(counts))


def is_whole(job: Job) -> bool:
    """Return whether the batch is over, with its solves that took longer than a turn."""
    if job.is_over and job.counts.keys() & APART:
        return fetch_rows(UNFINISHED, [job.pk, list(APART)]) == [(False,)]
    return job.is_over


COUNT_APART = """
    SELECT coalesce(nullif(s.outcome, ''), s.status), count(*)
      FROM solver_jobpart p, jsonb_array_elements(p.report) AS row
      JOIN solver_solve s ON s.id = (row ->> 2)::uuid
     WHERE p.job_id = %s AND row ->> 0 = ANY(%s) AND s.status IN ('finished', 'failed') GROUP BY 1"""

UNFINISHED = """
    SELECT EXISTS (
      SELECT 1 FROM solver_jobpart p, jsonb_array_elements(p.report) AS row
        JOIN solver_solve s ON s.id = (row ->> 2)::uuid
       WHERE p.job_id = %s AND row ->> 0 = ANY(%s) AND s.status IN ('queued', 'running'))"""
