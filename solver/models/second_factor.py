"""The second factor of accounts: codes of an app (TOTP), and recovery codes."""

import hashlib
import secrets
import time
from collections.abc import Iterator

import pyotp
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.utils import timezone

ISSUER = "Sudoku by sets"  # the site's name in an app
AROUND = (0, -1, 1)  # steps of half a minute that the app's clock may differ by
RECOVERY_CODES = 10
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # without letters that look like others
GROUPS, LETTERS = 4, 4  # of a code: 80 random bits


class SecondFactor(models.Model):
    """The app's secret and the digests of the recovery codes of an account.

    The secret is stored as plain text, because codes are computed from it. A reader of the database could make
    codes, and would still need the password.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64, default=pyotp.random_base32)
    # The half minute of the latest code that was accepted. This code and earlier ones are refused from then on.
    last_used = models.BigIntegerField(default=0)
    recovery = ArrayField(models.CharField(max_length=64), default=list)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.account)

    @property
    def address(self) -> str:
        """The `otpauth:` address that an app reads from a QR code."""
        app = pyotp.TOTP(self.secret)
        return app.provisioning_uri(name=self.account.get_username(), issuer_name=ISSUER)

    def make_recovery_codes(self) -> list[str]:
        """Replace the recovery codes and return the new ones, to be shown once. The row is not saved."""
        codes = list(_codes())
        self.recovery = [digest_of(code) for code in codes]
        return codes

    def has_now(self, code: str) -> int | None:
        """Return the number of the half minute for which an app's code is valid.

        Return None if the code is wrong or used up.
        """
        app = pyotp.TOTP(self.secret)
        now = int(time.time()) // app.interval
        for step in (now + around for around in AROUND):
            is_right = secrets.compare_digest(app.generate_otp(step).encode(), code.encode())
            if is_right and step > self.last_used:
                return step
        return None

    @classmethod
    @transaction.atomic
    def use(cls, account_id: int, code: str) -> bool:
        """Use up the app's current code or a recovery code of an account. Return whether the code was right."""
        factor = cls.objects.select_for_update().filter(account=account_id).first()
        if factor is None:
            return False
        step, digest = factor.has_now(code.replace(" ", "")), digest_of(code)
        if step is not None:
            factor.last_used = step
        elif digest in factor.recovery:
            factor.recovery.remove(digest)
        else:
            return False
        factor.save()
        return True


def _codes() -> Iterator[str]:
    for _ in range(RECOVERY_CODES):
        groups = ("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))
        yield "-".join(groups)


def digest_of(code: str) -> str:
    """Return the SHA-256 of a recovery code, ignoring case and separators. 80 random bits need no salt."""
    plain = "".join(character for character in code.lower() if character in ALPHABET)
    return hashlib.sha256(plain.encode()).hexdigest()
