"""Why the database cannot be reached: a sentence for operators, without a password."""

from typing import Any

from django.conf import settings

AT_HOME = ("", "localhost", "127.0.0.1", "::1")
# Parts of the messages of PostgreSQL and its library, by cause.
REFUSED = ("password authentication failed", "no password supplied")
NO_HOST = ("failed to resolve host", "could not translate host name")
NOBODY = ("Connection refused", "No such file or directory")
TOO_LATE = ("timeout expired", "timed out", "connection timeout")


def why_away(error: Exception) -> str:
    """Return what is wrong with the connection to the database, and what to check, by the error."""
    message = str(error).strip()
    database: dict[str, Any] = settings.DATABASES.get("default", {})
    host, port = database.get("HOST") or "this machine", database.get("PORT") or 5432
    where, user = f"{host}:{port}", database.get("USER") or "nobody"

    def mentions(*phrases: str) -> bool:
        return any(phrase in message for phrase in phrases)

    if mentions(*REFUSED):
        return (
            f"the database at {where} refused the password of {user}. Look at DATABASE_URL;"
            " PostgreSQL keeps the password that it was first started with"
        )
    if mentions(f'role "{user}" does not exist'):
        return f"the database at {where} knows no role {user}. Look at DATABASE_URL"
    if mentions(f'database "{database.get("NAME")}" does not exist'):
        return f"at {where} there is no database {database.get('NAME')}. Look at DATABASE_URL"
    if mentions(*NO_HOST):
        return f"there is no host {host}, where the database should be. Look at DATABASE_URL"
    if mentions(*NOBODY):
        hint = (
            " `make run` starts one on this machine." if database.get("HOST", "") in AT_HOME else ""
        )
        return f"no database listens at {where}.{hint} Look at DATABASE_URL"
    if mentions(*TOO_LATE):
        return f"nothing answers at {where}, where the database should be. Look at DATABASE_URL"
    reason = message.splitlines()[0] if message else "it says nothing"
    return f"the database at {where} cannot be used: {reason}"
