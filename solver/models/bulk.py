"""Many new rows of one model at once; constraints hold as with any INSERT.

Values only: what the database is to work out, like `Now()`, cannot be written like this. What the first row
leaves to the database's own default, all do.
"""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar, cast

import psycopg
from django.db import connection, models
from django.db.models.expressions import DatabaseDefault
from psycopg import sql

Row = TypeVar("Row", bound=models.Model)
Fields = list["models.Field[Any, Any]"]


def copy_in(model: type[models.Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows by COPY, which is what PostgreSQL takes in fastest: values as of `values_of`, alike in all."""
    if not rows:
        return
    names = {field.attname: str(field.column) for field in model._meta.concrete_fields}
    columns = sql.SQL(", ").join([sql.Identifier(names[attname]) for attname in rows[0]])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(_table(model), columns)
    pick = itemgetter(*rows[0])
    with connection.cursor() as cursor, cast(psycopg.Cursor, cursor).copy(statement) as copy:
        for row in rows:
            copy.write_row(pick(row))


def values_of(row: models.Model) -> dict[str, Any]:
    """What is to be written of a row, by attribute, as psycopg takes it: to begin many from that are alike.

    A model made for each of them, with all that it has for a page, takes as long as packing its story.
    """
    return {
        field.attname: json.dumps(value) if isinstance(field, models.JSONField) else value
        for field in _given(row)
        for value in (getattr(row, field.attname),)
    }


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


def _table(row: models.Model | type[models.Model]) -> sql.Identifier:
    return sql.Identifier(row._meta.db_table)


def _key(row: models.Model) -> sql.Identifier:
    return sql.Identifier(str(row._meta.pk.column))


def _columns(fields: Fields) -> sql.Composable:
    return sql.Composed([sql.Identifier(str(field.column)) for field in fields]).join(", ")


INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %s)
        ON CONFLICT DO NOTHING RETURNING {key}"""
