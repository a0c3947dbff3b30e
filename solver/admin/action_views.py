"""Carry out an action of the list of puzzles, after a page that says what it will do and asks."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _, gettext_lazy

from solver.jobs import running
from solver.jobs.bulk_update import WORDS
from solver.models import Job, Puzzle, Solve
from solver.models.uuid7 import uuid_in

from .bulk_actions import BulkAction, change
from .collecting import say_puzzles

FILTERS = "_changelist_filters"  # Django's parameter with the filters of the previous list
NAMED = 5  # owners of solves that are listed before a delete
Action = tuple[Callable[..., Any], str, str]  # function, name, title: Django's own form
DELETE = BulkAction(
    "delete_selected",
    WORDS["delete"],
    "view",  # without the permission to delete, the page offers to retire
    gettext_lazy("For good."),
    lambda request, puzzles, chosen: [],
)


def action_of(action: BulkAction) -> Action:
    """Return the action as the (function, name, description) that Django's `get_actions` expects."""

    def act(admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle]) -> HttpResponseBase:
        return carry_out(admin, request, puzzles, action)

    return act, action.name, str(action.title)


def carry_out(
    admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle], action: BulkAction
) -> HttpResponseBase:
    """Start the action on the puzzles if its form is valid and the confirmed number of puzzles still holds.

    Return the action's own response, or a redirect to the list or the puzzle, with a message for each job. If
    not confirmed or not valid, return the page that asks.
    """
    count = puzzles.count()
    agreed = request.POST.get("count", "")
    form = action.page_form(request.POST if agreed else None)
    if agreed and agreed != str(count):
        message = _(
            "There are %(puzzles)s now, which is not the number on the button; please check again."
        )
        messages.warning(request, message % {"puzzles": say_puzzles(count)})
    elif agreed and form.is_valid():
        result = action.begin(request, puzzles, form.cleaned_data)
        if isinstance(result, HttpResponseBase):
            return result
        return _back(admin, request, result)
    return _ask(
        admin, request, puzzles, action, {"form": form, "says": action.says, "count": count}
    )


def carry_out_delete(
    admin: Any, request: HttpRequest, puzzles: QuerySet[Puzzle]
) -> HttpResponseBase:
    """Retire or delete puzzles as the confirmation page was answered. Return that page if it was not.

    Solves are deleted along only with that permission and if their number was typed.
    """
    puzzles = Puzzle.objects.filter(pk__in=puzzles.values("pk"))
    solves = Solve.objects.filter(puzzle__in=puzzles)
    context = {
        "count": puzzles.count(),
        "solves": solves.count(),
        "owners": _say_owners(solves),
        "free": puzzles.exclude(pk__in=Solve.objects.values("puzzle")).count(),
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
            context["wrong"] = _("Type %(number)s, the number of solves that will be deleted.") % {
                "number": context["solves"]
            }
    return _ask(admin, request, puzzles, DELETE, context)


def _say_owners(solves: QuerySet[Solve]) -> list[str]:
    """Return the owners with the most solves, for example `ada: 12`. Guests count as one owner."""
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
    """Return the address of the filtered list, or of the whole list for the page of a puzzle."""
    address = admin.list_address()
    return request.get_full_path() if request.path == address else address


def _back(admin: Any, request: HttpRequest, jobs: list[Job]) -> HttpResponse:
    """Redirect to the list, or to the page of the puzzle, with messages that name the started jobs."""
    announce(request, jobs)
    page = request.POST.get("page", "")
    if jobs and (pk := uuid_in(page)) and Puzzle.objects.filter(pk=pk).exists():
        address = reverse("admin:solver_puzzle_change", args=[page])
        # The neighbours of the puzzle depend on the filters of the list.
        filters = request.POST.get(FILTERS, "")
        return redirect(f"{address}?{urlencode({FILTERS: filters})}" if filters else address)
    return redirect(_list_of(admin, request))


def announce(request: HttpRequest, jobs: list[Job]) -> None:
    """Add a message with a link for each job. Run a job that changes one puzzle at once.

    The list that follows would otherwise show that puzzle as it was.
    """
    for job in jobs:
        if job.kind == "change" and job.total == 1:
            running.run(job.pk)
        parts = job.title, say_puzzles(job.total), job.get_absolute_url(), _("State")
        messages.success(request, format_html('{}: {}. <a href="{}">{}</a>', *parts))
