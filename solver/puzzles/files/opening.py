"""Opening files: archives are unpacked within limits, workbooks give their sheets, and bytes are decoded.

Even a small archive is read in pieces and counted. GridError is raised if it unpacks to more than UNPACKED.
"""

import codecs
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
from solver.engine.notation.encodings import (
    TELLING,
    encoding_of,
    is_mostly_utf_8,
    single_byte_encoding,
)

from .workbooks import Sheet, sheets_in

UNPACKED = 300_000_000  # bytes of all files in an archive: a million puzzles with solutions
MOST_FILES = 1_000  # of a zip archive
PIECE = 65_536  # bytes that are decoded at once
MOST_LOOKED_AT = 20_000_000  # bytes by which the encoding is found
AT_ONCE = 500_000  # bytes. zipfile reads the directory of an archive with one call
# Other kinds need as much memory as the archive asks for.
PLAIN_ZIP = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# Raised by the standard library for damaged or forged archives, also if the name of a file cannot be decoded.
BROKEN = (
    *(EOFError, OSError, OverflowError, RuntimeError, ValueError),
    *(zlib.error, zipfile.BadZipFile, struct.error),
)


class _Wrapped(io.RawIOBase):
    """A file around another one, at the same place."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        return self.file.seek(offset, whence)

    def tell(self) -> int:
        return self.file.tell()


class _Careful(_Wrapped):
    """A zip archive that reads at most AT_ONCE, the directory of some thousand files, with one call."""

    def read(self, size: int = -1) -> bytes:
        if size > AT_ONCE:
            raise GridError(_too_many())
        return self.file.read(AT_ONCE if size < 0 else size)


class _Unpacked(_Wrapped):
    """The content of one file in an archive. Raises GridError once all files exceed UNPACKED."""

    def __init__(self, packed: BinaryIO, counted: list[int]) -> None:
        super().__init__(packed)
        self.counted = counted

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        with _refusing_broken():
            piece = self.file.read(len(buffer))
        self.counted[0] += len(piece)
        if self.counted[0] > UNPACKED:
            message = _("the archive unpacks to more than %(most)s bytes; split it")
            raise GridError(message % {"most": f"{UNPACKED:,}"})
        buffer[: len(piece)] = piece
        return len(piece)


def contents_of(file: BinaryIO, encoding: str = "") -> Iterator[tuple[str, TextIO | Sheet]]:
    """Yield each text of a file, or sheet of a workbook, with its name in a zip archive.

    The name is empty if it is the only one. A text may be read again from its start. `encoding` is the chosen
    one, or empty. Raise GridError if the file is no text.
    """
    start = _start(file)
    if start.startswith(b"\x1f\x8b"):
        yield "", _inner(gzip.GzipFile(fileobj=file), [0], encoding)  # type: ignore[arg-type]
    elif start.startswith(b"PK\x03\x04"):
        yield from _zipped(file, encoding)
    else:
        refuse_binary(start)
        yield "", _decoded(file, start, encoding)


def _zipped(file: BinaryIO, encoding: str) -> Iterator[tuple[str, TextIO | Sheet]]:
    with _refusing_broken():
        archive = zipfile.ZipFile(_Careful(file))
    members = [member for member in archive.infolist() if _is_meant(member.filename)]
    named = {member.filename: member for member in members}
    counted = [0]
    if "[Content_Types].xml" in named or "mimetype" in named:
        sheets = sheets_in(
            list(named),
            lambda name: io.BufferedReader(_Unpacked(_opened(archive, named[name]), counted)),
        )
        if sheets is None:
            refuse_binary(b"PK\x03\x04")  # an office document, whose files are not what people see
        yield from ((sheet.name, sheet) for sheet in sheets or ())
        return
    if len(members) > MOST_FILES:
        raise GridError(_too_many())
    if not members:
        raise GridError(_("there is no file in the archive"))
    for member in members:
        packed = _opened(archive, member)
        yield (member.filename if len(members) > 1 else ""), _inner(packed, counted, encoding)


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


def _inner(packed: BinaryIO, counted: list[int], encoding: str) -> TextIO:
    """Return a file in an archive as text. Raise GridError if it is an archive itself."""
    unpacked: BinaryIO = io.BufferedReader(_Unpacked(packed, counted))
    start = _start(unpacked)
    refuse_binary(start)
    return _decoded(unpacked, start, encoding)


def _start(file: BinaryIO) -> bytes:
    start = file.read(TELLING)
    file.seek(0)
    return start


def _decoded(file: BinaryIO, start: bytes, encoding: str) -> TextIO:
    """Return the file as text in an encoding, or in the one that it seems to have.

    Invalid bytes become U+FFFD.
    """
    encoding = encoding or encoding_of(start)
    if encoding == "utf-8-sig" and (others := _beyond_utf_8(file)) and not is_mostly_utf_8(others):
        encoding = single_byte_encoding(others)
    return io.TextIOWrapper(file, encoding=encoding, errors="replace", newline=None)


def _beyond_utf_8(file: BinaryIO) -> bytes:
    """Return the bytes around the first ones that are no UTF-8, or b"" if there are none."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    piece, read = b"", 0
    try:
        while read < MOST_LOOKED_AT and (following := file.read(PIECE)):
            piece = following
            read += len(piece)
            decoder.decode(piece)
        decoder.decode(b"", final=read < MOST_LOOKED_AT)
    except UnicodeDecodeError:
        return piece
    finally:
        file.seek(0)
    return b""


def _too_many() -> str:
    return _("the archive contains more than %(most)s files; split it") % {
        "most": f"{MOST_FILES:,}"
    }
