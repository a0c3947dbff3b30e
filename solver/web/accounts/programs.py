"""What programs of an account need: API tokens and webhooks. The secret of each is shown once."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST

from solver.models import Delivery, Token, Webhook
from solver.models.validators import validate_plain
from solver.webhooks.safe_http import problem_with

from ..shortcuts import takes_form
from .account import HERE, signed_in_user, status_of

MOST_TOKENS = 20  # per account
SHOWN = 3  # of the latest deliveries. The API has more.


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        validators=[validate_plain],
        help_text=gettext_lazy("What the token is for: a script, a device."),
    )


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
def tokens(request: HttpRequest) -> HttpResponse:
    """List the account's API tokens. POST creates one and shows its text in this response only."""
    own = Token.objects.filter(owner=signed_in_user(request))
    form, text = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        if own.count() < MOST_TOKENS:
            _token, text = Token.objects.make(signed_in_user(request), form.cleaned_data["name"])
            form = TokenForm()
        else:
            form.add_error("name", _("An account cannot have more: revoke one first."))
    context = HERE | {"form": form, "secret": text, "rows": own}
    return render(request, "account/tokens.html", context, status=status_of(form))


@takes_form
@login_required
def webhooks(request: HttpRequest) -> HttpResponse:
    """List the account's webhooks. POST adds one and shows its secret in this response only."""
    user, form, secret = signed_in_user(request), WebhookForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        if created := Webhook.objects.make(user, form.cleaned_data["address"]):
            form, secret = WebhookForm(), created.secret
        else:
            form.add_error("address", _("An account cannot have more: remove one first."))
    newest = Prefetch("deliveries", Delivery.objects.all()[:SHOWN], to_attr="last_told")
    rows = user.webhooks.prefetch_related(newest)
    context = HERE | {"form": form, "secret": secret, "rows": rows}
    return render(request, "account/webhooks.html", context, status=status_of(form))


@require_POST
@login_required
def revoke_token(request: HttpRequest, token_id: int) -> HttpResponse:
    get_object_or_404(Token, pk=token_id, owner=signed_in_user(request)).delete()
    messages.success(request, _("The token is revoked: requests that use it are rejected."))
    return redirect("tokens")


@require_POST
@login_required
def remove_webhook(request: HttpRequest, webhook_id: UUID) -> HttpResponse:
    get_object_or_404(Webhook, pk=webhook_id, owner=signed_in_user(request)).delete()
    messages.success(request, _("The webhook is removed and gets no more messages."))
    return redirect("webhooks")
