"""The small board of a puzzle in the admin's lists."""

from django.utils.safestring import SafeString

from solver.boards.thumbnails import draw_small
from solver.models import Puzzle


def preview(puzzle: Puzzle) -> SafeString:
    return draw_small(puzzle.givens, puzzle.board).svg
