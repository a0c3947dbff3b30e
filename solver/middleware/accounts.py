"""Authentication, and a limit for tries of passwords."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from solver.accounts.lockout import COUNTED, try_password
from solver.accounts.sessions import user_of
from solver.middleware.base import Middleware
from solver.middleware.errors import refuse
from solver.operations.limits import SAFE


class ExpiringAuthenticationMiddleware(AuthenticationMiddleware):
    """Django's middleware, but sessions of staff end some hours after the sign-in."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: user_of(request))  # type: ignore[assignment]


class PasswordThrottleMiddleware(Middleware):
    """Answer 429 at a form with a password after too many tries.

    It comes after the CSRF check. Otherwise other sites could use up the tries of their visitors.
    """

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        route = request.resolver_match.view_name if request.resolver_match else ""
        if request.method in SAFE or route not in COUNTED:
            return None
        wait = try_password(request, route)
        return locked_out(request, wait) if wait else None


def locked_out(request: HttpRequest, wait: int) -> HttpResponse:
    message = _("Too many passwords were tried here. Please try again in %(minutes)s min.")
    return refuse(request, 429, message % {"minutes": -(-wait // 60)}, wait)
