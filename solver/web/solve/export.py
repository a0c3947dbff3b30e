"""A solve to take away, in any of the forms of `solver.solves.exports`."""

import uuid
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from solver import engine
from solver.models import Solve
from solver.queue.exports import name_of, order_of
from solver.solves.exports import Export, exports
from solver.solves.portions import Portion, is_long
from solver.solves.reading import NoSuchIteration

from ..prepared_files import file_response, waiting_response
from ..shortcuts import find_solve, iteration_number

FOR_GOOD = "private, max-age=31536000, immutable"  # a finished solve never changes
ASK_EACH_TIME = "private, no-cache"  # but who may see a private one does


@require_safe
def export(request: HttpRequest, solve_id: uuid.UUID, form: str) -> HttpResponseBase:
    """`?iteration=N` for one iteration; else the whole story, or the last board of it."""
    chosen = exports().get(form)
    if chosen is None:
        raise Http404("there is no such export")
    solve = find_solve(request, solve_id)
    number = iteration_number(request)
    if number and number > solve.iteration_count:
        raise Http404("no such iteration")
    is_final = solve.status == Solve.Status.FINISHED
    if chosen.grows and number is None and is_long(solve):
        if not solve.is_over:
            return waiting_response(request, name_of(solve, chosen))
        return file_response(request, order_of(solve, chosen))
    etag = f'"{solve.pk}-{form}-{number}-{get_language()}-{engine.VERSION}"'
    unchanged = get_conditional_response(request, etag=etag) if is_final else None
    try:
        response = unchanged or _respond(solve, chosen, number)
    except NoSuchIteration:  # it is being solved anew
        raise Http404("no such iteration") from None
    response.headers["Cache-Control"] = "no-store"
    if is_final:
        is_private = solve.visibility == Solve.Visibility.PRIVATE
        response.headers["Cache-Control"] = ASK_EACH_TIME if is_private else FOR_GOOD
        response.headers["ETag"] = etag
    return response


def _respond(solve: Solve, chosen: Export, number: int | None) -> HttpResponseBase:
    language = "en" if chosen.is_english else get_language() or "en"
    with override(language):
        written = chosen.write(Portion(solve, number))
    response: HttpResponseBase
    if isinstance(written, bytes):
        response = HttpResponse(written)
    else:
        response = StreamingHttpResponse(_said_in(language, written))
    name = content_disposition_header(False, name_of(solve, chosen, number))
    response.headers["Content-Type"] = chosen.content_type
    response.headers["Content-Disposition"] = name or ""
    return response


def _said_in(language: str, pieces: Iterator[str]) -> Iterator[str]:
    """The same pieces, each made in that language: they are asked for when the request is over."""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece
