"""Accounts with Django's auth: sign-up, sign-in, password, e-mail address and deletion."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import login, logout, views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import UserCreationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from solver.accounts import ownership, second_factor
from solver.models import User

from ..shortcuts import signed_in_user, takes_form

HERE = {"here": "account"}  # the entry that the header marks


ADDRESS_HELP = gettext_lazy("Optional. Only used to reset a forgotten password.")


class SignUpForm(UserCreationForm):
    class Meta:
        model = User
        fields = ("username", "email")
        labels = {"email": gettext_lazy("E-mail address")}  # noqa: RUF012  # as Django has it
        help_texts = {"email": ADDRESS_HELP}  # noqa: RUF012


class ConfirmPasswordForm(forms.Form):
    """Asks for the password again, so that nobody can take or delete an account in an open browser."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password


class EmailForm(ConfirmPasswordForm):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        max_length=254,
        help_text=ADDRESS_HELP,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ("email", "password")


class SignInView(views.LoginView):
    """Django's sign-in. Users with a second factor go on to give it, and are not signed in before."""

    template_name = "account/sign_in.html"
    extra_context = HERE

    def form_valid(self, form: Any) -> HttpResponse:
        user = form.get_user()
        if not second_factor.is_set_up(user):
            return super().form_valid(form)
        second_factor.ask(self.request, user)
        return redirect(reverse("sign-in-code", query={"next": self.get_success_url()}))


class AdminSignInView(SignInView):
    """The sign-in of the admin, for staff only."""

    authentication_form = AdminAuthenticationForm
    next_page = "admin:index"


class ChangePasswordView(views.PasswordChangeView):
    template_name = "account/password.html"
    extra_context = HERE
    success_url = reverse_lazy("account")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(
            self.request, _("Your password is changed. You were signed out in other browsers.")
        )
        return super().form_valid(form)


@takes_form
@sensitive_post_parameters()
def sign_up(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect("account")
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        user = form.save()
        login(request, user)
        messages.success(request, _("Welcome! Your earlier solves are now in your account."))
        return redirect("solves")
    return render(request, "account/sign_up.html", HERE | {"form": form}, status=status_of(form))


@never_cache
@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in_user(request)
    context = HERE | {
        "owned": ownership.what_goes_along(user),
        "has_second_factor": second_factor.is_set_up(user),
    }
    return render(request, "account/account.html", context)


@takes_form
@sensitive_post_parameters()
@login_required
def address(request: HttpRequest) -> HttpResponse:
    """Show the page to change or remove the account's e-mail address. POST needs the password."""
    user = signed_in_user(request)
    form = EmailForm(user, request.POST or None, initial={"email": user.email})
    if request.method == "POST" and form.is_valid():
        user.email = User.objects.normalize_email(form.cleaned_data["email"])
        user.save(update_fields=["email"])
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "account/address.html", HERE | {"form": form}, status=status_of(form))


@takes_form
@sensitive_post_parameters()
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show what will be deleted. POST with the password deletes the account."""
    user = signed_in_user(request)
    form = ConfirmPasswordForm(user, request.POST or None)
    # The changes of staff stay on record with their name, so an administrator closes their account.
    if request.method == "POST" and not user.is_staff and form.is_valid():
        ownership.delete(user)
        logout(request)
        messages.success(request, _("Your account and everything of yours is deleted."))
        return redirect("home")
    context = HERE | {"form": form, "owned": ownership.what_goes_along(user)}
    return render(request, "account/delete.html", context, status=status_of(form))


class SignOutView(views.LogoutView):
    """Sign out. The browser forgets the games that it kept, as the next person at it may be another."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        response["Clear-Site-Data"] = '"storage"'
        return response


def status_of(form: forms.BaseForm) -> int:
    return 400 if form.errors else 200
