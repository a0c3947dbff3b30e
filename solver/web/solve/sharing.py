"""A solve that others see: who may see it, how it is embedded in other sites, and reports about it."""

import uuid

from csp.decorators import csp_replace
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_POST, require_safe

from solver.models import Report, Solve
from solver.operations.limits import client_of, spend
from solver.solves.reading import get_snapshot

from ..shortcuts import (
    iteration_number,
    published_solves,
    takes_form,
    visitors_solves,
    whole_number,
)
from .context import build_solve_context
from .default_iteration import default_iteration
from .headline import build_headline
from .solve_view import SolveView


@require_POST
def share(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Set who may see one of the visitor's solves."""
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
    """Return one of the visitor's solves. Raise Http404 for those of others."""
    return get_object_or_404(visitors_solves(request).select_related("puzzle"), pk=solve_id)


@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its views take no parameter
@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show the board, its player and a link to the page, in a frame of another site.

    It shows what an anonymous visitor sees: `?iteration=N` with `&step=N`, or else what the page opens at. A
    frame on another site has no cookie of ours, and gets none.
    """
    visible = Solve.objects.visible_to(AnonymousUser(), None).select_related("puzzle")
    solve = get_object_or_404(visible, pk=solve_id)
    view = SolveView(solve, iteration=iteration_number(request), step=whole_number(request, "step"))
    opening = default_iteration(view)
    view = opening.view if opening else view
    snapshot = get_snapshot(solve, view.iteration)
    view = view.at_its_only_step(snapshot.iteration.steps)
    page = build_solve_context(view, snapshot, opening)
    context = {"page": page, "solve": solve, "headline": build_headline(solve)}
    context["href"] = f"{solve.get_absolute_url()}{view.href}"
    response = render(request, "solver/embed.html", context)
    response.headers["Cache-Control"] = "no-cache"  # because its visibility may change
    return response


class ReportForm(forms.ModelForm):
    # Django's own field would offer a blank choice too.
    reason = forms.ChoiceField(
        label=gettext_lazy("What is wrong with this solve?"),
        choices=Report.Reason.choices,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Report
        fields = ("reason", "words")
        labels = {"words": gettext_lazy("In your words")}  # noqa: RUF012  # as Django has it
        help_texts = {"words": gettext_lazy("Not needed. Only the staff of this site reads it.")}  # noqa: RUF012
        widgets = {"words": forms.Textarea(attrs={"rows": 3})}  # noqa: RUF012


@takes_form
def report(request: HttpRequest, solve_id: uuid.UUID) -> HttpResponse:
    """Show the form to report a published solve. POST reports it to the moderators.

    Anybody may report, without a name, up to a limit.
    """
    solve = get_object_or_404(published_solves(request).select_related("puzzle"), pk=solve_id)
    form, status = ReportForm(request.POST or None), 200
    if request.method == "POST":
        form.instance.solve = solve
        if not form.is_valid():
            status = 400
        elif spend(settings.LIMIT_REPORTS, "reports", client_of(request)):
            form.add_error(
                None, _("You have sent many reports in a short time. Please try again later.")
            )
            status = 429
        else:
            if solve.reports.filter(Report.OPEN).count() < Report.MOST_OPEN:
                form.save()
            messages.success(request, _("Thank you. A moderator will look at it."))
            return redirect(solve)
    return render(request, "solver/report.html", {"solve": solve, "form": form}, status=status)
