"""A solve to embed in other sites: the board, its player, and a link to the page.

It shows what an anonymous visitor sees. A frame on another site has no cookie of ours, and gets none.
"""

import uuid

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from solver.models import Solve
from solver.solves.reading import NoSuchIteration, get_snapshot

from ..shortcuts import iteration_number, whole_number
from .context import build_solve_context
from .default_iteration import default_iteration
from .headline import build_headline
from .solve_view import SolveView


@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its views take no parameter
@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show `?iteration=N` with `&step=N`, or else what the page opens at."""
    visible = Solve.objects.visible_to(AnonymousUser(), None).select_related("puzzle")
    solve = get_object_or_404(visible, pk=solve_id)
    view = SolveView(solve, iteration=iteration_number(request), step=whole_number(request, "step"))
    try:
        opening = default_iteration(view)
        view = opening.view if opening else view
        snapshot = get_snapshot(solve, view.iteration)
        view = view.at_its_only_step(snapshot.iteration.steps)
        page = build_solve_context(view, snapshot, opening)
    except NoSuchIteration:
        raise Http404("no such iteration") from None
    context = {"page": page, "solve": solve, "headline": build_headline(solve)}
    context["href"] = f"{solve.get_absolute_url()}{view.href}"
    response = render(request, "solver/embed.html", context)
    response.headers["Cache-Control"] = "no-cache"  # because its visibility may change
    return response
