"""Make a file that is too long for one answer: each part writes a piece, and leaves the next part behind.

The one item of a part is where its piece begins: the place in what is written, and the checksum and the
number of bytes before it. Pieces are kept packed. Put one behind the other they are one gzip member, so that
sending it costs next to nothing (docs/decisions/0038). Browsers and curl unpack only the first of several.
"""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from solver.models import Job, JobPart, Solve
from solver.solves import files

from .job_type import JobFailed, JobType, Row

MOST_WRITTEN = 200_000  # bytes of stories in a piece
LARGEST = 100_000_000  # bytes of a file, compressed; what follows is another file
LEVEL = 4  # of gzip: 6 takes up to five times as long
WRITTEN = "written"
HEADER = b"\x1f\x8b\x08" + bytes(6) + b"\xff"  # of a gzip member without a name or a time


@dataclass(frozen=True)
class Piece:
    """A piece of a file, packed, and where the next one begins; None behind the last."""

    content: bytes
    following: list[Any] | None


class ExportFile(JobType):
    """`spec` has the `file`, one of WRITERS, its `address` and `language`, and what its writer needs."""

    name = "export"
    title = _("Prepare a file")
    items = _("pieces")
    part_size = 1
    may_divide = False  # a piece is one item
    is_private = True
    phases = (_("Writing"),)
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
        """A file without one of its pieces would pass for whole."""
        return False

    def write(self, job: Job, part: JobPart, found: Piece) -> list[Row]:
        part.content = found.content
        part.save(update_fields=["content"])
        if found.following is not None:
            job.total = part.first + 1
            Job.objects.filter(pk=job.pk).update(total=job.total)
            following = {"number": part.number + 1, "first": part.first + 1, "items": 1}
            JobPart.objects.create(job=job, given=[found.following], **following)
        return [[WRITTEN, len(found.content)]]


class GzipWriter:
    """Writes one piece of a gzip member, after `size` bytes of the whole with the checksum `crc`.

    The piece is never there unpacked: of rows as CSV it may be 50 MB.
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
        """Add what is written, and return the place to go on from."""
        while True:
            try:
                self.add(next(text))
            except StopIteration as end:
                place: files.Place | None = end.value
                return place

    def finish(self, *, is_first: bool, is_last: bool) -> bytes:
        head = HEADER if is_first else b""
        rest = self._deflate.flush(zlib.Z_FINISH if is_last else zlib.Z_SYNC_FLUSH)
        tail = struct.pack("<LL", self.crc, self.size & 0xFFFFFFFF) if is_last else b""
        return b"".join([head, *self._packed, rest, tail])


def _address_from(job: Job, place: files.Place) -> str:
    """Return the address of the file that goes on there; none in the midst of a line or of a story."""
    if job.spec["file"] == "story" or place[1]:
        return ""
    path, _mark, query = job.spec["address"].partition("?")
    asked = QueryDict(query, mutable=True)
    asked["after"] = place[0]
    return f"{path}?{asked.urlencode()}"


def _write_story(job: Job, place: files.Place, most: float) -> files.Text:
    solve = Solve.objects.select_related("puzzle").get(files=job)
    return files.story(solve, job.spec["form"], place, most)


def _write_solves(job: Job, place: files.Place, most: float) -> files.Text:
    """Write those of the job's owner, or the published ones, with what the owner put to its own."""
    own = job.is_owners()
    wanted = Q(visibility=Solve.Visibility.PUBLIC) if job.spec["is_public"] else own
    found = Solve.objects.filter(wanted).known_by(own)
    return files.solves(found, job.spec["query"], place, most)


def _write_batch(job: Job, place: files.Place, most: float) -> files.Text:
    batch = Job.objects.filter(pk=job.spec["batch"]).first()
    if batch is None:
        raise JobFailed("source-gone")
    return files.batch(batch, job.spec["form"], place or [job.spec["after"], False, 0], most)


WRITERS: dict[str, Callable[[Job, files.Place, float], files.Text]] = {
    "story": _write_story,
    "solves": _write_solves,
    "batch": _write_batch,
}
job_type = ExportFile()
