"""Digests of session keys, by which rows belong to a browser.

The key itself is the browser's cookie, so a reader of the database could act as that visitor.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "solver.models.sessions"
DIGEST = 40  # characters of a digest: 160 bits


def session_digest(key: str | None) -> str:
    """Return the digest for new rows of a browser session, or an empty string without a session."""
    return _digest(key, settings.SECRET_KEY) if key else ""


def session_digests(key: str | None) -> list[str]:
    """Return all digests that rows of this browser session may have: one for each valid secret."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_digest(key, secret) for secret in secrets] if key else []


def _digest(key: str, secret: str) -> str:
    return salted_hmac(SALT, key, secret=secret, algorithm="sha256").hexdigest()[:DIGEST]
