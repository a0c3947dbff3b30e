"""An answer as a line of JSON, written in pieces, so that it may have any number of iterations."""

import json
from collections.abc import Iterator
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from .portions import Portion
from .serializers import iterations_as_json

END = "]}\n"  # of a line with iterations
PIECE = 50_000  # characters of a piece, or an iteration more. Each piece is sent separately


def line_of(answer: dict[str, Any], between: str = ", ", is_open: bool = False) -> Iterator[str]:
    """Yield the pieces of a line of JSON with an answer. Its `iterations`, a `Portion`, come last.

    A portion that begins after an iteration continues a line. With `is_open`, the line of a portion that does
    not reach the end is left unfinished. `between` separates the iterations.
    """
    head = {name: value for name, value in answer.items() if name != "iterations"}
    begun = json.dumps(head, cls=JSONEncoder, ensure_ascii=False)
    portion: Portion | None = answer.get("iterations")
    if portion is None:
        yield f"{begun}\n"
        return
    pieces, size, separator = [f'{begun[:-1]}, "iterations": ['], 0, ""
    if portion.after:
        pieces, separator = [], between
    for iteration in iterations_as_json(portion.solve, portion):
        piece = separator + json.dumps(iteration, ensure_ascii=False)
        pieces.append(piece)
        size, separator = size + len(piece), between
        if size >= PIECE:
            yield "".join(pieces)
            pieces, size = [], 0
    yield "".join(pieces) + ("" if is_open and not portion.is_end else END)
