"""Pages of the techniques: what a learner needs first, then what is true of each in general."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.text import capfirst, slugify
from django.utils.translation import get_language, gettext as _, gettext_noop
from django.views.decorators.http import require_http_methods

from solver import engine
from solver.boards.cells import draw_board
from solver.boards.levels import Level
from solver.boards.step_drawing import drawing_of
from solver.engine.core.board import Board
from solver.engine.core.deadline import unlimited
from solver.engine.core.i18n import ALPHABET, say_digits, say_list, say_place, say_set
from solver.engine.core.steps import apply, candidates_left, carried_out
from solver.engine.ladder.stored import examples
from solver.engine.techniques import Example, Technique
from solver.engine.techniques.atlas import (
    aliases_of,
    family_of,
    kinds,
    kinds_by_technique,
    kinds_with_rare,
    level_of_technique,
    why_no_positions,
)
from solver.engine.techniques.description import StepDescription, describe_step
from solver.engine.techniques.kinds import Kind
from solver.engine.techniques.rungs import rungs
from solver.models import Solve
from solver.puzzles import showcases
from solver.puzzles.course import TECHNIQUE_LESSONS, lesson_about
from solver.puzzles.frequency import count_needs
from solver.queue.showcases import solve_showcase
from solver.sets import rules
from solver.solves.reading import get_snapshot, iter_iterations

from ..labels import mark_up, say_lesson, say_method, say_rule, technique_href
from ..open_graph import open_graph
from ..page_cache import Rendering, cached_response
from ..solve.iteration import mark_evidence
from .atlas import miniature_of, say_needed
from .drill import drills_of, puzzles_needing
from .scenes import Scene, draw_scene, draw_step

MOST_DIFFERING = 10  # cells between an example and a near one, to be named
CAN_BE, CANNOT_BE = (
    gettext_noop("{cell} can be {digits} too"),
    gettext_noop("{cell} cannot be {digits}"),
)
MOST_OTHERS = 10  # of a family
MOST_KEPT = 32  # techniques whose boards are in memory, each some 300 kB
MOST_WALKED = 120  # iterations of a stored solve, most of whose steps are singles


@require_http_methods(["GET", "HEAD", "POST"])
def technique(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the page of a technique. POST submits a solve that shows it if none is stored yet."""
    technique = _find(slug)
    shown_by = showcases.showcase_for(technique.name)
    if request.method == "POST" and shown_by:
        return redirect(solve_showcase(shown_by))
    solve, exercises = _solve_that_shows(technique), puzzles_needing(slug)
    facts = (_needed(technique.name), solve and solve.pk, [each["href"] for each in exercises])
    return cached_response(request, facts, lambda: _draw(request, technique, solve, exercises))


def _draw(
    request: HttpRequest,
    technique: Technique,
    solve: Solve | None,
    exercises: list[dict[str, Any]],
) -> Rendering:
    slug, shown_by = slugify(technique.name), showcases.showcase_for(technique.name)
    _opening, *more = (mark_up(_(paragraph)) for paragraph in technique.paragraphs)
    own = len(technique.says) - 1 if technique.says else len(more)
    name, kind = technique.name, kinds_by_technique()[technique.name]
    stored, family = examples(name), family_of(name)
    lesson = next((each for each in TECHNIQUE_LESSONS if family_of(each.kind_of) is family), None)
    context = {
        "here": "techniques",
        "open_graph": open_graph(request, say_rule(name), _opening_of(technique)),
        "name": say_rule(name),
        "kind": kind,
        "words": [mark_up(str(meaning)) for meaning in kind.words],
        "kind_title": capfirst(str(family.title)),
        "level": Level.named(level_of_technique(name)),
        "aliases": aliases_of(name),
        "needed": _needed(name),
        "opening": _opening_of(technique),
        "source": _(technique.source),
        "paragraphs": more[:own],
        **_pictures(get_language() or "", name),
        "reason": "" if stored else why_no_positions(name),
        "worked": solve and _worked(technique, solve, request.GET.get("show", "")),
        "showcase": shown_by,
        "slug": slug,
        "drills": drills_of(slug),
        "exercises": exercises,
        "lesson_href": reverse("lesson", args=[lesson.name]) if lesson else "",
        "sql": _in_sql(technique),
        "methods": [
            {
                "title": say_method(method.name),
                "href": f"{reverse('home')}?method={method.name}",
                "called": technique.called.get(method.name, ""),
            }
            for method in showcases.methods_using(technique)
        ],
        "beside": _neighbours(kind),
        "others": [
            {"name": say_rule(other), "href": technique_href(other)}
            for other in _family(family)
            if other != name and technique_href(other)
        ],
    }
    return "solver/technique.html", context


