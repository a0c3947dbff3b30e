"""The file of a collection: JSON that says what the collection is, before its puzzles in their order."""

import codecs
import json
import re
from typing import Any, BinaryIO

from .reading import WHOLE

HEAD = 100  # bytes that tell it
BEGINNING = re.compile(rb'\s*\{\s*"collection"\s*:')


def collection_in(file: BinaryIO) -> dict[str, Any] | None:
    """What a file says of the collection that it was written from; None where it is no such file."""
    head = file.read(HEAD).removeprefix(codecs.BOM_UTF8)
    file.seek(0)
    if not BEGINNING.match(head):
        return None
    content = file.read(WHOLE)  # of a longer one the puzzles are refused
    file.seek(0)
    try:
        told = json.loads(content).get("collection")
    except (ValueError, RecursionError):
        return None  # which its puzzles are refused for
    return told if isinstance(told, dict) else None
