"""The pages: fetch, decide, render."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from solver import engine, submission
from solver.chapters import NoSuchIteration
from solver.drawing import draw_small
from solver.engine.methods.base import Option, Value
from solver.library import EXAMPLES
from solver.models import Solve, SolveQuerySet
from solver.submission import Owner

from . import story
from .charts import draw_charts
from .forms import SubmissionForm
from .lists import rows_of
from .place import CELLS, SHOW, Place
from .words import say_method

RECENT = 5


@vary_on_headers("X-Requested-With")
@require_http_methods(["GET", "HEAD", "POST"])
def home(request: HttpRequest) -> HttpResponse:
    """GET: `?puzzle=` fills the board, `?solve=` with what that solve was given.

    POST does the same for a text too long for an address.
    """
    asked = request.POST if request.method == "POST" else request.GET
    form = form_again(request, asked) or SubmissionForm.prefilled(asked)
    status = 400 if form.error else 200
    if request.headers.get("X-Requested-With") != "fetch":
        return render_home(request, form, status)
    if form.error:
        return HttpResponse(form.error, status=status, content_type="text/plain; charset=utf-8")
    return render(request, "solver/_entry.html", {"form": form, "entry": form.entry})


def form_again(request: HttpRequest, asked: QueryDict) -> SubmissionForm | None:
    """The form as the solve that is named was given, pencil marks and all; None when none is named."""
    name = asked.get("solve")
    if not name:
        return None
    try:
        found = find_solve(request, uuid.UUID(name))
    except ValueError:
        raise Http404("no such solve") from None
    return SubmissionForm.filled(found.grid, found.method)


def render_home(request: HttpRequest, form: SubmissionForm, status: int = 200) -> HttpResponse:
    examples = [
        {
            "title": example.title,
            "note": _(example.note),
            "href": f"{reverse('home')}?{urlencode({'puzzle': example.givens, 'method': example.method})}",
            "board": draw_small(example.givens, engine.read(example.givens).box),
        }
        for example in EXAMPLES
    ]
    recent = visitors_solves(request).select_related("puzzle").order_by("-created_at")[:RECENT]
    context = {
        "here": "home",
        "form": form,
        "methods": drawn_methods(form.method, form.options),
        "formats": [(format.name, _(format.title)) for format in engine.formats().values()],
        "examples": examples,
        "recent": rows_of(list(recent)),
    }
    return render(request, "solver/home.html", context, status=status)


def drawn_methods(name: str, options: Mapping[str, Value]) -> list[dict[str, Any]]:
    """Every method with its options, the chosen one with what is chosen of them."""
    return [
        {
            "name": method.name,
            "title": say_method(method.name),
            "summary": _(method.summary),
            "options": [
                drawn_option(option, options.get(option.name, option.default))
                for option in method.options
            ],
            "checked": method.name == name,
        }
        for method in engine.methods().values()
    ]


def drawn_option(option: Option, value: Value) -> dict[str, Any]:
    """An option with what is chosen of it."""
    chosen = value if isinstance(value, list) else [value]
    return {
        "name": option.name,
        "kind": option.kind,
        "title": _(option.title),
        "help": _(option.help),
        "most": option.most,
        "value": value,
        "choices": [
            {"value": name, "words": _(words), "chosen": name in chosen}
            for name, words in option.choices.items()
        ],
    }


def create_solve(request: HttpRequest) -> HttpResponse:
    form = SubmissionForm.from_data(request.POST)
    if form.grid is None:
        return render_home(request, form, status=400)
    solve = submission.submit(form.grid, form.method, form.options, owner_of(request))
    if form.note:
        messages.info(request, _("Understood: %(note)s.") % {"note": form.note})
    return redirect(solve)


@never_cache
@require_safe
def solve(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    found = find_solve(request, solve_id)
    try:
        page = story.tell(_place(request, found))
    except NoSuchIteration:
        raise Http404("no such iteration") from None
    is_fragment = request.headers.get("X-Requested-With") == "fetch"
    context: dict[str, Any] = {"page": page, "solve": found}
    if is_fragment:
        return render(request, "solver/_solve.html", context)
    context["is_own"] = visitors_solves(request).filter(pk=found.pk).exists()
    if found.is_over and found.iteration_count:
        context["charts"] = draw_charts(page.place)
    return render(request, "solver/solve.html", context)


def _place(request: HttpRequest, found: Solve) -> Place:
    """Which moment of a solve the address means; how it is looked at falls back to the usual."""
    asked = request.GET
    return Place(
        found,
        iteration=iteration_number(request),
        step=_whole_number(request, "step"),
        rule=asked.get("rule", ""),
        since=_whole_number(request, "since"),
        show=asked.get("show", "") if asked.get("show") in SHOW else SHOW[0],
        cells=asked.get("cells", "") if asked.get("cells") in CELLS else CELLS[0],
    )


def find_solve(request: HttpRequest, solve_id: uuid.UUID) -> Solve:
    """The solve, for whoever may see its page and its exports; Http404 otherwise."""
    return get_object_or_404(visible_solves(request).select_related("puzzle"), pk=solve_id)


def iteration_number(request: HttpRequest) -> int | None:
    """`?iteration=`, or None; Http404 when it is no number."""
    return _whole_number(request, "iteration")


def _whole_number(request: HttpRequest, name: str) -> int | None:
    """Plain ASCII digits, few enough for a column of the database."""
    text = request.GET.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Http404("no such iteration")
    return int(text)


@require_POST
def retry(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    found = find_solve(request, solve_id)
    submission.retry(found)
    return redirect(found)


def visible_solves(request: HttpRequest) -> SolveQuerySet:
    """Those that this visitor may open by their address."""
    return Solve.objects.visible_to(request.user, request.session.session_key)


def visitors_solves(request: HttpRequest) -> SolveQuerySet:
    return Solve.objects.of_visitor(request.user, request.session.session_key)


def owner_of(request: HttpRequest) -> Owner:
    """The account, or the browser session, which begins here if there is none yet."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    if not request.session.session_key:
        request.session.create()
    return Owner(session_key=request.session.session_key or "")
