"""Whose browser a row belongs to: by a digest of the session's key, which opens nothing.

The key itself is what the browser sends as its cookie: whoever reads it in a row could be that visitor.
"""

from django.conf import settings
from django.utils.crypto import salted_hmac

SALT = "solver.models.sessions"
DIGEST = 40  # characters of a digest: 160 bits


def session_digest(key: str | None) -> str:
    """What a new row of a browser session holds; empty where there is no session."""
    return _digest(key, settings.SECRET_KEY) if key else ""


def session_digests(key: str | None) -> list[str]:
    """All that a row of this browser session may hold: a digest by each secret that still counts."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_digest(key, secret) for secret in secrets] if key else []


def _digest(key: str, secret: str) -> str:
    return salted_hmac(SALT, key, secret=secret, algorithm="sha256").hexdigest()[:DIGEST]
