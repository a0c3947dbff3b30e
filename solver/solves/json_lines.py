"""An answer as a line of JSON, in pieces: its iterations one after the other, however many there are."""

import json
from collections.abc import Iterator
from typing import Any

from rest_framework.utils.encoders import JSONEncoder

from .portions import Portion
from .serializers import iterations_as_json

END = "]}\n"  # of a line with iterations
PIECE = 50_000  # characters, or an iteration more: each piece is sent by itself


def line_of(answer: dict[str, Any], between: str = ", ", is_open: bool = False) -> Iterator[str]:
    """Write an answer, whose `iterations` come last and are a `Portion`.

    A portion that follows an iteration goes on with a line that was begun. With `is_open` a line whose story
    has more iterations is left unfinished.
    """
    head = {name: value for name, value in answer.items() if name != "iterations"}
    begun = json.dumps(head, cls=JSONEncoder, ensure_ascii=False)
    told: Portion | None = answer.get("iterations")
    if told is None:
        yield f"{begun}\n"
        return
    pieces, size, separator = [f'{begun[:-1]}, "iterations": ['], 0, ""
    if told.after:
        pieces, separator = [], between
    for iteration in iterations_as_json(told.solve, told):
        piece = separator + json.dumps(iteration, ensure_ascii=False)
        pieces.append(piece)
        size, separator = size + len(piece), between
        if size >= PIECE:
            yield "".join(pieces)
            pieces, size = [], 0
    yield "".join(pieces) + ("" if is_open and not told.is_end else END)
