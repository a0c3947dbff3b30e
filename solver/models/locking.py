"""Models whose rows are locked before the rows that refer to them, also by `delete`.

Workers lock in this order. Django deletes referring rows first, so the two could wait for each other.
"""

from typing import Any, Generic, TypeVar

from django.db import connection, models, transaction

Row = TypeVar("Row", bound=models.Model)


def advisory_lock(name: str) -> None:
    """Wait for the database's advisory lock of this name, and hold it until the commit."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def protect_from_deletion(rows: models.QuerySet[Row]) -> list[Row]:
    """Return the rows of a query. Until the commit nobody may delete them, but others may change them.

    Django's `select_for_update` waits for those who change them too, such as a batch that gets no processor.
    """
    sql, values = rows.query.sql_with_params()
    return list(rows.raw(f"{sql} FOR KEY SHARE", values))


class LockableQuerySet(models.QuerySet[Row], Generic[Row]):
    def lock(self) -> list[Any]:
        """Lock the rows of this query until the commit, ordered by key as everywhere, and return their keys."""
        # A query of its own, because PostgreSQL cannot lock grouped rows.
        keys = list(self.values_list("pk", flat=True))
        rows = self.model._base_manager.filter(pk__in=keys).order_by("pk")
        return list(rows.select_for_update().values_list("pk", flat=True))

    def delete(self) -> tuple[int, dict[str, int]]:
        with transaction.atomic():
            self.lock()
            return super().delete()

    delete.alters_data = True  # type: ignore[attr-defined]  # as Django marks its own
    delete.queryset_only = True  # type: ignore[attr-defined]  # `objects.delete()` would be all of them


class LockableModel(models.Model):
    """A model whose `delete` locks the row before Django deletes the rows that refer to it."""

    class Meta:
        abstract = True

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        with transaction.atomic():
            type(self)._base_manager.select_for_update().filter(pk=self.pk).first()
            return super().delete(*args, **kwargs)
