"""The record for people: past solves by what is asked for, favourites and notes, and all to take along."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header, url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from rest_framework.utils.encoders import JSONEncoder

from solver import engine
from solver.models import SIZES, Solve, SolveQuerySet
from solver.record.exporting import iterations_as_json, solve_as_json
from solver.record.filters import READERS, WINDOW, Page, SolveFilter
from solver.record.reading import walk
from solver.web.entry.home import create_solve
from solver.web.solve.rows import rows_of

from ..visitors import visitors_solves

PAGE = 25  # solves on a page
AT_ONCE = 50  # solves in memory while all are written out
MOST_NOTED = 500  # characters of a note
OUTCOMES = {
    "solved": gettext_lazy("Solved"),
    "stalled": gettext_lazy("Stalled"),
    "contradiction": gettext_lazy("Contradiction"),
    "limit": gettext_lazy("Limit"),
}
VERDICTS = {
    "unique": gettext_lazy("One solution"),
    "multiple": gettext_lazy("Several solutions"),
    "none": gettext_lazy("No solution"),
    "unknown": gettext_lazy("Not known"),
}


@dataclass(frozen=True)
class Choice:
    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class Chip:
    """One thing to ask for more, or less where it is asked for already."""

    words: str
    href: str
    chosen: bool


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def solves(request: HttpRequest) -> HttpResponse:
    """GET: the past solves of this visitor. POST: a new one."""
    return create_solve(request) if request.method == "POST" else list_solves(request)


def list_solves(request: HttpRequest) -> HttpResponse:
    """Newest first, a page at a time; `?whose=public` for what others have published."""
    asked = {name: str(value) for name, value in request.GET.items() if value}
    is_public = asked.get("whose") == "public"
    wanted = SolveFilter.of(asked)
    page = wanted.page(_solves(request), PAGE)
    context = {
        "here": "solves",
        "rows": rows_of(page.solves),
        "is_public": is_public,
        "is_narrowed": bool(asked.keys() & READERS.keys() - {"after", "favourite"}),
        "errors": wanted.errors,
        "asked": asked,
        "chips": _chips(asked),
        "methods": [
            Choice(name, _(method.title), asked.get("method") == name)
            for name, method in engine.methods().items()
        ],
        "verdicts": [
            Choice(name, str(words), asked.get("verdict") == name)
            for name, words in VERDICTS.items()
        ],
        "sizes": [
            Choice(str(size), f"{size}×{size}", asked.get("size") == str(size)) for size in SIZES
        ],
        "older_href": page.after and _href(asked, after=page.after),
        "looked_through": WINDOW if page.after and len(page.solves) < PAGE else None,
        "newer_href": _href(asked, after="") if asked.get("after") else None,
        "export_href": _href(asked, reverse("export-solves"), after=""),
        "path": request.get_full_path(),
    }
    return render(request, "solver/solves.html", context, status=400 if wanted.errors else 200)


def _solves(request: HttpRequest) -> SolveQuerySet:
    if request.GET.get("whose") == "public":
        return Solve.objects.published()
    return visitors_solves(request)


def _href(asked: dict[str, str], path: str = "", **changes: str) -> str:
    """The same list with something else asked for; an empty value asks for nothing."""
    kept = {name: value for name, value in (asked | changes).items() if value}
    return f"{path}?{urlencode(kept)}"


def _chips(asked: dict[str, str]) -> list[Chip]:
    """Whose solves, then the outcomes: a chosen outcome leads back to all."""
    whose = "" if asked.get("whose") != "public" else "public"
    is_starred = bool(asked.get("favourite")) and not whose
    chips = [
        Chip(
            _("Mine"), _href(asked, whose="", favourite="", after=""), not whose and not is_starred
        ),
        Chip(_("Favourites"), _href(asked, whose="", favourite="1", after=""), is_starred),
        Chip(_("Published"), _href(asked, whose="public", favourite="", after=""), bool(whose)),
    ]
    for name, words in OUTCOMES.items():
        is_chosen = asked.get("outcome") == name
        href = _href(asked, outcome="" if is_chosen else name, after="")
        chips.append(Chip(str(words), href, is_chosen))
    return chips


@never_cache
@require_safe
def export_solves(request: HttpRequest) -> HttpResponseBase:
    """Every solve that the list would show, a line of JSON each, with all iterations."""
    wanted = SolveFilter.of(request.GET)
    if wanted.errors:
        return list_solves(request)
    lines = _lines(wanted, _solves(request))
    response = StreamingHttpResponse(lines, content_type="application/x-ndjson")
    name = content_disposition_header(True, "solves.jsonl")
    response.headers["Content-Disposition"] = name or ""
    return response


def _lines(wanted: SolveFilter, solves: SolveQuerySet) -> Iterator[str]:
    page = Page([], after="")
    while True:
        page = wanted.after(page.after).page(solves, AT_ONCE)
        for solve in page.solves:
            answer = solve_as_json(solve) | {"is_favourite": solve.is_favourite, "note": solve.note}
            answer["iterations"] = iterations_as_json(solve, walk(solve))
            yield json.dumps(answer, cls=JSONEncoder, ensure_ascii=False) + "\n"
        if not page.after:
            return


@require_POST
def keep(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Make it a favourite or none, note something, or both; then back to where one was."""
    found = get_object_or_404(visitors_solves(request), pk=solve_id)
    if "favourite" in request.POST:
        found.is_favourite = request.POST["favourite"] == "1"
    if "note" in request.POST:
        found.note = request.POST["note"].replace("\0", "").strip()[:MOST_NOTED]
    found.save(update_fields=["is_favourite", "note"])
    back = request.POST.get("back", "")
    is_ours = url_has_allowed_host_and_scheme(back, {request.get_host()}, request.is_secure())
    return redirect(back if is_ours and back.startswith("/") else found.get_absolute_url())
