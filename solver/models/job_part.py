"""A part of a job, which is done at once."""

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
    """Parts that one worker at a time holds, like a promise; a part that has its report is done."""

    def to_do(self) -> Self:
        return self.filter(report=[])

    def free(self) -> Self:
        return self.to_do().filter(Q(lease_token=None) | has_run_out())

    def take(self, token: uuid.UUID) -> "JobPart | None":
        """The first of these that is free, now held; what others are just taking is passed over."""
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
        """Note that the process of an attempt that lost its lease is well, so that it does not count."""
        self.filter(lost__contains=[token]).update(lost=remove_token("lost", token))

    def set_aside(self) -> Self:
        """Those whose items were at fault, and that nobody has tried again since."""
        return self.exclude(failure="")

    def change(self, pk: int, token: uuid.UUID, **change: Any) -> None:
        """Change the part, if it is still ours; else LeaseLost, and nothing is changed."""
        if not self.filter(pk=pk, lease_token=token).update(**change):
            raise LeaseLost


class JobPart(models.Model):
    """Some items of a job, and what became of them.

    Web server and worker share no disk: what was uploaded lies here.
    """

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()  # from 0
    first = models.PositiveIntegerField()  # the number of its first item, from 1
    items = models.PositiveIntegerField()
    given = models.JSONField(default=list)  # the items: texts, or objects where they have fields
    report = models.JSONField(default=list)  # a row an item, its fate first, as its kind's columns
    # Digests of its items, salted with the job's id, by which a later part finds what it repeats.
    keys = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    content = models.BinaryField(null=True, editable=False)  # of a file that the job makes, gzipped
    # Of a job that several workers are at: who works on it, and how often that was begun.
    lease_token = models.UUIDField(null=True, editable=False)
    lease_until = models.DateTimeField(null=True, editable=False)
    attempt = models.PositiveSmallIntegerField(default=0, db_default=0)
    lost = lost_tokens_field()
    # Why its items were set aside, until they are tried again: a code of `failures` with its facts.
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
        """Why its items were set aside, in the language of whoever reads it; empty if they were not."""
        return say_failure(self.failure, self.failure_facts)

    def cut(self, kept: int, size: int) -> None:
        """Keep the first so many of its items; the others become parts after it, of `size` at most.

        In a transaction that holds the job.
        """
        self.refresh_from_db(fields=("number",))  # others may have been cut before it
        starts = range(kept, self.items, size)
        parts = JobPart.objects.filter(job=self.job_id)
        # In two steps: at no moment may two parts have one number.
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
