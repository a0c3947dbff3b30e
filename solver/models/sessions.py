"""Whose browser a row belongs to: by a digest of the session's key, which opens nothing.

The key itself is what the browser sends as its cookie: whoever reads it in a row could be that visitor.
"""

from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

SALT = "solver.models.sessions"
DIGEST = 40  # characters of a digest: 160 bits
KEY = 32  # characters of a key, as Django makes them
AT_ONCE = 1_000  # rows


def session_digest(key: str | None) -> str:
    """What a new row of a browser session holds; empty where there is no session."""
    return _digest(key, settings.SECRET_KEY) if key else ""


def session_digests(key: str | None) -> list[str]:
    """All that a row of this browser session may hold, and only such a row.

    A digest by each secret that still counts; and the key itself, which the version before this one writes
    while it is being replaced. A digest is longer than a key, so nobody passes one off as a key.
    """
    if not key:
        return []
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [*(_digest(key, secret) for secret in secrets), *([key] if len(key) == KEY else [])]


def _digest(key: str, secret: str) -> str:
    return salted_hmac(SALT, key, secret=secret, algorithm="sha256").hexdigest()[:DIGEST]


def digest_keys(rows: QuerySet[Any]) -> int:
    """Put digests in place of the keys that the version before wrote; returns of how many rows.

    A lot of rows a statement. A row that somebody takes over meanwhile is left as it then is; stopped, it
    goes on from where it was.
    """
    keyed, last, changed = rows.filter(session_digest__regex=f"^[a-z0-9]{{{KEY}}}$"), None, 0
    while True:
        rest = keyed.filter(pk__gt=last) if last else keyed
        lot = list(rest.order_by("pk").values_list("pk", "session_digest")[:AT_ONCE])
        if not lot:
            return changed
        keys = list({key for _pk, key in lot})
        table = connection.ops.quote_name(rows.model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(
                DIGEST_LOT.format(table=table),
                [keys, [session_digest(key) for key in keys], [pk for pk, _key in lot]],
            )
            changed += cursor.rowcount
        last = lot[-1][0]


DIGEST_LOT = """
    UPDATE {table} SET session_key = digest
      FROM unnest(%s::text[], %s::text[]) AS known (key, digest)
     WHERE id = ANY(%s) AND session_key = key"""
