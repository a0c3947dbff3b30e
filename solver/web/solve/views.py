"""The pages: fetch, decide, render."""

import uuid
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from solver.engine.grid import ALPHABET
from solver.models import Solve
from solver.queue import submission
from solver.record.exports import exports
from solver.record.reading import NoSuchIteration, moment
from solver.web.visitors import (
    find_solve,
    iteration_number,
    owner_of,
    visitors_solves,
    whole_number,
)

from ..elsewhere import opened_in
from . import story
from .answer import Shown, tell_answer
from .charts import draw_charts
from .line import line_of
from .opening import open_at
from .position import CELLS, SHOW, VIEWS, SolveView
from .sets import tell_sets
from .shared import unfurl_solve


@never_cache
@require_safe
def solve(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    found = find_solve(request, solve_id)
    try:
        asked = _view(request, found)
        opening = open_at(asked)
        view = opening.view if opening else asked
        shown = moment(found, view.iteration, view.since, view.technique)
        view = view.at_its_only_step(shown.steps)
        line = line_of(view, shown, visitors_solves(request))
        page = story.tell(view, shown, opening, line)
    except NoSuchIteration:
        raise Http404("no such iteration") from None
    answer = tell_answer(view, shown, line)
    if answer and answer.shown:
        page = _with_solution(page, answer.shown)
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    context: dict[str, Any] = {"page": page, "solve": found, "answer": answer}
    context["sets"] = tell_sets(view, shown)
    context["is_whole"] = not is_fragment
    if is_fragment:
        return render(request, "solver/_solve.html", context)
    context["exports"] = {
        kind: [export for export in exports().values() if export.shows == kind]
        for kind in ("board", "story", "sets")
    }
    context["elsewhere"] = opened_in(found.grid)
    context["unfurl"] = unfurl_solve(request, found, page)
    context["is_own"] = visitors_solves(request).filter(pk=found.pk).exists()
    if found.is_over and found.iteration_count:
        context["charts"] = draw_charts(view)
    return render(request, "solver/solve.html", context)


def _with_solution(page: story.SolvePage, shown: Shown) -> story.SolvePage:
    """The same page with a solution on its board, of which a screen reader hears first."""
    player = page.player and replace(page.player, say=f"{shown.say} {page.player.say}")
    return replace(page, board=shown.board, player=player)


def _view(request: HttpRequest, found: Solve) -> SolveView:
    """The view of a solve that the address asks for; how it is looked at falls back to the usual."""
    asked = request.GET
    shape = found.grid.geometry
    cell = asked.get("cell", "") if asked.get("cell") in shape.cell_names else ""
    digits = tuple(ALPHABET[1 : shape.size + 1])
    digit = asked.get("digit", "") if asked.get("digit") in digits else ""
    return SolveView(
        found,
        iteration=iteration_number(request),
        step=whole_number(request, "step"),
        rule=asked.get("rule", ""),
        since=whole_number(request, "since"),
        show=asked.get("show", "") if asked.get("show") in SHOW else SHOW[0],
        cells=asked.get("cells", "") if asked.get("cells") in CELLS else CELLS[0],
        cell=cell,
        digit=digit if cell else "",
        number=whole_number(request, "number") or 1,
        view=asked.get("view", "") if asked.get("view") in VIEWS else VIEWS[0],
    )


@require_POST
def go_on(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Guess on from the board on which it has stalled; whoever has done so before is led there."""
    found = find_solve(request, solve_id)
    if not found.can_go_on:
        raise Http404("nothing has stalled here")
    return redirect(submission.go_on(found, owner_of(request)))


@require_POST
def retry(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    found = find_solve(request, solve_id)
    submission.retry(found, request.user)
    return redirect(found)
