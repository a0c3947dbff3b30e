"""Lists that are long: how many rows there are without looking at each."""

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator
from django.db import connection
from django.db.models import QuerySet

COUNTED = 100_000  # rows; a table with more is estimated, as long as the whole of it is shown


class EstimatingPaginator(Paginator):
    """Says of a whole large table what PostgreSQL remembers of it; counts everything else."""

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
        return self.object_list.count()
