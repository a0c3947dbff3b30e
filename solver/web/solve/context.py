"""The context of a solve's page: its verdict and outcome, and the board and steps of an iteration."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from solver import engine
from solver.boards.cells import LARGEST_SPELT, DrawnBoard, SelectedCell, draw_board
from solver.boards.drawing import Drawing
from solver.boards.step_drawing import drawing_of
from solver.engine.techniques.description import StepDescription, describe_iteration
from solver.engine.techniques.events import CONTRADICTION
from solver.models import Solve
from solver.solves.reading import IterationSnapshot, NoSuchIteration, find

from ..choices import ChoiceItem
from ..labels import MOST_WAITING, say_elapsed, say_method, say_place
from .cell_history import build_cell_context, selected_digit
from .default_iteration import DefaultIteration
from .iteration import build_iteration_context, following_steps
from .player import SolveChain, draw_curve
from .solve_view import CELLS, SHOW, SolveView
from .split import build_split_branches, say_no_count_before

__all__ = ["HEADINGS", "build_solve_context", "say_elapsed"]

HEADINGS = {
    "unique": gettext_lazy("One solution"),
    "multiple": gettext_lazy("Several solutions"),
    "none": gettext_lazy("No solution"),
    "unknown": gettext_lazy("Solutions not counted"),
    "queued": gettext_lazy("Queued"),
    "running": gettext_lazy("Running"),
    "failed": gettext_lazy("Failed"),
}
SHOW_WORDS = {
    "before": gettext_lazy("Before"),
    "changes": gettext_lazy("Changes"),
    "after": gettext_lazy("After"),
}
CELLS_WORDS = {
    "grid": gettext_lazy("Grid"),
    "list": gettext_lazy("List"),
    "hidden": gettext_lazy("Hidden"),
}


def build_solve_context(
    view: SolveView,
    snapshot: IterationSnapshot,
    opening: DefaultIteration | None = None,
    chain: SolveChain | None = None,
) -> dict[str, Any]:
    """Return the context of a solve's page at an iteration. Raise NoSuchIteration if it has no such step.

    `opening` says why the page opens at this iteration, if its address names none. `chain` has the solves that
    it continues or that continue it.
    """
    solve, grid = view.solve, snapshot.grid
    facts, state, is_over = _facts(solve, snapshot), solve.state, solve.is_over
    geometry = grid.geometry
    chain = chain or SolveChain(view, snapshot.total, snapshot.lefts)
    described = describe_iteration(geometry, snapshot.iteration, chosen=view.step)
    number, steps = described.number, described.steps
    if view.step is not None and not 1 <= view.step <= len(steps):
        raise NoSuchIteration("no such step")
    iteration = build_iteration_context(view, snapshot, described) if number else None
    selected = selected_digit(view, snapshot) if view.cell and snapshot.total else None
    cell = build_cell_context(view, snapshot, selected) if selected else None
    step_links = chain.step_links(number, iteration["listed"]) if iteration else None
    curve = player = None
    if snapshot.total:
        player = chain.player(number, cell["say"] if cell else chain.say(geometry, described))
        curve = draw_curve(chain, number, snapshot.branch_starts)
    return {
        "view": view,
        "state": state,
        "heading": _heading(solve),
        "outcome": _outcome(solve, state),
        "facts": facts,
        "note": _note(solve),
        "puzzle_text": grid.line,
        "puzzle_href": f"{reverse('home')}?solve={solve.pk}",
        "clue_line": _clue_line(solve),
        "clash": _clash(steps),  # why the board cannot be right
        "show": [
            ChoiceItem(str(SHOW_WORDS[show]), show == view.show, href=view.but(show=show).href)
            for show in ("before", "changes", "after")
        ]
        if steps
        else [],
        "cells": [
            ChoiceItem(
                str(CELLS_WORDS[cells]), cells == view.cells, href=view.but(cells=cells).href
            )
            for cells in CELLS
        ]
        if geometry.size <= LARGEST_SPELT
        else [],
        "poll_href": None if is_over else _poll_href(view, opening),
        "retry": solve.status == Solve.Status.FAILED,
        "player": player,
        "curve": curve,
        "step_links": step_links,
        "iteration": iteration,
        # At the start: what comes next.
        "first_steps": following_steps(view, snapshot) if player and not number else [],
        "opening": opening,
        "cell": cell,
        # The address of a cell's history without its name.
        "ask_href": _ask_href(view) if curve else "",
        **_shown(view, snapshot, selected),
    }


def _shown(
    view: SolveView, snapshot: IterationSnapshot, selected: SelectedCell | None
) -> dict[str, Any]:
    """Return the board, and the branches of the selected step if they are drawn one at a time.

    `no_count` says that no proof by counting exists before a split.
    """
    board = _board(view, snapshot, selected)
    letters = board.drawing.branches if board.drawing else ()
    branches = build_split_branches(view, snapshot, letters) if letters else []
    no_count = say_no_count_before(snapshot) if branches else ""
    return {"board": board, "branches": branches, "no_count": no_count}


def _board(
    view: SolveView, snapshot: IterationSnapshot, selected: SelectedCell | None
) -> DrawnBoard:
    """Return the board that `view.show` asks for, or, for a selected cell, the board with all that sees it."""
    grid, number, steps = snapshot.grid, snapshot.iteration.number, snapshot.iteration.steps
    after = snapshot.iteration.candidates
    step = steps[view.step - 1] if view.step else None
    final_only = view.solve.options.get("output") == "final"
    if selected:
        label = _("Board of iteration %d, with all cells that see the selected one") % number
        return draw_board(
            grid, after, snapshot.before, label=label, final_only=final_only, selected=selected
        )
    if view.show == "before":
        label = _("Board before iteration %d") % number
        return draw_board(
            grid,
            snapshot.before,
            label=label,
            final_only=final_only,
            chosen=step,
            drawing=_drawing(view, snapshot, step),
        )
    label = (
        _("Board after iteration %d") % number if number else _("Board before the first iteration")
    )
    if view.show != SHOW[0]:
        return draw_board(grid, after, label=label, final_only=final_only)
    drawing = _drawing(view, snapshot, step)
    return draw_board(grid, after, snapshot.before, steps, label, final_only, step, drawing=drawing)


def _drawing(
    view: SolveView, snapshot: IterationSnapshot, step: engine.Step | None
) -> Drawing | None:
    """Return the drawing of the selected step or of the sets of its proof, or None."""
    geometry = snapshot.grid.geometry
    if step is None or geometry.size > LARGEST_SPELT:
        return None
    is_of_sets = view.view == "sets"
    return drawing_of(geometry, step, snapshot.before, is_of_sets, branch=view.branch - 1)


def _ask_href(view: SolveView) -> str:
    """Return the address of a cell's history up to its name. It keeps the step, to come back to it."""
    href = view.but(cell="", digit="", show=SHOW[0]).href
    return f"{href}{'' if href == '?' else '&'}cell="


