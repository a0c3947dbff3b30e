"""Primary keys in the order of time, and keys that a text may be."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """Return a UUID of version 7 (RFC 9562): 48 bits of milliseconds since 1970, then 74 random bits.

    New rows are neighbours in the index of their keys, so it is filled page by page. Puzzles have random ids:
    the puzzle of the day is the first id after a digest, which needs ids all over the range.
    """
    milliseconds = time.time_ns() // 1_000_000
    bits = milliseconds << 80 | int.from_bytes(os.urandom(10))
    version, variant = 0xF << 76, 0b11 << 62
    return uuid.UUID(int=bits & ~version & ~variant | 7 << 76 | 0b10 << 62)


def uuid_in(text: object) -> uuid.UUID | None:
    """Return the UUID that a text is, or None if it is none."""
    try:
        return uuid.UUID(str(text))
    except ValueError:
        return None