@lru_cache(maxsize=MOST_KEPT)
@unlimited()
def _pictures(_language: str, name: str) -> dict[str, Any]:
    """Return the boards of a technique's page that are the same in all libraries."""
    technique, stored = engine.techniques()[name], examples(name)
    return {
        "scenes": [draw_scene(name, each) for each in stored] or [_made(technique)],
        "sets_scene": draw_scene(name, stored[0], of_sets=True) if stored else _made(technique),
        "examples": [_small(technique, example) for example in technique.examples],
    }


def _opening_of(technique: Technique) -> str:
    return re.sub("[*`]", "", _(technique.paragraphs[0]))


def _family(first: Kind) -> list[str]:
    """Return the techniques of a family, by the kind that gives its name. Of many, return the usual ones."""
    family = next(each for each in kinds_with_rare() if each[0] is first)
    names = [name for kind in family for name in kind.techniques]
    return names if len(names) <= MOST_OTHERS else [name for name in names if examples(name)]


def _made(technique: Technique) -> Scene:
    """Return the first example made for a technique, as the pages show stored positions."""
    board = next(each for each in technique.examples if each.finds).board()
    return draw_step(_grid_of(board), tuple(board.candidates), next(iter(technique.find(board))))


def _grid_of(board: Board) -> engine.Grid:
    """Return the filled cells of a board as a grid."""
    digits = (
        mask.bit_length() if board.is_placed(cell) else 0
        for cell, mask in enumerate(board.candidates)
    )
    return engine.Grid(board.geometry.box, tuple(digits))


def _needed(name: str) -> str:
    counts = count_needs()
    return say_needed(counts.needing([name]), counts.puzzles) if name in rungs() else ""


def _neighbours(kind: Kind) -> list[dict[str, str]]:
    """Return the next easier and the next harder kind."""
    at = kinds().index(kind)
    found = []
    for place, words in ((at - 1, _("Easier")), (at + 1, _("Harder"))):
        if 0 <= place < len(kinds()):
            other = kinds()[place]
            first = other.techniques[0]
            found.append(
                {
                    "words": words,
                    "title": capfirst(str(other.title)),
                    "line": str(other.line),
                    "href": technique_href(first),
                    "miniature": miniature_of(first),
                }
            )
    return found


def _in_sql(technique: Technique) -> dict[str, str] | None:
    """Return the lesson about the SQL statement of a technique, or None if it has no statement of its own."""
    rule = technique.name.replace(" ", "_")
    lesson = lesson_about(rule)
    if lesson is None:
        return None
    return {
        "title": say_lesson(lesson.name),
        "href": reverse("lesson", args=[lesson.name]),
        "file": f"statements/{rule}.sql",
        "statement": rules()[rule].shown(3),
    }


def _find(slug: str) -> Technique:
    for technique in engine.techniques().values():
        if slugify(technique.name) == slug:
            return technique
    raise Http404("there is no such technique")


# --- Boards -------------------------------------------------------------------------------------------


def _worked(technique: Technique, solve: Solve, show: str) -> dict[str, Any] | None:
    """Return the technique at a position of a stored solve, or None if it is not in the solve.

    `show` is `before` or `after` the step. Anything else shows its changes.
    """
    position = _find_step(technique, solve)
    if position is None:
        return None
    iteration, step = position.iteration, position.step
    at_first = get_snapshot(solve, iteration.number).before
    before = carried_out(at_first, iteration.steps[: position.index])
    title = _title(technique, describe_step(solve.grid.geometry, step, "title"))
    scene = draw_step(solve.grid, before, step, show, label=title)
    return {
        "title": title,
        "show": show if show in ("before", "after") else "changes",
        "board": scene.board,
        "step": scene.step,
        "digit": ALPHABET[step.digits[0]],  # one of its digits, for the legend
        "words": scene.words,
        "is_drawn": drawing_of(solve.grid.geometry, step, before) is not None,
        "before": candidates_left(before),  # candidates left
        "after": candidates_left(carried_out(before, (step,))),
        # Of the iteration in a stored solve.
        "href": f"{solve.get_absolute_url()}?iteration={iteration.number}&step={position.index + 1}",
    }