def _poll_href(view: SolveView, opening: DefaultIteration | None) -> str:
    """Return the address that shows the same again. A moment that was chosen stays during the solve."""
    is_chosen = view.names_a_moment and not opening
    return f"{view.solve.get_absolute_url()}{view.href if is_chosen else ''}"


def _clash(steps: list[StepDescription]) -> str:
    return " ".join([step.why for step in steps if step.step.technique == CONTRADICTION])


# --- Words about the whole solve ----------------------------------------------------------------------


def _heading(solve: Solve) -> str:
    if solve.status != Solve.Status.FINISHED:
        return str(HEADINGS[solve.status])
    if solve.verdict == "unique" and solve.outcome == Solve.Outcome.STALLED:
        return _("One solution, but the techniques got stuck")
    return str(HEADINGS[solve.verdict])


def _outcome(solve: Solve, state: str) -> str:
    count = solve.iteration_count
    iterations = ngettext("%d iteration", "%d iterations", count) % count
    texts = {
        "queued": _("Waiting for a worker"),
        "failed": _("No answer in time"),
        "running": _("%(iterations)s so far") if count else _("Counting solutions first"),
        "solved": _("Solved in %(iterations)s"),
        "stalled": _("Stuck after %(iterations)s"),
        "contradiction": _("Contradiction in iteration %(count)d"),
        "limit": _("Stopped at the limit after %(iterations)s"),
    }
    return texts[state] % {"iterations": iterations, "count": count}


def _facts(solve: Solve, snapshot: IterationSnapshot) -> list[str]:
    method = engine.methods()[solve.method]
    facts = [say_method(solve.method, solve.options)]
    if solve.elapsed_ms is not None:
        facts.append(say_elapsed(solve.elapsed_ms))
    facts += [
        option.say(solve.options[option.name])
        for option in method.options
        if solve.options.get(option.name, option.default) != option.default
    ]
    if solve.outcome == Solve.Outcome.STALLED:
        remaining = snapshot.lefts[-1]
        facts.append(ngettext("%d candidate left", "%d candidates left", remaining) % remaining)
    return facts


def _note(solve: Solve) -> str:
    if solve.status == Solve.Status.QUEUED:
        ahead = Solve.objects.waiting_before(solve, MOST_WAITING)
        sentences = [say_place(ahead)] + ([] if ahead else [_("Usually under a second.")])
        return " ".join([*sentences, _("You can close this page: its address stays valid.")])
    if solve.status == Solve.Status.FAILED:
        return solve.failure_words
    if solve.outcome == Solve.Outcome.CONTRADICTION and solve.iteration_count:
        last = find(solve, solve.iteration_count)
        return _clash(describe_iteration(solve.grid.geometry, last).steps)
    if solve.verdict == "unknown":
        return _("Counting the solutions took more than the budget allows.")
    return ""


def _clue_line(solve: Solve) -> str:
    puzzle = solve.puzzle
    parts = [ngettext("%d given", "%d givens", puzzle.clue_count) % puzzle.clue_count]
    if puzzle.title and puzzle.is_published:
        parts.append(puzzle.called)
    return " · ".join(parts)
