"""The pages of the course: the list of lessons, and a lesson with its question, answer and statement."""

import inspect
import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.levels import Level
from solver.engine import read
from solver.engine.core.board import Board
from solver.engine.core.shape import Shape
from solver.engine.techniques.atlas import level_of_technique
from solver.engine.techniques.description import describe_step
from solver.models.puzzle import translate_title
from solver.operations.asked_again import for_everybody
from solver.puzzles import showcases
from solver.puzzles.course import COURSE, TECHNIQUE_LESSONS, Lesson
from solver.queue.showcases import solve_showcase
from solver.sets import rules
from solver.sets.apply_rows import all_placed
from solver.sets.articles import articles, install_script
from solver.sets.exercises import BOARDS, GIVEN, exercises_of
from solver.sets.lesson_texts import lesson_texts
from solver.sets.sql_rules import part
from solver.solves.article_run import has_article
from solver.solves.reading import get_snapshot

from ..labels import mark_up, say_lesson, say_method
from ..open_graph import open_graph
from ..page_cache import Rendering, cached_response
from ..shortcuts import read_number
from ..solve.iteration import mark_evidence
from ..solve.sets import build_sets_context, mark_bound
from ..solve.solve_view import SolveView
from . import pglite
from .atlas import miniature_of
from .figures import table_of
from .lesson_positions import LessonPosition, Question, build_question, find_position
from .technique_lesson import find_lesson, keys_of_tries, technique_lesson, to_find

# What statements read, in words. A lesson shows those that its short statement names.
RELATIONS = {
    "candidate": gettext_lazy("a row for each cell and each digit that it may still get"),
    "open_candidate": gettext_lazy("the same, without cells whose digit is placed"),
    "placed": gettext_lazy("a row for each digit that is known, with its cell"),
    "unit_cell": gettext_lazy("which cells are in each unit"),
    "sees": gettext_lazy("which cells share a unit, so cannot have the same digit"),
    "cell_mask": gettext_lazy(
        "a row a cell, its candidates as one number: digit 1 counts 1, digit 2 counts 2, then 4, 8, …"
    ),
    "digit": gettext_lazy("nine rows: a digit, and its bit 1, 2, 4, …"),
    "line": gettext_lazy("a row for each way to fill a unit, as bits of cells and digits"),
}
# Values of the two arrays of the prelude: 511 is {1, …, 9}, 256 is {9}.
ARRAYS = {"candidates": "'{511,2,256,511,…}'", "placed": "'{0,2,256,0,…}'"}


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    return cached_response(request, (), _draw_index)


def _draw_index() -> Rendering:
    lessons = [
        {
            "title": say_lesson(lesson.name),
            "lede": mark_up(_(lesson_texts()[lesson.name].texts["lede"])),
            "href": reverse("lesson", args=[lesson.name]),
            "puzzle": translate_title(lesson.puzzle),
            "method": say_method(lesson.method),
        }
        for lesson in COURSE
    ]
    context = {
        "here": "learn",
        "lessons": lessons,
        "levels": _technique_lessons(),
        "articles": articles().values(),
    }
    return "solver/learn.html", context


def _technique_lessons() -> list[tuple[Level, list[dict[str, Any]]]]:
    """Return the lessons on techniques by level, with their numbers."""
    by_level: dict[str, list[dict[str, Any]]] = {}
    for number, each in enumerate(TECHNIQUE_LESSONS, 1):
        by_level.setdefault(level_of_technique(each.kind_of), []).append(
            {
                "number": number,
                "title": capfirst(str(each.kind.title)),
                "line": each.kind.line,
                "href": reverse("lesson", args=[each.name]),
                "miniature": miniature_of(each.techniques[0]),
                "keys": "|".join(one["key"] for one in to_find(each)),
                "tries": "|".join(keys_of_tries(each)),
            }
        )
    return [(Level.named(name), found) for name, found in by_level.items()]


@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """Show a lesson of the course. POST submits a solve of its puzzle if no stored solve shows it yet.

    Lessons on techniques need no solve.
    """
    on_technique = find_lesson(name)
    if on_technique and request.method != "POST":
        return technique_lesson(request, on_technique)
    index = next((index for index, item in enumerate(COURSE) if item.name == name), None)
    if index is None:
        raise Http404("there is no such lesson")
    if request.method == "POST":
        return redirect(solve_showcase(showcases.showcase_of(COURSE[index])))
    position = find_position(COURSE[index])
    facts = position and (position.solve.pk, position.number)
    return cached_response(request, facts, lambda: _draw_lesson(request, index, position))


