"""Downloads of puzzles, with the file name and content type that other programs expect."""

from collections.abc import Iterable, Iterator

from solver.models import Puzzle
from solver.operations.files import LongStream
from solver.puzzles.files import writing

TEXT = "text/plain; charset=utf-8"
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "opensudoku": "application/xml",
}
ENDINGS = {"csv": "csv", "json": "json", "opensudoku": "opensudoku", "sdm": "sdm", "sdk": "sdk"}


def export(puzzles: Iterable[Puzzle], format: str, name: str) -> LongStream:
    """Return a download of the puzzles in an export format. `name` is the file's name without its ending."""
    return as_file(writing.written(puzzles, format), format, name)


def as_file(pieces: Iterator[str], format: str, name: str) -> LongStream:
    response = LongStream(pieces, content_type=TYPES.get(format, TEXT))
    file = f"{name}.{ENDINGS.get(format, 'txt')}"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response
