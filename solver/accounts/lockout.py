"""Limits for tries of passwords and codes."""

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

# Routes whose forms take a password, which costs half a second of CPU time: the password of the name in the
# form, the signed-in account's own, or a new one.
NAMED = {"sign-in", "admin-sign-in"}
OWN = {
    *("password", "address", "second-factor", "remove-second-factor", "delete-account"),
    "admin:password_change",
}
NEW = {
    *("sign-up", "new-password"),
    *("admin:solver_user_add", "admin:auth_user_password_change"),
}
# Routes with a code after the password, or with a mail address alone.
CODES, ADDRESSES = {"sign-in-code"}, {"reset-password"}
COUNTED = NAMED | OWN | NEW | CODES | ADDRESSES


def try_password(request: HttpRequest, route: str) -> int | None:
    """Count one try of a password or code. Return None, or the seconds to wait if there were too many tries.

    A try is counted before its hash is computed, and every try counts until one signs in, so concurrent tries
    count too. `route` is the name of the URL. Tries are counted by name *and* network address, so that a
    stranger cannot lock people out elsewhere, and then by address alone. All spellings of one account's name
    count as one.
    """
    name = ""
    if route in NAMED:
        name = name_meant(request.POST.get("username", ""))
    elif route in OWN:
        name = request.user.get_username()
    elif route in ADDRESSES:
        name = f"address {address_meant(request.POST.get('email', ''))}"
    wait = spend(settings.LIMIT_PASSWORDS, *_of(request, name)) if name else None
    if route in CODES and (user := second_factor.pending_account(request)):
        wait = spend(settings.LIMIT_PASSWORDS, *_codes_of(user))
    wait = wait or spend(settings.LIMIT_PASSWORDS_ADDRESS, "passwords", address_of(request))
    if wait:
        log.warning("locked out: %s from %s", name_in_logs(name), address_of(request))
    return wait


def _of(request: HttpRequest, username: str) -> tuple[str, str, str]:
    # A name may be long and contain any character, a key should not.
    digest = hashlib.sha256(username.encode(errors="replace")).hexdigest()[:32]
    return "passwords", digest, address_of(request)


def _codes_of(user: AbstractBaseUser) -> tuple[str, str]:
    """Return the key of codes. They count by account alone: a client that tries one has the password."""
    return "codes", str(user.pk)


def name_in_logs(username: str) -> str:
    """Return the id of the account with this name, for the log. The typed name may be a password by mistake."""
    user = get_user_model().objects.filter(username=username.replace("\0", "")).first()
    return f"account {user.pk}" if user else "no account"


def on_sign_in(request: HttpRequest, user: AbstractBaseUser, **_: Any) -> None:
    """Log a sign-in and forget the account's failed tries."""
    log.info("signed in: account %s from %s", user.pk, address_of(request))
    forget_tries(request, user)


def forget_tries(request: HttpRequest, user: AbstractBaseUser) -> None:
    """Reset the counts of failed passwords and codes of an account.

    This is done after a sign-in, and after a new password by a link in a mail, which proves the owner as well.
    """
    forgive(settings.LIMIT_PASSWORDS, *_of(request, user.get_username()))
    forgive(settings.LIMIT_PASSWORDS, *_codes_of(user))


def on_failed_sign_in(
    credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any
) -> None:
    """Log a wrong password."""
    if request is not None:
        account = name_in_logs(str(credentials.get("username", "")))
        log.warning("wrong password: %s from %s", account, address_of(request))
