"""Submit imports of files. The file is kept with how its tables were read, so that it can be read again."""

import gzip
from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import Any, BinaryIO

from django.db import transaction
from django.utils.translation import gettext as _

from solver.engine import GridError
from solver.models import Job
from solver.models.validators import seen
from solver.puzzles import collections
from solver.puzzles.files.fields import CHOOSABLE
from solver.puzzles.files.reading import PuzzleFile, bounded, collection_in
from solver.puzzles.files.tables import Choices, SheetTable

from . import submission
from .owners import Owner


class ColumnError(GridError):
    """A choice for a column cannot be carried out."""


# Choices about all lines, which are also checked by them.
HOW_READ = ("givens_only", "leading_zeros")
LARGEST_KEPT = 20_000_000  # bytes of a file, compressed, that is kept to be read again
PIECE = 1_000_000  # bytes that are compressed at once
MOST_REMEMBERED = 20  # imports of an editor whose choices are looked at


def submit_import(
    file: BinaryIO,
    title: str,
    spec: Mapping[str, Any],
    owner: Owner,
    choices: Choices | None = None,
) -> Job:
    """Save and enqueue the import of a file, and return its job.

    `choices` are what a person has chosen about its columns. Columns without a choice are read as in the same
    editor's last import with these columns. Raise GridError if the file cannot be read, and TooManyUnfinished
    as `submit_job` does.
    """
    choices = choices or Choices()
    refuse_unknown_fields(choices.columns)
    wanted = dict(spec)
    if not wanted.get("collection") and (collection := collection_in(file)):
        collections.from_file(collection)  # refuses it before the puzzles are read
        wanted["make"] = collection
    remembering = replace(choices, remembered=_remembered(owner))
    packed = _packed(file)
    content = PuzzleFile(file, remembering)
    with transaction.atomic():
        wanted |= {name: getattr(choices, name) for name in HOW_READ}
        job = submission.submit_job("import", bounded(content.items()), title, wanted, owner)
        job.spec["tables"] = [
            each.as_json() for table in content.tables for each in (table, *table.below)
        ]
        job.spec |= {"columns": dict(choices.columns), "encoding": choices.encoding}
        job.spec["heads"] = dict(choices.heads)
        job.save(update_fields=["spec"])
        job.parts.filter(number=0).update(content=packed)
    return job


def refuse_unknown_fields(columns: Mapping[str, str]) -> None:
    for name, field in columns.items():
        if field and field not in CHOOSABLE:
            message = _("“%(field)s”, for the column “%(name)s”, is not one of %(fields)s")
            fields = ", ".join(CHOOSABLE)
            raise ColumnError(message % {"field": field[:40], "name": name[:40], "fields": fields})


def refuse_unknown_columns(job: Job) -> None:
    """Raise ColumnError if a choice names a column that no table of the file has."""
    found = {
        name.casefold()
        for table in tables_of(job)
        for column in table.columns
        for name in (column.name, column.letters)
    }
    for name in job.spec["columns"]:
        if name.strip().casefold() not in found:
            raise ColumnError(_("the file has no column “%(name)s”") % {"name": seen(name[:40])})


def tables_of(job: Job) -> list[SheetTable]:
    """Return how the tables of an import's file were read. It is empty for a file without tables."""
    return [SheetTable.from_json(stored) for stored in job.spec.get("tables", ())]


def lost_columns(job: Job) -> list[str]:
    """Return the columns with words that an import leaves out though nobody has chosen that, by their names."""
    chosen = {name.casefold() for name in job.spec.get("columns", {})}
    return [
        column.called
        for table in tables_of(job)
        for column in table.columns
        if column.is_lost and not {column.name.casefold(), column.letters.casefold()} & chosen
    ]


def can_read_again(job: Job) -> bool:
    return job.parts.filter(number=0, content__isnull=False).exists()


def read_again(job: Job, choices: Choices, owner: Owner) -> Job:
    """Submit the file of an import once more with other choices, cancel the import, and return the new job.

    Raise GridError if the file cannot be read in this way.
    """
    content = job.parts.get(number=0).content or b""
    ours = ("tables", "columns", "heads")
    spec = {name: value for name, value in job.spec.items() if name not in ours}
    with transaction.atomic():
        Job.objects.cancel(job.pk)
        return submit_import(BytesIO(gzip.decompress(content)), job.said, spec, owner, choices)


def _packed(file: BinaryIO) -> bytes | None:
    """Return the file compressed, or None if that is too large to be kept."""
    buffer = BytesIO()
    with gzip.GzipFile(fileobj=buffer, mode="wb", compresslevel=4) as packed:
        while buffer.tell() <= LARGEST_KEPT and (piece := file.read(PIECE)):
            packed.write(piece)
    file.seek(0)
    return buffer.getvalue() if buffer.tell() <= LARGEST_KEPT else None


def _remembered(owner: Owner) -> list[tuple[list[str], dict[str, str]]]:
    """Return the heads and the choices of an editor's imports, newest first."""
    if not owner.user:
        return []
    imports = Job.objects.filter(owner=owner.user, kind="import").exclude(spec__columns={})
    specs = imports.order_by("-created_at").values_list("spec", flat=True)[:MOST_REMEMBERED]
    return [
        ([column["name"] for column in table["columns"]], spec["columns"])
        for spec in specs
        for table in spec.get("tables", ())
        if spec.get("columns")
    ]
