"""A forgotten password: an address is typed, a link comes by mail, a new password is chosen."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from solver import tasks
from solver.accounts import lockout
from solver.accounts.recovery import account_to_write_to

from .account import HERE


class AddressForm(PasswordResetForm):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ResetPassword(views.PasswordResetView):
    """Django's own, whose mail a worker sends."""

    template_name = "account/reset.html"
    form_class = AddressForm
    success_url = reverse_lazy("reset-sent")
    extra_context = HERE

    def form_valid(self, form: Any) -> HttpResponse:
        request = self.request
        account_id = account_to_write_to(form.cleaned_data["email"])
        where = (request.get_host(), request.is_secure(), get_language() or "en")
        if not tasks.publish(account_id, "slow", tasks.send_links, *where):
            form.add_error(
                None, _("No mail can be sent at this moment. Try again in a few minutes.")
            )
            return self.render_to_response(self.get_context_data(form=form), status=503)
        return super(views.PasswordResetView, self).form_valid(form)


class ResetSent(views.PasswordResetDoneView):
    template_name = "account/reset_sent.html"
    extra_context = HERE


class NewPassword(views.PasswordResetConfirmView):
    """Where the link leads; it is good for one new password, and nobody is signed in by it."""

    template_name = "account/new_password.html"
    success_url = reverse_lazy("sign-in")
    extra_context = HERE

    def form_valid(self, form: Any) -> HttpResponse:
        assert self.user is not None  # or there is no form
        lockout.forget_tries(self.request, self.user)
        messages.success(self.request, _("Your password is changed. Sign in with it."))
        return super().form_valid(form)
