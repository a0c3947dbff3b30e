"""Who a program is, what of it is theirs, and how often it may submit."""

from typing import Any

from django.conf import settings
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from solver.models import Solve, SolveQuerySet, Token, User
from solver.operations.limits import SAFE, client_of, network_of, spend
from solver.queue.owners import Owner


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …` with a token of an account; without the header somebody else is asked."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        kind, _, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = Token.objects.use(text.strip())
        if token is None:
            raise AuthenticationFailed("this token is unknown or revoked")
        return token.owner, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class Submissions(BaseThrottle):
    """LIMIT_SUBMISSIONS, for every request that may change something."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method not in SAFE:
            self.seconds = spend(settings.LIMIT_SUBMISSIONS, "submissions", client_of(request))
        return self.seconds is None

    def wait(self) -> float | None:
        return self.seconds


def owner_of(request: Request) -> Owner:
    """The account; else the browser session, if the caller has one."""
    if request.user.is_authenticated:
        return Owner(user=request.user)
    return Owner(session_key=request.session.session_key or "", network=network_of(request))


def visible_solves(request: Request) -> SolveQuerySet:
    """Solves that the caller may open by their address."""
    return Solve.objects.visible_to(request.user, request.session.session_key)
