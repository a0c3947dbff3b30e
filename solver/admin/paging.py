"""Lists that are long: how many rows there are without looking at each, or not each time."""

from functools import cached_property
from hashlib import md5
from typing import Any

from django.core.cache import cache
from django.core.exceptions import EmptyResultSet
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import QuerySet

COUNTED = 100_000  # rows; a table with more is estimated, as long as the whole of it is shown
MANY = 20_000  # rows; a list with more is counted once in a while
FRESH = 30  # seconds


class EstimatingPaginator(Paginator):
    """Says of a whole large table what PostgreSQL remembers of it, and of a long list what it was a moment ago.

    What is done with all of such a list is done with as many as its button said, or is asked again.
    """

    object_list: QuerySet[Any]

    @cached_property
    def count(self) -> int:
        query = self.object_list.query
        if not query.where:
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass",
                    [query.get_meta().db_table],
                )
                (estimate,) = cursor.fetchone()
            if estimate > COUNTED:
                return int(estimate)
        return self._counted_lately() or self._counted()

    def _counted_lately(self) -> int:
        return int(cache.get(self._key) or 0) if self._key else 0

    def _counted(self) -> int:
        count = self.object_list.count()
        if count > MANY and self._key:
            cache.set(self._key, count, FRESH)
        return count

    @cached_property
    def _key(self) -> str:
        """Of the question that the list is the answer to; empty where it is known to have none."""
        try:
            words = repr(self.object_list.order_by().values("pk").query.sql_with_params())
        except EmptyResultSet:
            return ""
        return f"desk-count-{md5(words.encode(), usedforsecurity=False).hexdigest()}"
