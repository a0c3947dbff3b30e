"""The second factor of staff at the sign-in: who has given the password, and has the code still to give."""

import logging
import time
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from solver.models import SecondFactor, User
from solver.operations.limits import address_of

log = logging.getLogger(__name__)

GIVEN = "second_factor"  # in the session of whoever gave a code
ASKED = "asked_for_code"  # in the session of whoever gave the password alone
BEGUN = (
    "second_factor_secret"  # in the session of whoever is setting one up: it counts for nothing yet
)
PATIENCE = 600  # seconds in which the code has to follow


def is_set_up(user: Any) -> bool:
    return SecondFactor.objects.filter(account=user).exists()


def recovery_codes_left(user: User) -> int:
    found = SecondFactor.objects.filter(account=user).first()
    return len(found.recovery) if found else 0


def begin(request: HttpRequest, user: User) -> SecondFactor:
    """A new secret for an app, which stands in no row until the app has shown a right code."""
    begun = SecondFactor(account=user)
    request.session[BEGUN] = begun.secret
    return begun


def begun(request: HttpRequest, user: User) -> SecondFactor | None:
    secret = request.session.get(BEGUN)
    return SecondFactor(account=user, secret=secret) if secret else None


def confirm(request: HttpRequest, new: SecondFactor, code: str) -> list[str]:
    """The recovery codes, seen once, when the code is the app's; none when it is not.

    Other sessions of the account end with that: none of them has given a code.
    """
    step = new.has_now(code.replace(" ", ""))
    if step is None:
        return []
    new.last_used = step
    codes = new.make_recovery_codes()
    kept = {name: getattr(new, name) for name in ("secret", "last_used", "recovery", "created_at")}
    SecondFactor.objects.update_or_create(account=new.account, defaults=kept)
    del request.session[BEGUN]
    request.session[GIVEN] = True
    log.info("second factor set up: account %s from %s", new.account_id, address_of(request))
    return codes


def remove(user: User) -> bool:
    """Whether there was any."""
    return bool(SecondFactor.objects.filter(account=user).delete()[0])


def ask(request: HttpRequest, user: User) -> None:
    """Remember who gave the password, for as long as the code may take. Nobody is signed in by it."""
    request.session[ASKED] = {
        "account": user.pk,
        "password": user.get_session_auth_hash(),
        "at": int(time.time()),
    }


def asked(request: HttpRequest) -> User | None:
    """Who gave the password in this browser, some minutes ago at most, and has not changed it since."""
    said = request.session.get(ASKED)
    if not said or time.time() >= said["at"] + PATIENCE:
        return None
    user = User.objects.filter(pk=said["account"], is_active=True).first()
    is_same = user is not None and user.get_session_auth_hash() == said["password"]
    return user if is_same else None


def is_right(request: HttpRequest, user: User, code: str) -> bool:
    if SecondFactor.use(user.pk, code):
        return True
    log.warning("wrong code: account %s from %s", user.pk, address_of(request))
    return False


def is_missing(user: AbstractBaseUser, session: SessionBase) -> bool:
    """Whether somebody has a second factor that this session was not given."""
    return not session.get(GIVEN) and is_set_up(user)
