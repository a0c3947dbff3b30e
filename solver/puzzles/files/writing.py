"""Writing puzzles as files, in each format for several puzzles."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from solver import engine
from solver.models import Collection, Membership, Puzzle
from solver.models.validators import neutral

from .reading import FIELDS

TOLD = ("title", "slug", "description", "position")  # of a collection


def writable() -> list[tuple[str, Any]]:
    """Return (name, title) of each file format for several puzzles."""
    formats = [
        (format.name, _(format.title)) for format in engine.formats().values() if format.write
    ]
    return [("csv", "CSV"), ("json", "JSON"), *formats]


def written(puzzles: Iterable[Puzzle], name: str) -> Iterator[str]:
    """Yield a file of puzzles in the named format, in pieces.

    A puzzle that the format cannot express becomes a comment.
    """
    match name:
        case "csv":
            return _as_csv(puzzles)
        case "json":
            return _as_json(puzzles)
        case "opensudoku":
            return _as_xml(puzzles)
        case _:
            return _in_format(puzzles, name)


def collection_written(collection: Collection) -> Iterator[str]:
    """Yield the JSON file of a collection in pieces: its fields, and its puzzles in order."""
    yield '{"collection": ' + json.dumps(told_of(collection), ensure_ascii=False) + ',\n"puzzles": '
    rows = Membership.objects.filter(collection=collection).select_related("puzzle")
    yield from _json_list(
        _fields_of(row.puzzle) | {"published": row.puzzle.is_published}
        for row in rows.iterator(chunk_size=500)
    )
    yield "}\n"


def told_of(collection: Collection) -> dict[str, Any]:
    return {
        **{name: getattr(collection, name) for name in TOLD},
        "published": collection.is_published,
    }


def _fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """Return the fields of a puzzle. Its givens say its shape too, or they would be those of a plain board."""
    return {name: getattr(puzzle, name) for name in FIELDS} | {"givens": puzzle.line}


def _as_csv(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    yield ",".join(FIELDS) + "\r\n"
    for puzzle in puzzles:
        buffer = io.StringIO()
        fields = _fields_of(puzzle) | {"tags": ", ".join(puzzle.tags)}
        csv.writer(buffer).writerow([neutral(value) for value in fields.values()])
        yield buffer.getvalue()


def _as_json(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    yield from _json_list(map(_fields_of, puzzles))
    yield "\n"


def _json_list(objects: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a list with one object a line."""
    before = "[\n"
    for fields in objects:
        yield before + json.dumps(fields, ensure_ascii=False)
        before = ",\n"
    yield "\n]" if before == ",\n" else "[]"


def _as_xml(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  <name>Sudoku by sets</name>\n'
    for puzzle in puzzles:
        if puzzle.box == 3:
            yield f'  <game data="{puzzle.givens}"/>\n'
        else:
            yield f"  <!-- {puzzle.size}×{puzzle.size}: {puzzle.line} -->\n"
    yield "</opensudoku>\n"


def _in_format(puzzles: Iterable[Puzzle], name: str) -> Iterator[str]:
    """Yield one line for each puzzle, or several lines with an empty one after them."""
    for puzzle in puzzles:
        try:
            text = engine.write(engine.Reading(puzzle.grid, "line"), name).rstrip("\n")
        except engine.GridError as error:
            text = f"# {error}: {puzzle.line}"
        yield f"{text}\n\n" if "\n" in text else f"{text}\n"
