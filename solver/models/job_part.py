"""A part of a job, which is done at once."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q

from .job import Job


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
