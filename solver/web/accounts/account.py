"""Accounts, with Django's own auth: sign-up, sign-in, the password, and the end of an account."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login, logout, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from solver.accounts import ownership
from solver.models import User

HERE = {"here": "account"}  # what the header marks


class SignUpForm(UserCreationForm):
    class Meta:
        model = User
        fields = ("username",)


class DeletionForm(forms.Form):
    """The password once more: whoever finds a browser left open cannot end an account."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class SignIn(views.LoginView):
    template_name = "account/sign_in.html"
    extra_context = HERE


class ChangePassword(views.PasswordChangeView):
    template_name = "account/password.html"
    extra_context = HERE
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(
            self.request, _("Your password is changed. Other browsers are signed out.")
        )
        return super().form_valid(form)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("account")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        login(request, user)
        messages.success(request, _("Welcome. Your past solves came along."))
        return redirect("solves")
    return render(request, "account/sign_up.html", HERE | {"form": form}, status=status_of(form))


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    owned = ownership.what_goes_along(signed_in(request))
    return render(request, "account/account.html", HERE | {"owned": owned})


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """GET says what goes along; POST with the password does it."""
    user = signed_in(request)
    form = DeletionForm(user, request.POST or None)
    # What staff changed stays on record, and so do they: an administrator closes their account.
    if request.method == "POST" and not user.is_staff and form.is_valid():
        ownership.delete(user)
        logout(request)
        messages.success(request, _("Your account is deleted, and all that was yours with it."))
        return redirect("home")
    context = HERE | {"form": form, "owned": ownership.what_goes_along(user)}
    return render(request, "account/delete.html", context, status=status_of(form))


def status_of(form: forms.BaseForm) -> int:
    return 400 if form.errors else 200


def signed_in(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # `login_required` saw to it
    return request.user
