"""A shared link of a puzzle: its givens as a picture, and its QR code."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from solver.boards.figures import as_png
from solver.boards.picture import draw_picture
from solver.models import Puzzle
from solver.operations.asked_again import for_everybody

from ..open_graph import OpenGraph, draw_qr, with_picture
from ..shortcuts import find_puzzle


def puzzle_open_graph(request: HttpRequest, puzzle: Puzzle, description: str) -> OpenGraph | None:
    """Return the Open Graph data of a puzzle's page, or None for a draft, which has no public page."""
    if not puzzle.is_published:
        return None
    address = request.build_absolute_uri(puzzle.get_absolute_url())
    data = OpenGraph(title=str(puzzle), description=description, address=address, canonical=address)
    return with_picture(request, data, puzzle)


@for_everybody
@require_safe
def picture(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Return the givens of a puzzle as PNG, with empty open cells."""
    puzzle = find_puzzle(request, puzzle_id)
    givens = tuple(1 << digit - 1 if digit else 0 for digit in puzzle.grid.givens)
    drawn = draw_picture(puzzle.grid, givens, givens, (), str(puzzle), puzzle.givens[:81])
    return HttpResponse(as_png(drawn), content_type="image/png")


@for_everybody
@require_safe
def qr(request: HttpRequest, puzzle_id: uuid.UUID) -> HttpResponse:
    """Return the QR code of the address of a puzzle's page."""
    puzzle = find_puzzle(request, puzzle_id)
    return draw_qr(request.build_absolute_uri(puzzle.get_absolute_url()))
