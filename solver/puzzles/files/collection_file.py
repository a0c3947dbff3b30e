"""Files of collections: JSON that describes the collection before its puzzles."""

import codecs
import json
import re
from typing import Any, BinaryIO

from .reading import WHOLE

HEAD = 100  # bytes in which BEGINNING must match
BEGINNING = re.compile(rb'\s*\{\s*"collection"\s*:')


def collection_in(file: BinaryIO) -> dict[str, Any] | None:
    """Return the fields that describe a collection in its JSON file, or None if it is another file."""
    head = file.read(HEAD).removeprefix(codecs.BOM_UTF8)
    file.seek(0)
    if not BEGINNING.match(head):
        return None
    content = file.read(WHOLE)  # the puzzles of a longer file are refused
    file.seek(0)
    try:
        fields = json.loads(content).get("collection")
    except (ValueError, RecursionError):
        return None  # reading its puzzles reports the error
    return fields if isinstance(fields, dict) else None
