"""Jobs: long work in the background, done part by part."""

import json
import uuid
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q, Sum
from django.db.models.functions import Coalesce, Length, Now
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from solver import engine

from .leased_work import FREE, LeasedWork, LeaseQuerySet, requeue_fields
from .said import Said
from .sessions import DIGEST
from .solve import Solve
from .statements import fetch_rows
from .uuid7 import uuid7

WORDS = "words"  # the facts of the title among the choices of a job


class JobQuerySet(LeaseQuerySet["Job"]):
    """Jobs, with the changes of state that people may ask for: one UPDATE each.

    A worker that holds the job loses its lease, notices before it writes its next part, and stops. That part is
    done again if the job continues.
    """

    started = Coalesce("started_at", Now())

    def known(self) -> Self:
        """Return jobs whose method, if they have any, this version knows. `known_jobs` filters by type too."""
        has_known_method = Q(spec__method__isnull=True) | Q(spec__method__in=[*engine.methods()])
        return self.filter(has_known_method)

    def pause(self, job_id: uuid.UUID) -> bool:
        return self._move(job_id, ("queued", "running"), Job.Status.PAUSED)

    def resume(self, job_id: uuid.UUID) -> bool:
        """Queue a paused or failed job again, to continue from its next part. Return whether it was one."""
        return self._move(job_id, ("paused", "failed"), Job.Status.QUEUED, **requeue_fields())

    def cancel(self, job_id: uuid.UUID) -> bool:
        unfinished = ("queued", "running", "paused")
        return self._move(job_id, unfinished, Job.Status.CANCELLED, finished_at=Now())

    def _move(self, job_id: uuid.UUID, from_: tuple[str, ...], to: str, **more: Any) -> bool:
        changed = self.filter(pk=job_id, status__in=from_).update(status=to, **FREE, **more)
        return bool(changed)


class Job(LeasedWork):
    """Long work in the background: its type, its progress, and the fates of its items.

    It is done part by part. A part's changes and its progress are one transaction, so the job continues after a
    crash without a gap or a duplicate. Some types go over their parts several times, in phases.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        FINISHED = "finished", _("finished")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=20)
    title = models.CharField(max_length=200)
    spec = models.JSONField(default=dict, help_text="What was chosen, in the words of its kind.")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, db_index=False
    )
    session_digest = models.CharField(
        max_length=DIGEST, blank=True, editable=False, db_column="session_key"
    )

    lane = models.CharField(
        max_length=11, choices=Solve.Lane, default=Solve.Lane.BULK, db_default=Solve.Lane.BULK
    )
    # Of the export of one solve: deleted with the solve.
    solve = models.ForeignKey(
        "Solve",
        on_delete=models.CASCADE,
        null=True,
        editable=False,
        db_index=False,
        related_name="files",
    )

    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    phase = models.PositiveSmallIntegerField(default=0)
    cursor = models.PositiveIntegerField(default=0)  # parts of this phase that are done
    total = models.PositiveIntegerField(default=0)  # items of all parts
    # Of this phase, or of the one before until the first part of this one is done.
    done = models.PositiveIntegerField(default=0)  # items
    counts = models.JSONField(default=dict)  # items by fate
    busy_seconds = models.FloatField(default=0.0)  # without waits and pauses

    # Of the requester. Workers write the report in it.
    language = models.CharField(max_length=10, default="en", db_default="en", editable=False)

    objects = JobQuerySet.as_manager()

    class Meta(LeasedWork.Meta):
        indexes = (
            *LeasedWork.Meta.indexes,
            models.Index(fields=("owner", "-created_at"), name="job_of_owner"),
            models.Index(fields=("session_digest", "-created_at"), name="job_of_session"),
            # For `forget`, oldest first.
            models.Index(
                fields=("finished_at",),
                condition=Q(finished_at__isnull=False),
                name="job_finished",
            ),
            # The list of all jobs, and the latest of a kind, which the reaper looks for each time.
            models.Index(fields=("-created_at", "-id"), name="job_newest"),
            models.Index(fields=("kind", "-created_at"), name="job_of_kind"),
            models.Index(
                fields=("kind",),
                condition=Q(status__in=("queued", "running", "paused")),
                name="job_not_over",
            ),
            # To count the unfinished jobs of a visitor's network.
            models.Index(
                fields=("network",),
                condition=~Q(network="") & Q(status__in=("queued", "running", "paused")),
                name="job_of_network",
            ),
            models.Index(fields=("solve",), condition=Q(solve__isnull=False), name="job_of_solve"),
        )
        constraints = (
            *LeasedWork.Meta.constraints,
            models.CheckConstraint(
                name="job_known_status",
                condition=Q(
                    status__in=("queued", "running", "paused", "finished", "failed", "cancelled")
                ),
            ),
            models.CheckConstraint(
                name="job_known_lane", condition=Q(lane__in=("interactive", "bulk", "site"))
            ),
            models.CheckConstraint(
                name="job_done_within_total", condition=Q(done__lte=models.F("total"))
            ),
        )

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> Said:
        """The title, in the language of the page unless somebody has written it."""
        return Said.of(self.spec.get(WORDS) or [self.title, {}])

    def get_absolute_url(self) -> str:
        return reverse("batch" if self.kind == "solve" else "job", args=[self.pk])

    @property
    def file_bytes(self) -> int:
        """The bytes of the exported file that are written so far."""
        return self.parts.aggregate(size=Sum(Length("content")))["size"] or 0

    def is_owners(self) -> Q:
        """Return the condition that a row of another model has the same owner as the job."""
        if self.owner_id:
            return Q(owner=self.owner_id)
        digests = [self.session_digest] if self.session_digest else []
        return Q(owner=None, session_digest__in=digests)

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.FAILED, self.Status.CANCELLED)

    @property
    def is_moving(self) -> bool:
        """Whether the job is running or queued."""
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)

    @property
    def state(self) -> str:
        """The status to show: a job that is queued between two turns of a worker is `running`."""
        between = self.status == self.Status.QUEUED and self.done
        return self.Status.RUNNING if between else self.status

    @property
    def told_phase(self) -> int:
        """The phase that `done` and `counts` belong to: the one before, until the present one has begun."""
        return self.phase - 1 if self.phase and not self.cursor else self.phase

    @property
    def rate(self) -> float | None:
        """The items that the job does a second in this phase, or None if not known yet."""
        return self.done / self.busy_seconds if self.done and self.busy_seconds else None

    @property
    def time_left(self) -> timedelta | None:
        """The time that the rest of this phase takes at `rate` without other work for the worker, or None."""
        return timedelta(seconds=(self.total - self.done) / self.rate) if self.rate else None

    def rows(self, fate: str, after: int, most: int) -> list[tuple[int, list[Any]]]:
        """Return up to `most` rows of the report as (number, row), after item number `after`.

        `fate` selects the rows with one result. Empty means all.
        """
        facts = {"job": self.pk, "fate": fate, "after": after, "most": most}
        return [(number, json.loads(row)) for number, row in fetch_rows(ROWS, facts)]


ROWS = """
    SELECT part.first + at - 1, row::text
      FROM solver_jobpart part, jsonb_array_elements(report) WITH ORDINALITY AS numbered (row, at)
     WHERE part.job_id = %(job)s AND part.first + part.items > %(after)s
       AND part.first + at - 1 > %(after)s AND (%(fate)s = '' OR row->>0 = %(fate)s)
     ORDER BY part.number, at LIMIT %(most)s"""