def _draw_lesson(request: HttpRequest, index: int, position: LessonPosition | None) -> Rendering:
    lesson, text = COURSE[index], lesson_texts()[COURSE[index].name]
    shape = showcases.showcase_of(lesson).grid.shape
    short = text.short.shown(shape)
    statement = _statement(lesson, position, shape)
    context = {
        "here": "learn",
        "open_graph": open_graph(request, say_lesson(lesson.name), _(text.texts["lede"])),
        "name": lesson.name,
        "number": index + 1,
        "count": len(COURSE),
        **{key: mark_up(_(words)) for key, words in text.texts.items()},
        "paragraphs": [mark_up(_(words)) for words in text.paragraphs],
        "of_article": [mark_up(_(words)) for words in text.article],
        "short": mark_bound(short, defaultdict(lambda: "…")),
        "relations": [
            (relation, words)
            for relation, words in RELATIONS.items()
            if re.search(rf"(?:FROM|JOIN) {relation}\b", short)
        ],
        "ms": [number_format(each) for each in text.ms],
        "loop": _without_types(text.loop),
        "file": f"statements/{lesson.rule}.sql" if lesson.rule else "prelude.sql",
        "statement": statement,
        "is_bound": "<mark" in statement,
        "is_plain": shape.square_box,
        "own_article": articles()[lesson.method]
        if position and has_article(position.solve)
        else None,
        "query": _query(text.query, position.number if position else 1),
        "puzzle": translate_title(lesson.puzzle),
        "method": say_method(lesson.method),
        "position": _open(lesson, position, request.GET.get("answer", "")) if position else None,
        "solve": position.solve if position else None,
        "previous": _beside(index - 1),
        "next": _beside(index + 1),
    }
    return "solver/lesson.html", context


@csp_update({"worker-src": [SELF]})  # type: ignore[arg-type]
@require_safe
def exercises(request: HttpRequest, name: str) -> HttpResponse:
    """Show the exercises of a lesson. Their SQL runs in the browser, if set-up has fetched PGlite."""
    if name not in lesson_texts():
        raise Http404("there is no such lesson")
    grid = read(BOARDS[0])
    board = Board.of(grid)
    for cell in all_placed(board):
        board.clear_peers(cell, board.placed[cell])
    shown = [
        {
            "name": exercise.name,
            "question": mark_up(_(exercise.question)),
            "columns": exercise.columns,
            "hints": [mark_up(_(hint)) for hint in exercise.hints],
            "answer": exercise.answer,
            "mistake": exercise.mistake,
            "of_mistake": _(exercise.of_mistake).replace("`", ""),
        }
        for exercise in exercises_of(name)
    ]
    context = {
        "here": "learn",
        "name": name,
        "title": say_lesson(name),
        "exercises": shown,
        "given": [GIVEN.format(board=text) for text in BOARDS],
        "board": draw_board(grid, tuple(board.candidates), label=_("The board of these exercises")),
        "is_there": pglite.is_there(),
        "version": pglite.VERSION,
    }
    return render(request, "solver/exercises.html", context)


@for_everybody
@require_safe
def install(request: HttpRequest) -> HttpResponse:
    """Return the script for psql that installs `sudoku.solve`."""
    return HttpResponse(
        install_script(),
        content_type="application/sql; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="sudoku.sql"'},
    )


def _beside(index: int) -> dict[str, str] | None:
    if not 0 <= index < len(COURSE):
        return None
    name = COURSE[index].name
    return {"title": say_lesson(name), "href": reverse("lesson", args=[name])}


def _query(text: str, number: int) -> str:
    return text.replace("{number}", str(number)).replace("{before}", str(max(1, number - 1)))


def _statement(lesson: Lesson, position: LessonPosition | None, shape: Shape) -> SafeString:
    """Return the statement for the lesson's board, with the values bound to it at its position."""
    if not lesson.rule:
        return mark_bound(part("prelude", 3), ARRAYS)
    if position is None:
        return mark_bound(rules()[lesson.rule].shown(shape), defaultdict(lambda: "…"))
    statement: SafeString = _sets_of(position, "sql")["statement"]
    return statement


def _sets_of(position: LessonPosition, view: str) -> dict[str, Any]:
    snapshot = get_snapshot(position.solve, position.number)
    sets = build_sets_context(
        SolveView(position.solve, position.number, position.at, view=view), snapshot
    )
    assert sets is not None  # a position has a step
    return sets


def _without_types(loop: Callable[..., Any]) -> str:
    """Return the source of a function, with its parameters but without their types."""
    _signature, _colon, body = inspect.getsource(loop).partition(":\n")
    return f"def {loop.__name__}({', '.join(inspect.signature(loop).parameters)}):\n{body}"


def _open(lesson: Lesson, position: LessonPosition, given: str) -> dict[str, Any]:
    question = build_question(lesson, position)
    choice = read_number(given, 2)
    is_answered = choice is not None and choice < len(question.choices)
    is_revealed = is_answered and position.at > 0
    does = position.step.placed or position.step.removed
    described = describe_step(position.geometry, position.step, "facts") if is_revealed else None
    return {
        "href": position.href,
        "sql_href": f"{position.href}&view=sql#sets",
        "board": _draw(position, is_revealed),
        "question": question.words,
        "choices": _choices(question, choice if is_answered else None),
        "is_answered": is_answered,
        "is_right": choice == question.answer,
        "right": question.choices[question.answer],
        "words": mark_evidence(described) if described else SafeString(""),
        "step": described,
        "sets": _sets_of(position, "rows") if is_revealed and does else None,
        "table": table_of(lesson, position.solve),
    }


def _choices(question: Question, choice: int | None) -> list[dict[str, Any]]:
    return [
        {
            "words": label,
            "value": value,
            "is_chosen": value == choice,
            "is_right": value == question.answer,
        }
        for value, label in enumerate(question.choices)
    ]


def _draw(position: LessonPosition, is_revealed: bool) -> DrawnBoard:
    grid = position.solve.grid
    if is_revealed:
        label = _("The board with what the statement did")
        step = position.step
        return draw_board(grid, position.after, position.before, (step,), label=label, chosen=step)
    label = _("The board before the statement")
    return draw_board(grid, position.before, label=label, chosen=position.unseen)
