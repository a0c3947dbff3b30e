"""Checks of the settings. No process starts with an unsafe one."""

from typing import Any

from django.conf import settings
from django.core.checks import Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
SHORTEST_KEY, SHORTEST_TOKEN = 50, 20  # characters


def refuse_unsafe() -> None:
    """Raise ImproperlyConfigured if a setting is unsafe. The message has the name and rule of each."""
    if lines := problems():
        raise ImproperlyConfigured("unsafe settings:\n" + "\n".join(f"  {line}" for line in lines))


def problems(is_worker: bool = False) -> list[str]:
    """Return a line with name and rule for each unsafe setting, or [] if all are safe.

    A site that only this machine can reach has fewer rules. A worker needs no SECRET_KEY, because it reads no
    sessions.
    """
    is_public = any(host not in LOCAL_HOSTS for host in settings.ALLOWED_HOSTS)
    key, token = _secret_key(), settings.METRICS_TOKEN
    rules = {
        f"SECRET_KEY: {SHORTEST_KEY} random characters or more, e.g. of `openssl rand -hex 32`": (
            not _is_random(key) and not (is_worker and not key)
        ),
        "SECRET_KEY_FALLBACKS: each like SECRET_KEY": not all(
            _is_random(key) for key in settings.SECRET_KEY_FALLBACKS
        ),
        "ALLOWED_HOSTS: name each host; none, or a `*`, lets anybody say who we are": (
            not settings.ALLOWED_HOSTS or any("*" in host for host in settings.ALLOWED_HOSTS)
        ),
        "DEBUG: shows the inside of errors to everybody; off, where others can reach the site": (
            settings.DEBUG and is_public
        ),
        "HTTPS: true, where others can reach the site; passwords would go by in the clear": (
            is_public and not settings.HTTPS
        ),
        "NUM_PROXIES: with HTTPS, how many proxies stand in front; one of them does the TLS": (
            settings.HTTPS and settings.NUM_PROXIES < 1
        ),
        f"METRICS_TOKEN: {SHORTEST_TOKEN} characters or more, or empty": (
            0 < len(token) < SHORTEST_TOKEN
        ),
        "DATABASE_URL: the address of PostgreSQL; at home `make run` starts one": (
            not settings.DATABASES.get("default", {}).get("NAME")
        ),
        "BOARD_SIZE: 9, 16 or 25": settings.BOARD_SIZE not in (9, 16, 25),
        "REDIS_URL: the address of Redis; at home `make run` starts one": not settings.REDIS_URL,
    }
    limits = [name for name in dir(settings) if name.startswith("LIMIT_")]
    unread = [f"{name}: like 120/minute, or empty" for name in limits if not _is_limit(name)]
    return [line for line, is_broken in rules.items() if is_broken] + unread


def _is_random(key: str) -> bool:
    return len(key) >= SHORTEST_KEY and len(set(key)) >= 10


def _secret_key() -> str:
    try:
        return settings.SECRET_KEY
    except ImproperlyConfigured:  # Django raises it for an empty key
        return ""


def _is_limit(name: str) -> bool:
    from limits import parse  # slow to import, a fifth of a command's start

    text = getattr(settings, name)
    try:
        return not text or parse(text).amount > 0
    except ValueError:
        return False


@register(Tags.security)
def check_settings(**_: Any) -> list[Error]:
    """Return an error of Django's check framework for each unsafe setting."""
    return [Error(line, id="sudokusite.E001") for line in problems()]
