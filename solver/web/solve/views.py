"""The views of a solve's page."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST, require_safe

from solver.engine.core.i18n import ALPHABET
from solver.models import Solve
from solver.queue import submission
from solver.solves.reading import get_snapshot
from solver.web.page_cache import Rendering, cached_response, values_of
from solver.web.shortcuts import (
    find_solve,
    is_fragment,
    iteration_number,
    owner_of,
    visitor_of,
    visitors_solves,
    whole_number,
)

from ..external_links import external_links
from .answer import build_answer_context
from .charts import draw_charts
from .context import build_solve_context
from .default_iteration import default_iteration
from .headline import build_headline
from .player import chain_of
from .sets import build_sets_context
from .social_image import links_to_exports, solve_open_graph
from .solve_view import CELLS, SHOW, VIEWS, SolveView
from .story_parts import parts_of

ALONE = "alone"  # the charts without the rest of the page


@require_safe
def solve(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show the page of a solve. A finished solve never changes, so its page is cached."""
    solve = find_solve(request, solve_id)
    if solve.status != Solve.Status.FINISHED:
        response = render(request, *_draw(request, solve))
        add_never_cache_headers(response)
        return response
    related = _before_and_after(request, solve)
    facts = (values_of(solve), solve.is_own, values_of(solve.puzzle), related)
    is_secret = solve.visibility == Solve.Visibility.PRIVATE
    return cached_response(request, facts, lambda: _draw(request, solve), is_secret)


def _before_and_after(request: HttpRequest, solve: Solve) -> list[tuple[object, ...]]:
    """Return the visible data of the solve that this one continues, and of its continuations."""
    if not solve.continues_id and not solve.can_go_on:
        return []
    related = Q(pk=solve.continues_id) | Q(continues=solve.pk)
    visible = Q(visibility=Solve.Visibility.PUBLIC) | Q(is_own=True)
    solves = Solve.objects.known_to(*visitor_of(request))
    names = ("pk", "is_own", "status", "outcome", "iteration_count", "visibility", "created_at")
    return list(solves.filter(related & visible).order_by("pk").values_list(*names))


def _draw(request: HttpRequest, solve: Solve) -> Rendering:
    requested = _view(request, solve)
    opening = default_iteration(requested)
    view = opening.view if opening else requested
    snapshot = get_snapshot(solve, view.iteration, view.since, view.technique)
    view = view.at_its_only_step(snapshot.iteration.steps)
    chain = chain_of(view, snapshot, visitors_solves(request))
    charts = draw_charts(view) if _shows_charts(request, solve) else None
    if charts and request.GET["charts"] == ALONE:
        return "solver/_charts.html", {"charts": charts}
    page = build_solve_context(view, snapshot, opening, chain)
    answer = build_answer_context(requested, view, snapshot, chain)
    if answer and answer["solution"]:
        page = _with_solution(page, answer["solution"])
    context: dict[str, Any] = {"here": "home", "page": page, "solve": solve, "answer": answer}
    context["headline"] = build_headline(solve)
    context["parts"] = parts_of(view, snapshot.iteration.number)
    context["sets"] = build_sets_context(view, snapshot)
    context["is_whole"] = not is_fragment(request)
    if is_fragment(request):
        return "solver/_solve.html", context
    context["exports"] = links_to_exports(solve, page["player"] and page["player"]["number"])
    context["external_links"] = external_links(solve.grid)
    context["open_graph"] = solve_open_graph(request, solve, page)
    context["is_own"] = solve.is_own
    context["charts"] = charts
    if _has_charts(solve):
        context["charts_href"] = f"{view.href}{'' if view.href == '?' else '&'}charts=1"
    return "solver/solve.html", context


def _has_charts(solve: Solve) -> bool:
    return solve.is_over and bool(solve.iteration_count)


def _shows_charts(request: HttpRequest, solve: Solve) -> bool:
    """Return whether the charts are requested. They cost as much as the rest, and few look at them."""
    return bool(request.GET.get("charts")) and not is_fragment(request) and _has_charts(solve)


def _with_solution(page: dict[str, Any], solution: dict[str, Any]) -> dict[str, Any]:
    """Return the page with a solution on its board, which a screen reader hears first."""
    player = page["player"]
    player = player and player | {"say": f"{solution['say']} {player['say']}"}
    return page | {"board": solution["board"], "player": player}


def _view(request: HttpRequest, solve: Solve) -> SolveView:
    """Return the view that the address asks for. Unknown display options fall back to the default."""
    params = request.GET
    geometry = solve.grid.geometry
    cell = _one_of(("", *geometry.cell_names), params.get("cell", ""))
    digit = _one_of(("", *ALPHABET[1 : geometry.size + 1]), params.get("digit", ""))
    return SolveView(
        solve,
        iteration=iteration_number(request),
        step=whole_number(request, "step"),
        rule=params.get("rule", ""),
        since=whole_number(request, "since"),
        show=_one_of(SHOW, params.get("show", "")),
        cells=_one_of(CELLS, params.get("cells", "")),
        cell=cell,
        digit=digit if cell else "",
        number=whole_number(request, "number") or 1,
        view=_one_of(VIEWS, params.get("view", "")),
        branch=whole_number(request, "branch") or 1,
    )


def _one_of(choices: Sequence[str], text: str) -> str:
    """Return the text if it is one of the choices, else the first choice."""
    return text if text in choices else choices[0]


@require_POST
def go_on(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Start a solve that goes on from the stuck board, or redirect to the visitor's existing one.

    The ladder goes on, and where it ends, guessing.
    """
    solve = find_solve(request, solve_id)
    if not solve.can_go_on:
        raise Http404("nothing has stalled here")
    return redirect(submission.continue_stalled(solve, owner_of(request)))


@require_POST
def retry(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    solve = find_solve(request, solve_id)
    submission.retry(solve, request.user)
    return redirect(solve)
