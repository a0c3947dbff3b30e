"""Exports of a solve in every form of `solver.solves.exports`."""

import uuid
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from solver import engine
from solver.models import Solve
from solver.operations.asked_again import headers_for, keep_etag, not_modified, set_headers
from solver.queue.exports import name_of, order_of
from solver.solves.exports import Export, exports
from solver.solves.portions import Portion, is_long
from solver.solves.serializers import SolveSerializer

from ..page_cache import digest_of
from ..prepared_files import file_response, waiting_response
from ..shortcuts import find_solve, iteration_number


@require_safe
def export(request: HttpRequest, solve_id: uuid.UUID, form: str) -> HttpResponseBase:
    """Export a solve in a form such as `json`: `?iteration=N`, or else the whole solve or its last board."""
    export_form = exports().get(form)
    if export_form is None:
        raise Http404("there is no such export")
    solve = find_solve(request, solve_id)
    number = iteration_number(request)
    if number and number > solve.iteration_count:
        raise Http404("no such iteration")
    is_final = solve.status == Solve.Status.FINISHED
    if export_form.grows and number is None and is_long(solve):
        if not solve.is_over:
            return waiting_response(request, name_of(solve, export_form))
        return file_response(request, order_of(solve, export_form))
    facts = (form, number, SolveSerializer.of(solve), get_language(), engine.VERSION)
    etag = f'"{digest_of(facts)}"'
    if is_final:
        keep_etag(request, etag)
    unchanged = not_modified(request, etag) if is_final else None
    if unchanged:
        return unchanged
    response = _respond(solve, export_form, number)
    headers = headers_for(request, etag) if is_final else {"Cache-Control": "no-store"}
    set_headers(response, headers)
    return response


def _respond(solve: Solve, export_form: Export, number: int | None) -> HttpResponseBase:
    language = "en" if export_form.is_english else get_language() or "en"
    with override(language):
        content = export_form.write(Portion(solve, number))
    response: HttpResponseBase
    if isinstance(content, bytes):
        response = HttpResponse(content)
    else:
        response = StreamingHttpResponse(_in_language(language, content))
    name = content_disposition_header(False, name_of(solve, export_form, number))
    response.headers["Content-Type"] = export_form.content_type
    response.headers["Content-Disposition"] = name or ""
    return response


def _in_language(language: str, pieces: Iterator[str]) -> Iterator[str]:
    """Yield the pieces, each rendered in that language. They are read when the request is already over."""
    while True:
        with override(language):
            piece = next(pieces, None)
        if piece is None:
            return
        yield piece
