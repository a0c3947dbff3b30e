"""Solves that ran in PostgreSQL: what they took there, and whether the engine finds the same steps."""

from django.db import models
from django.db.models import Value

from .solve import Solve


class DatabaseRun(models.Model):
    """Facts of a finished solve, written in the same transaction as its answer."""

    solve = models.OneToOneField(
        Solve, on_delete=models.CASCADE, primary_key=True, related_name="database_run"
    )
    server = models.CharField(max_length=20)  # version of PostgreSQL: 15.18
    statements = models.PositiveIntegerField()
    rows_found = models.PositiveIntegerField()
    steps = models.PositiveIntegerField()
    same_steps = models.PositiveIntegerField()  # that the engine in Python finds at the same place
    differs_in = models.PositiveIntegerField(null=True)  # the first iteration that differs there
    # By rule: the plan by EXPLAIN ANALYZE when it first found something, cut to the parts that are drawn.
    plans = models.JSONField(default=dict)
    # The article's own SQL on the same puzzle, by the name of its text (`solver.sets.article_run`).
    article = models.JSONField(default=dict, db_default=Value("{}", models.JSONField()))

    class Meta:
        constraints = (
            models.CheckConstraint(
                name="database_run_same_among_steps",
                condition=models.Q(same_steps__lte=models.F("steps")),
            ),
        )

    def __str__(self) -> str:
        return f"{self.same_steps} of {self.steps} steps in PostgreSQL {self.server}"

    @property
    def is_same(self) -> bool:
        return self.differs_in is None and self.same_steps == self.steps
