"""Statements of our own."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import connection
from django.db.backends.utils import CursorWrapper

database: Any = connection  # `sudokusite.database`


def fetch_rows(
    statement: Any, parameters: Sequence[Any] | Mapping[str, Any] = ()
) -> list[tuple[Any, ...]]:
    """Return all rows of a statement, which come at once."""
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(cursor.fetchall())


def prepared_cursor() -> CursorWrapper:
    """Return a cursor for statements that are executed often: PostgreSQL parses and plans them once."""
    cursor: CursorWrapper = database.prepared_cursor()
    return cursor


def with_values(statement: str, values: Sequence[Any]) -> str:
    """Return the text of a statement with its values in it. It has no more placeholders."""
    text: str = database.ops.compose_sql(statement, values)
    return text.replace("%", "%%")
