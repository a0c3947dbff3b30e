"""The front page: a board to type into, the methods, examples and the visitor's latest solves."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import get_language, gettext as _, gettext_noop
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from solver import engine
from solver.boards.levels import Level
from solver.boards.thumbnails import SmallBoard, draw_small
from solver.models import Puzzle
from solver.models.puzzle import translate_title
from solver.models.uuid7 import uuid_in
from solver.puzzles.daily import puzzle_of_the_day
from solver.puzzles.starters import EXAMPLES, STARTERS
from solver.queue import batches, submission
from solver.queue.wait import await_end
from solver.web.choices import Link
from solver.web.open_graph import open_graph
from solver.web.page_cache import cached_response, values_of
from solver.web.shortcuts import (
    SENT,
    find_solve,
    is_fragment,
    owner_of,
    redirect_to_fields,
    visitor_of,
    visitors_solves,
)
from solver.web.solve.rows import SolveRow, rows_of

from .batch_form import render_many
from .forms import SubmissionForm, sent_fields
from .input_summary import AT_ONCE, summarize_input
from .methods import fields_of_methods

RECENT = 5
CELL = re.compile(r"r\d+c\d+")  # the name of a cell's field
# Generated, with a rating of 686: an X-wing is the hardest step of its path, and it cannot do without one.
X_WING = "000300510580019040100004600040800096300000002890005070002700004030940065054008000"
# Also in the head of every page.
ABOUT = gettext_noop(
    "Watch a Sudoku being solved with sets: every iteration, every technique, every candidate."
)


@vary_on_headers("X-Requested-With")
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """Show the front page's form. On GET, `?puzzle=` fills the board, and `?solve=` loads that solve's puzzle.

    POST does the same for a text too long for an address. With `check` it answers with a summary of the form,
    and with `check=level` after as much time as a request may take.
    """
    data = request.POST if request.method == "POST" else request.GET
    if "check" in data:
        form = SubmissionForm.from_data(data)
        seconds = settings.REQUEST_SECONDS if data["check"] == "level" else AT_ONCE
        context: dict[str, Any] = {"form": form, "summary": summarize_input(form, seconds)}
        return render(request, "solver/_said.html", context)
    again = None
    if request.method == "POST" and not is_fragment(request):
        again = (
            _show_on_board(request)
            if data.get("puzzle", "").strip()
            else redirect_sent(request, "home")
        )
    if again:
        return again
    form = form_of_solve(request, data) or SubmissionForm.prefilled(data)
    status = 400 if form.error else 200
    if not is_fragment(request):
        return render_home(request, form, status)
    if form.error and not form.mending:
        return HttpResponse(form.error, status=status, content_type="text/plain; charset=utf-8")
    context = {"form": form, "entry": form.entry, "summary": summarize_input(form)}
    return render(request, "solver/_entry.html", context, status=status)


def form_of_solve(request: HttpRequest, data: QueryDict) -> SubmissionForm | None:
    """Return the form filled with the puzzle and marks of `?solve=`, or None without that parameter.

    A method named in the request replaces the solve's method and options. Raise Http404 if there is no such
    solve.
    """
    if not data.get("solve"):
        return None
    solve = find_solve(request, uuid_in(data["solve"]))
    requested = SubmissionForm.prefilled(data) if "method" in data else None
    chosen = requested or solve
    return SubmissionForm.filled(solve.grid, chosen.method, chosen.options)


@dataclass(frozen=True)
class ExamplePuzzle:
    """A puzzle that shows what a method does, and the address at which it is ready to solve."""

    title: str
    note: str
    givens: str
    href: str
    board: SmallBoard


@cache
def examples(_language: str) -> tuple[ExamplePuzzle, ...]:
    return tuple(
        ExamplePuzzle(
            title=translate_title(example.title),
            note=_(example.note),
            givens=example.givens,
            href=f"{reverse('home')}?{urlencode({'puzzle': example.givens, 'method': example.method})}",
            board=draw_small(example.givens, engine.read(example.givens).box),
        )
        for example in EXAMPLES
    )


def _starts(daily: Puzzle | None) -> list[Link]:
    """Return links for a visitor without a puzzle: the one of the day, and others that fill the board."""
    today = f"?{urlencode({'puzzle': daily.givens})}" if daily else reverse("daily")
    escargot = examples(get_language() or "")[2]
    return [
        Link(_("Today’s"), today),
        Link(_("Needs an X-wing"), f"?{urlencode({'puzzle': X_WING})}"),
        Link(escargot.title, escargot.href),
        Link(_("A 4×4"), f"?{urlencode({'puzzle': STARTERS[len(EXAMPLES)].givens})}"),
    ]


@cache
def formats(_language: str) -> tuple[tuple[str, str], ...]:
    """Return (name, title) of each text format in this language, which is the key of the cache."""
    return tuple((format.name, _(format.title)) for format in engine.formats().values())


def render_home(request: HttpRequest, form: SubmissionForm, status: int = 200) -> HttpResponse:
    """Render the front page with this form. The page is cached unless it answers a POST or has an error."""
    rows, daily = _rows_of_visitor(request), puzzle_of_the_day()
    if status != 200 or request.method == "POST":
        return render(
            request, "solver/home.html", _context(request, form, rows, daily), status=status
        )
    facts = (form, rows, daily and values_of(daily))
    return cached_response(
        request, facts, lambda: ("solver/home.html", _context(request, form, rows, daily))
    )


def _rows_of_visitor(request: HttpRequest) -> list[SolveRow]:
    user, session_key = visitor_of(request)
    if not (user.is_authenticated or session_key):
        return []  # without building a query
    recent = visitors_solves(request).select_related("puzzle").order_by("-created_at")[:RECENT]
    return rows_of(list(recent))


def _context(
    request: HttpRequest, form: SubmissionForm, rows: list[SolveRow], daily: Puzzle | None
) -> dict[str, Any]:
    return {
        "here": "home",
        "open_graph": open_graph(request, "Sudoku by sets", _(ABOUT), daily),
        "form": form,
        "summary": summarize_input(form),
        "methods": fields_of_methods(form.method, form.options, is_open=bool(form.error)),
        "formats": formats(get_language() or ""),
        "starts": _starts(daily),
        "medium": Level.named("medium"),
        "examples": examples(get_language() or ""),
        "is_sql_offered": not form.why_not_in_postgresql,
        "recent": rows,
    }


def refuse_form(request: HttpRequest, form: SubmissionForm) -> HttpResponse:
    """Show a form that was sent on the front page, with its error, at a short address of its own or at once."""
    return redirect_sent(request, "home") or render_home(request, form, status=400)


def _show_on_board(request: HttpRequest) -> HttpResponse | None:
    """Redirect to the front page with the board filled from the text, or return None if that is too long."""
    fields = [field for field in sent_fields(request.POST) if not CELL.fullmatch(field[0])]
    return redirect_to_fields(reverse("home"), fields)


def redirect_sent(request: HttpRequest, page: str, **renamed: str) -> HttpResponse | None:
    """Redirect to the page of this name with all that a form sent, or return None if that is too long.

    `renamed` has the other names that the page has for fields.
    """
    fields = [(renamed.get(name, name), text) for name, text in sent_fields(request.POST)]
    return redirect_to_fields(reverse(page), [(SENT, "1"), *fields])


def create_solve(request: HttpRequest) -> HttpResponse:
    form = SubmissionForm.from_data(request.POST)
    if form.several:
        return create_batch(request, form)
    if form.grid is None:
        return refuse_form(request, form)
    solve = submission.submit(
        form.grid, form.method, form.options, owner_of(request), runs_in=form.runs_in
    )
    # Of a plain line nothing has to be understood.
    if form.note and form.text.strip().replace(".", "0") != form.grid.text:
        messages.info(request, _("Understood: %(note)s.") % {"note": form.note})
    await_end(solve, settings.ANSWER_SECONDS)  # so that the page usually opens with the result
    return redirect(solve)


def create_batch(request: HttpRequest, form: SubmissionForm) -> HttpResponse:
    """Submit the form's puzzles as a batch and redirect to it. If some are not puzzles, show their errors."""
    try:
        grids = batches.read_puzzles(form.text)
    except batches.BadPuzzles as error:
        again = redirect_sent(request, "batches", puzzle="puzzles")
        return again or render_many(request, form.text, form.method, form.options, error.sentences)
    return redirect("batch", batches.submit(grids, form.method, form.options, owner_of(request)).pk)
