"""The site's own jobs: their state, and when they start again after they came to nothing."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import Any

from django.conf import settings
from django.db.models.functions import Least, Now
from django.utils import timezone

from solver.jobs import find_job_type
from solver.models import Job, JobPart, Solve
from solver.models.job import JobQuerySet
from solver.models.leased_work import release_fields, requeue_fields

KINDS = ("rate", "pool")
IN_VAIN = (Job.Status.FAILED, Job.Status.CANCELLED)
LONGEST = 60  # minutes. The first wait is one minute, and each is twice the one before
LOOKED_AT = 10  # latest jobs that are looked at
MOST_AGAIN = 100  # solves at a time


@dataclass(frozen=True)
class Upkeep:
    """One kind of the site's own jobs: the last one, and how many in a row came to nothing."""

    kind: str
    title: str
    last: Job | None
    in_vain: int

    @property
    def again_at(self) -> datetime | None:
        """The time when the job may start again, or None if the last one did not fail."""
        if not self.in_vain or not self.last or not self.last.finished_at:
            return None
        return self.last.finished_at + wait_after(self.in_vain)


def wait_after(times: int) -> timedelta:
    """Return how long to wait after this number of jobs in a row that failed or did nothing."""
    return timedelta(minutes=min(2 ** min(times - 1, LONGEST), LONGEST))


def upkeep_of(kind: str, **filters: Any) -> Upkeep:
    """Return the state of one kind of the site's own jobs: the last one, and how many failed in a row.

    `filters` select among the jobs, for example by `spec`.
    """
    jobs = _own(kind).filter(**filters).order_by("-created_at")[:LOOKED_AT]
    latest = sorted(jobs, key=lambda job: job.finished_at or timezone.now(), reverse=True)
    in_vain = sum(1 for _job in takewhile(lambda job: job.status in IN_VAIN, latest))
    last = latest[0] if latest else None
    return Upkeep(kind, str(find_job_type(kind).title), last, in_vain)


def may_begin(kind: str, **filters: Any) -> bool:
    """Return whether a job of this kind may begin: none is unfinished, and the last failure is long ago.

    `filters` select among the jobs. The wait grows with each failure in a row.
    """
    jobs = Job.objects.filter(kind=kind, **filters)
    if jobs.filter(status__in=("queued", "running", "paused")).exists():
        return False
    in_vain = upkeep_of(kind, **filters).in_vain
    lately = jobs.filter(status__in=IN_VAIN, finished_at__gt=Now() - wait_after(in_vain))
    return not in_vain or not lately.exists()


def set_aside(kind: str) -> list[Any]:
    """Return the items of jobs of this kind that failed and have not been tried again since."""
    parts = JobPart.objects.set_aside().filter(job__kind=kind).values_list("given", flat=True)
    return [item for given in parts for item in given]


def try_solves_again() -> int:
    """Requeue the site's own failed solves, each after its wait, and return how many."""
    lately = Now() - 2 * timedelta(minutes=LONGEST)
    own = Solve.objects.filter(owner=None, session_digest="", network="", status="failed")
    count = 0
    for solve in own.filter(finished_at__gt=lately)[:MOST_AGAIN]:
        wait = wait_after(max(1, solve.attempt // settings.MAX_ATTEMPTS))
        due = own.filter(pk=solve.pk, finished_at__lt=Now() - wait)
        # The attempts count on, so that the next wait is longer.
        count += due.update(
            **requeue_fields() | release_fields() | {"attempt": Least("attempt", 1_000)}
        )
    return count


def _own(kind: str) -> JobQuerySet:
    return Job.objects.filter(kind=kind, owner=None, session_digest="", network="")
