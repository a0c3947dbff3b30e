"""Statements of our own."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection


def fetch_rows(
    statement: Any, parameters: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """Return all rows of a statement, which come at once."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())
