"""Files that are too long for one response: ordered once, written by a worker, sent to all who may have them.

The view that sends a file checks who may have it, as for a short one. The job that writes the file is a job
like any other, with a page for the person who ordered it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce, Length, Now
from django.urls import reverse
from django.utils.translation import get_language, gettext_noop

from solver.models import Job, Solve
from solver.models.locking import advisory_lock
from solver.models.said import said
from solver.solves.exports import Export

from .owners import Owner
from .submission import submit_job

KIND = "export"
FRESH = timedelta(hours=1)  # a list is written again after this time
KEPT = timedelta(days=1)
MOST_KEPT = 2_000_000_000  # bytes of all files
GONE_AT_ONCE = 5  # files that one round of the reaper deletes
PAUSE_AFTER_FAILURE = timedelta(minutes=10)


@dataclass(frozen=True)
class Order:
    """A file to be written: its address, its name, and what its writer in `jobs.exporting` needs.

    The file of a solve is the same for all who may see the solve. Any other file belongs to its owner.
    """

    file: str
    address: str
    title: str
    content_type: str
    name: str
    needs: Mapping[str, Any] = field(default_factory=dict)
    solve: Solve | None = None
    language: str = ""  # the reader's if empty

    @property
    def spec(self) -> dict[str, Any]:
        language = self.language or get_language() or "en"
        return {"file": self.file, "address": self.address, "language": language, **self.needs}


def order_of(solve: Solve, form: Export) -> Order:
    """Return the order of a file with a long solve in this export format."""
    return Order(
        file="story",
        address=reverse("export", args=[solve.pk, form.ending]),
        title=said(gettext_noop("%(solve)s, as %(form)s"), solve=solve, form=form.title),
        content_type=form.content_type,
        name=name_of(solve, form),
        # A failed solve may be solved again.
        needs={"form": form.ending, "until": f"{solve.finished_at:%Y-%m-%d %H:%M:%S.%f}"},
        solve=solve,
        language="en" if form.is_english else "",
    )


def name_of(solve: Solve, form: Export, number: int | None = None) -> str:
    """Return the file name of a solve's export, or of its iteration `number`: `sudoku-1f2e3d4c-12.svg`."""
    iteration = "" if number is None else f"-{number}"
    return f"sudoku-{str(solve.pk)[:8]}{iteration}.{form.ending}"


def find_or_submit(order: Order, owner: Owner) -> Job:
    """Return the job that writes or has written the ordered file. Submit one if there is none.

    Raise TooManyUnfinished if the owner has too many jobs.
    """
    if job := _find(order, owner):
        return job
    with transaction.atomic():
        advisory_lock(f"file {order.address}")  # a request for the same file waits for this one
        return _find(order, owner) or submit_job(
            KIND, [[[], 0, 0]], order.title[:200], order.spec, owner, order.solve
        )


def _find(order: Order, owner: Owner) -> Job | None:
    """Return the newest job of this order that was not stopped and did not fail long ago, or None."""
    same = Job.objects.filter(kind=KIND, spec=order.spec, solve=order.solve)
    if order.solve is None:
        same = same.filter(owner.owns, created_at__gte=Now() - FRESH)
    stopped = Q(status__in=(Job.Status.PAUSED, Job.Status.CANCELLED))
    failed = Q(status=Job.Status.FAILED, finished_at__lt=Now() - PAUSE_AFTER_FAILURE)
    return same.exclude(stopped | failed).order_by("-created_at").first()


def contents(job: Job) -> Iterator[bytes]:
    """Yield the pieces of a finished job's file as bytes, one in memory at a time."""
    for number in range(job.cursor):
        # If it was deleted meanwhile, this fails, so that nobody takes the file for complete.
        part = job.parts.only("content").get(number=number)
        assert part.content is not None
        yield bytes(part.content)


def address_of(job: Job) -> str:
    """Return the address of the file that a job has written, or "" if there is none yet."""
    is_made = job.kind == KIND and job.status == Job.Status.FINISHED
    return job.spec["address"] if is_made else ""


def drop_old() -> None:
    """Delete exported files ordered long ago, and the oldest if all together take too much room.

    It deletes a few at a time, as the reaper looks again soon.
    """
    with_sizes = Job.objects.filter(kind=KIND).annotate(
        size=Coalesce(Sum(Length("parts__content")), 0), is_old=Q(created_at__lt=Now() - KEPT)
    )
    room, gone = MOST_KEPT, []
    for pk, size, is_old in with_sizes.order_by("-created_at").values_list("pk", "size", "is_old"):
        room -= size
        if is_old or room < 0:
            gone.append(pk)
    Job.objects.filter(pk__in=gone[-GONE_AT_ONCE:]).delete()
