"""The pages of the course: all lessons, and one with its question, its answer and its statement."""

import inspect
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from solver.boards.cells import DrawnBoard, draw_board
from solver.engine.techniques.description import StepDescription, describe_step
from solver.puzzles import showcases
from solver.puzzles.course import COURSE, Lesson
from solver.queue.showcases import solve_showcase
from solver.sets import rules
from solver.sets.sql_rules import part
from solver.solves.reading import get_snapshot

from ..labels import mark_up, say_method
from ..open_graph import open_graph
from ..solve.iteration import mark_evidence
from ..solve.sets import SetsContext, build_sets_context, mark_bound
from ..solve.solve_view import SolveView
from .figures import Table, table_of
from .lesson_positions import LessonPosition, Question, build_question, find_position
from .lessons import TEXTS

# What stands for the two arrays of the prelude: 511 is {1, …, 9}, 256 is {9}.
ARRAYS = {"candidates": "'{511,2,256,511,…}'", "placed": "'{0,2,256,0,…}'"}


@dataclass(frozen=True)
class AnswerChoice:
    words: str
    value: int
    is_chosen: bool
    is_right: bool


@dataclass(frozen=True)
class LessonContext:
    """What a lesson shows of the moment that it opens at; what the answer tells is empty before it is given."""

    href: str
    sql_href: str
    board: DrawnBoard
    question: str
    choices: list[AnswerChoice]
    is_answered: bool
    is_right: bool
    right: str
    words: SafeString
    step: StepDescription | None
    sets: SetsContext | None
    table: Table


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    lessons = [
        {
            "title": _(TEXTS[lesson.name].title),
            "lede": mark_up(_(TEXTS[lesson.name].lede)),
            "href": reverse("lesson", args=[lesson.name]),
            "puzzle": lesson.puzzle,
            "method": say_method(lesson.method),
        }
        for lesson in COURSE
    ]
    return render(request, "solver/learn.html", {"here": "learn", "lessons": lessons})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lesson(request: HttpRequest, name: str) -> HttpResponse:
    """A lesson. POST: have its puzzle solved, when no stored solve shows it yet."""
    at = next((at for at, each in enumerate(COURSE) if each.name == name), None)
    if at is None:
        raise Http404("there is no such lesson")
    found, words = COURSE[at], TEXTS[name]
    if request.method == "POST":
        return redirect(solve_showcase(showcases.showcase_of(found)))
    scene = find_position(found)
    context = {
        "here": "learn",
        "unfurl": open_graph(request, _(words.title), _(words.lede)),
        "number": at + 1,
        "count": len(COURSE),
        "title": _(words.title),
        "lede": mark_up(_(words.lede)),
        "paragraphs": [mark_up(_(each)) for each in words.paragraphs],
        "because": mark_up(_(words.because)),
        "article": [mark_up(_(each)) for each in words.article],
        "of_loop": mark_up(_(words.of_loop)),
        "of_set": mark_up(_(words.of_set)),
        "loop": _without_types(words.loop),
        "file": f"statements/{found.rule}.sql" if found.rule else "prelude.sql",
        "statement": _statement(found, scene),
        "asks": mark_up(_(words.asks)),
        "query": _query(words.query, scene.number if scene else 1),
        "puzzle": found.puzzle,
        "method": say_method(found.method),
        "opened": _open(found, scene, request.GET.get("answer", "")) if scene else None,
        "solve": scene.solve if scene else None,
        "previous": _beside(at - 1),
        "next": _beside(at + 1),
    }
    return render(request, "solver/lesson.html", context)


def _beside(at: int) -> dict[str, str] | None:
    if not 0 <= at < len(COURSE):
        return None
    name = COURSE[at].name
    return {"title": _(TEXTS[name].title), "href": reverse("lesson", args=[name])}


def _query(text: str, number: int) -> str:
    return text.replace("{number}", str(number)).replace("{before}", str(max(1, number - 1)))


def _statement(lesson: Lesson, scene: LessonPosition | None) -> SafeString:
    """The text of its file for a board of 9×9, with what is bound to it at the moment of its scene."""
    if not lesson.rule:
        return mark_bound(part("prelude", 3), ARRAYS)
    if scene is None:
        return mark_bound(rules()[lesson.rule].shown(3), defaultdict(lambda: "…"))
    return _tell(scene, "sql").statement


def _tell(scene: LessonPosition, view: str) -> SetsContext:
    at = get_snapshot(scene.solve, scene.number)
    told = build_sets_context(SolveView(scene.solve, scene.number, scene.at, view=view), at)
    assert told is not None  # a scene has a step
    return told


def _without_types(loop: Callable[..., Any]) -> str:
    """The text of a function, its parameters by name alone."""
    _signature, _colon, body = inspect.getsource(loop).partition(":\n")
    return f"def {loop.__name__}({', '.join(inspect.signature(loop).parameters)}):\n{body}"


def _open(lesson: Lesson, scene: LessonPosition, given: str) -> LessonContext:
    question = build_question(lesson, scene)
    chosen = int(given) if given.isascii() and given.isdigit() and len(given) < 3 else None
    is_answered = chosen is not None and chosen < len(question.choices)
    is_told = is_answered and scene.at > 0
    does = scene.step.placed or scene.step.removed
    described = describe_step(scene.shape, scene.step, "facts") if is_told else None
    return LessonContext(
        href=scene.href,
        sql_href=f"{scene.href}&view=sql#sets",
        board=_draw(scene, is_told),
        question=question.words,
        choices=_choices(question, chosen if is_answered else None),
        is_answered=is_answered,
        is_right=chosen == question.answer,
        right=question.choices[question.answer],
        words=mark_evidence(described) if described else SafeString(""),
        step=described,
        sets=_tell(scene, "rows") if is_told and does else None,
        table=table_of(lesson, scene.solve),
    )


def _choices(question: Question, chosen: int | None) -> list[AnswerChoice]:
    return [
        AnswerChoice(words, value, value == chosen, value == question.answer)
        for value, words in enumerate(question.choices)
    ]


def _draw(scene: LessonPosition, is_told: bool) -> DrawnBoard:
    grid = scene.solve.grid
    if is_told:
        label = _("The board with what the statement did")
        step = scene.step
        return draw_board(grid, scene.after, scene.before, (step,), label=label, chosen=step)
    label = _("The board before the statement")
    return draw_board(grid, scene.before, label=label, chosen=scene.unseen)
