"""An answer as a line of JSON, in pieces: its iterations one after the other, however many there are."""

import json
from collections.abc import Iterator
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

PIECE = 50_000  # characters, or an iteration more: each piece is sent by itself


def line_of(answer: dict[str, Any], between: str = ", ") -> Iterator[str]:
    """`iterations`, which come last, may be an iterator."""
    head = {name: value for name, value in answer.items() if name != "iterations"}
    begun = json.dumps(head, cls=JSONEncoder, ensure_ascii=False)
    if "iterations" not in answer:
        yield f"{begun}\n"
        return
    pieces, size = [f'{begun[:-1]}, "iterations": ['], 0
    separator = ""
    for iteration in answer["iterations"]:
        piece = separator + json.dumps(iteration, ensure_ascii=False)
        pieces.append(piece)
        size, separator = size + len(piece), between
        if size >= PIECE:
            yield "".join(pieces)
            pieces, size = [], 0
    yield "".join([*pieces, "]}\n"])
