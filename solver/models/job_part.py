"""The parts of jobs. Each is done in one transaction."""

import uuid
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models, transaction
from django.db.models import F, Q

from .failures import say_failure
from .job import Job
from .leased_work import LeaseLost, has_run_out, lost_tokens_field, next_lease, remove_token

FAR = 1_000_000_000  # no job has a part with such a number


class JobPartQuerySet(models.QuerySet["JobPart"]):
    """Parts of jobs. One worker holds a part at a time. A part with a report is done."""

    def to_do(self) -> Self:
        return self.filter(report=[])

    def free(self) -> Self:
        return self.to_do().filter(Q(lease_token=None) | has_run_out())

    def take(self, token: uuid.UUID) -> "JobPart | None":
        """Claim the first free part for the token of an attempt. Return the part, or None if no part is free.

        Parts that others are claiming are skipped.
        """
        with transaction.atomic():
            part = self.free().select_for_update(skip_locked=True).first()
            if part:
                if part.lease_token:
                    part.lost = [*(part.lost or ()), part.lease_token]
                part.lease_token, part.attempt = token, part.attempt + 1
                part.lease_until = next_lease()
                part.save(update_fields=["lease_token", "lease_until", "attempt", "lost"])
        return part

    def come_back(self, token: uuid.UUID) -> None:
        """Note that the process of an attempt that lost its lease is alive: the attempt does not count as dead.

        `token` was the lease's.
        """
        self.filter(lost__contains=[token]).update(lost=remove_token("lost", token))

    def set_aside(self) -> Self:
        """Return the parts whose items failed and have not been tried again since."""
        return self.exclude(failure="")

    def change(self, pk: int, token: uuid.UUID, **change: Any) -> None:
        """Update columns of a part.

        Raise LeaseLost, and change nothing, if this token does not hold its lease.
        """
        if not self.filter(pk=pk, lease_token=token).update(**change):
            raise LeaseLost


class JobPart(models.Model):
    """Some items of a job, and their report. Uploads are stored here: web and workers share no disk."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="parts", db_index=False)
    number = models.PositiveIntegerField()  # from 0
    first = models.PositiveIntegerField()  # the number of its first item, from 1
    items = models.PositiveIntegerField()
    given = models.JSONField(default=list)  # the items: texts, or objects if they have fields
    report = models.JSONField(default=list)  # a row an item: its fate, then its job type's columns
    # Digests of its items, salted with the job's id. With them a later part finds repeated items.
    keys = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    content = models.BinaryField(null=True, editable=False)  # of an exported file, gzipped
    # For jobs that several workers share: the holder of this part, and the number of its attempts.
    lease_token = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    attempt = models.PositiveSmallIntegerField(default=0, db_default=0)
    lost = lost_tokens_field()
    # Why its items were set aside, until they are tried again: a code of `failures` with its values.
    failure = models.TextField(blank=True, default="", db_default="")
    failure_facts = models.JSONField(default=dict, db_default={}, editable=False)

    objects = JobPartQuerySet.as_manager()

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(name="jobpart_number", fields=("job", "number")),
            models.CheckConstraint(name="jobpart_has_items", condition=Q(items__gte=1)),
        )
        indexes = (
            GinIndex(fields=("keys",), name="jobpart_keys"),
            models.Index(fields=("job",), condition=~Q(failure=""), name="jobpart_set_aside"),
        )

    def __str__(self) -> str:
        return f"part {self.number}"

    @property
    def failure_words(self) -> str:
        """The reason why the part's items failed, in the active language, or an empty string."""
        return say_failure(self.failure, self.failure_facts)

    def cut(self, kept: int, size: int) -> None:
        """Keep the first `kept` items.

        The others become new parts behind this one, of at most `size` items each. Call it in a transaction that
        locks the job.
        """
        self.refresh_from_db(fields=("number",))  # earlier parts may have been cut meanwhile
        starts = range(kept, self.items, size)
        parts = JobPart.objects.filter(job=self.job_id)
        # In two steps, because the constraint forbids equal numbers at any time.
        parts.filter(number__gt=self.number).update(number=F("number") + FAR)
        parts.filter(number__gt=FAR).update(number=F("number") - (FAR - len(starts)))
        parts.bulk_create(
            JobPart(
                job_id=self.job_id,
                number=self.number + after,
                first=self.first + start,
                items=min(size, self.items - start),
                given=self.given[start : start + size],
                report=self.report[start : start + size],
                keys=self.keys[start : start + size],
            )
            for after, start in enumerate(starts, 1)
        )
        self.items = kept
        self.given, self.report = self.given[:kept], self.report[:kept]
        self.keys = self.keys[:kept]
        self.save(update_fields=["items", "given", "report", "keys"])
