"""Where else a puzzle can be opened: addresses of other sites that hold it; nothing is sent before a click."""

from dataclasses import dataclass
from functools import lru_cache

from solver import engine

# Of `engine.formats`, by the name of the site that an address leads to.
SITES = {
    "SudokuPad": "sudokupad",
    "sudoku.coach": "sudoku-coach",
    "SudokuWiki": "sudokuwiki",
    "f-puzzles": "f-puzzles",
    "puzz.link": "puzz-link",
}


@dataclass(frozen=True)
class ExternalLink:
    """A site, and the puzzle's address there."""

    site: str
    href: str


@lru_cache(maxsize=64)  # some 2 kB each: a puzzle's page and all of its solves have the same
def external_links(grid: engine.Grid) -> tuple[ExternalLink, ...]:
    """The sites that can open this puzzle or position as it is; the others are left out."""
    reading = engine.Reading(grid, "", grid.marks)
    written = ((site, _written(reading, name)) for site, name in SITES.items())
    return tuple(ExternalLink(site, href) for site, href in written if href)


def _written(reading: engine.Reading, name: str) -> str:
    """The address; empty where there is none for such a board, or it would lose the pencil marks."""
    try:
        href = engine.write(reading, name)
    except engine.GridError:
        return ""
    is_kept = reading.candidates is None or engine.read_any(href).candidates == reading.candidates
    return href if is_kept else ""
