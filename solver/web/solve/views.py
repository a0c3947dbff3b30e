"""The pages: fetch, decide, render."""

import uuid
from dataclasses import replace
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST, require_safe

from solver.engine.core.i18n import ALPHABET
from solver.models import Solve
from solver.queue import submission
from solver.solves.reading import NoSuchIteration, moment
from solver.web import page_cache
from solver.web.page_cache import column_values
from solver.web.shortcuts import (
    find_solve,
    iteration_number,
    owner_of,
    visitor_of,
    visitors_solves,
    whole_number,
)

from ..external_links import external_links
from .answer import SolutionBoard, build_answer_context
from .charts import draw_charts
from .context import SolveContext, build_solve_context
from .default_iteration import default_iteration
from .player import chain_of
from .sets import build_sets_context
from .social_image import links_to_exports, solve_open_graph
from .solve_view import CELLS, SHOW, VIEWS, SolveView

ALONE = "alone"  # the charts without the page around them


@require_safe
def solve(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Its page; a finished solve never changes, so its page is kept."""
    found = find_solve(request, solve_id)
    if found.status != Solve.Status.FINISHED:
        response = render(request, *_draw(request, found))
        add_never_cache_headers(response)
        return response
    facts = (
        column_values(found),
        found.is_own,
        column_values(found.puzzle),
        _before_and_after(request, found),
    )
    is_secret = found.visibility == Solve.Visibility.PRIVATE
    return page_cache.cached_response(request, facts, lambda: _draw(request, found), is_secret)


def _before_and_after(request: HttpRequest, solve: Solve) -> list[tuple[object, ...]]:
    """What the page may tell of what a solve goes on from, and of what goes on from it."""
    if not solve.continues_id and not solve.can_go_on:
        return []
    near = Q(pk=solve.continues_id) | Q(continues=solve.pk)
    told = Q(visibility=Solve.Visibility.PUBLIC) | Q(is_own=True)
    known = Solve.objects.known_to(*visitor_of(request))
    names = ("pk", "is_own", "status", "outcome", "iteration_count", "visibility", "created_at")
    return list(known.filter(near & told).order_by("pk").values_list(*names))


def _draw(request: HttpRequest, found: Solve) -> page_cache.TemplateAndContext:
    try:
        asked = _view(request, found)
        opening = default_iteration(asked)
        view = opening.view if opening else asked
        shown = moment(found, view.iteration, view.since, view.technique)
        view = view.at_its_only_step(shown.iteration.steps)
        line = chain_of(view, shown, visitors_solves(request))
        charts = draw_charts(view) if _shows_charts(request, found) else None
        if charts and request.GET["charts"] == ALONE:
            return "solver/_charts.html", {"charts": charts}
        page = build_solve_context(view, shown, opening, line)
    except NoSuchIteration:
        raise Http404("no such iteration") from None
    answer = build_answer_context(view, shown, line)
    if answer and answer.shown:
        page = _with_solution(page, answer.shown)
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    context: dict[str, Any] = {"page": page, "solve": found, "answer": answer}
    context["sets"] = build_sets_context(view, shown)
    context["is_whole"] = not is_fragment
    if is_fragment:
        return "solver/_solve.html", context
    context["exports"] = links_to_exports(found, page.player.number if page.player else None)
    context["elsewhere"] = external_links(found.grid)
    context["unfurl"] = solve_open_graph(request, found, page)
    context["is_own"] = found.is_own
    context["charts"] = charts
    if _has_charts(found):
        context["charts_href"] = f"{view.href}{'' if view.href == '?' else '&'}charts=1"
    return "solver/solve.html", context


def _has_charts(found: Solve) -> bool:
    return found.is_over and bool(found.iteration_count)


def _shows_charts(request: HttpRequest, found: Solve) -> bool:
    """Whether they are asked for: they cost as much as all the rest, and few look at them."""
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    return bool(request.GET.get("charts")) and not is_fragment and _has_charts(found)


def _with_solution(page: SolveContext, shown: SolutionBoard) -> SolveContext:
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
    return redirect(submission.continue_by_guessing(found, owner_of(request)))


@require_POST
def retry(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    found = find_solve(request, solve_id)
    submission.retry(found, request.user)
    return redirect(found)
