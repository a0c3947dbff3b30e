"""The record for people: past solves by what is asked for, favourites and notes, and all to take along."""

import uuid
from functools import cache
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from solver.models import Solve, SolveQuerySet
from solver.operations.files import as_attachment
from solver.queue.exports import Order
from solver.solves import files
from solver.solves.filters import FILTERS, OUTCOMES, WINDOW, SolveFilter
from solver.solves.portions import MOST_TOLD
from solver.web.entry.home import create_solve
from solver.web.solve.rows import rows_of

from ..choices import ChoiceItem, Field, bind_values, fields_of
from ..prepared_files import file_response
from ..shortcuts import published_solves, visitors_solves

PAGE = 25  # solves on a page
LINES = "application/x-ndjson"
MOST_NOTED = 500  # characters of a note
ALWAYS_SEEN = ("q", "method")  # fields; all others are folded away until one of them is asked
# What says which list is shown and from where on, and asks for nothing in it.
SHELVES = {"whose", "favourite", "after"}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def solves(request: HttpRequest) -> HttpResponse:
    """GET: the past solves of this visitor. POST: a new one."""
    return create_solve(request) if request.method == "POST" else list_solves(request)


def list_solves(request: HttpRequest) -> HttpResponse:
    """Newest first, a page at a time; `?whose=public` for what others have published."""
    asked = _asked(request.GET)
    wanted = SolveFilter.of(request.GET)
    page = wanted.page(_solves(request, wanted), PAGE)
    fields = bind_values(_fields(get_language() or ""), asked)
    more = [field for name, field in fields.items() if name not in ALWAYS_SEEN]
    context = {
        "here": "solves",
        "rows": rows_of(page.solves),
        "is_public": wanted.is_public,
        "is_narrowed": bool(asked.keys() & {each.name for each in FILTERS} - SHELVES),
        "errors": wanted.errors,
        "asked": {name: texts[-1] for name, texts in asked.items()},
        "chips": _chips(asked, wanted.is_public),
        "fields": fields,
        "more": more,
        "is_more_asked": any(field.is_asked for field in more),
        "older_href": page.after and _href(asked, after=page.after),
        "looked_through": WINDOW if page.after and len(page.solves) < PAGE else None,
        "newer_href": _href(asked, after="") if "after" in asked else None,
        "export_href": _href(asked, reverse("export-solves"), after=""),
        "path": request.get_full_path(),
    }
    return render(request, "solver/solves.html", context, status=400 if wanted.errors else 200)


@cache
def _fields(_language: str) -> dict[str, Field]:
    return fields_of(FILTERS)


def _solves(request: HttpRequest, wanted: SolveFilter) -> SolveQuerySet:
    return published_solves(request) if wanted.is_public else visitors_solves(request)


def _href(asked: dict[str, list[str]], path: str = "", **changes: str) -> str:
    """The same list with something else asked for; an empty value asks for nothing."""
    kept = asked | {name: [value] if value else [] for name, value in changes.items()}
    return f"{path}?{urlencode(kept, doseq=True)}"


def _asked(query: QueryDict) -> dict[str, list[str]]:
    """Texts of the address, understood or not; of what it says twice the last, unless several are meant."""
    several = {each.name for each in FILTERS if each.kind == "several"}
    asked = {}
    for name, values in query.lists():
        said = [value for value in (values if name in several else values[-1:]) if value]
        if said:
            asked[name] = said
    return asked


def _chips(asked: dict[str, list[str]], is_public: bool) -> list[ChoiceItem]:
    """Links for whose solves, then for outcomes: a chosen outcome leads back to all."""
    is_starred = "favourite" in asked and not is_public
    shelves = (
        (_("Mine"), not is_public and not is_starred, {"whose": "", "favourite": ""}),
        (_("Favourites"), is_starred, {"whose": "", "favourite": "1"}),
        (_("Published"), is_public, {"whose": "public", "favourite": ""}),
    )
    chips = [
        ChoiceItem(words, is_chosen, href=_href(asked, after="", **changes))
        for words, is_chosen, changes in shelves
    ]
    for name, words in OUTCOMES.items():
        is_chosen = asked.get("outcome") == [name]
        href = _href(asked, outcome="" if is_chosen else name, after="")
        chips.append(ChoiceItem(str(words), is_chosen, href=href))
    return chips


@never_cache
@require_safe
def export_solves(request: HttpRequest) -> HttpResponseBase:
    """Every solve that the list would show, a line of JSON each, with all iterations."""
    wanted = SolveFilter.of(request.GET)
    if wanted.errors:
        return list_solves(request)
    found, query = _solves(request, wanted), request.GET.urlencode()
    pieces, following = files.drained(files.solves(found, query, [], MOST_TOLD))
    if following is None:
        return as_attachment(pieces, LINES, "solves.jsonl")
    order = Order(
        file="solves",
        address=_href(_asked(request.GET), request.path),
        title=_("Published solves") if wanted.is_public else _("Past solves"),
        content_type=LINES,
        name="solves.jsonl",
        needs={"query": query, "is_public": wanted.is_public},
        language="en",
    )
    # Who has published nothing finds there what everybody finds.
    has_published = visitors_solves(request).filter(visibility=Solve.Visibility.PUBLIC).exists()
    is_shared = wanted.is_public and not has_published
    return file_response(request, order, is_shared)


@require_POST
def keep(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Make it a favourite or none, note something, or both; then back to where one was."""
    found = get_object_or_404(visitors_solves(request), pk=solve_id)
    if "favourite" in request.POST:
        found.is_favourite = request.POST["favourite"] == "1"
    if "note" in request.POST:
        found.note = request.POST["note"].strip()[:MOST_NOTED]
    try:
        Solve._meta.get_field("note").run_validators(found.note)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        found.save(update_fields=["is_favourite", "note"])
    back = request.POST.get("back", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if is_ours and back.startswith("/") else found.get_absolute_url())
