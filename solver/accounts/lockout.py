"""Who has tried too many passwords."""

import hashlib
import logging
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from solver.operations.limits import address_of, forgive, spend

log = logging.getLogger(__name__)


# --- Wrong passwords -------------------------------------------------------------------------------
class LockOut:
    """The first of the authentication backends: it never finds anybody, but may say that nobody is let in.

    Every try counts until one succeeds, so tries at the same moment count too. It is counted by name
    *and* address: a stranger cannot lock somebody out elsewhere.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, **_: Any
    ) -> AbstractBaseUser | None:
        if request is not None and username is not None:
            wait = spend(settings.LIMIT_PASSWORDS, *_of(request, username))
            if wait:
                log.warning("locked out: %s from %s", name_in_logs(username), address_of(request))
                request.locked_out_for = wait  # type: ignore[attr-defined]
                raise PermissionDenied
        return None


def _of(request: HttpRequest, username: str) -> tuple[str, str, str]:
    # A name may be of any length and hold anything, a key should not.
    digest = hashlib.sha256(username.encode(errors="replace")).hexdigest()[:32]
    return "passwords", digest, address_of(request)


def name_in_logs(username: str) -> str:
    """An account as the logs tell it; what is typed as a name may be somebody's password."""
    user = get_user_model().objects.filter(username=username.replace("\0", "")).first()
    return f"account {user.pk}" if user else "no account"


def _let_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    log.info("signed in: account %s from %s", user.pk, address_of(request))
    forgive(settings.LIMIT_PASSWORDS, *_of(request, user.get_username()))


def _keep_out(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    if request is not None and not hasattr(request, "locked_out_for"):  # which is logged above
        who = name_in_logs(str(credentials.get("username", "")))
        log.warning("wrong password: %s from %s", who, address_of(request))


user_logged_in.connect(_let_in)


user_login_failed.connect(_keep_out)
