"""Files that are no text, known by their first bytes, also after they were decoded as text."""

from ..core.errors import GridError
from ..core.i18n import LazyMessage

_BEGINNINGS = (
    ((b"\x1f\x8b", "\x1f\x8b", "\x1f\ufffd"), LazyMessage("a gzip archive")),
    (
        (b"PK\x03\x04", "PK\x03\x04"),
        LazyMessage("a zip archive, or a document such as .xlsx or .docx"),
    ),
    ((b"\x89PNG", "\x89PNG", "\ufffdPNG"), LazyMessage("a PNG picture")),
    (
        (b"\xff\xd8\xff", "\xff\xd8\xff", "\ufffd\ufffd\ufffd\ufffd\x00\x10JFIF"),
        LazyMessage("a JPEG picture"),
    ),
    ((b"GIF8", "GIF87a", "GIF89a"), LazyMessage("a GIF picture")),
    ((b"%PDF-", "%PDF-"), LazyMessage("a PDF document")),
    ((b"RIFF", "RIFF"), LazyMessage("a picture or a recording")),
    ((b"7z\xbc\xaf", "7z\xbc\xaf", "7z\ufffd\ufffd"), LazyMessage("a 7z archive")),
    ((b"BZh", "BZh9", "BZh1AY&SY"), LazyMessage("a bzip2 archive")),
    ((b"\xfd7zXZ", "\xfd7zXZ", "\ufffd7zXZ"), LazyMessage("an xz archive")),
    ((b"Rar!", "Rar!\x1a"), LazyMessage("a RAR archive")),
)
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # .xls and .doc


_FEWEST_ODD = 20  # characters that are not allowed in a text
_NO_TEXT = 10  # one in so many characters is too many


def refuse_binary(data: bytes | str) -> None:
    """Raise GridError for an archive, a picture or bytes that are no text, saying what it is and what to do."""
    if isinstance(data, bytes) and data.startswith(_OLD_OFFICE):
        raise GridError("this is a file of an old office program; save it as .xlsx, .ods or CSV")
    for marks, kind in _BEGINNINGS:
        if any(isinstance(mark, type(data)) and data.startswith(mark) for mark in marks):  # type: ignore[arg-type]
            raise GridError(
                "this is {kind}, not a text: unpack it, or type the puzzle into the board",
                kind=kind,
            )
    odd = data.count("\ufffd") + data.count("\0") if isinstance(data, str) else 0
    if odd > _FEWEST_ODD and odd * _NO_TEXT > len(data):
        raise GridError("this is not text in UTF-8 or UTF-16; save it as UTF-8 text")
