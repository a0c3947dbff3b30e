"""The items of CSV whose first line names its columns, one of them the givens; of any other it is told."""

import csv
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from solver.models.texts import without_quote

from .fields import GIVENS, Item, Names, kept, line


def delimiter_of(header: str) -> str:
    """The delimiter of the columns, when the line names one for givens; empty when it does not."""
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
    yield from known.told(line(rows.line_num))
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
        if len(row) > len(names):
            message = _("%(found)s columns, but the first line names %(named)s")
            wrong = message % {"found": len(row), "named": len(names)}
            yield {"place": line(rows.line_num), "wrong": wrong, "givens": ",".join(row)}
        elif any(cell.strip() for cell in row):
            named = zip(names, row, strict=False)
            yield {
                "place": line(rows.line_num),
                **kept({name: without_quote(cell) for name, cell in named if name}),
            }
