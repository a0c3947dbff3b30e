"""The encoding of a file by its first bytes: UTF-8, or UTF-16 also where no mark says so."""

import codecs

TELLING = 1_000  # bytes that tell it


def encoding_of(start: bytes) -> str:
    """The name of a codec: UTF-16 by its mark, or where every other byte is NUL and none of the rest is."""
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    first, second = start[:TELLING:2].count(0), start[1:TELLING:2].count(0)
    half = len(start[:TELLING]) // 2
    if half and not first and 4 * second > 3 * half:
        return "utf-16-le"
    if half and not second and 4 * first > 3 * half:
        return "utf-16-be"
    return "utf-8-sig"
