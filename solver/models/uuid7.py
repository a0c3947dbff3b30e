"""Keys that are made where the row is, and stand in the order of time in its index."""

import os
import time
import uuid


def uuid7() -> uuid.UUID:
    """A UUID of version 7 (RFC 9562): 48 bits of milliseconds since 1970, then 74 that nobody can guess.

    New rows lie side by side in the index of their keys, so it is filled page by page.
    Not for puzzles: what is chosen by an id and a digest, as that of the day is, needs ids all over the range.
    """
    milliseconds = time.time_ns() // 1_000_000
    whole = milliseconds << 80 | int.from_bytes(os.urandom(10))
    version, variant = 0xF << 76, 0b11 << 62
    return uuid.UUID(int=whole & ~version & ~variant | 7 << 76 | 0b10 << 62)
