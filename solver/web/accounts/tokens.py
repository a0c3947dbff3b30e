"""The API tokens of an account: create, show once, revoke."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from solver.models import Token
from solver.models.validators import validate_plain

from ..shortcuts import takes_form
from .account import HERE, signed_in_user, status_of

MOST = 20  # tokens per account


class TokenForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        validators=[validate_plain],
        help_text=gettext_lazy("What the token is for: a script, a device."),
    )


@takes_form
@login_required
def tokens(request: HttpRequest) -> HttpResponse:
    """List the account's API tokens. POST creates one and shows its text in this response only."""
    own = Token.objects.filter(owner=signed_in_user(request))
    form, text = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        if own.count() < MOST:
            _token, text = Token.objects.make(signed_in_user(request), form.cleaned_data["name"])
            form = TokenForm()
        else:
            form.add_error("name", _("An account cannot have more: revoke one first."))
    context = HERE | {"form": form, "secret": text, "rows": own}
    return render(request, "account/tokens.html", context, status=status_of(form))


@require_POST
@login_required
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    get_object_or_404(Token, pk=token_id, owner=signed_in_user(request)).delete()
    messages.success(request, _("The token is revoked: requests that use it are rejected."))
    return redirect("tokens")
