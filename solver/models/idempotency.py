"""Requests that must be done once, however often they are sent."""

from django.db import models


class IdempotencyKey(models.Model):
    """The name that a program gave its request, and where the answer to it is; forgotten after a day."""

    client = models.CharField(max_length=200)  # whose key it is: others may use the same
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)  # of the request, so that another one is noticed
    location = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(name="idempotency_once", fields=("client", "key")),)

    def __str__(self) -> str:
        return self.key
