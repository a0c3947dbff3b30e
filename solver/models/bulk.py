"""Many new rows of one model at once; constraints hold as with any INSERT.

Values only: what the database is to work out, like `Now()`, cannot be written like this. What the first row
leaves to the database's own default, all do.
"""

import json
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, TypeVar, cast

import psycopg
from django.db import connection, models
from django.db.models.expressions import DatabaseDefault
from psycopg import sql

Row = TypeVar("Row", bound=models.Model)
Fields = list["models.Field[Any, Any]"]


def copy_in(rows: Sequence[models.Model]) -> None:
    """Write rows by COPY, which is what PostgreSQL takes in fastest."""
    if not rows:
        return
    fields = _given(rows[0])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(_table(rows[0]), _columns(fields))
    values_of = _reader(fields)
    with connection.cursor() as cursor, cast(psycopg.Cursor, cursor).copy(statement) as copy:
        for row in rows:
            copy.write_row(values_of(row))


def insert_new(rows: Sequence[Row]) -> list[Row]:
    """Insert rows in this order, in one statement; those that were not there yet in any unique respect.

    They go over as JSON: for PostgreSQL that is one value, where a parameter each would be thousands.
    """
    if not rows:
        return []
    fields = _given(rows[0])
    statement = sql.SQL(INSERT).format(
        table=_table(rows[0]), columns=_columns(fields), key=_key(rows[0])
    )
    given = [{str(field.column): getattr(row, field.attname) for field in fields} for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(statement, [json.dumps(given, default=str)])
        new = {key for (key,) in cursor.fetchall()}
    return [row for row in rows if row.pk in new]


def _given(row: models.Model) -> Fields:
    return [
        field
        for field in row._meta.concrete_fields
        if not isinstance(getattr(row, field.attname), DatabaseDefault)
    ]


def _reader(fields: Fields) -> Callable[[models.Model], list[Any]]:
    """Gives the values of a row as psycopg takes them, which is as they are but for JSON.

    Django's own way, a call or two for each value, takes as long as packing a story.
    """
    together = attrgetter(*[field.attname for field in fields])
    as_json = [at for at, field in enumerate(fields) if isinstance(field, models.JSONField)]

    def read(row: models.Model) -> list[Any]:
        values = list(together(row))
        for at in as_json:
            values[at] = fields[at].get_db_prep_save(values[at], connection)
        return values

    return read


def _table(row: models.Model) -> sql.Identifier:
    return sql.Identifier(row._meta.db_table)


def _key(row: models.Model) -> sql.Identifier:
    return sql.Identifier(str(row._meta.pk.column))


def _columns(fields: Fields) -> sql.Composable:
    return sql.Composed([sql.Identifier(str(field.column)) for field in fields]).join(", ")


INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s)
        ON CONFLICT DO NOTHING RETURNING {key}"""
