"""Jobs on the command line: find, follow, cancel and resume one, and print its results."""

import logging
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.core.management.base import CommandError
from django.db import Error

from solver.engine.shell.progress import ProgressLine
from solver.jobs import find_job_type, running
from solver.models import Job
from solver.queue import submission

from .base_command import BAD_INPUT, INTERRUPTED, complain

PAUSE = 0.1  # seconds between two checks of a job that a worker runs
CHUNK = 1_000  # rows of a report that are fetched at once
WRONG = "wrong"  # the result of an invalid item, the same for every kind of job


def find(job_id: uuid.UUID, kind: str = "") -> Job:
    """Return the job with this id. Raise CommandError if there is none, or none of this `kind`."""
    job = Job.objects.filter(pk=job_id, **({"kind": kind} if kind else {})).first()
    if job is None:
        raise CommandError(f"there is no job {job_id}; `jobs` lists them", returncode=BAD_INPUT)
    return job


def follow(job: Job, *, quiet: bool = False) -> None:
    """Run a job in this process, or wait for the worker that runs it, until it is over or has a question.

    `quiet` shows no progress. Ctrl-C leaves the job to the workers, prints how to continue, and ends the
    process.
    """
    try:
        with _hushed():
            while job.is_moving:
                _follow_phase(job, quiet)
    except KeyboardInterrupt:
        with suppress(Error):
            submission.enqueue_job(job)
        complain(f"\nStopped watching: job {job.pk} goes on in a worker, as soon as one is free.")
        complain(f"  to watch it again:  manage.py jobs {job.pk} --follow")
        complain(f"  to end it:          manage.py jobs {job.pk} --cancel")
        sys.exit(INTERRUPTED)


@contextmanager
def _hushed() -> Iterator[None]:
    """Log only warnings inside, because the command prints its own messages."""
    log = logging.getLogger("solver")
    level = log.level
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(level)


def _follow_phase(job: Job, quiet: bool) -> None:
    phase, kind = job.phase, find_job_type(job.kind)
    things = f"{kind.items}, {kind.phases[phase]}".lower()
    with ProgressLine(None if quiet else sys.stderr, things, job.total) as progress:
        while job.is_moving and job.phase == phase:
            has_more = running.run(
                job.pk, lambda job, _left: progress.advance(job.done - progress.done)
            )
            job.refresh_from_db()
            if not has_more and job.is_moving:  # a worker has it
                time.sleep(PAUSE)
                progress.advance(job.done - progress.done)


def counts_of(job: Job) -> Iterator[str]:
    """Yield a line for each result of a job's items and their number. For example, ` 12,345 new`."""
    for fate, words in find_job_type(job.kind).fates.items():
        if fate in job.counts:
            yield f"{job.counts[fate]:>9,} {words}"


def wrong_lines(job: Job, fate: str = WRONG) -> Iterator[str]:
    """Yield a line for each invalid item of a job, or for each with another result.

    For example, `line 3: 3 cells found, but a 4×4 board has 16`.
    """
    columns = find_job_type(job.kind).columns
    if not {"place", "note"} <= set(columns):
        return
    place, note = columns.index("place"), columns.index("note")
    after = 0
    while rows := job.rows(fate, after, CHUNK):
        for _number, row in rows:
            yield f"{row[place]}: {row[note]}"
        after = rows[-1][0]


def cancel(job: Job) -> None:
    """Cancel a job. Raise CommandError if it is over, or would be left half-done."""
    if not find_job_type(job.kind).may_cancel(job):
        raise CommandError("it writes all or nothing, and has begun to write")
    if not Job.objects.cancel(job.pk):
        raise CommandError(f"it is {job.status} already")
    job.refresh_from_db()


def resume(job: Job) -> None:
    """Resume a stopped job. Raise CommandError unless it is paused or failed."""
    if not submission.resume_job(job):
        raise CommandError(f"it is {job.status}; only a paused or failed job can go on")
    job.refresh_from_db()
