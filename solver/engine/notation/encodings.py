"""The encoding of a file by its first bytes: UTF-8, or UTF-16 with and without a byte order mark."""

import codecs

TELLING = 1_000  # bytes that are enough to detect it


def encoding_of(start: bytes) -> str:
    """Return the codec of a file by its first bytes: UTF-8, or UTF-16 with a byte order mark or without.

    Without a mark it is UTF-16 if every other byte is NUL and no other byte is.
    """
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first, second = start[:TELLING:2].count(0), start[1:TELLING:2].count(0)
    half = len(start[:TELLING]) // 2
    if half and not first and 4 * second > 3 * half:
        return "utf-16-le"
    if half and not second and 4 * first > 3 * half:
        return "utf-16-be"
    return "utf-8-sig"
