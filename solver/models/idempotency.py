"""Requests that are carried out once, even if they are sent several times."""

from django.db import models


class IdempotencyKey(models.Model):
    """The key that a program sent with a request, and the address of its answer. Deleted after a day."""

    client = models.CharField(max_length=200)  # other clients may use the same key
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)  # of the request, to notice a different one
    location = models.CharField(max_length=300)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(name="idempotency_once", fields=("client", "key")),)

    def __str__(self) -> str:
        return self.key
