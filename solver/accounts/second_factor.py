"""The second factor of staff: set up, ask for a code after the password, and check it."""

import logging
import time
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from solver.models import SecondFactor, User
from solver.operations.limits import address_of

log = logging.getLogger(__name__)

# Keys of the session.
GIVEN = "second_factor"  # a right code was given
ASKED = "asked_for_code"  # the password was given, the code not yet
BEGUN = "second_factor_secret"  # the secret of a second factor that is not confirmed yet

PATIENCE = 600  # seconds between password and code


def is_set_up(user: Any) -> bool:
    return SecondFactor.objects.filter(account=user).exists()


def recovery_codes_left(user: User) -> int:
    factor = SecondFactor.objects.filter(account=user).first()
    return len(factor.recovery) if factor else 0


def begin(request: HttpRequest, user: User) -> SecondFactor:
    """Return a new second factor with a secret for an authenticator app, kept in the session.

    `confirm` saves it once the app has shown a right code.
    """
    factor = SecondFactor(account=user)
    request.session[BEGUN] = factor.secret
    return factor


def begun(request: HttpRequest, user: User) -> SecondFactor | None:
    """Return the second factor that this session has begun to set up and not confirmed yet, or None."""
    secret = request.session.get(BEGUN)
    return SecondFactor(account=user, secret=secret) if secret else None


def confirm(request: HttpRequest, new: SecondFactor, code: str) -> list[str]:
    """Save the second factor and return its recovery codes, or [] if `code` is wrong.

    Other sessions of the account end with that, because they have not given a code.
    """
    step = new.has_now(code.replace(" ", ""))
    if step is None:
        return []
    new.last_used = step
    codes = new.make_recovery_codes()
    values = {n: getattr(new, n) for n in ("secret", "last_used", "recovery", "created_at")}
    SecondFactor.objects.update_or_create(account=new.account, defaults=values)
    del request.session[BEGUN]
    request.session[GIVEN] = True
    log.info("second factor set up: account %s from %s", new.account_id, address_of(request))
    return codes


def remove(user: User) -> bool:
    """Remove the account's second factor, and return whether there was one."""
    return bool(SecondFactor.objects.filter(account=user).delete()[0])


def ask(request: HttpRequest, user: User) -> None:
    """Remember in the session that this account gave its password and owes a code. This signs nobody in."""
    request.session[ASKED] = {
        "account": user.pk,
        "password": user.get_session_auth_hash(),
        "at": int(time.time()),
    }


def pending_account(request: HttpRequest) -> User | None:
    """Return the account that gave its password in this session and still owes the code of its second factor.

    Return None if there is none, if PATIENCE seconds have passed, or if the account or its password has
    changed.
    """
    state = request.session.get(ASKED)
    if not state or time.time() >= state["at"] + PATIENCE:
        return None
    user = User.objects.filter(pk=state["account"], is_active=True).first()
    is_same = user is not None and user.get_session_auth_hash() == state["password"]
    return user if is_same else None


def is_right(request: HttpRequest, user: User, code: str) -> bool:
    """Return whether `code` is a code of the account's app or a recovery code. A right code is used up."""
    if SecondFactor.use(user.pk, code):
        return True
    log.warning("wrong code: account %s from %s", user.pk, address_of(request))
    return False


def is_missing(user: AbstractBaseUser, session: SessionBase) -> bool:
    """Return whether the account has a second factor that this session has not given."""
    return not session.get(GIVEN) and is_set_up(user)
