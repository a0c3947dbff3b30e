"""A solve made ready for its page: the verdict and outcome in words, the board and steps of a moment."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from solver import engine
from solver.boards.cells import LARGEST_SPELT, Asked, DrawnBoard, draw_board
from solver.boards.drawing import Drawing
from solver.boards.step_drawing import draw_sets, draw_step
from solver.engine.ladder.listing import is_proved
from solver.engine.techniques import explain
from solver.engine.techniques.events import CONTRADICTION
from solver.models import Solve
from solver.solves.reading import Moment, NoSuchIteration, find

from ..choices import Choice
from ..words import MOST_WAITING, say_elapsed, say_method, say_place
from .asking import CellPage, shown_digit, tell_cell
from .curve import Curve, draw_curve
from .iteration import IterationPage, tell_iteration
from .line import Line, own_line
from .opening import Opening
from .player import Player, player_at
from .position import CELLS, SHOW, SolveView

__all__ = ["HEADINGS", "SolvePage", "say_elapsed", "tell"]

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


@dataclass(frozen=True)
class SolvePage:
    view: SolveView
    state: str
    heading: str
    outcome: str
    facts: list[str]
    note: str
    puzzle_text: str
    puzzle_href: str
    clue_line: str
    board: DrawnBoard
    clash: str  # why the board cannot be right
    show: list[Choice]
    cells: list[Choice]
    poll_href: str | None = None
    retry: bool = False
    player: Player | None = None
    curve: Curve | None = None
    iteration: IterationPage | None = None
    opening: Opening | None = None
    cell: CellPage | None = None
    ask_href: str = ""  # the address of a cell's life but for its name


def tell(
    view: SolveView, moment: Moment, opening: Opening | None = None, line: Line | None = None
) -> SolvePage:
    """The page of a solve at a moment of it. Raises NoSuchIteration when it has no such step."""
    solve = view.solve
    line = line or own_line(view, moment)
    grid = solve.grid
    if view.step is not None and not 1 <= view.step <= len(moment.steps):
        raise NoSuchIteration("no such step")
    iteration = tell_iteration(view, moment, line) if moment.number else None
    curve = _curve(line, moment) if moment.total else None
    asked = shown_digit(view, moment) if moment.total else None
    cell = tell_cell(view, moment, asked) if asked else None
    return SolvePage(
        view=view,
        state=solve.state,
        heading=_heading(solve),
        outcome=_outcome(solve),
        facts=_facts(solve, moment),
        note=_note(solve),
        puzzle_text=grid.text,
        puzzle_href=f"{reverse('home')}?solve={solve.pk}",
        clue_line=_clue_line(solve),
        board=_board(view, moment, asked),
        clash=_clash(grid, moment.steps),
        show=[
            Choice(str(SHOW_WORDS[show]), show == view.show, href=view.but(show=show).href)
            for show in ("before", "changes", "after")
        ]
        if moment.steps
        else [],
        cells=[
            Choice(str(CELLS_WORDS[cells]), cells == view.cells, href=view.but(cells=cells).href)
            for cells in CELLS
        ]
        if grid.size <= LARGEST_SPELT
        else [],
        poll_href=None if solve.is_over else solve.get_absolute_url(),
        retry=solve.status == Solve.Status.FAILED,
        player=_player(line, curve, moment.number, iteration, cell) if curve else None,
        curve=curve,
        iteration=iteration,
        opening=opening,
        cell=cell,
        ask_href=_ask_href(view) if curve else "",
    )


def _board(view: SolveView, moment: Moment, asked: Asked | None) -> DrawnBoard:
    """`view.show` says which: as the iteration began, as it ended, or what became of the one in the other."""
    grid, number = view.solve.grid, moment.number
    chosen = moment.steps[view.step - 1] if view.step else None
    final_only = view.solve.options.get("output") == "final"
    if asked:
        label = _("Board of iteration %d, with what sees the asked cell") % number
        return draw_board(
            grid, moment.after, moment.before, label=label, final_only=final_only, asked=asked
        )
    if view.show == "before":
        label = _("Board before iteration %d") % number
        return draw_board(
            grid,
            moment.before,
            label=label,
            final_only=final_only,
            chosen=chosen,
            drawing=_drawing(view, moment, chosen),
        )
    label = (
        _("Board after iteration %d") % number if number else _("Board before the first iteration")
    )
    if view.show != SHOW[0]:
        return draw_board(grid, moment.after, label=label, final_only=final_only)
    drawing = _drawing(view, moment, chosen)
    steps = moment.steps
    return draw_board(
        grid, moment.after, moment.before, steps, label, final_only, chosen, drawing=drawing
    )


def _drawing(view: SolveView, moment: Moment, chosen: engine.Step | None) -> Drawing | None:
    """Of a step that carries a proof: what it follows from, or the sets that the proof counts."""
    is_spelt = view.solve.grid.size <= LARGEST_SPELT
    if chosen is None or not is_spelt or not is_proved(chosen):
        return None
    draw = draw_sets if view.view == "sets" else draw_step
    drawing = draw(view.solve.grid.geometry, chosen, moment.before)
    return None if drawing.is_blank else drawing


def _ask_href(view: SolveView) -> str:
    """The address of a cell's life but for its name at the end; the step is there to come back to."""
    href = view.but(cell="", digit="", show=SHOW[0]).href
    return f"{href}{'' if href == '?' else '&'}cell="


