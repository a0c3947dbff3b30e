"""A file as texts: what an archive holds is unpacked within bounds, and bytes are decoded.

However small an archive is, what it amounts to is read in pieces and counted: GridError when it is more than is
taken, and then nothing of it is kept.
"""

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TextIO

from django.utils.translation import gettext as _

from solver.engine import GridError
from solver.engine.notation.binary import refuse_binary
from solver.engine.notation.encodings import TELLING, encoding_of

UNPACKED = (
    300_000_000  # bytes of all that an archive holds; a million lines of a puzzle and its solution
)
MOST_FILES = 1_000  # of a zip archive
AT_ONCE = 500_000  # bytes; the directory of a zip archive is read in one go
PLAIN_ZIP = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # others take memory as the archive likes
# As the standard library has it of archives that are cut off, or made up; a name of a file may be no text.
BROKEN = (
    *(EOFError, OSError, OverflowError, RuntimeError, ValueError),
    *(zlib.error, zipfile.BadZipFile, struct.error),
)


class _Unpacked(io.RawIOBase):
    """What is unpacked of one file of an archive, until all of them together are too much."""

    def __init__(self, packed: BinaryIO, counted: list[int]) -> None:
        self.packed = packed
        self.counted = counted

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.packed.seek(offset, whence)

    def tell(self) -> int:
        return self.packed.tell()

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        with _refusing_broken():
            found = self.packed.read(len(buffer))
        self.counted[0] += len(found)
        if self.counted[0] > UNPACKED:
            message = _("the archive unpacks to more than %(most)s bytes; split it")
            raise GridError(message % {"most": f"{UNPACKED:,}"})
        buffer[: len(found)] = found
        return len(found)


class _Careful(io.RawIOBase):
    """A zip archive of which no more is read in one go than a directory of some thousand files takes."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()

    def read(self, size: int = -1) -> bytes:
        if size > AT_ONCE:
            raise GridError(_too_many())
        return self.file.read(AT_ONCE if size < 0 else size)


def texts_in(file: BinaryIO) -> Iterator[tuple[str, TextIO]]:
    """Each text with its name in a zip archive, empty where it is alone; GridError for what is none.

    A text may be read once more from its start.
    """
    start = _start(file)
    if start.startswith(b"\x1f\x8b"):
        yield "", _inner(gzip.GzipFile(fileobj=file), [0])  # type: ignore[arg-type]
    elif start.startswith(b"PK\x03\x04"):
        yield from _zipped(file)
    else:
        refuse_binary(start)
        yield "", _decoded(file, start)


def _zipped(file: BinaryIO) -> Iterator[tuple[str, TextIO]]:
    with _refusing_broken():
        archive = zipfile.ZipFile(_Careful(file))
    members = [each for each in archive.infolist() if _is_meant(each.filename)]
    if any(each.filename in ("[Content_Types].xml", "mimetype") for each in members):
        refuse_binary(b"PK\x03\x04")  # a document: its text is not what people see
    if len(members) > MOST_FILES:
        raise GridError(_too_many())
    if not members:
        raise GridError(_("there is no file in the archive"))
    counted = [0]
    for member in members:
        packed = _opened(archive, member)
        yield (member.filename if len(members) > 1 else ""), _inner(packed, counted)


def _opened(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> BinaryIO:
    if member.flag_bits & 1:
        raise GridError(_("the archive is locked with a password; remove it"))
    if member.compress_type not in PLAIN_ZIP:
        raise GridError(_("the archive is packed in an unusual way; pack it with “deflate”"))
    with _refusing_broken():
        return archive.open(member)  # type: ignore[return-value]


@contextmanager
def _refusing_broken() -> Iterator[None]:
    try:
        yield
    except GridError:
        raise
    except BROKEN:
        raise GridError(_("the archive is damaged and cannot be unpacked")) from None


def _is_meant(name: str) -> bool:
    """Whether it is a file that somebody put there, and not what their system adds."""
    parts = name.split("/")
    return bool(parts[-1]) and not any(part.startswith((".", "__MACOSX")) for part in parts)


def _inner(packed: BinaryIO, counted: list[int]) -> TextIO:
    """A text out of an archive; GridError for another archive in it."""
    unpacked: BinaryIO = io.BufferedReader(_Unpacked(packed, counted))
    start = _start(unpacked)
    refuse_binary(start)
    return _decoded(unpacked, start)


def _start(file: BinaryIO) -> bytes:
    start = file.read(TELLING)
    file.seek(0)
    return start


def _decoded(file: BinaryIO, start: bytes) -> TextIO:
    """The file as text: UTF-8, or UTF-16; other bytes show as U+FFFD."""
    return io.TextIOWrapper(file, encoding=encoding_of(start), errors="replace", newline=None)


def _too_many() -> str:
    return _("the archive contains more than %(most)s files; split it") % {
        "most": f"{MOST_FILES:,}"
    }
