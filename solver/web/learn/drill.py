"""Drills: find the step of a technique at a position in which nothing easier is left."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext, ngettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.engine import Requirements
from solver.engine.core.geometry import Geometry
from solver.engine.core.position import Position, candidates_of
from solver.engine.core.steps import Step
from solver.engine.generator.seeds import seed_sets
from solver.engine.generator.target_distance import stopped_before
from solver.engine.hinting import Game, why_not
from solver.engine.hinting.conditions import other_technique, say_other
from solver.engine.hinting.drill import DrillCheck, check_selection
from solver.engine.ladder.stored import drills
from solver.engine.techniques.description import StepDescription
from solver.engine.techniques.rungs import Rung, by_slug, rungs, slug as slug_of
from solver.models.uuid7 import uuid_in
from solver.puzzles import pool
from solver.puzzles.course import TECHNIQUE_LESSONS, TechniqueLesson

from ..labels import say_rule
from ..open_graph import open_graph
from ..shortcuts import read_number
from .scenes import draw_step

MOST_CELLS = 40  # read from an address
LEAST_OTHER = 2  # cells that are no step of another technique yet: they may be ends of some chain
OFFERED = 3  # puzzles on the page of a technique
MIXED = "mixed"  # stands for a technique in the address of drills of all techniques
FIRST_MIXED = "naked-pair"
FILLED = ngettext_lazy(
    "%(cells)s is filled already: look at open cells.",
    "%(cells)s are filled already: look at open cells.",
    "number",
)
LOSING = ngettext_lazy(
    "%(cells)s loses a candidate by the step: find the cells that it follows from.",
    "%(cells)s lose candidates by the step: find the cells that it follows from.",
    "number",
)
NOT_PART = ngettext_lazy(
    "%(cells)s is not part of the step.", "%(cells)s are not part of the step.", "number"
)
NOT_NEAREST = ngettext_lazy(
    "%(cells)s is not part of the nearest step.",
    "%(cells)s are not part of the nearest step.",
    "number",
)
RIGHT = ngettext_lazy("%(cells)s is right.", "%(cells)s are right.", "number")


@dataclass(frozen=True)
class Task:
    """A position to find a technique's step in. Each field of parameters names a task in its address."""

    rung: Rung
    grid: engine.Grid  # the givens
    position: Position
    params: dict[str, str]
    harder: dict[str, str]  # than this one, if it was found at once
    easier: dict[str, str]
    lesson: TechniqueLesson | None = None  # of several techniques, which has drills of its own

    @property
    def slug(self) -> str:
        return slug_of(self.rung.technique)

    @property
    def noted(self) -> str:
        """The technique under which the browser notes the answer."""
        return slug_of(self.lesson.kind_of) if self.lesson else self.slug

    @property
    def key(self) -> str:
        """The name that the browser notes, together with the technique's."""
        return " ".join(f"{name}={value}" for name, value in self.params.items() if name != "at")


@dataclass(frozen=True)
class Attempt:
    """The pressed cells at a position, and what is said about them."""

    board: DrawnBoard
    pressed: list[str]
    wrong: list[str]
    feedback: str
    why_not: str  # the first condition that fails, once enough cells are pressed
    is_found: bool
    answer: StepDescription | None  # the step, once it is found or shown
    words: SafeString

    @property
    def first(self) -> str:
        """The cell that takes the focus."""
        return self.pressed[0] if self.pressed else "r1c1"

    @property
    def cells(self) -> str:
        """The pressed cells as addresses have them."""
        return ",".join(self.pressed)


def slugs_with_drills() -> list[str]:
    """Return the techniques with positions to find them in, easiest first."""
    return [name for name, rung in by_slug().items() if drills(rung.technique)]


