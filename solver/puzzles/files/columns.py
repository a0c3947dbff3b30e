"""Items of CSV files whose first line names the columns, with one for the givens."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from solver.models.validators import without_quote

from .fields import GIVENS, Item, Names, line, move_ratings_to_notes


def delimiter_of(header: str) -> str:
    """Return the delimiter of a CSV header that has a column for the givens, or "" if there is none."""
    for delimiter in ",;\t":
        if GIVENS & {
            name.strip().lower() for name in next(csv.reader([header], delimiter=delimiter))
        }:
            return delimiter
    return ""


def csv_items(lines: Iterable[str], delimiter: str) -> Iterator[Item]:
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter)
    known = Names()
    names: list[str] = []
    while not names:
        names = [known.meaning(name) for name in next(rows) if not name.startswith("#")]
    yield from known.report_items(line(rows.line_num))
    yield from _rows(rows, names)


def _rows(rows: Any, names: list[str]) -> Iterator[Item]:
    while True:
        try:
            row = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield {"place": line(rows.line_num), "wrong": str(error)}
            continue
        if any(cell.strip() for cell in row):
            named = zip(names, row, strict=False)
            fields = move_ratings_to_notes(
                {name: without_quote(cell) for name, cell in named if name}
            )
            # Semicolons, as others write lists within a cell.
            if "," not in fields.get("tags", ","):
                fields["tags"] = fields["tags"].replace(";", ",")
            yield {"place": line(rows.line_num), **_surplus(row, names), **fields}


def _surplus(row: list[str], names: list[str]) -> dict[str, str]:
    """Return an error if the row has more columns than the header. Its fields are used all the same."""
    if len(row) <= len(names):
        return {}
    message = _("the line has more columns (%(found)s) than the first line names (%(named)s)")
    return {"wrong": message % {"found": len(row), "named": len(names)}}
