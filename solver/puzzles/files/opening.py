"""Opening files as texts: archives are unpacked within limits, and bytes are decoded.

Even a small archive is read in pieces and counted. GridError is raised if it unpacks to more than UNPACKED.
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

UNPACKED = 300_000_000  # bytes of all files in an archive: a million puzzles with solutions
MOST_FILES = 1_000  # of a zip archive
AT_ONCE = 500_000  # bytes. zipfile reads the directory of an archive with one call
PLAIN_ZIP = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # others need as much memory as the archive asks for
# Raised by the standard library for damaged or forged archives, also if the name of a file cannot be decoded.
BROKEN = (
    *(EOFError, OSError, OverflowError, RuntimeError, ValueError),
    *(zlib.error, zipfile.BadZipFile, struct.error),
)


class _Unpacked(io.RawIOBase):
    """The content of one file in an archive. Raises GridError once all files exceed UNPACKED."""

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
            piece = self.packed.read(len(buffer))
        self.counted[0] += len(piece)
        if self.counted[0] > UNPACKED:
            message = _("the archive unpacks to more than %(most)s bytes; split it")
            raise GridError(message % {"most": f"{UNPACKED:,}"})
        buffer[: len(piece)] = piece
        return len(piece)


class _Careful(io.RawIOBase):
    """A zip archive that reads at most AT_ONCE, the directory of some thousand files, with one call."""

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
    """Yield each text of a file with its name in a zip archive, or an empty name if it is the only one.

    A text may be read again from its start. Raise GridError if the file is no text.
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
    members = [member for member in archive.infolist() if _is_meant(member.filename)]
    if any(member.filename in ("[Content_Types].xml", "mimetype") for member in members):
        refuse_binary(b"PK\x03\x04")  # an office document, whose files are not what people see
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
    """Return whether a file was put there by its author, and not added by the system."""
    parts = name.split("/")
    return bool(parts[-1]) and not any(part.startswith((".", "__MACOSX")) for part in parts)


def _inner(packed: BinaryIO, counted: list[int]) -> TextIO:
    """Return a file in an archive as text. Raise GridError if it is an archive itself."""
    unpacked: BinaryIO = io.BufferedReader(_Unpacked(packed, counted))
    start = _start(unpacked)
    refuse_binary(start)
    return _decoded(unpacked, start)


def _start(file: BinaryIO) -> bytes:
    start = file.read(TELLING)
    file.seek(0)
    return start


def _decoded(file: BinaryIO, start: bytes) -> TextIO:
    """Return the file as text in UTF-8 or UTF-16, with U+FFFD for invalid bytes."""
    return io.TextIOWrapper(file, encoding=encoding_of(start), errors="replace", newline=None)


def _too_many() -> str:
    return _("the archive contains more than %(most)s files; split it") % {
        "most": f"{MOST_FILES:,}"
    }