def drills_of(name: str) -> list[dict[str, Any]]:
    """Return the drills of the technique with this slug, easy ones first, or [] if it has none."""
    rung = by_slug().get(name)
    address = reverse("find-step", args=[name])
    return [
        {"board": draw_small(stored.grid.text, 3), "href": f"{address}?position={number}"}
        for number, stored in enumerate(drills(rung.technique) if rung else (), 1)
    ]


def puzzles_needing(name: str) -> list[dict[str, Any]]:
    """Return some puzzles of the pool that need the technique with this slug, each before its step."""
    if name not in seed_sets():
        return []
    address = reverse("find-step", args=[name])
    return [
        {"board": draw_small(puzzle.givens, puzzle.board), "href": f"{address}?puzzle={puzzle.pk}"}
        for puzzle in pool.puzzles(pool.PoolQuery(name))[:OFFERED]
    ]


@never_cache
@require_safe
def find_step(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a drill: find the step of a technique. `?position=` is a stored one, `?puzzle=` of the pool.

    `?cells=r1c2,r3c4` are the pressed cells, `?press=` presses or releases more, `?show=1` shows the step.
    `?missed=1` says that a wrong cell was pressed before. The next drill is an easier one then. Drills of
    `mixed` are of any technique, or with `?lesson=` those of a lesson on several.
    """
    task = _of_lesson_or_mixed(request) if slug == MIXED else _task(request, slug)
    is_shown = request.GET.get("show") == "1"
    cells = pressed_cells(request, task.grid.geometry)
    attempt = judge(task.grid, task.position, task.rung, cells, is_shown)
    if attempt is None:
        raise Http404("it does not need this technique")
    is_missed = is_shown or bool(attempt.wrong) or request.GET.get("missed") == "1"
    params = task.params | ({"missed": "1"} if is_missed else {})
    name = say_rule(task.rung.technique)
    is_mixed = slug == MIXED and task.lesson is None
    is_named = not is_mixed or attempt.answer is not None
    title = _("Find it: %(name)s") % {"name": name} if is_named else _("Mixed drills")
    context = {
        "here": "techniques",
        "open_graph": open_graph(request, title, _("A position where nothing easier is left.")),
        "title": title,
        "name": name if is_named else "",
        "technique_href": reverse("technique", args=[task.slug]),
        "is_mixed": is_mixed,
        "level": Level.named(task.rung.level),
        "task": task,
        "attempt": attempt,
        "board": attempt.board,
        "first": attempt.first,
        "state": state_of(attempt, is_shown, is_missed),
        "is_missed": is_missed,
        "params": params,
        **links_of(attempt, params),
        "next_href": f"?{urlencode(task.easier if is_missed else task.harder)}",
        "solve_href": reverse("home", query={"puzzle": task.grid.text, "method": "ladder"}),
    }
    return render(request, "solver/find.html", context)


def links_of(attempt: Attempt, params: dict[str, str], place: str = "") -> dict[str, str]:
    """Return the addresses to press cells, to see the step and to begin again, at a place of the page."""
    pressed = params | {"cells": attempt.cells}
    return {
        "ask": "" if attempt.answer else f"?{urlencode(pressed)}&press=",
        "show_href": f"?{urlencode(pressed | {'show': '1'})}{place}",
        "again_href": f"?{urlencode(params)}{place}",
    }


def state_of(attempt: Attempt, is_shown: bool, is_missed: bool) -> str:
    """Return what the script notes: whether the step was found at once, or shown, or missed so far."""
    if attempt.answer:
        return "found" if attempt.is_found and not is_shown else "shown"
    return "wrong" if is_missed else ""


def judge(
    grid: engine.Grid, position: Position, rung: Rung, cells: set[int], is_shown: bool = False
) -> Attempt | None:
    """Return what is to be said about pressed cells, or None if the technique has no step at the position."""
    geometry = grid.geometry
    check = check_selection(position, rung, cells)
    if check is None:
        return None
    step = check.nearest.step(position) if check.is_whole or is_shown else None
    scene = draw_step(grid, candidates_of(position), step) if step else None
    why, is_step = _why_not(grid, position, rung, check, cells)
    return Attempt(
        board=scene.board if scene else _draw(grid, position, cells),
        pressed=[geometry.cell_names[cell] for cell in sorted(cells)],
        wrong=[geometry.cell_names[cell] for cell in check.wrong],
        feedback=why if is_step else say_result(check, geometry, cells),
        why_not="" if is_step else why,
        is_found=check.is_whole,
        answer=scene.step if scene else None,
        words=scene.words if scene else SafeString(""),
    )


def _task(request: HttpRequest, name: str) -> Task:
    """Return the task that a request names for the technique with this slug. Raise Http404 if there is none."""
    rung = by_slug().get(name)
    if rung is None or not (drills(rung.technique) or name in seed_sets()):
        raise Http404("no position is known to need it")
    if request.GET.get("puzzle", ""):
        return _of_pool(request.GET["puzzle"], rung)
    return _stored(request, rung)


def _stored(request: HttpRequest, rung: Rung) -> Task:
    found, name = drills(rung.technique), slug_of(rung.technique)
    number = read_number(request.GET.get("position", "1"), 3) or 0
    if not 1 <= number <= len(found):
        raise Http404("there is no such position")
    after = pool.next_to(pool.PoolQuery(name)) if number == len(found) else None
    stored = found[number - 1]
    return Task(
        rung,
        stored.grid,
        stored.position,
        {"position": str(number)},
        harder={"puzzle": str(after.pk)} if after else {"position": str(number % len(found) + 1)},
        easier={"position": str(number - 1 if number > 1 else min(2, len(found)))},
    )


def _of_lesson_or_mixed(request: HttpRequest) -> Task:
    named = request.GET.get("lesson", "")
    lesson = next((each for each in TECHNIQUE_LESSONS if each.name == named), None)
    number = read_number(request.GET.get("number", "1"), 2) or 0
    if not named:
        return _mixed(request)
    if lesson is None or not 1 <= number <= len(lesson.to_find):
        raise Http404("there is no such lesson")
    name, _number, stored = lesson.to_find[number - 1]
    count = len(lesson.to_find)
    return Task(
        rungs()[name],
        stored.grid,
        stored.position,
        {"lesson": lesson.name, "number": str(number)},
        harder={"lesson": lesson.name, "number": str(number % count + 1)},
        easier={"lesson": lesson.name, "number": str(number - 1 if number > 1 else 2)},
        lesson=lesson,
    )


def _mixed(request: HttpRequest) -> Task:
    """Return a task for any technique. `?at=` is its place among all techniques with drills."""
    names = slugs_with_drills()
    at = read_number(request.GET.get("at", str(names.index(FIRST_MIXED))), 3)
    if at is None or at >= len(names):
        raise Http404("there is no such technique")
    rung, puzzle = by_slug()[names[at]], request.GET.get("puzzle", "")
    task = _of_pool(puzzle, rung) if puzzle else _stored(request, rung)
    harder, easier = min(at + 1, len(names) - 1), max(at - 1, 0)
    return replace(
        task,
        params={"at": str(at), **task.params},
        harder=_any_of(names, harder),
        easier=_any_of(names, easier),
    )


def _any_of(names: Sequence[str], at: int) -> dict[str, str]:
    """Return the parameters that name a random drill, stored or of the pool, of the technique at this place."""
    count = len(drills(by_slug()[names[at]].technique))
    pooled = pool.puzzles(pool.PoolQuery(names[at]))
    chosen = random.randint(1, count + (pooled.count() if names[at] in seed_sets() else 0))
    puzzle = pooled[chosen - count - 1] if chosen > count else None
    return {"at": str(at), **({"puzzle": str(puzzle.pk)} if puzzle else {"position": str(chosen)})}


def _of_pool(text: str, rung: Rung) -> Task:
    name = slug_of(rung.technique)
    query, pk = pool.PoolQuery(name), uuid_in(text)
    puzzle = pool.puzzles(query).filter(pk=pk).first() if pk else None
    if puzzle is None or name not in seed_sets():
        raise Http404("there is no such puzzle")
    harder = pool.next_to(query, puzzle) or pool.next_to(query) or puzzle  # round again at the end
    easier = pool.next_to(query, puzzle, is_harder=False)
    return Task(
        rung,
        puzzle.grid,
        stopped_before(puzzle.grid, Requirements(needs=name)),
        {"puzzle": str(puzzle.pk)},
        harder={"puzzle": str(harder.pk)},
        easier={"puzzle": str(easier.pk)}
        if easier
        else {"position": str(len(drills(rung.technique)))},
    )


def pressed_cells(request: HttpRequest, geometry: Geometry) -> set[int]:
    """Return the pressed cells. Unknown names are ignored."""
    places = {name: cell for cell, name in enumerate(geometry.cell_names)}
    names = request.GET.get("cells", "").split(",")[:MOST_CELLS]
    cells = {places[name] for name in names if name in places}
    toggled = request.GET.get("press", "").replace(",", " ").split()[:MOST_CELLS]
    return cells ^ {places[name] for name in toggled if name in places}


def say_result(check: DrillCheck, geometry: Geometry, cells: set[int]) -> str:
    """Return which of the selected cells are right or wrong, and how many are missing, without saying where.

    If there are several steps, it is said of the one that the cells come nearest to.
    """
    if check.is_whole:
        return _("That is right.")
    if not cells:
        count = check.missing
        if check.between and count > 1:
            return _("Select the two ends, or every cell from one end to the other.")
        if check.is_coloured:
            return _("Select coloured places that hang together, as many as the step needs.")
        return ngettext(
            "Select %(count)d cell: the one that the step is about.",
            "Select %(count)d cells: those that the step is made of.",
            count,
        ) % {"count": count}
    others = [cell for cell in check.wrong if cell not in (*check.filled, *check.losing)]
    told = [
        (check.filled, FILLED),
        (check.losing, LOSING),
        (others, NOT_NEAREST if check.steps > 1 else NOT_PART),
        (check.right, RIGHT),
    ]
    sentences = [
        words
        % {"cells": ", ".join(geometry.cell_names[cell] for cell in found), "number": len(found)}
        for found, words in told
        if found
    ]
    if check.missing and check.right:
        sentences.append(
            ngettext("%(count)d cell is missing.", "%(count)d cells are missing.", check.missing)
            % {"count": check.missing}
        )
    return " ".join(sentences)


def _why_not(
    grid: engine.Grid, position: Position, rung: Rung, check: DrillCheck, cells: set[int]
) -> tuple[str, bool]:
    """Return the first condition that fails, and whether the cells are a step of another technique.

    The condition is "" until enough cells are pressed.
    """
    if not check.wrong:
        return "", False
    game = Game(grid, tuple(position.values), tuple(position.marks))
    answer = why_not(game, rung, sorted(cells))
    if not answer.works and len(cells) > LEAST_OTHER:
        other = _other_of(game, cells)
        if other:
            return say_other(other), True
    is_enough = len(cells) >= len(check.right) + check.missing
    return (answer.notice.sentences[0] if is_enough else ""), False


def _other_of(game: Game, cells: set[int]) -> str:
    try:
        is_unique = game.count.verdict == "unique"
        return other_technique(game.position(), sorted(cells), is_unique)
    except engine.BudgetSpent:
        return ""


def _draw(grid: engine.Grid, position: Position, cells: set[int]) -> DrawnBoard:
    pressed = Step("", None, tuple(sorted(cells)), 0)
    label = _("The position; selected cells are shaded")
    return draw_board(grid, candidates_of(position), label=label, chosen=pressed)
