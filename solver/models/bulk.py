"""Insert many rows of one model at once. Constraints hold as with any INSERT.

A row is a mapping from attributes to values. All rows have the same attributes. (Creating a model instance for
each row takes as long as packing its history.) Expressions like `Now()` cannot be written. Attributes that are
left out get the database's default.
"""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, cast

import psycopg
from django.db import connection, models
from django.db.models.expressions import DatabaseDefault
from psycopg import sql

from .statements import fetch_rows

Row = Mapping[str, Any]
Model = type[models.Model]


def values_of(row: models.Model) -> dict[str, Any]:
    """Return the values of an unsaved instance by column attribute, as a template for many rows.

    Defaults of the database are left out.
    """
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    return {name: value for name, value in values.items() if not isinstance(value, DatabaseDefault)}


def copy_in(model: Model, rows: Sequence[Row]) -> None:
    """Insert rows, dicts with the same columns, by COPY, PostgreSQL's fastest way."""
    if not rows:
        return
    fields = {field.attname: field for field in model._meta.concrete_fields}
    json_columns = [
        index for index, name in enumerate(rows[0]) if isinstance(fields[name], models.JSONField)
    ]
    pick = itemgetter(*rows[0])
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(_table(model), _columns(model, rows[0]))
    with connection.cursor() as cursor, cast(psycopg.Cursor, cursor).copy(statement) as copy:
        for row in rows:
            values = list(pick(row))
            for index in json_columns:
                values[index] = json.dumps(values[index])
            copy.write_row(values)


def insert_new(model: Model, alike: Row, rows: Sequence[Row]) -> set[Any]:
    """Insert rows in this order in one statement, skipping duplicates of unique columns. Return the new keys.

    `alike` has the values that all rows share. All is sent as JSON, in two parameters instead of thousands.
    """
    if not rows:
        return set()
    statement = sql.SQL(INSERT).format(
        table=_table(model),
        columns=_columns(model, {**alike, **rows[0]}),
        key=sql.Identifier(str(model._meta.pk.column)),
    )
    names = _names(model)
    shared, *own = [{names[name]: value for name, value in row.items()} for row in (alike, *rows)]
    parameters = [json.dumps(shared, default=str), json.dumps(own, default=str)]
    return {key for (key,) in fetch_rows(statement, parameters)}


def _names(model: Model) -> dict[str, str]:
    """Return the column of each attribute."""
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
