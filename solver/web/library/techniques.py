"""Pages of the rules, each made from the rule's own module: its docstring, its examples, its source."""

import re
from dataclasses import dataclass
from itertools import islice

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from solver import engine
from solver.boards.cells import DrawnBoard, draw_board
from solver.boards.step_drawing import drawing_of
from solver.engine.core.i18n import ALPHABET, say_place, say_set
from solver.engine.core.steps import apply, candidates_left, carried_out
from solver.engine.techniques import Example, Technique
from solver.engine.techniques.description import StepDescription, describe_step
from solver.models import Solve
from solver.puzzles import showcases
from solver.queue.showcases import solve_showcase
from solver.solves.reading import get_snapshot, iter_iterations

from ..labels import mark_up, say_method, say_rule
from ..open_graph import open_graph
from ..solve.iteration import mark_evidence
from .drill import drills_for

MOST_WALKED = 120  # iterations of a stored solve, whose steps are singles mostly


@dataclass(frozen=True)
class WorkedExample:
    """One step on its board: what it proves from, what it does, and why."""

    title: str
    show: str  # before, changes or after
    board: DrawnBoard
    step: StepDescription
    digit: str  # one of its digits, for the legend
    words: SafeString
    is_drawn: bool
    before: int  # candidates left
    after: int
    href: str = ""  # of the moment in a stored solve


@dataclass(frozen=True)
class SmallExample:
    """An example of the technique's own: a position made for it, which it fires on or nearly does."""

    fires: bool
    board: DrawnBoard
    words: list[SafeString]


@require_safe
def techniques(request: HttpRequest) -> HttpResponse:
    rules = [
        {
            "name": say_rule(technique.name),
            "href": reverse("technique", args=[slugify(technique.name)]),
            "definition": _paragraphs(technique)[0],
            "methods": [say_method(method.name) for method in showcases.methods_using(technique)],
        }
        for technique in engine.techniques().values()
    ]
    return render(request, "solver/techniques.html", {"here": "techniques", "rules": rules})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def technique(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a rule. POST: have the puzzle that shows it solved, when no stored solve does yet."""
    found = _find(slug)
    shown_by = showcases.showcase_for(found.name)
    if request.method == "POST" and shown_by:
        return redirect(solve_showcase(shown_by))
    definition, *more = _paragraphs(found)
    context = {
        "here": "techniques",
        "unfurl": open_graph(
            request, say_rule(found.name), re.sub("[*`]", "", _(found.paragraphs[0]))
        ),
        "name": say_rule(found.name),
        "source": _(found.source),
        "definition": definition,
        "paragraphs": more,
        "worked": _worked(found, request.GET.get("show", "")),
        "showcase": shown_by,
        "examples": [_small(found, example) for example in found.examples],
        "slug": slug,
        "exercises": drills_for(slug),
        "methods": [
            {
                "title": say_method(method.name),
                "href": f"{reverse('home')}?method={method.name}",
                "called": found.called.get(method.name, ""),
            }
            for method in showcases.methods_using(found)
        ],
        "others": [
            {"name": say_rule(other.name), "href": reverse("technique", args=[slugify(other.name)])}
            for other in engine.techniques().values()
            if other is not found
        ],
    }
    return render(request, "solver/technique.html", context)


def _find(slug: str) -> Technique:
    for found in engine.techniques().values():
        if slugify(found.name) == slug:
            return found
    raise Http404("there is no such technique")


# --- Words --------------------------------------------------------------------------------------------


def _paragraphs(technique: Technique) -> list[SafeString]:
    """The docstring of the technique's module, a paragraph each, its `code` and *emphasis* marked."""
    return [mark_up(_(paragraph)) for paragraph in technique.paragraphs]


# --- Boards -------------------------------------------------------------------------------------------


def _worked(technique: Technique, show: str) -> WorkedExample | None:
    """The technique at a real position of a stored solve; None while none is stored.

    `show` is the board before it or after it; anything else is what it changes.
    """
    position = find_showcase_step(technique)
    if position is None:
        return None
    solve, iteration, step = position.solve, position.iteration, position.step
    at_first = get_snapshot(solve, iteration.number).before
    before = carried_out(at_first, iteration.steps[: position.index])
    after = carried_out(before, (step,))
    shape = solve.grid.geometry
    described = describe_step(shape, step)
    title = _title(technique, described)
    drawn = {
        "before": draw_board(solve.grid, before, label=title),
        "after": draw_board(solve.grid, after, label=title),
    }
    drawing = drawing_of(shape, step, before)
    changes = draw_board(
        solve.grid, after, before, (step,), label=title, chosen=step, drawing=drawing
    )
    return WorkedExample(
        title=title,
        show=show if show in drawn else "changes",
        board=drawn.get(show, changes),
        step=described,
        digit=ALPHABET[step.digits[0]],
        words=mark_evidence(described),
        is_drawn=drawing is not None,
        before=candidates_left(before),
        after=candidates_left(after),
        href=f"{solve.get_absolute_url()}?iteration={iteration.number}&step={position.index + 1}",
    )


def _small(technique: Technique, example: Example) -> SmallExample:
    board = example.board()
    shape, before = board.geometry, tuple(board.candidates)
    givens = tuple(
        board.candidates[cell].bit_length() if board.is_placed(cell) else 0
        for cell in range(shape.cell_count)
    )
    done = [apply(board, step) for step in list(technique.find(board))]
    steps = tuple(step for step in done if step)
    only = steps[0] if len(steps) == 1 else None
    return SmallExample(
        fires=bool(steps),
        board=draw_board(
            engine.Grid(shape.box, givens),
            tuple(board.candidates),
            before,
            steps,
            label=_("A position made for this rule"),
            chosen=only,
            drawing=drawing_of(shape, only, before) if only else None,
        ),
        words=[mark_evidence(describe_step(shape, step, "facts")) for step in steps],
    )


def _title(technique: Technique, described: StepDescription) -> str:
    """`{3, 4, 8} in column 6`"""
    is_set = technique.is_about_a_set
    what = say_set(described.step.digits_mask) if is_set else described.cells[0]
    return say_place(what, described.where)


@dataclass(frozen=True)
class ShowcaseStep:
    """The step of a stored solve that shows a technique best; `index` counts its iteration's steps from 0."""

    solve: Solve
    iteration: engine.Iteration
    index: int

    @property
    def step(self) -> engine.Step:
        return self.iteration.steps[self.index]


def find_showcase_step(technique: Technique) -> ShowcaseStep | None:
    """The position where a stored solve shows a technique best; None while there is no such solve."""
    showcase = showcases.showcase_for(technique.name)
    solve = showcase and showcases.solves_of(showcase).filter(status=Solve.Status.FINISHED).last()
    if not solve:
        return None
    positions = [
        ShowcaseStep(solve, iteration, index)
        for iteration in islice(iter_iterations(solve), MOST_WALKED)
        for index, step in enumerate(iteration.steps)
        if step.technique == technique.name
    ]
    return max(positions, key=_tells_much, default=None)


def _tells_much(position: ShowcaseStep) -> tuple[int, bool, int]:
    """Sets of up to three digits before single ones, steps that lead to a digit, and some four removals."""
    step = position.step
    size = len(step.digits)
    return (size if size <= 3 else 0, bool(step.placed), -abs(step.removed_count - 4))
