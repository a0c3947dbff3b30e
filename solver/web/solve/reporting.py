"""Reports of published solves. Anybody may report, without a name, up to a limit."""

import uuid

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from solver.models import Report
from solver.operations.limits import client_of, spend

from ..shortcuts import published_solves, takes_form


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
    """Show the form to report a published solve. POST reports it to the moderators."""
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
