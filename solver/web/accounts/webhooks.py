"""The webhooks of an account: add one, show its secret once, remove it, and see the latest deliveries."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from solver.models import Delivery, Webhook
from solver.webhooks.safe_http import problem_with

from ..shortcuts import takes_form
from .account import HERE, signed_in_user, status_of

SHOWN = 3  # of the latest deliveries. The API has more.


class WebhookForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=500,
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("The HTTPS address where your program listens."),
    )

    def clean_address(self) -> str:
        address: str = self.cleaned_data["address"]
        if problem := problem_with(address):
            raise forms.ValidationError(capfirst(_(problem)))
        return address


@takes_form
@login_required
def webhooks(request: HttpRequest) -> HttpResponse:
    """List the account's webhooks. POST adds one and shows its secret in this response only."""
    form, created = WebhookForm(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        created = Webhook.objects.make(signed_in_user(request), form.cleaned_data["address"])
        if created:
            form = WebhookForm()
        else:
            limit_message = _("An account cannot have more: remove one first.")
            form.add_error("address", limit_message)
    rows, secret = with_latest_deliveries(request), created.secret if created else ""
    context = HERE | {"form": form, "secret": secret, "rows": rows}
    return render(request, "account/webhooks.html", context, status=status_of(form))


def with_latest_deliveries(request: HttpRequest) -> QuerySet[Webhook]:
    newest = Prefetch("deliveries", Delivery.objects.all()[:SHOWN], to_attr="last_told")
    return signed_in_user(request).webhooks.prefetch_related(newest)


@require_POST
@login_required
def remove(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    get_object_or_404(Webhook, pk=webhook_id, owner=signed_in_user(request)).delete()
    messages.success(request, _("The webhook is removed and gets no more messages."))
    return redirect("webhooks")
