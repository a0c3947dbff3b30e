"""Who has tried too many passwords."""

import hashlib
import logging
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.http import HttpRequest

from solver.accounts import second_factor
from solver.accounts.names import address_meant, name_meant
from solver.operations.limits import address_of, forgive, spend

log = logging.getLogger(__name__)

# Routes whose forms take a password, each of which costs half a second of the processor: of the name that
# is in the form, of whoever is signed in, or a new one.
NAMED = {"sign-in", "admin-sign-in"}
OWN = {
    *("password", "address", "second-factor", "remove-second-factor", "delete-account"),
    "admin:password_change",
}
NEW = {
    *("sign-up", "new-password"),
    *("admin:solver_user_add", "admin:auth_user_password_change"),
}
# What comes beside a password, or in its place: the code of whoever has just given theirs, and the address that
# a link is to be sent to.
CODES, ADDRESSES = {"sign-in-code"}, {"reset-password"}
COUNTED = NAMED | OWN | NEW | CODES | ADDRESSES


def try_password(request: HttpRequest, route: str) -> int | None:
    """Count a try before its hash is worked out: None, or the seconds to wait when there were too many.

    Every try counts until one signs in, so tries at the same moment count too. It is counted by name *and*
    address: a stranger cannot lock somebody out elsewhere. All spellings by which one account is found count
    as one name. Then by address, whatever the name.
    """
    name = ""
    if route in NAMED:
        name = name_meant(request.POST.get("username", ""))
    elif route in OWN:
        name = request.user.get_username()
    elif route in ADDRESSES:
        name = f"address {address_meant(request.POST.get('email', ''))}"
    wait = spend(settings.LIMIT_PASSWORDS, *_of(request, name)) if name else None
    if route in CODES and (user := second_factor.asked(request)):
        wait = spend(settings.LIMIT_PASSWORDS, *_codes_of(user))
    wait = wait or spend(settings.LIMIT_PASSWORDS_ADDRESS, "passwords", address_of(request))
    if wait:
        log.warning("locked out: %s from %s", name_in_logs(name), address_of(request))
    return wait


def _of(request: HttpRequest, username: str) -> tuple[str, str, str]:
    # A name may be of any length and hold anything, a key should not.
    digest = hashlib.sha256(username.encode(errors="replace")).hexdigest()[:32]
    return "passwords", digest, address_of(request)


def _codes_of(user: AbstractBaseUser) -> tuple[str, str]:
    """Codes are counted by account alone, from wherever they come: who tries them has the password."""
    return "codes", str(user.pk)


def name_in_logs(username: str) -> str:
    """An account as the logs tell it; what is typed as a name may be somebody's password."""
    user = get_user_model().objects.filter(username=username.replace("\0", "")).first()
    return f"account {user.pk}" if user else "no account"


def let_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    log.info("signed in: account %s from %s", user.pk, address_of(request))
    forget_tries(request, user)


def forget_tries(request: HttpRequest, user: AbstractBaseUser) -> None:
    """After a sign-in, or a new password by mail, which shows as well whose account it is."""
    forgive(settings.LIMIT_PASSWORDS, *_of(request, user.get_username()))
    forgive(settings.LIMIT_PASSWORDS, *_codes_of(user))


def keep_out(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    if request is not None:
        who = name_in_logs(str(credentials.get("username", "")))
        log.warning("wrong password: %s from %s", who, address_of(request))
