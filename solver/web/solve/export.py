"""A solve to take away: its story as JSON, CSV and text, its boards as SVG and PNG, and a sheet to print."""

import uuid
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from solver import engine
from solver.boards import picture
from solver.models import Solve
from solver.record import exporting
from solver.record.reading import NoSuchIteration, moment

from ..visitors import find_solve, iteration_number
from ..words import say_method

CONTENT_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}
FOR_GOOD = "private, max-age=31536000, immutable"  # a finished solve never changes
ASK_EACH_TIME = "private, no-cache"  # but who may see a private one does


@require_safe
def export(request: HttpRequest, solve_id: uuid.UUID, form: str) -> HttpResponseBase:
    """`?iteration=N` for one iteration; else the whole story, or the last board of it."""
    if form not in CONTENT_TYPES:
        raise Http404("there is no such export")
    solve = find_solve(request, solve_id)
    number = iteration_number(request)
    if number and number > solve.iteration_count:
        raise Http404("no such iteration")
    is_final = solve.status == Solve.Status.FINISHED
    etag = f'"{solve.pk}-{form}-{number}-{get_language()}-{engine.VERSION}"'
    unchanged = get_conditional_response(request, etag=etag) if is_final else None
    try:
        response = unchanged or _respond(solve, form, number)
    except NoSuchIteration:  # it is being solved anew
        raise Http404("no such iteration") from None
    response.headers["Cache-Control"] = "no-store"
    if is_final:
        is_private = solve.visibility == Solve.Visibility.PRIVATE
        response.headers["Cache-Control"] = ASK_EACH_TIME if is_private else FOR_GOOD
        response.headers["ETag"] = etag
    return response


def _respond(solve: Solve, form: str, number: int | None) -> HttpResponseBase:
    story = exporting.parts_of(solve, number)
    language = get_language() or "en"
    response: HttpResponseBase
    match form:
        case "png":
            response = HttpResponse(picture.as_png(_picture(solve, number)))
        case "svg":
            response = StreamingHttpResponse(picture.as_svg(_picture(solve, number)))
        case "json":
            # What the API answers, and it answers in English.
            response = StreamingHttpResponse(_told_in("en", exporting.as_json(solve, story)))
        case "csv":
            response = StreamingHttpResponse(_told_in(language, exporting.as_csv(solve, story)))
        case _:
            response = StreamingHttpResponse(_told_in(language, exporting.as_text(solve, story)))
    name = f"sudoku-{str(solve.pk)[:8]}{'' if number is None else f'-{number}'}.{form}"
    response.headers["Content-Type"] = CONTENT_TYPES[form]
    response.headers["Content-Disposition"] = content_disposition_header(False, name) or ""
    return response


def _told_in(language: str, pieces: Iterator[str]) -> Iterator[str]:
    """The same pieces, each made in that language: they are asked for when the request is over."""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece


def _picture(solve: Solve, number: int | None) -> picture.Picture:
    shown = moment(solve, number)
    title = _("Start")
    if shown.number:
        title = _("Iteration %(number)s of %(total)s") % {
            "number": shown.number,
            "total": solve.iteration_count,
        }
    title = f"{title} · {say_method(solve.method)}"
    grid = solve.grid
    line = grid.text if len(grid.text) <= 81 else f"{grid.text[:81]}…"
    return picture.draw_picture(grid, shown.after, shown.before, shown.steps, title, line)
