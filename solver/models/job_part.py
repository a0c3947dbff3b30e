"""A part of a job, which is done at once."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import F, Q

from .job import Job

FAR = 1_000_000_000  # no job has a part with such a number


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

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(name="jobpart_number", fields=("job", "number")),
            models.CheckConstraint(name="jobpart_has_items", condition=Q(items__gte=1)),
        )
        indexes = (GinIndex(fields=("keys",), name="jobpart_keys"),)

    def __str__(self) -> str:
        return f"part {self.number}"

    def divide(self) -> None:
        """Keep the first half of its items; the others become the part after it.

        In a transaction that holds the job.
        """
        half = self.items // 2
        parts = JobPart.objects.filter(job=self.job_id)
        # In two steps: at no moment may two parts have one number.
        parts.filter(number__gt=self.number).update(number=F("number") + FAR)
        parts.filter(number__gt=FAR).update(number=F("number") - (FAR - 1))
        parts.create(
            job_id=self.job_id,
            number=self.number + 1,
            first=self.first + half,
            items=self.items - half,
            given=self.given[half:],
            report=self.report[half:],
            keys=self.keys[half:],
        )
        self.items = half
        self.given, self.report = self.given[:half], self.report[:half]
        self.keys = self.keys[:half]
        self.save()
