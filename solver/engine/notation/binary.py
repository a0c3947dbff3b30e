"""Files that are no text, known by how they begin, also once they have been decoded as if they were."""

from ..errors import GridError
from ..words import Phrase

_BEGINNINGS = (
    ((b"\x1f\x8b", "\x1f\x8b", "\x1f\ufffd"), Phrase("a gzip archive")),
    ((b"PK\x03\x04", "PK\x03\x04"), Phrase("a zip archive, or a document such as .xlsx or .docx")),
    ((b"\x89PNG", "\x89PNG", "\ufffdPNG"), Phrase("a PNG picture")),
    (
        (b"\xff\xd8\xff", "\xff\xd8\xff", "\ufffd\ufffd\ufffd\ufffd\x00\x10JFIF"),
        Phrase("a JPEG picture"),
    ),
    ((b"GIF8", "GIF87a", "GIF89a"), Phrase("a GIF picture")),
    ((b"%PDF-", "%PDF-"), Phrase("a PDF document")),
    ((b"RIFF", "RIFF"), Phrase("a picture or a recording")),
    ((b"7z\xbc\xaf", "7z\xbc\xaf", "7z\ufffd\ufffd"), Phrase("a 7z archive")),
    ((b"BZh", "BZh9", "BZh1AY&SY"), Phrase("a bzip2 archive")),
    ((b"\xfd7zXZ", "\xfd7zXZ", "\ufffd7zXZ"), Phrase("an xz archive")),
    ((b"Rar!", "Rar!\x1a"), Phrase("a RAR archive")),
)


def kind_of(data: bytes | str) -> Phrase | None:
    """What a file is by its first bytes, or by those characters; None when it may be a text."""
    for marks, name in _BEGINNINGS:
        if any(isinstance(mark, type(data)) and data.startswith(mark) for mark in marks):  # type: ignore[arg-type]
            return name
    return None


def refuse_binary(data: bytes | str) -> None:
    """GridError for an archive or a picture, which says what it is and what to do."""
    kind = kind_of(data)
    if kind is not None:
        raise GridError(
            "this is {kind}, not a text: unpack it, or type the puzzle into the board", kind=kind
        )


def decoded(data: bytes) -> str:
    """The text of bytes: UTF-8, UTF-16 with a mark or without; a stray byte shows as U+FFFD.

    GridError when they are an archive or a picture.
    """
    refuse_binary(data[:16])
    return data.decode(encoding_of(data[:512]), errors="replace")


def encoding_of(start: bytes) -> str:
    """How the text is written that begins so. UTF-16 without a mark shows by its zeros: most are digits."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16"
    even, odd = start[::2], start[1::2]
    if len(start) >= 16:
        if odd.count(0) * 4 >= len(odd) * 3 and not even.count(0):
            return "utf-16-le"
        if even.count(0) * 4 >= len(even) * 3 and not odd.count(0):
            return "utf-16-be"
    return "utf-8-sig"
