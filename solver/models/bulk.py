"""Many new rows of one model at once; constraints hold as with any INSERT.

A row is a mapping from attributes to values, and all rows have the same ones: a model made for each, with all
that it has for a page, takes as long as packing a story. Values only: what the database is to work out, like
`Now()`, cannot be written like this. What a row leaves out is left to the database's own default.
"""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, cast

import psycopg
from django.db import connection, models
from django.db.models.expressions import DatabaseDefault
from psycopg import sql

Row = Mapping[str, Any]
Model = type[models.Model]


def values_of(row: models.Model) -> dict[str, Any]:
    """A row as it was made, to begin many from that are like it."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: each for name, each in values.items() if not isinstance(each, DatabaseDefault)}


def copy_in(model: Model, rows: Sequence[Row]) -> None:
    """Write rows by COPY, which is what PostgreSQL takes in fastest."""
    if not rows:
        return
    fields = {field.attname: field for field in model._meta.concrete_fields}
    as_json = [at for at, name in enumerate(rows[0]) if isinstance(fields[name], models.JSONField)]
    pick = itemgetter(*rows[0])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(_table(model), _columns(model, rows[0]))
    with connection.cursor() as cursor, cast(psycopg.Cursor, cursor).copy(statement) as copy:
        for row in rows:
            values = list(pick(row))
            for at in as_json:
                values[at] = json.dumps(values[at])
            copy.write_row(values)


def insert_new(model: Model, alike: Row, rows: Sequence[Row]) -> set[Any]:
    """Insert rows in this order, in one statement; the keys of those that no unique constraint had already.

    `alike` is what all of them have beside their own. They go over as JSON: for PostgreSQL that is one value,
    where a parameter each would be thousands.
    """
    if not rows:
        return set()
    statement = sql.SQL(INSERT).format(
        table=_table(model),
        columns=_columns(model, {**alike, **rows[0]}),
        key=sql.Identifier(str(model._meta.pk.column)),
    )
    names = _names(model)
    given = [{names[name]: value for name, value in row.items()} for row in (alike, *rows)]
    parameters = [json.dumps(each, default=str) for each in (given[0], given[1:])]
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return {key for (key,) in cursor.fetchall()}


def _names(model: Model) -> dict[str, str]:
    """The column of each attribute."""
    return {field.attname: str(field.column) for field in model._meta.concrete_fields}


def _table(model: Model) -> sql.Identifier:
    return sql.Identifier(model._meta.db_table)


def _columns(model: Model, row: Row) -> sql.Composable:
    names = _names(model)
    return sql.Composed([sql.Identifier(names[name]) for name in row]).join(", ")


INSERT = """
    INSERT INTO {table} ({columns})
    SELECT {columns}
      FROM json_populate_recordset(json_populate_record(NULL::{table}, %s), %s)
        ON CONFLICT DO NOTHING RETURNING {key}"""
