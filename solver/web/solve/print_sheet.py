"""A solve as a printed sheet: givens, solution and the steps in words, and two parts to print if wanted."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext as _, ngettext
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards.ground import ground_of
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.steps import candidates_left
from solver.engine.techniques.description import StepDescription, describe_iteration
from solver.engine.techniques.singles import placed_digit
from solver.engine.techniques.singles.full_house import FULL_HOUSE, HIDDEN_SINGLE, NAKED_SINGLE
from solver.models import Puzzle, Solve
from solver.solves.reading import get_snapshot, iter_iterations

from ..page_cache import drawn_response
from ..shortcuts import find_solve, iteration_number
from .context import build_solve_context
from .headline import build_headline
from .solve_view import SolveView

BOARDS = 60  # of the strip for 9×9. More iterations are thinned out.
FIRST_STEPS = 12  # next to the large board
STEPS = 400  # in words. The text export has them all.


@require_safe
def sheet(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show a solve as a sheet to print, with `?iteration=N`, or else the last one, on the large board."""
    solve = find_solve(request, solve_id)
    number = iteration_number(request)
    snapshot = get_snapshot(solve, number)
    page = build_solve_context(SolveView(solve, number), snapshot)
    iterations = _whole_iterations(solve)
    geometry = solve.puzzle.grid.geometry
    moment = _describe(solve, snapshot.iteration, FIRST_STEPS) if number else None
    context = {
        "solve": solve,
        "page": page,
        "headline": build_headline(solve),
        "boards": _boards(solve),
        "moment": moment,
        "strip": _strip(solve),
        "is_thinned": solve.iteration_count > _room(solve),
        "words": iterations,
        "is_cut": bool(iterations) and iterations[-1]["number"] < solve.iteration_count,
        "size": geometry.size,
        "ground": ground_of(geometry.shape),
        "address": request.build_absolute_uri(solve.get_absolute_url()),
    }
    is_public = (
        solve.status == Solve.Status.FINISHED and solve.visibility != Solve.Visibility.PRIVATE
    )
    return drawn_response(request, "solver/sheet.html", context, not is_public)


# --- Boards -------------------------------------------------------------------------------------------


def _boards(solve: Solve) -> list[dict[str, Any]]:
    """Return the givens and, apart from them, a solution or else the board that the solve reached."""
    grid = solve.puzzle.grid
    cells = [_cell(grid, cell, 1 << (digit - 1)) for cell, digit in enumerate(grid.givens) if digit]
    boards = [{"label": _("The puzzle"), "cells": cells}]
    if solve.solutions:
        several = solve.verdict == Puzzle.Verdict.MULTIPLE
        label = _("One of its solutions") if several else _("The solution")
        digits = tuple(map(ALPHABET.index, solve.solutions[0]))
        cells = [_cell(grid, cell, 1 << (digit - 1)) for cell, digit in enumerate(digits)]
        boards.append({"label": label, "cells": cells})
    elif solve.iteration_count:
        last = next(iter_iterations(solve, wanted={solve.iteration_count}))
        boards.append({"label": _("After the last step"), "cells": _cells(grid, last)})
    return boards


def _room(solve: Solve) -> int:
    """Return the most boards of the strip, by the number of cells in sixty boards of 9×9."""
    return min(BOARDS, BOARDS * 81 // solve.puzzle.size**2)


def _strip(solve: Solve) -> list[dict[str, Any]]:
    total = solve.iteration_count
    stride = -(-total // _room(solve)) or 1
    numbers = {*range(stride, total + 1, stride), total}
    grid = solve.puzzle.grid
    return [_strip_board(grid, iteration) for iteration in iter_iterations(solve, wanted=numbers)]


def _strip_board(grid: engine.Grid, iteration: engine.Iteration) -> dict[str, Any]:
    number, left = iteration.number, candidates_left(iteration.candidates)
    label = _("Iteration %(number)s, candidates left: %(left)s") % {"number": number, "left": left}
    return {"label": label, "cells": _cells(grid, iteration), "number": number, "left": left}


def _cells(grid: engine.Grid, iteration: engine.Iteration) -> list[dict[str, Any]]:
    placed = {cell for step in iteration.steps for cell, _digit in step.placed}
    touched = {cell for step in iteration.steps for cell, _mask in step.removed}
    return [
        _cell(grid, cell, mask, is_now=cell in placed, is_touched=cell in touched)
        for cell, mask in enumerate(iteration.candidates)
    ]


def _cell(
    grid: engine.Grid, cell: int, mask: int, *, is_now: bool = False, is_touched: bool = False
) -> dict[str, Any]:
    y, x = divmod(cell, grid.size)
    is_single = mask and mask & (mask - 1) == 0
    if grid.givens[cell]:
        kind = "given"
    elif is_single:
        kind = "now" if is_now else "solved"
    else:
        kind = "lost" if is_touched else "open"
    return {
        "kind": kind,  # given, solved, now, lost or open
        "digit": ALPHABET[mask.bit_length()] if is_single else "",
        "x": x,
        "y": y,
    }


# --- Words --------------------------------------------------------------------------------------------


def _whole_iterations(solve: Solve) -> list[dict[str, Any]]:
    """Return the steps in words, up to the last whole iteration that the sheet has room for."""
    iterations: list[dict[str, Any]] = []
    room = STEPS
    for iteration in iter_iterations(solve):
        room -= len(iteration.steps)
        if iterations and room < 0:
            break
        iterations.append(_describe(solve, iteration, STEPS))
    return iterations


def _describe(solve: Solve, iteration: engine.Iteration, limit: int) -> dict[str, Any]:
    described = describe_iteration(solve.grid.geometry, iteration)
    steps = [_print(step) for step in described.steps if not _is_bookkeeping(step)][:limit]
    if bookkept := [step for step in described.steps if _is_bookkeeping(step)]:
        steps.insert(0, {"words": _say_bookkeeping(bookkept)})
    return {
        "number": described.number,
        "placed": described.placed,
        "removed": described.removed,
        "steps": steps,
    }


def _is_bookkeeping(step: StepDescription) -> bool:
    return step.step.technique == placed_digit.technique.name


def _say_bookkeeping(steps: list[StepDescription]) -> str:
    removed = sum(len(step.removed) for step in steps)
    return ngettext(
        "Placed digits remove %(removed)d candidate from cells that they see.",
        "Placed digits remove %(removed)d candidates from cells that they see.",
        removed,
    ) % {"removed": removed}


def _print(step: StepDescription) -> dict[str, Any]:
    """Return a step as it is printed: a single in one line, so that an easy solve has room on a page."""
    done = " ".join(step.done)
    if step.step.technique == FULL_HOUSE:
        return {"words": step.title, "done": step.placed[0]}
    if step.step.technique in (NAKED_SINGLE, HIDDEN_SINGLE):  # whose sentence names cell and digit
        return {"words": step.why}
    name = capfirst(step.technique)
    named = f"{name}, {step.where}." if step.where else f"{name}."
    return {"name": named, "words": step.why, "done": done}
