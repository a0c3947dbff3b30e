"""The second factor of staff: set it up, remove it, and give it at sign-in."""

from typing import Any

import segno
from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required, user_passes_test
from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.decorators import method_decorator
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from solver.accounts import second_factor

from ..shortcuts import takes_form
from .account import HERE, ConfirmPasswordForm, signed_in_user, status_of

BACKEND = "django.contrib.auth.backends.ModelBackend"


def _may_have_one(user: Any) -> bool:
    """Return True for staff, and for former staff who still have one."""
    return bool(user.is_staff) or second_factor.is_set_up(user)


of_staff = user_passes_test(_may_have_one, login_url="account")


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "spellcheck": "false"}),
    )


@takes_form
@sensitive_post_parameters()
@login_required
@of_staff
def set_up(request: HttpRequest) -> HttpResponse:
    """Show the page to set up a second factor: ask for the password, then for a code of the app.

    A right code is answered with the recovery codes, which are shown once.
    """
    user = signed_in_user(request)
    new, codes = None, []
    form: forms.Form = ConfirmPasswordForm(user, request.POST or None)
    if "code" in request.POST:
        form, new = CodeForm(request.POST), second_factor.begun(request, user)
        if new is None:  # it was begun in another session, or too long ago
            return redirect("second-factor")
        if form.is_valid():
            codes = second_factor.confirm(request, new, form.cleaned_data["code"])
            if not codes:
                form.add_error("code", _("This is not the code that the app shows right now."))
    elif request.method == "POST" and form.is_valid():
        form, new = CodeForm(), second_factor.begin(request, user)
    context = HERE | {
        "form": form,
        "new": new,
        "qr": _inline_qr(new.address) if new else "",
        "codes": codes,
        "is_set_up": second_factor.is_set_up(user),
        "left": second_factor.recovery_codes_left(user),
    }
    return render(request, "account/second_factor.html", context, status=status_of(form))


@takes_form
@sensitive_post_parameters()
@login_required
@of_staff
def remove(request: HttpRequest) -> HttpResponse:
    """Show the page to remove the account's second factor. POST needs the password."""
    user = signed_in_user(request)
    form = ConfirmPasswordForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        second_factor.remove(user)
        messages.success(request, _("Your second factor is off: your password is enough."))
        return redirect("account")
    context = HERE | {"form": form}
    return render(request, "account/second_factor_remove.html", context, status=status_of(form))


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SecondFactorView(RedirectURLMixin, FormView):
    """The second step of a sign-in, after the password was given in this browser."""

    template_name = "account/sign_in_code.html"
    form_class = CodeForm
    extra_context = HERE

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        if second_factor.pending_account(request) is None:
            return redirect("sign-in")
        return super().dispatch(request, *args, **kwargs)

    def get_default_redirect_url(self) -> str:
        return resolve_url("solves")

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(**more) | {"next": self.get_redirect_url()}

    def form_valid(self, form: CodeForm) -> HttpResponse:
        user = second_factor.pending_account(self.request)
        assert user is not None  # ensured by `dispatch`
        if not second_factor.is_right(self.request, user, form.cleaned_data["code"]):
            form.add_error("code", _("This is not right. Each code works once, for half a minute."))
            return self.form_invalid(form)
        login(self.request, user, BACKEND)
        self.request.session.pop(second_factor.ASKED, None)
        self.request.session[second_factor.GIVEN] = True
        return redirect(self.get_success_url())


def _inline_qr(address: str) -> str:
    """Return the code as inline SVG, black on white in both themes. A file might be cached on its way."""
    code = segno.make_qr(address, error="m")
    drawn = code.svg_inline(scale=5, border=4, light="#fff", svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - segno's, of no text but the code's squares
