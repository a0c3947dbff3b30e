"""Write a file that is too long for one response: each part writes a piece and creates the next part.

The one item of a part says where its piece begins: the place in the source, and the checksum and size of all
pieces before it. Pieces are stored compressed. Together they are one gzip member, because browsers and curl
unpack only the first of several, and sending them costs next to nothing (docs/decisions/0038).
"""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _, override

from solver.models import Job, JobPart, Solve
from solver.solves import files

from .job_type import JobFailed, JobType, Row

MOST_WRITTEN = 200_000  # bytes of stored solves in a piece
LARGEST = 100_000_000  # bytes of a compressed file, then another file follows
LEVEL = 4  # of gzip, where 6 takes up to five times as long
WRITTEN = "written"
HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip member without a name or a time


@dataclass(frozen=True)
class Piece:
    """A compressed piece of a file. `following` is the item of the next part, or None after the last."""

    content: bytes
    following: list[Any] | None


class ExportFile(JobType):
    """Write a file. `spec` has `file`, one of WRITERS, `address`, `language`, and what the writer needs."""

    name = "export"
    title = _("Prepare a file")
    items = _("parts")
    part_size = 1
    may_divide = False  # a piece is one item
    is_private = True
    phases = (_("Preparing"),)
    columns = ("fate", "bytes")
    shown = {"bytes": _("bytes")}  # noqa: RUF012
    fates = {WRITTEN: _("written")}  # noqa: RUF012

    def compute(self, job: Job, part: JobPart) -> Piece:
        write = WRITERS[job.spec["file"]]
        place, crc, size = part.given[0]
        writer = GzipWriter(crc, size)
        with override(job.spec["language"]):
            next_place = writer.add_all(write(job, place, MOST_WRITTEN))
        if next_place and job.file_bytes > LARGEST and (address := _address_from(job, next_place)):
            writer.add(json.dumps({"next": address}) + "\n")
            next_place = None
        content = writer.finish(is_first=part.number == 0, is_last=next_place is None)
        return Piece(content, None if next_place is None else [next_place, writer.crc, writer.size])

    def may_set_aside(self, job: Job) -> bool:
        """Return False: a failed part may not be skipped, because a file without it would look complete."""
        return False

    def write(self, job: Job, part: JobPart, findings: Piece) -> list[Row]:
        part.content = findings.content
        part.save(update_fields=["content"])
        if findings.following is not None:
            job.total = part.first + 1
            Job.objects.filter(pk=job.pk).update(total=job.total)
            following = {"number": part.number + 1, "first": part.first + 1, "items": 1}
            JobPart.objects.create(job=job, given=[findings.following], **following)
        return [[WRITTEN, len(findings.content)]]


class GzipWriter:
    """Writes one piece of a gzip member, after `size` bytes with the checksum `crc`.

    It never holds the uncompressed piece, which may be 50 MB of CSV.
    """

    def __init__(self, crc: int, size: int) -> None:
        self.crc, self.size = crc, size
        self._deflate = zlib.compressobj(LEVEL, wbits=-zlib.MAX_WBITS)
        self._packed: list[bytes] = []

    def add(self, text: str) -> None:
        data = text.encode()
        self.crc = zlib.crc32(data, self.crc)
        self.size += len(data)
        self._packed.append(self._deflate.compress(data))

    def add_all(self, text: files.Text) -> files.Place | None:
        """Write all pieces of `text` into the file. Return the place to continue from, or None at its end.

        The place is what the generator returns.
        """
        while True:
            try:
                self.add(next(text))
            except StopIteration as end:
                place: files.Place | None = end.value
                return place

    def finish(self, *, is_first: bool, is_last: bool) -> bytes:
        head = HEADER if is_first else b""
        flushed = self._deflate.flush(zlib.Z_FINISH if is_last else zlib.Z_SYNC_FLUSH)
        tail = struct.pack("<LL", self.crc, self.size & 0xFFFFFFFF) if is_last else b""
        return b"".join([head, *self._packed, flushed, tail])


def _address_from(job: Job, place: files.Place) -> str:
    """Return the address of a file that continues at `place`, or "" in the middle of a line or a solve."""
    if job.spec["file"] == "story" or place[1]:
        return ""
    path, _mark, query = job.spec["address"].partition("?")
    parameters = QueryDict(query, mutable=True)
    parameters["after"] = place[0]
    return f"{path}?{parameters.urlencode()}"


def _write_story(job: Job, place: files.Place, limit: float) -> files.Text:
    solve = Solve.objects.select_related("puzzle").get(files=job)
    return files.story(solve, job.spec["form"], place, limit)


def _write_solves(job: Job, place: files.Place, limit: float) -> files.Text:
    """Write the owner's solves, or the published ones, with the owner's notes and stars on its own."""
    own = job.is_owners()
    visible = Q(visibility=Solve.Visibility.PUBLIC) if job.spec["is_public"] else own
    solves = Solve.objects.filter(visible).known_by(own)
    return files.solves(solves, job.spec["query"], place, limit)


def _write_batch(job: Job, place: files.Place, limit: float) -> files.Text:
    batch = Job.objects.filter(pk=job.spec["batch"]).first()
    if batch is None:
        raise JobFailed("source-gone")
    return files.batch(batch, job.spec["form"], place or [job.spec["after"], False, 0], limit)


WRITERS: dict[str, Callable[[Job, files.Place, float], files.Text]] = {
    "story": _write_story,
    "solves": _write_solves,
    "batch": _write_batch,
}
job_type = ExportFile()
