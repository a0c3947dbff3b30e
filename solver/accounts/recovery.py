"""A forgotten password: a link by mail to whoever has an account with that address.

The same happens whether there is one or not: the page says the same after the same time, since the mail is sent
by a worker, which is rung for in either case.
"""

import hashlib

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.utils.translation import override

from solver.accounts.names import address_meant
from solver.models import User
from solver.operations.limits import spend

TEMPLATES = {
    "subject_template_name": "account/reset_subject.txt",
    "email_template_name": "account/reset_mail.txt",
}


def account_to_write_to(address: str) -> str:
    """The id of an account with this address; empty where there is none, or where it has had its mails.

    Counted by address, whoever asks: else anybody could fill somebody's box.
    """
    digest = hashlib.sha256(address_meant(address).encode(errors="replace")).hexdigest()[:32]
    is_too_much = spend(settings.LIMIT_MAILS, "mails", digest) is not None
    found = next(iter(PasswordResetForm().get_users(address)), None)
    return str(found.pk) if found and not is_too_much else ""


def send_links(account_id: str, host: str, is_https: bool, language: str) -> None:
    """A mail to the address of this account, for each account that has it."""
    user = User.objects.filter(pk=account_id).first() if account_id else None
    form = PasswordResetForm({"email": user.email if user else ""})
    if form.is_valid():
        with override(language):
            form.save(host, use_https=is_https, **TEMPLATES)  # type: ignore[arg-type]
