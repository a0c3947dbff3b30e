"""Forgotten passwords: a link by mail to the accounts with an address.

The page does not show whether there is such an account. In either case it writes one row, which takes the same
time, and the reaper sends the mail if there is one to send.
"""

import hashlib
import logging
import uuid
from datetime import datetime
from smtplib import SMTPException, SMTPResponseException
from typing import Any

from django.conf import settings
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import send_mail
from django.db.models.functions import Now
from django.template import loader
from django.utils.translation import override

from solver.accounts.names import address_meant
from solver.models import Mail, User
from solver.operations.limits import spend
from solver.operations.logs import current_request, request

log = logging.getLogger(__name__)

TEMPLATES = {
    "subject_template_name": "account/reset_subject.txt",
    "email_template_name": "account/reset_mail.txt",
}


class PasswordResetMailForm(PasswordResetForm):
    """Django's form, but an error of the mail server is raised and not only logged."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        subject = " ".join(loader.render_to_string(subject_template_name, context).split())
        body = loader.render_to_string(email_template_name, context)
        send_mail(subject, body, from_email, [to_email])


class DatedTokenGenerator(PasswordResetTokenGenerator):
    """Generate tokens for a given time, so that a mail that is sent twice has the same link."""

    def __init__(self, time: datetime) -> None:
        super().__init__()
        self.time = time

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.time.timestamp())  # noqa: DTZ006  # as in Django


def ask_for_links(address: str, host: str, is_https: bool, language: str) -> None:
    """Store a mail with a link for a new password, to the account with this address if there is one.

    A worker sends it later, so the request takes as long for an unknown address. `host`, `is_https` and
    `language` are those of the link.
    """
    Mail.objects.create(
        account_id=_account_to_write_to(address),
        host=host,
        is_https=is_https,
        language=language,
        request_id=current_request.get(),
        created_at=Now(),
        not_before=Now(),
    )


def _account_to_write_to(address: str) -> int | None:
    """Return the id of an account with this address, or None if there is none, or it had too many mails.

    Requests count by mail address and not by client. Otherwise anybody could fill a mailbox.
    """
    digest = hashlib.sha256(address_meant(address).encode(errors="replace")).hexdigest()[:32]
    is_too_much = spend(settings.LIMIT_MAILS, "mails", digest) is not None
    user = next(iter(PasswordResetForm().get_users(address)), None)
    return user.pk if user and not is_too_much else None


def send(mail_id: uuid.UUID) -> None:
    """Send a stored mail if it is due, and delete its row. Postpone it if sending fails."""
    if not Mail.objects.claim(mail_id):
        return
    mail = Mail.objects.get(pk=mail_id)
    with request(mail.request_id):
        try:
            _send_links(mail)
        except (SMTPException, OSError) as error:
            mail.put_off()
            log.warning(
                "mail %s: attempt %s: not sent: %s", mail.pk, mail.attempts, describe(error)
            )
        except Exception:
            mail.put_off()
            log.exception("mail %s: attempt %s: a fault", mail.pk, mail.attempts)
        else:
            Mail.objects.filter(pk=mail.pk).delete()


def describe(error: Exception) -> str:
    """Return the kind of an error without the server's text, which may contain the address."""
    code = f" {error.smtp_code}" if isinstance(error, SMTPResponseException) else ""
    return type(error).__name__ + code


def _send_links(mail: Mail) -> None:
    """Mail a link for a new password to each account that has the mail address of this mail's account.

    Send nothing if it has none. The link's validity counts from the time of the request.
    """
    user = User.objects.filter(pk=mail.account_id).first() if mail.account_id else None
    form = PasswordResetMailForm({"email": user.email if user else ""})
    if form.is_valid():
        with override(mail.language):
            form.save(
                mail.host,
                use_https=mail.is_https,
                token_generator=DatedTokenGenerator(mail.created_at),
                **TEMPLATES,  # type: ignore[arg-type]
            )