def _clash(grid: engine.Grid, steps: tuple[engine.Step, ...]) -> str:
    broken = [explain(grid.geometry, step) for step in steps if step.technique == CONTRADICTION]
    return " ".join(broken)


# --- Words about the whole solve ----------------------------------------------------------------------


def _heading(solve: Solve) -> str:
    if solve.status != Solve.Status.FINISHED:
        return str(HEADINGS[solve.status])
    if solve.verdict == "unique" and solve.outcome == Solve.Outcome.STALLED:
        return _("One solution, but the rules ran out")
    return str(HEADINGS[solve.verdict])


def _outcome(solve: Solve) -> str:
    count = solve.iteration_count
    iterations = ngettext("%d iteration", "%d iterations", count) % count
    words = {
        "queued": _("Waiting for a worker"),
        "failed": _("No answer this time"),
        "running": _("%(iterations)s so far") if count else _("Counting solutions first"),
        "solved": _("Solved in %(iterations)s"),
        "stalled": _("Stalled after %(iterations)s"),
        "contradiction": _("Contradiction in iteration %(count)d"),
        "limit": _("Stopped at the limit after %(iterations)s"),
    }
    return words[solve.state] % {"iterations": iterations, "count": count}


def _facts(solve: Solve, moment: Moment) -> list[str]:
    method = engine.find_method(solve.method)
    facts = [say_method(solve.method)]
    if solve.elapsed_ms is not None:
        facts.append(say_elapsed(solve.elapsed_ms))
    facts += [
        option.say(solve.options[option.name])
        for option in method.options
        if solve.options.get(option.name, option.default) != option.default
    ]
    if solve.outcome == Solve.Outcome.STALLED:
        left = moment.lefts[-1]
        facts.append(ngettext("%d candidate left", "%d candidates left", left) % left)
    return facts


def _note(solve: Solve) -> str:
    if solve.status == Solve.Status.QUEUED:
        before = Solve.objects.waiting_before(solve, MOST_WAITING)
        words = [say_place(before)] + ([] if before else [_("Usually under a second.")])
        return " ".join([*words, _("You can leave: the address of this page stays.")])
    if solve.status == Solve.Status.FAILED:
        return solve.failure_words
    if solve.outcome == Solve.Outcome.CONTRADICTION and solve.iteration_count:
        return _clash(solve.grid, find(solve, solve.iteration_count).steps)
    if solve.verdict == "unknown":
        return _("Counting its solutions took more than the budget allows.")
    return ""


def _clue_line(solve: Solve) -> str:
    puzzle = solve.puzzle
    words = [ngettext("%d given", "%d givens", puzzle.clue_count) % puzzle.clue_count]
    if puzzle.title and puzzle.is_published:
        words.append(puzzle.title)
    return " · ".join(words)


# --- The player ---------------------------------------------------------------------------------------


def _player(
    line: Line, curve: Curve, number: int, iteration: IterationPage | None, cell: CellPage | None
) -> Player:
    start = _("Start, before the first of %d iterations.") % line.total
    text = _("%(number)d of %(total)d, %(left)d candidates left") % {
        "number": number,
        "total": line.total,
        "left": curve.left,
    }
    say = cell.say if cell else iteration.say if iteration else start
    return replace(
        player_at(number, line.total, line.href, text, say),
        previous=line.previous(number),
        next=line.next(number),
        last=line.href(line.total) if number < line.total else line.next(number),
        own=line.own,
        beyond=line.beyond,
    )


def _curve(line: Line, moment: Moment) -> Curve:
    return draw_curve(line.lefts, moment.number, line.href, moment.branch_starts)
