"""Authentication, throttling, and what belongs to the caller of the API."""

from typing import Any

from django.conf import settings
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from solver.models import Solve, SolveQuerySet, Token, User
from solver.operations.limits import SAFE, client_of, network_of, spend
from solver.operations.price import account_name
from solver.operations.serving import NOBODY, served
from solver.queue.owners import Owner


class BearerAuthentication(BaseAuthentication):
    """Authenticate `Authorization: Bearer …` by a token. Leave other requests to the next class."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        token = Token.objects.use(text.strip())
        owner = token.owner if token else None
        served.account = account_name(owner.pk, owner.is_staff) if owner else NOBODY
        if token is None:
            raise AuthenticationFailed("this token is unknown or revoked")
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class SameSiteSessionAuthentication(SessionAuthentication):
    """Authenticate a browser by its session. A request that changes something must come from our pages.

    Django REST framework checks this only for accounts, but a session without one owns solves and jobs too.
    """

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        if request.method not in SAFE and settings.SESSION_COOKIE_NAME in request.COOKIES:
            self.enforce_csrf(request)
        return super().authenticate(request)

    def enforce_csrf(self, request: Request) -> None:
        """Trust the browser if it says that our page sent the request. Ask for a CSRF token otherwise."""
        if not is_from_our_page(request):
            super().enforce_csrf(request)


def is_from_our_page(request: Request) -> bool:
    """Return whether the browser says that a page of this site sent the request."""
    origin = request.headers.get("Origin")
    site = request.headers.get("Sec-Fetch-Site")
    if origin is None:
        return site == "same-origin"
    is_ours = origin == f"{request.scheme}://{request.get_host()}"
    return is_ours and site in (None, "same-origin")


class SubmissionThrottle(BaseThrottle):
    """Apply LIMIT_SUBMISSIONS to every request that may change something."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method not in SAFE:
            self.seconds = spend(settings.LIMIT_SUBMISSIONS, "submissions", client_of(request))
        return self.seconds is None

    def wait(self) -> float | None:
        return self.seconds


def owner_of(request: Request) -> Owner:
    """Return the caller's account as owner, or else the browser session, whose key may be empty."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    return Owner(session_key=request.session.session_key or "", network=network_of(request))


def account_of(request: Request, what: str) -> User:
    """Return the caller's account. Raise PermissionDenied without one: accounts alone have `what`."""
    if isinstance(request.user, User):
        return request.user
    raise PermissionDenied(f"{what} belong to accounts; send the token of one")


def visible_solves(request: Request) -> SolveQuerySet:
    """Return the solves that the caller may open by their address."""
    return Solve.objects.visible_to(request.user, request.session.session_key)
