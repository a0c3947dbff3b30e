"""A solve where its link is shared: the board of the moment that the link leads to, and a QR code."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from solver.models import Solve
from solver.solves.exports import exports
from solver.solves.portions import may_be_long

from ..open_graph import OpenGraph
from ..qr import draw_qr
from ..shortcuts import find_solve
from .context import SolveContext


def solve_open_graph(request: HttpRequest, solve: Solve, page: SolveContext) -> OpenGraph | None:
    """Nothing of a private solve: whoever looks at it knows it."""
    if solve.visibility == Solve.Visibility.PRIVATE:
        return None
    moment = f"?iteration={page.player.number}" if page.player else ""
    canonical = request.build_absolute_uri(solve.get_absolute_url())
    picture = request.build_absolute_uri(reverse("export", args=[solve.pk, "png"]))
    return OpenGraph(
        title=f"{page.heading} · {page.clue_line}",
        description=" · ".join([page.outcome, *page.facts]),
        address=canonical + moment,
        canonical=canonical,
        image=picture + moment,
        image_alt=page.board.label,
        is_searchable=solve.visibility == Solve.Visibility.PUBLIC,
    )


def links_to_exports(solve: Solve, number: int | None) -> dict[str, SafeString]:
    """By what they show, as HTML: there are a score of them, and a template takes ten times as long for each.

    `number` is the iteration whose board is shown, None where there is none yet. What may have to be waited for
    is no download: a browser would save the page of whoever waits.
    """
    address = reverse("export", args=[solve.pk, "-"]).removesuffix("-")
    moment = "" if number is None else f"?iteration={number}"
    is_late = may_be_long(solve)

    def links(shows: str, kind: str = "", end: str = "") -> SafeString:
        offered = (each for each in exports().values() if each.shows == shows)
        return format_html_join(
            ", ",
            '<a {}href="{}{}{}"{}>{}</a>',
            (
                (kind, address, each.ending, end, _download(is_late and each.grows), each.title)
                for each in offered
            ),
        )

    return {
        "board": links("board", "data-moment ", moment),
        "story": links("story"),
        "sets": links("sets"),
    }


def _download(is_late: bool) -> str:
    return "" if is_late else " download"


@require_safe
def qr(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """The address of the solve's page."""
    found = find_solve(request, solve_id)
    return draw_qr(request.build_absolute_uri(found.get_absolute_url()))
