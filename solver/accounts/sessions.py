"""Sessions of staff end some hours after the sign-in. Those of visitors last a year."""

import time
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from solver.accounts import second_factor
from solver.models import User
from solver.operations.price import account_name
from solver.operations.serving import NOBODY, served

SIGNED_IN_AT = "signed_in_at"  # in the session: seconds since 1970


def user_of(request: HttpRequest) -> AbstractBaseUser | AnonymousUser:
    """Return the signed-in account, or end the session of staff if it is too old or lacks the second factor.

    This is checked at each request, because somebody may become staff after the sign-in, or set up a second
    factor in another browser.
    """
    user = get_user(request)
    served.account = account_name(user.pk, user.is_staff) if user.pk else NOBODY
    if not isinstance(user, User) or not user.is_staff:
        return user
    if _is_old(request.session) or second_factor.is_missing(user, request.session):
        request.session.flush()
        return AnonymousUser()
    return user


def _is_old(session: SessionBase) -> bool:
    return time.time() >= session.get(SIGNED_IN_AT, 0) + settings.STAFF_SESSION_HOURS * 3600


def note_sign_in(request: HttpRequest, user: Any, **_: Any) -> None:
    """Store the time of the sign-in in the session. A session of staff ends after STAFF_SESSION_HOURS."""
    request.session[SIGNED_IN_AT] = int(time.time())
    if user.is_staff:
        request.session.set_expiry(settings.STAFF_SESSION_HOURS * 3600)
