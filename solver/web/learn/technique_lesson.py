"""A lesson for people: what to look for, the step on a board, three positions to try, and ten to find it in."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from solver.boards.levels import Level
from solver.boards.thumbnails import draw_small
from solver.engine.core.i18n import say_digits
from solver.engine.core.steps import Step
from solver.engine.ladder.stored import StoredPosition
from solver.engine.techniques.atlas import level_of_technique
from solver.engine.techniques.rungs import families, rungs, slug
from solver.puzzles.course import TECHNIQUE_LESSONS, TRIES, TechniqueLesson

from ..labels import mark_up, say_lesson, say_rule, technique_href
from ..open_graph import open_graph
from ..page_cache import Rendering, cached_response
from ..shortcuts import read_number
from .drill import MIXED, judge, links_of, pressed_cells, state_of
from .scenes import draw_scene, first_step

STAGES = ("before", "step", "after")


def find_lesson(name: str) -> TechniqueLesson | None:
    return next((lesson for lesson in TECHNIQUE_LESSONS if lesson.name == name), None)


def technique_lesson(request: HttpRequest, lesson: TechniqueLesson) -> HttpResponse:
    """Show a lesson on a technique. `?see=` is what the board shows, `?look=` a cell that is asked about.

    `?try=2&cells=r1c2&press=r3c4` are the position to try and the pressed cells, `?show=1` shows its step.
    """
    return cached_response(request, (), lambda: _draw(request, lesson))


def _draw(request: HttpRequest, lesson: TechniqueLesson) -> Rendering:
    kind, at = lesson.kind, TECHNIQUE_LESSONS.index(lesson)
    name, stored = lesson.shown
    stage = request.GET.get("see", "step")
    title = capfirst(str(kind.title))
    context = {
        "here": "learn",
        "open_graph": open_graph(request, title, str(kind.look)),
        "lesson": lesson,
        "kind": kind,
        "words": [mark_up(str(meaning)) for meaning in kind.words],
        "title": title,
        "number": at + 1,
        "count": len(TECHNIQUE_LESSONS),
        "level": Level.named(level_of_technique(lesson.kind_of)),
        "technique_href": technique_href(lesson.kind_of),
        "one_digit": _one_digit(name, stored),
        "scene": draw_scene(name, stored, stage, lesson.is_of_several),
        "stage": stage if stage in STAGES else "step",
        "look": _say_cell(first_step(name, stored), stored, request.GET.get("look", "")),
        "tried": _tried(request, lesson),
        "tries": enumerate(keys_of_tries(lesson), 1),
        "to_find": to_find(lesson),
        "sql": {"title": say_lesson(lesson.sql), "href": reverse("lesson", args=[lesson.sql])},
        "previous": _beside(at - 1),
        "next": _beside(at + 1),
    }
    return "solver/technique_lesson.html", context


def _one_digit(name: str, stored: StoredPosition) -> dict[str, Any] | None:
    """Return the digit of a technique that is about one digit, and the position before the step, or None."""
    digits = first_step(name, stored).digits
    if families()[name].place != "digit" or len(digits) > 1:
        return None
    return {"digit": digits[0], "board": draw_scene(name, stored, "before").board}


def _beside(at: int) -> dict[str, str] | None:
    if not 0 <= at < len(TECHNIQUE_LESSONS):
        return None
    lesson = TECHNIQUE_LESSONS[at]
    href = reverse("lesson", args=[lesson.name])
    return {"title": capfirst(str(lesson.kind.title)), "href": href}


def _say_cell(step: Step, stored: StoredPosition, name: str) -> str:
    """Return what a step has to do with a cell, or "" if there is no such cell."""
    geometry = stored.position.masks.geometry
    if name not in geometry.cell_names:
        return ""
    cell = geometry.cell_names.index(name)
    placed, removed = dict(step.placed), dict(step.removed)
    facts = {"cell": name, "digits": say_digits(stored.candidates[cell])}
    if cell in placed:
        return _("%(cell)s becomes %(digit)d.") % {"cell": name, "digit": placed[cell]}
    if stored.position.values[cell]:
        return _("%(cell)s is filled with %(digits)s.") % facts
    if cell in step.cells and cell in removed:
        facts["lost"] = say_digits(removed[cell])
        return _("%(cell)s is part of the pattern, and loses %(lost)s.") % facts
    if cell in removed:
        facts["lost"] = say_digits(removed[cell])
        return _("%(cell)s loses %(lost)s: with it the pattern would come up short.") % facts
    if cell in step.cells:
        return _("%(cell)s is part of the pattern. It can be %(digits)s.") % facts
    return _("%(cell)s can be %(digits)s, and has no part in this step.") % facts


def _tried(request: HttpRequest, lesson: TechniqueLesson) -> dict[str, Any]:
    """Return the position that a request tries, the first one if it names none."""
    number = read_number(request.GET.get("try", "1"), 1) or 1
    number = number if number <= TRIES else 1
    name, _number, stored = lesson.tries[number - 1]
    grid = stored.grid
    cells = pressed_cells(request, grid.geometry)
    is_shown = request.GET.get("show") == "1"
    attempt = judge(grid, stored.position, rungs()[name], cells, is_shown)
    assert attempt is not None  # a test finds the step of each stored position
    params = {"try": str(number)}
    noted, _slash, position = keys_of_tries(lesson)[number - 1].partition("/")
    return {
        "number": number,
        "attempt": attempt,
        "board": attempt.board,
        "technique": say_rule(name),
        **links_of(attempt, params, "#try"),
        "next_href": f"?{urlencode({'try': str(number + 1)})}#try" if number < TRIES else "#drill",
        "params": params,
        # The technique and the position under which the browser notes the answer.
        "noted": noted,
        "position": position,
        "state": state_of(attempt, is_shown, bool(attempt.wrong)),
    }


def keys_of_tries(lesson: TechniqueLesson) -> list[str]:
    """Return how the script of drills names the positions to try."""
    if lesson.is_of_several:
        of_lesson = f"{slug(lesson.kind_of)}/lesson={lesson.name}"
        return [f"{of_lesson} try={place}" for place in range(1, TRIES + 1)]
    return [_key(name, number) for name, number, _stored in lesson.tries]


def _key(technique: str, number: int) -> str:
    return f"{slug(technique)}/position={number}"


def to_find(lesson: TechniqueLesson) -> list[dict[str, Any]]:
    """Return the ten drills of a lesson.

    Those of a lesson on several techniques are its own: what is found in other lessons does not count there.
    """
    mixed, of_lesson = reverse("find-step", args=[MIXED]), f"lesson={lesson.name}"
    return [
        {
            "board": draw_small(stored.grid.text, 3),
            "href": f"{mixed}?{of_lesson}&number={place}"
            if lesson.is_of_several
            else f"{reverse('find-step', args=[slug(name)])}?position={number}",
            "key": f"{slug(lesson.kind_of)}/{of_lesson} number={place}"
            if lesson.is_of_several
            else _key(name, number),
        }
        for place, (name, number, stored) in enumerate(lesson.to_find, 1)
    ]
