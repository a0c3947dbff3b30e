"""A shared link of a solve: its picture at the linked iteration, and its QR code."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from solver.models import Solve
from solver.operations.asked_again import for_everybody
from solver.solves.exports import exports
from solver.solves.portions import may_be_long

from ..open_graph import OpenGraph, draw_qr
from ..shortcuts import find_solve


def solve_open_graph(request: HttpRequest, solve: Solve, page: dict[str, Any]) -> OpenGraph | None:
    """Return the Open Graph data of a solve's page, or None for a private solve."""
    if solve.visibility == Solve.Visibility.PRIVATE:
        return None
    query = f"?iteration={page['player']['number']}" if page["player"] else ""
    canonical = request.build_absolute_uri(solve.get_absolute_url())
    picture = request.build_absolute_uri(reverse("export", args=[solve.pk, "png"]))
    return OpenGraph(
        title=f"{page['heading']} · {page['clue_line']}",
        description=" · ".join([page["outcome"], *page["facts"]]),
        address=canonical + query,
        canonical=canonical,
        image=picture + query,
        image_alt=page["board"].label,
        is_searchable=solve.visibility == Solve.Visibility.PUBLIC,
    )


def links_to_exports(solve: Solve, number: int | None) -> dict[str, SafeString]:
    """Return HTML links to a solve's exports, by what they show: `board`, `story` or `sets`.

    A template takes ten times as long. `number` is the iteration on the board, or None if there is none yet. An
    export that may have to be prepared first is no download link, or the browser would save the waiting page.
    """
    address = reverse("export", args=[solve.pk, "-"]).removesuffix("-")
    query = "" if number is None else f"?iteration={number}"
    may_wait = may_be_long(solve)

    def links(shows: str, kind: str = "", end: str = "") -> SafeString:
        offered = (export for export in exports().values() if export.shows == shows)
        return format_html_join(
            ", ",
            '<a {}href="{}{}{}"{}>{}</a>',
            (
                (kind, address, e.ending, end, "" if may_wait and e.grows else " download", e.title)
                for e in offered
            ),
        )

    return {
        "board": links("board", "data-moment ", query),
        "story": links("story"),
        "sets": links("sets"),
    }


@for_everybody
@require_safe
def qr(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Return the QR code of the address of a solve's page."""
    solve = find_solve(request, solve_id)
    return draw_qr(request.build_absolute_uri(solve.get_absolute_url()))
