"""Write a puzzle, read in any format, in another one; of a list, each.

Says so where pencil marks are left out.
"""

from argparse import ArgumentParser, Namespace

from ..notation import Reading, formats, read_any, write
from ..notation.base import masks
from .cli import complain
from .puzzle_arguments import How, add_shape_argument, answer_each, puzzles_of, shape_from


def add_arguments(parser: ArgumentParser) -> None:
    written = {name: None for name, format in formats().items() if format.write}
    parser.add_argument(
        "puzzle", nargs="?", default="-", help="a text, a file, or - for standard input"
    )
    parser.add_argument(
        "--to", default="line", metavar="FORMAT", help=f"one of: {', '.join(written)}"
    )
    parser.add_argument("--read-as", metavar="FORMAT", help="told apart by itself otherwise")
    parser.add_argument("--size", type=int, help="4 to 25; told from the text otherwise")
    add_shape_argument(parser)


def run(options: Namespace) -> int:
    def answer(reading: Reading, is_alone: bool) -> str:
        written = write(reading, options.to)
        if not options.quiet and _loses_marks(reading, written, options.to):
            complain(f"note: {options.to} keeps no pencil marks; they are left out")
        many_lines = "\n" in written.strip("\n") and not is_alone
        return written.rstrip("\n") + "\n" * many_lines

    how = How(options.size, options.read_as, shape_from(options))
    return answer_each(puzzles_of(options.puzzle, how, at_once=True), answer, "no puzzle")


def _loses_marks(reading: Reading, written: str, format: str) -> bool:
    """Return whether what was written reads back as another position."""
    if reading.candidates is None:
        return False
    is_plain = reading.grid.shape.square_box
    again = read_any(written, reading.grid.size, format) if is_plain else read_any(written)
    return (again.candidates or masks(again.grid)) != reading.candidates
