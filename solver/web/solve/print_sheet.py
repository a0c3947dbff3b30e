"""A solve as a printed sheet: the board, a strip of all iterations, and the steps in words."""

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solver import engine
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import candidates_left
from solver.engine.techniques.description import IterationDescription, describe_iteration
from solver.models import Solve
from solver.solves.reading import NoSuchIteration, get_snapshot, iter_iterations

from ..shortcuts import find_solve, iteration_number
from .context import build_solve_context
from .solve_view import SolveView

BOARDS = 60  # of the strip for 9×9. More iterations are thinned out.
FIRST_STEPS = 12  # next to the large board
STEPS = 400  # in words. The text export has them all.


@dataclass(frozen=True)
class StripCell:
    kind: str  # given, solved, now, lost or open
    digit: str
    x: int
    y: int


@dataclass(frozen=True)
class StripBoard:
    number: int
    left: int
    cells: list[StripCell]


@never_cache
@require_safe
def sheet(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show `?iteration=N`, or else the last iteration, on the large board."""
    solve = find_solve(request, solve_id)
    number = iteration_number(request)
    try:
        snapshot = get_snapshot(solve, number)
        page = build_solve_context(SolveView(solve, number), snapshot)
    except NoSuchIteration:
        raise Http404("no such iteration") from None
    iterations = _whole_iterations(solve)
    geometry = solve.puzzle.grid.geometry
    context = {
        "solve": solve,
        "page": page,
        "current": [_describe(solve, snapshot.iteration, FIRST_STEPS)]
        if snapshot.iteration.number
        else [],
        "strip": _strip(solve),
        "is_thinned": solve.iteration_count > _room(solve),
        "words": iterations,
        "is_cut": bool(iterations) and iterations[-1].number < solve.iteration_count,
        "size": geometry.size,
        "lines": [(at, at % geometry.box == 0) for at in range(geometry.size + 1)],
        "address": request.build_absolute_uri(solve.get_absolute_url()),
    }
    return render(request, "solver/sheet.html", context)


def _room(solve: Solve) -> int:
    """Return the most boards of the strip, by the number of cells in sixty boards of 9×9."""
    return min(BOARDS, BOARDS * 81 // solve.puzzle.size**2)


def _strip(solve: Solve) -> list[StripBoard]:
    total = solve.iteration_count
    stride = -(-total // _room(solve)) or 1
    numbers = {*range(stride, total + 1, stride), total}
    grid = solve.puzzle.grid
    return [
        StripBoard(iteration.number, candidates_left(iteration.candidates), _cells(grid, iteration))
        for iteration in iter_iterations(solve, wanted=numbers)
    ]


def _cells(grid: engine.Grid, iteration: engine.Iteration) -> list[StripCell]:
    placed = {cell for step in iteration.steps for cell, _ in step.placed}
    touched = {cell for step in iteration.steps for cell, _ in step.removed}
    cells = []
    for cell, mask in enumerate(iteration.candidates):
        y, x = divmod(cell, grid.size)
        is_single = mask and mask & (mask - 1) == 0
        if grid.givens[cell]:
            kind = "given"
        elif is_single:
            kind = "now" if cell in placed else "solved"
        else:
            kind = "lost" if cell in touched else "open"
        cells.append(StripCell(kind, ALPHABET[mask.bit_length()] if is_single else "", x, y))
    return cells


def _whole_iterations(solve: Solve) -> list[IterationDescription]:
    """Return the steps in words, up to the last whole iteration that the sheet has room for."""
    iterations: list[IterationDescription] = []
    room = STEPS
    for iteration in iter_iterations(solve):
        room -= len(iteration.steps)
        if iterations and room < 0:
            break
        iterations.append(_describe(solve, iteration, STEPS))
    return iterations


def _describe(solve: Solve, iteration: engine.Iteration, limit: int) -> IterationDescription:
    described = describe_iteration(solve.grid.geometry, iteration)
    return described._replace(steps=described.steps[:limit])
