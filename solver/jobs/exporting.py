"""Make a file that is too long for one answer: each part writes a piece, and leaves the next part behind.

The one item of a part is the place that its piece begins at. A piece is kept as a gzip member. Members put
one behind the other are a gzip file, so that sending it costs next to nothing (docs/decisions/0038).
"""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from solver.models import Job, JobPart, Solve
from solver.record import files

from .base import CannotGoOn, Kind, Row

MOST_WRITTEN = 200_000  # bytes of stories in a piece
LARGEST = 100_000_000  # bytes of a file, compressed; what follows is another file
LEVEL = 4  # of gzip: 6 takes up to five times as long
WRITTEN = "written"


@dataclass(frozen=True)
class Piece:
    """A piece of a file, gzipped, and the place of the next one; None behind the last."""

    content: bytes
    place: files.Place | None


class Exporting(Kind):
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

    def work(self, job: Job, part: JobPart) -> Piece:
        write = WRITERS[job.spec["file"]]
        with override(job.spec["language"]):
            content, place = _gzipped(write(job, part.given[0], MOST_WRITTEN))
        if place and job.file_bytes > LARGEST and (address := _address_from(job, place)):
            content += gzip.compress(json.dumps({"next": address}).encode() + b"\n", mtime=0)
            place = None
        return Piece(content, place)

    def may_set_aside(self, job: Job) -> bool:
        """A file without one of its pieces would pass for whole."""
        return False

    def write(self, job: Job, part: JobPart, found: Piece) -> list[Row]:
        part.content = found.content
        part.save(update_fields=["content"])
        if found.place is not None:
            job.total = part.first + 1
            Job.objects.filter(pk=job.pk).update(total=job.total)
            following = {"number": part.number + 1, "first": part.first + 1, "items": 1}
            JobPart.objects.create(job=job, given=[found.place], **following)
        return [[WRITTEN, len(found.content)]]


def _gzipped(text: files.Text) -> tuple[bytes, files.Place | None]:
    """Return what is written as a gzip member, and the place to go on from.

    It is never there unpacked: of rows as CSV it may be 50 MB.
    """
    packer, packed = zlib.compressobj(LEVEL, wbits=31), []
    while True:
        try:
            packed.append(packer.compress(next(text).encode()))
        except StopIteration as end:
            return b"".join([*packed, packer.flush()]), end.value


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
        raise CannotGoOn("source-gone")
    return files.batch(batch, job.spec["form"], place or [job.spec["after"], False, 0], most)


WRITERS: dict[str, Callable[[Job, files.Place, float], files.Text]] = {
    "story": _write_story,
    "solves": _write_solves,
    "batch": _write_batch,
}
kind = Exporting()