def _small(technique: Technique, example: Example) -> dict[str, Any]:
    board = example.board()
    geometry, before, grid = board.geometry, tuple(board.candidates), _grid_of(board)
    done = [apply(board, step) for step in list(technique.find(board))]
    steps = tuple(step for step in done if step)
    only, rung = steps[0] if len(steps) == 1 else None, rungs().get(technique.name)
    return {
        "fires": bool(steps),
        "board": draw_board(
            grid,
            tuple(board.candidates),
            before,
            steps,
            label=_("An example made for this technique"),
            chosen=only,
            drawing=drawing_of(geometry, only, before) if only else None,
        ),
        "words": [mark_evidence(describe_step(geometry, step, "facts")) for step in steps],
        # From the example in which it finds something.
        "difference": "" if steps else _difference(technique, example),
        # What keeps it from finding anything, if the difference is long.
        "lack": str(rung.lack) if rung and rung.lack and not steps else "",
    }


def _difference(technique: Technique, example: Example) -> str:
    """Return how a position in which a technique finds nothing differs from one in which it finds something.

    For example, `r5c5 can be 8 too`. Return an empty text if many cells differ.
    """
    firing = [each for each in technique.examples if each.finds and each.box == example.box]
    nearest = min(firing, key=lambda each: len(_differing(each, example)), default=example)
    found = _differing(nearest, example)
    if len(found) > MOST_DIFFERING:
        return ""
    facts: dict[tuple[str, str], list[str]] = {}  # by sentence and digits, the cells
    for name, old, new in found:
        for words, digits in ((CAN_BE, new & ~old), (CANNOT_BE, old & ~new)):
            if digits:
                facts.setdefault((words, say_digits(digits)), []).append(name)
    said = [
        _(words).format(cell=say_list(cells), digits=digits)
        for (words, digits), cells in facts.items()
    ]
    unlike = {*nearest.placed} ^ {*example.placed}
    filled = (
        _("{cell} is filled already")
        if unlike & {*example.placed}
        else _("{cell} is not filled yet")
    )
    said += [filled.format(cell=say_list(sorted(unlike)))] if unlike else []
    return say_list(said)


def _differing(one: Example, other: Example) -> list[tuple[str, int, int]]:
    """Return the name of each cell whose candidates differ, with the masks of both."""
    names = one.board().geometry.cell_names
    pairs = zip(names, one.board().candidates, other.board().candidates, strict=True)
    return [(name, old, new) for name, old, new in pairs if old != new]


def _title(technique: Technique, described: StepDescription) -> str:
    """Return, for example, `{3, 4, 8} in column 6`. A step that names no cell has its own title."""
    if technique.is_about_a_set:
        what = say_set(described.step.digits_mask)
    else:
        what = described.cells[0] if described.cells else described.title
    return say_place(what, described.where)


@dataclass(frozen=True)
class ShowcaseStep:
    """A step of a stored solve. `index` is its 0-based place in its iteration."""

    iteration: engine.Iteration
    index: int

    @property
    def step(self) -> engine.Step:
        return self.iteration.steps[self.index]


def _solve_that_shows(technique: Technique) -> Solve | None:
    """Return a finished solve of the puzzle that shows a technique, or None if there is none."""
    showcase = showcases.showcase_for(technique.name)
    if showcase is None:
        return None
    return showcases.solves_of(showcase).filter(status=Solve.Status.FINISHED).last()


def _find_step(technique: Technique, solve: Solve) -> ShowcaseStep | None:
    """Return the step of a solve that shows a technique best, or None if it is not in the first iterations."""
    positions = [
        ShowcaseStep(iteration, index)
        for iteration in islice(iter_iterations(solve), MOST_WALKED)
        for index, step in enumerate(iteration.steps)
        if step.technique == technique.name
    ]
    return max(positions, key=_sort_key, default=None)


def _sort_key(position: ShowcaseStep) -> tuple[int, bool, int]:
    """Return a sort key: up to three digits, more first, then a placement, then about four removals."""
    step = position.step
    size = len(step.digits)
    return (size if size <= 3 else 0, bool(step.placed), -abs(step.removed_count - 4))
