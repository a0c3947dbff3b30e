"""How hard a puzzle or a position is: HoDoKu's level and score, the hardest technique, the most sets to
see at once.

With `--er` also Sudoku Explainer's ER, EP and ED, which take up to seconds where chains are needed and up to
minutes above 10. Of several puzzles, of a file or with `-` a line each of standard input, an answer a line is
written in JSON.
"""

import json
from argparse import ArgumentParser, Namespace

from ..notation import Reading
from ..rating import as_json, as_text, rate_reading
from .puzzle_arguments import How, add_shape_argument, answer_each, puzzles_of, shape_from


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "puzzle", nargs="?", default="-", help="in any format that is read, a file, or - for lines"
    )
    add_shape_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), help="text; json of several")
    parser.add_argument("--er", action="store_true", help="Sudoku Explainer's ratings too")


def run(options: Namespace) -> int:
    def answer(reading: Reading, is_alone: bool) -> str:
        rating = rate_reading(reading, options.er)
        if (options.format or ("text" if is_alone else "json")) == "text":
            return as_text(rating)
        return json.dumps(as_json(reading, rating))

    return answer_each(
        puzzles_of(options.puzzle, How(shape=shape_from(options))), answer, "not rated"
    )
