"""Links that open a puzzle on other sites. Nothing is sent before a click."""

from functools import lru_cache

from solver import engine

# The format in `engine.formats` by the name of the site that its address leads to.
SITES = {
    "SudokuPad": "sudokupad",
    "sudoku.coach": "sudoku-coach",
    "SudokuWiki": "sudokuwiki",
    "f-puzzles": "f-puzzles",
    "puzz.link": "puzz-link",
}


@lru_cache(maxsize=64)  # about 2 kB each, shared by a puzzle's page and all of its solves
def external_links(grid: engine.Grid) -> tuple[tuple[str, str], ...]:
    """Return the sites that can open this puzzle or position without a loss, each with its address."""
    reading = engine.Reading(grid, "", grid.marks)
    written = ((site, _written(reading, name)) for site, name in SITES.items())
    return tuple((site, href) for site, href in written if href)


def _written(reading: engine.Reading, name: str) -> str:
    """Return the address, or "" if the site has none for this board or would lose the pencil marks."""
    try:
        href = engine.write(reading, name)
    except engine.GridError:
        return ""
    keeps_marks = (
        reading.candidates is None or engine.read_any(href).candidates == reading.candidates
    )
    return href if keeps_marks else ""
