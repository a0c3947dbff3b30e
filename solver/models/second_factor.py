"""The second factor of an account: an app that makes codes, and codes for when the app is gone."""

import hashlib
import secrets
import time
from collections.abc import Iterator

import pyotp
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.utils import timezone

ISSUER = "Sudoku by sets"  # what an app calls us
AROUND = (0, -1, 1)  # half minutes: of the app's clock and ours one may be ahead
RECOVERY_CODES = 10
ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # nothing that looks like something else
GROUPS, LETTERS = 4, 4  # of a code: 80 random bits


class SecondFactor(models.Model):
    """Of recovery codes only digests are kept. The secret of an app has to be there as it is: whoever reads the
    database could make its codes, and would still need the password.
    """

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="second_factor"
    )
    secret = models.CharField(max_length=64, default=pyotp.random_base32)
    # The half minute of the code that was given last: none is good twice, and none of before it.
    last_used = models.BigIntegerField(default=0)
    recovery = ArrayField(models.CharField(max_length=64), default=list)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.account)

    @property
    def address(self) -> str:
        """What an app reads out of a QR code."""
        app = pyotp.TOTP(self.secret)
        return app.provisioning_uri(name=self.account.get_username(), issuer_name=ISSUER)

    def make_recovery_codes(self) -> list[str]:
        """New ones in place of all there were, to be shown this once; the row is yet to be saved."""
        codes = list(_codes())
        self.recovery = [digest_of(code) for code in codes]
        return codes

    def has_now(self, code: str) -> int | None:
        """The half minute of the app's code, when it is one that counts; None for any other."""
        app = pyotp.TOTP(self.secret)
        now = int(time.time()) // app.interval
        for step in (now + around for around in AROUND):
            is_it = secrets.compare_digest(app.generate_otp(step).encode(), code.encode())
            if is_it and step > self.last_used:
                return step
        return None

    @classmethod
    @transaction.atomic
    def use(cls, account_id: int, code: str) -> bool:
        """Whether the code is right: the app's of this moment, or a recovery code. It is used up by that."""
        found = cls.objects.select_for_update().filter(account=account_id).first()
        if found is None:
            return False
        step, digest = found.has_now(code.replace(" ", "")), digest_of(code)
        if step is not None:
            found.last_used = step
        elif digest in found.recovery:
            found.recovery.remove(digest)
        else:
            return False
        found.save()
        return True


def _codes() -> Iterator[str]:
    for _ in range(RECOVERY_CODES):
        groups = ("".join(secrets.choice(ALPHABET) for _ in range(LETTERS)) for _ in range(GROUPS))
        yield "-".join(groups)


def digest_of(code: str) -> str:
    """Plain SHA-256 of a recovery code, however it is typed: what is hashed is 80 random bits."""
    plain = "".join(character for character in code.lower() if character in ALPHABET)
    return hashlib.sha256(plain.encode()).hexdigest()
