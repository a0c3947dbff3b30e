"""A job as a shell sees it: followed to its end, what became of its items, and what may be done with it."""

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

PAUSE = 0.1  # seconds between two looks at what a worker does
ROOM = 1_000  # rows of a report at once
WRONG = "wrong"  # the fate of what is none, in every kind that has it


def find(job_id: uuid.UUID, kind: str = "") -> Job:
    """The job of that id; CommandError where there is none, or none of that kind."""
    found = Job.objects.filter(pk=job_id, **({"kind": kind} if kind else {})).first()
    if found is None:
        raise CommandError(f"there is no job {job_id}; `jobs` lists them", returncode=BAD_INPUT)
    return found


def follow(job: Job, *, quiet: bool = False) -> None:
    """Work on it, or wait for the worker that has it, until it is over or asks somebody.

    Ctrl-C leaves it to the workers, says so, and ends the process.
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
    """Inside, the logs say no more than warnings: who sits at the shell is told by what we write."""
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
    with ProgressLine(None if quiet else sys.stderr, things, job.total) as shown:
        while job.is_moving and job.phase == phase:
            has_more = running.run(job.pk, lambda job, _left: shown.advance(job.done - shown.done))
            job.refresh_from_db()
            if not has_more and job.is_moving:  # a worker has it
                time.sleep(PAUSE)
                shown.advance(job.done - shown.done)


def counts_of(job: Job) -> Iterator[str]:
    """`     12,345 new`: what became of its items, by fate."""
    for fate, words in find_job_type(job.kind).fates.items():
        if fate in job.counts:
            yield f"{job.counts[fate]:>9,} {words}"


def wrong_lines(job: Job) -> Iterator[str]:
    """Each item that is none with its reason: `line 3: 3 cells found, but a 4×4 board has 16`"""
    columns = find_job_type(job.kind).columns
    if not {"place", "note"} <= set(columns):
        return
    place, note = columns.index("place"), columns.index("note")
    after = 0
    while rows := job.rows(WRONG, after, ROOM):
        for _number, row in rows:
            yield f"{row[place]}: {row[note]}"
        after = rows[-1][0]


def cancel(job: Job) -> None:
    """End it where it is; CommandError where it is over, or would be left half-done."""
    if not find_job_type(job.kind).may_cancel(job):
        raise CommandError("it writes all or nothing, and has begun to write")
    if not Job.objects.cancel(job.pk):
        raise CommandError(f"it is {job.status} already")
    job.refresh_from_db()


def resume(job: Job) -> None:
    """Let it go on where it stopped; CommandError where it does not wait for that."""
    if not submission.resume_job(job):
        raise CommandError(f"it is {job.status}; only a paused or failed job can go on")
    job.refresh_from_db()
