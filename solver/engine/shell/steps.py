"""All steps at a position, by every technique of the ladder, each with its proof.

Of several positions, of a file or with `-` a line each of standard input, an answer a line is written in JSON.
"""

import json
from argparse import ArgumentParser, Namespace

from ..core.position import Position
from ..ladder.listing import (
    as_json,
    as_text,
    asked_for_by_default,
    counting_at,
    position_of,
    refuse_contradiction,
    steps_at,
)
from ..ladder.search import named_on_shape
from ..notation import Reading
from .puzzle_arguments import How, add_shape_argument, answer_each, puzzles_of, shape_from


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "position",
        nargs="?",
        default="-",
        help="in any format that is read, a file, or - for lines",
    )
    add_shape_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), help="text; json of several")
    parser.add_argument(
        "--techniques", help="names or HoDoKu's codes, with commas (all but last resorts)"
    )
    parser.add_argument(
        "--uniqueness",
        choices=("auto", "on", "off"),
        default="auto",
        help="rules that rest on one solution: by a count of the solutions, or as told (auto)",
    )


def run(options: Namespace) -> int:
    def answer(reading: Reading, is_alone: bool) -> str:
        selected = asked_for_by_default(reading.grid.shape)
        if options.techniques:
            selected = named_on_shape(options.techniques.split(","), reading.grid.shape)
        refuse_contradiction(reading)
        position: Position = position_of(reading)
        steps = list(steps_at(reading, selected, options.uniqueness, position))
        counting = counting_at(position, selected)
        if (options.format or ("text" if is_alone else "json")) == "text":
            return "\n".join(as_text(reading, steps, counting))
        return json.dumps(as_json(reading, steps, counting), ensure_ascii=False)

    return answer_each(
        puzzles_of(options.position, How(shape=shape_from(options))), answer, "no position"
    )
