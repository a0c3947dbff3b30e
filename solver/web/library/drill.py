"""Drills: find the next step of a puzzle that needs a technique, at the position just before that step."""

import uuid
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.step_drawing import drawing_of
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.engine import Requirements
from solver.engine.core.geometry import Geometry
from solver.engine.core.position import Position, candidates_of
from solver.engine.core.steps import Step, carried_out
from solver.engine.generator.seeds import seed_sets
from solver.engine.generator.target_distance import stopped_before
from solver.engine.hinting import Game, why_not
from solver.engine.hinting.drill import DrillCheck, check_selection
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.rungs import Rung, by_slug
from solver.models import Puzzle
from solver.puzzles import pool

from ..labels import say_rule
from ..open_graph import open_graph
from ..shortcuts import read_number
from ..solve.iteration import mark_evidence

MOST_CELLS = 40  # read from an address
OFFERED = 3  # puzzles on the page of a technique


@dataclass(frozen=True)
class Drill:
    """A puzzle to find the step in."""

    board: SmallBoard
    href: str


def drills_for(name: str) -> list[Drill]:
    """Return some drills for the technique with this slug, or [] if no puzzle is known that needs it."""
    if name not in seed_sets():
        return []
    address = reverse("find-step", args=[name])
    drills = [
        Drill(draw_small(puzzle.givens, puzzle.box), f"{address}?puzzle={puzzle.pk}")
        for puzzle in pool.puzzles(pool.PoolQuery(name))[:OFFERED]
    ]
    numbered = enumerate(seed_sets()[name].grids, 1)
    drills += [
        Drill(draw_small(grid.text, 3), f"{address}?known={number}") for number, grid in numbered
    ]
    return drills[:OFFERED]


