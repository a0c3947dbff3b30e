"""How long staff stay signed in: hours since the sign-in, where a visitor's session lasts a year."""

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
    """Who is signed in; of staff nobody any more once the session is too old, however much it is used.

    It is asked of each request, since somebody may have become staff after the sign-in, or set up a second
    factor elsewhere, which this session has not been given.
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
    request.session[SIGNED_IN_AT] = int(time.time())
    if user.is_staff:
        request.session.set_expiry(settings.STAFF_SESSION_HOURS * 3600)
