"""The list of past solves with its filters, favourites and notes, and the export of all."""

import uuid
from functools import cache
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from solver.models import Solve, SolveQuerySet
from solver.operations.files import as_attachment
from solver.queue.exports import Order
from solver.solves import files
from solver.solves.filters import FILTERS, OUTCOMES, WINDOW, SolveFilter
from solver.solves.portions import MOST_TOLD
from solver.web.entry.home import create_solve
from solver.web.page_cache import drawn_response
from solver.web.solve.rows import rows_of

from ..choices import ChoiceItem, Field, bind_values, fields_of
from ..prepared_files import file_response
from ..shortcuts import published_solves, takes_form, visitors_solves

PAGE = 25  # solves per page
LINES = "application/x-ndjson"
MOST_NOTED = 500  # characters of a note
# Fields that are always visible. The others are folded until one is used.
ALWAYS_SEEN = ("q", "method")
# Parameters that choose the list and its page. They do not narrow it.
SHELVES = {"whose", "favourite", "after"}


@takes_form
def solves(request: HttpRequest) -> HttpResponse:
    """List the visitor's solves. POST submits a new one."""
    return create_solve(request) if request.method == "POST" else list_solves(request)


def list_solves(request: HttpRequest) -> HttpResponse:
    """List solves by page, newest first. `?whose=public` lists what others have published.

    A browser may keep the public list.
    """
    params = _asked(request.GET)
    filters = SolveFilter.of(request.GET)
    page = filters.page(_solves(request, filters), PAGE)
    fields = bind_values(_fields(get_language() or ""), params)
    more = [field for name, field in fields.items() if name not in ALWAYS_SEEN]
    context = {
        "here": "solves",
        "rows": rows_of(page.solves),
        "is_public": filters.is_public,
        "is_narrowed": bool(params.keys() & {filter_.name for filter_ in FILTERS} - SHELVES),
        "errors": filters.errors,
        "params": {name: texts[-1] for name, texts in params.items()},
        "chips": _chips(params, filters.is_public),
        "fields": fields,
        "more": more,
        "is_more_asked": any(field.is_asked for field in more),
        "older_href": page.after and _href(params, after=page.after),
        "looked_through": WINDOW if page.after and len(page.solves) < PAGE else None,
        "newer_href": _href(params, after="") if "after" in params else None,
        "export_href": _href(params, reverse("export-solves"), after=""),
        "path": request.get_full_path(),
    }
    if filters.errors:
        return render(request, "solver/solves.html", context, status=400)
    return drawn_response(request, "solver/solves.html", context, not filters.is_public)


@cache
def _fields(_language: str) -> dict[str, Field]:
    return fields_of(FILTERS)


def _solves(request: HttpRequest, filters: SolveFilter) -> SolveQuerySet:
    return published_solves(request) if filters.is_public else visitors_solves(request)


def _href(params: dict[str, list[str]], path: str = "", **changes: str) -> str:
    """Return the address of the list with changed parameters. A blank value removes one."""
    query = params | {name: [value] if value else [] for name, value in changes.items()}
    return f"{path}?{urlencode(query, doseq=True)}"


def _asked(query: QueryDict) -> dict[str, list[str]]:
    """Return the query's values by name, valid or not. Only filters of several values keep all of them."""
    several = {filter_.name for filter_ in FILTERS if filter_.kind == "several"}
    params = {}
    for name, values in query.lists():
        texts = [value for value in (values if name in several else values[-1:]) if value]
        if texts:
            params[name] = texts
    return params


def _chips(params: dict[str, list[str]], is_public: bool) -> list[ChoiceItem]:
    """Return links for whose solves, then for outcomes. A selected outcome links back to all."""
    is_starred = "favourite" in params and not is_public
    shelves = (
        (_("Mine"), not is_public and not is_starred, {"whose": "", "favourite": ""}),
        (_("Favourites"), is_starred, {"whose": "", "favourite": "1"}),
        (_("Public"), is_public, {"whose": "public", "favourite": ""}),
    )
    chips = [
        ChoiceItem(label, is_chosen, href=_href(params, after="", **changes))
        for label, is_chosen, changes in shelves
    ]
    for name, label in OUTCOMES.items():
        is_chosen = params.get("outcome") == [name]
        href = _href(params, outcome="" if is_chosen else name, after="")
        chips.append(ChoiceItem(str(label), is_chosen, href=href))
    return chips


@never_cache
@require_safe
def export_solves(request: HttpRequest) -> HttpResponseBase:
    """Export every solve that the list with these filters would show as JSON lines, with all iterations."""
    filters = SolveFilter.of(request.GET)
    if filters.errors:
        return list_solves(request)
    matching, query = _solves(request, filters), request.GET.urlencode()
    pieces, following = files.drained(files.solves(matching, query, [], MOST_TOLD))
    if following is None:
        return as_attachment(pieces, LINES, "solves.jsonl")
    order = Order(
        file="solves",
        address=_href(_asked(request.GET), request.path),
        title=_("Public solves") if filters.is_public else _("Past solves"),
        content_type=LINES,
        name="solves.jsonl",
        needs={"query": query, "is_public": filters.is_public},
        language="en",
    )
    # A visitor who has published nothing finds the same as everybody.
    has_published = visitors_solves(request).filter(visibility=Solve.Visibility.PUBLIC).exists()
    is_shared = filters.is_public and not has_published
    return file_response(request, order, is_shared)


@require_POST
def keep(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Set or clear the favourite mark of one of the visitor's solves, save its note, or both. Redirect back."""
    solve = get_object_or_404(visitors_solves(request), pk=solve_id)
    if "favourite" in request.POST:
        solve.is_favourite = request.POST["favourite"] == "1"
    if "note" in request.POST:
        solve.note = request.POST["note"].strip()[:MOST_NOTED]
    try:
        Solve._meta.get_field("note").run_validators(solve.note)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        solve.save(update_fields=["is_favourite", "note"])
    back = request.POST.get("back", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if is_ours and back.startswith("/") else solve.get_absolute_url())
