"""Carry out an action of the list of puzzles, after a page that says what it will do and asks."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.jobs import running
from solver.jobs.bulk_update import WORDS
from solver.models import Job, Puzzle, Solve

from .bulk_actions import BulkAction, change
from .collecting import say_puzzles

FILTERS = "_changelist_filters"  # as Django's admin names the list that a page was come to from
NAMED = 5  # owners of solves, before a delete
Action = tuple[Callable[..., Any], str, str]  # as Django's admin has it
DELETE = BulkAction(
    "delete_selected",
    WORDS["delete"],
    "view",  # whoever may not is offered to retire
    gettext_lazy("For good."),
    lambda request, puzzles, chosen: [],
)


def action_of(action: BulkAction) -> Action:

    def act(admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponseBase:
        return carry_out(admin, request, puzzles, action)

    return act, action.name, str(action.title)


def carry_out(
    admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle], action: BulkAction
) -> HttpResponseBase:
    """Do it where all is said and as many are meant as the button said; else ask, on a page of its own."""
    count = puzzles.count()
    agreed = request.POST.get("count", "")
    form = action.form_alone(request.POST if agreed else None)
    is_meant = agreed == str(count)
    if agreed and not is_meant:
        said = _("There are %(puzzles)s now, not as many as the button said: look again.")
        messages.warning(request, said % {"puzzles": say_puzzles(count)})
    elif agreed and form.is_valid():
        begun = action.begin(request, puzzles, form.cleaned_data)
        if isinstance(begun, HttpResponseBase):
            return begun
        return _back(admin, request, begun)
    return _ask(
        admin, request, puzzles, action, {"form": form, "says": action.says, "count": count}
    )


def carry_out_delete(
    admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle]
) -> HttpResponseBase:
    """Retire, which is offered to all; or delete, with the solves for whoever may and types their number."""
    puzzles = Puzzle.objects.filter(pk__in=puzzles.values("pk"))
    solves = Solve.objects.filter(puzzle__in=puzzles)
    context = {
        "count": puzzles.count(),
        "solves": solves.count(),
        "owners": _say_owners(solves),
        "free": puzzles.filter(~_solved()).count(),
        "may_delete": request.user.has_perm("solver.delete_puzzle"),
        "may_delete_solves": request.user.has_perm("solver.delete_solve"),
        "is_delete": True,
    }
    agreed = request.POST.get("count") == str(context["count"])
    if not agreed:
        return _ask(admin, request, puzzles, DELETE, context)
    match request.POST.get("way"):
        case "retire" if request.user.has_perm("solver.change_puzzle"):
            return _back(admin, request, change(request, puzzles, change="retire"))
        case "free" if context["may_delete"]:
            return _back(admin, request, change(request, puzzles, change="delete"))
        case "all" if context["may_delete"] and context["may_delete_solves"]:
            if request.POST.get("number", "").strip() == str(context["solves"]):
                spec = {"change": "delete", "with_solves": True}
                return _back(admin, request, change(request, puzzles, **spec))
            context["wrong"] = _("Type %(number)s, the number of solves that go along.") % {
                "number": context["solves"]
            }
    return _ask(admin, request, puzzles, DELETE, context)


def _solved() -> Q:
    return Q(pk__in=Solve.objects.values("puzzle"))


def _say_owners(solves: QuerySet[Solve]) -> list[str]:
    """`ada: 12`, those with the most first; guests are counted as one."""
    by_owner = solves.values("owner__username").annotate(n=Count("pk")).order_by("-n")
    return [
        f"{row['owner__username'] or _('guests')}: {number_format(row['n'], force_grouping=True)}"
        for row in by_owner[:NAMED]
    ]


def _ask(
    admin: Any,
    request: HttpRequest,
    puzzles: QuerySet[Puzzle],
    action: BulkAction,
    more: dict[str, Any],
) -> HttpResponse:
    context = {
        **admin.admin_site.each_context(request),
        **more,
        "action": action,
        "title": f"{action.title}: {say_puzzles(more['count'])}",
        "puzzles": puzzles[:12],
        "chosen": request.POST.getlist(ACTION_CHECKBOX_NAME) or [puzzles[0].pk],
        "is_across": request.POST.get("select_across", "") == "1",
        "list_href": _list_of(admin, request),
        "page": request.POST.get("page", ""),
        "filters": request.POST.get(FILTERS, ""),
        "opts": Puzzle._meta,
    }
    return render(request, "admin/solver/puzzle/act.html", context)


def _list_of(admin: Any, request: HttpRequest) -> str:
    """The list as it was filtered; from the page of one puzzle, the whole of it."""
    address = admin.list_address()
    return request.get_full_path() if request.path == address else address


def _back(admin: Any, request: HttpRequest, jobs: list[Job]) -> HttpResponse:
    """To the list, or the page of a puzzle, which says what has begun and where it can be watched.

    A single row is done here and now, or it would stand in the list that its editor comes back to.
    """
    tell_begun(request, jobs)
    page = request.POST.get("page", "")
    if jobs and (pk := _uuid(page)) and Puzzle.objects.filter(pk=pk).exists():
        address = reverse("admin:solver_puzzle_change", args=[page])
        # Its neighbours are those of the list that it was come to from.
        filters = request.POST.get(FILTERS, "")
        return redirect(f"{address}?{urlencode({FILTERS: filters})}" if filters else address)
    return redirect(_list_of(admin, request))


def tell_begun(request: HttpRequest, jobs: list[Job]) -> None:
    for job in jobs:
        if job.kind == "change" and job.total == 1:
            running.run(job.pk)
        told = job.title, say_puzzles(job.total), job.get_absolute_url(), _("How it stands")
        messages.success(request, format_html('{}: {}. <a href="{}">{}</a>', *told))


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
