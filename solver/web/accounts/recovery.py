"""Password reset: request a link by mail, and choose a new password."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.forms import PasswordResetForm
from django.http import HttpResponse
from django.urls import reverse_lazy
from django.utils.translation import get_language, gettext as _, gettext_lazy

from solver.accounts import lockout
from solver.accounts.recovery import ask_for_links

from .account import HERE


class ResetRequestForm(PasswordResetForm):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class ResetPasswordView(views.PasswordResetView):
    """Django's own, but the reaper sends the mail."""

    template_name = "account/reset.html"
    form_class = ResetRequestForm
    success_url = reverse_lazy("reset-sent")
    extra_context = HERE

    def form_valid(self, form: Any) -> HttpResponse:
        request = self.request
        site = (request.get_host(), request.is_secure(), get_language() or "en")
        ask_for_links(form.cleaned_data["email"], *site)
        return super(views.PasswordResetView, self).form_valid(form)


class ResetSentView(views.PasswordResetDoneView):
    template_name = "account/reset_sent.html"
    extra_context = HERE


class NewPasswordView(views.PasswordResetConfirmView):
    """The page of the link. It sets one new password, and signs nobody in."""

    template_name = "account/new_password.html"
    success_url = reverse_lazy("sign-in")
    extra_context = HERE

    def form_valid(self, form: Any) -> HttpResponse:
        assert self.user is not None  # otherwise there is no form
        lockout.forget_tries(self.request, self.user)
        messages.success(self.request, _("Your password is changed. Sign in with it."))
        return super().form_valid(form)