@never_cache
@require_safe
def find_step(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a drill: find the step of a technique. `?puzzle=` is from the pool, `?known=` from the engine.

    `?cells=r1c2,r3c4` are the pressed cells, `?press=` presses or releases more, `?show=1` shows the step.
    """
    if slug not in seed_sets():
        raise Http404("no puzzle is known to need it")
    rung = by_slug()[slug]
    grid, params, next_params = _puzzle(request, slug)
    position = stopped_before(grid, Requirements(needs=slug))
    geometry = grid.geometry
    cells = _pressed(request, geometry)
    check = check_selection(position, rung, cells)
    if check is None:
        raise Http404("it does not need this technique")
    is_revealed = check.is_whole or request.GET.get("show") == "1"
    step = check.nearest.step(position)
    described = describe_step(geometry, step) if is_revealed else None
    cell_names = ",".join(geometry.cell_names[cell] for cell in sorted(cells))
    address = reverse("find-step", args=[slug])
    context = {
        "here": "techniques",
        "open_graph": open_graph(
            request,
            _("Find it: %(name)s") % {"name": say_rule(rung.technique)},
            _("A position where nothing easier is left."),
        ),
        "name": say_rule(rung.technique),
        "technique_href": reverse("technique", args=[slug]),
        "board": _draw(grid, position, cells, step if is_revealed else None),
        "ask": "" if is_revealed else f"?{urlencode(params | {'cells': cell_names})}&press=",
        "first": geometry.cell_names[min(cells, default=0)],
        "feedback": say_result(check, geometry, cells),
        "slug": slug,
        "is_found": check.is_whole,
        "is_shown": request.GET.get("show") == "1",
        "why_not": _why_not(grid, position, rung, check, cells),
        "pressed": [geometry.cell_names[cell] for cell in sorted(cells)],
        "wrong": [geometry.cell_names[cell] for cell in check.wrong],
        "answer": described,
        "words": mark_evidence(described) if described else "",
        "show_href": f"?{urlencode(params | {'cells': cell_names, 'show': '1'})}",
        "again_href": f"?{urlencode(params)}",
        "next_href": f"{address}?{urlencode(next_params)}",
        "solve_href": f"{reverse('home')}?{urlencode({'puzzle': grid.text, 'method': 'ladder'})}",
        "params": params,
    }
    return render(request, "solver/find.html", context)


def _puzzle(request: HttpRequest, name: str) -> tuple[engine.Grid, dict[str, str], dict[str, str]]:
    """Return the puzzle, the parameters that name it, and those of the next one."""
    grids = seed_sets()[name].grids
    text = request.GET.get("puzzle", "")
    if text:
        puzzle = _of_pool(text, name)
        after = pool.pick(pool.PoolQuery(name), after=puzzle)
        return puzzle.grid, {"puzzle": str(puzzle.pk)}, {"puzzle": str((after or puzzle).pk)}
    index = read_number(request.GET.get("known", "1"), 2) or 0
    if not 1 <= index <= len(grids):
        raise Http404("there is no such puzzle")
    first = pool.puzzles(pool.PoolQuery(name)).first() if index == len(grids) else None
    following = {"puzzle": str(first.pk)} if first else {"known": str(index % len(grids) + 1)}
    return grids[index - 1], {"known": str(index)}, following


def _of_pool(text: str, name: str) -> Puzzle:
    try:
        puzzle = pool.puzzles(pool.PoolQuery(name)).filter(pk=uuid.UUID(text)).first()
    except ValueError:
        puzzle = None
    if puzzle is None:
        raise Http404("there is no such puzzle")
    return puzzle


def _pressed(request: HttpRequest, geometry: Geometry) -> set[int]:
    """Return the pressed cells. Unknown names are ignored."""
    places = {name: cell for cell, name in enumerate(geometry.cell_names)}
    names = request.GET.get("cells", "").split(",")[:MOST_CELLS]
    cells = {places[name] for name in names if name in places}
    toggled = request.GET.get("press", "").replace(",", " ").split()[:MOST_CELLS]
    return cells ^ {places[name] for name in toggled if name in places}


def say_result(check: DrillCheck, geometry: Geometry, cells: set[int]) -> str:
    """Return which of the selected cells are right or wrong, and how many are missing, without saying where."""
    if check.is_whole:
        return _("That is right.")
    if not cells:
        count = check.missing
        return ngettext(
            "Select %(count)d cell: the one that the step is about.",
            "Select %(count)d cells: those that the step is made of.",
            count,
        ) % {"count": count}
    sentences = []
    if check.wrong:
        names = ", ".join(geometry.cell_names[cell] for cell in check.wrong)
        sentences.append(
            ngettext(
                "%(cells)s is not part of the step.",
                "%(cells)s are not part of the step.",
                len(check.wrong),
            )
            % {"cells": names}
        )
    if check.right:
        names = ", ".join(geometry.cell_names[cell] for cell in check.right)
        sentences.append(
            ngettext("%(cells)s is right.", "%(cells)s are right.", len(check.right))
            % {"cells": names}
        )
    if check.missing and check.right:
        sentences.append(
            ngettext("%(count)d cell is missing.", "%(count)d cells are missing.", check.missing)
            % {"count": check.missing}
        )
    return " ".join(sentences)


def _why_not(
    grid: engine.Grid, position: Position, rung: Rung, check: DrillCheck, cells: set[int]
) -> str:
    """Return the first condition that fails, or "" until enough cells are pressed."""
    if check.is_whole or len(cells) < len(check.right) + check.missing:
        return ""
    game = Game(grid, tuple(position.values), tuple(position.marks))
    answer = why_not(game, rung, sorted(cells))
    return "" if answer.works else answer.notice.sentences[0]


def _draw(grid: engine.Grid, position: Position, cells: set[int], step: Step | None) -> DrawnBoard:
    before = tuple(candidates_of(position))
    if step is None:
        pressed = Step("", None, tuple(sorted(cells)), 0)
        label = _("The position; selected cells are shaded")
        return draw_board(grid, before, label=label, chosen=pressed)
    return draw_board(
        grid,
        carried_out(before, (step,)),
        before,
        (step,),
        label=_("The position with the step"),
        chosen=step,
        drawing=drawing_of(grid.geometry, step, before),
    )
