"""The small board that stands for a puzzle in the admin."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from solver.boards.thumbnails import draw_small
from solver.models import Puzzle


def preview(puzzle: Puzzle) -> SafeString:
    board = draw_small(puzzle.givens, puzzle.box)
    return render_to_string("solver/_small_board.html", {"board": board})
