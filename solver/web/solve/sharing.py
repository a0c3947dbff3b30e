"""Who may see a solve, and its end: for whom it belongs to. To everybody else it is not there."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from solver.models import Solve

from ..shortcuts import takes_form, visitors_solves


@require_POST
def share(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    solve = _find_own(request, solve_id)
    visibility = request.POST.get("visibility", "")
    if visibility not in Solve.Visibility.values:
        messages.error(request, _("Choose who may see it: private, unlisted or public."))
        return redirect(solve)
    solve.visibility = visibility
    solve.save(update_fields=["visibility"])
    messages.success(request, _("Saved."))
    return redirect(solve)


@takes_form
def delete(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show the page to delete one of the visitor's solves. POST deletes it."""
    solve = _find_own(request, solve_id)
    if request.method == "POST":
        solve.delete()
        messages.success(request, _("The solve is deleted."))
        return redirect("solves")
    return render(request, "solver/delete.html", {"solve": solve})


def _find_own(request: HttpRequest, solve_id: uuid.UUID) -> Solve:
    return get_object_or_404(visitors_solves(request).select_related("puzzle"), pk=solve_id)
