"""docker-compose.yml as Compose reads it: what each service is given of an `.env`."""

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
# By the parser in C, where PyYAML has it: each command of the stand-in for `docker` reads it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
COMPOSE = yaml.load((ROOT / "docker-compose.yml").read_text(), LOADER)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
SITE = ("migrate", "web", "worker", "worker-bulk", "worker-sets", "reaper")
# What each service has of the secrets, and what it does with them.
SECRETS = {
    "postgres": {"POSTGRES_PASSWORD", "SETS_PASSWORD"},  # it gives both to their roles
    "redis": {"REDIS_PASSWORD"},
    # The database's owner; digests of sessions are made when an old database is migrated.
    "migrate": {"POSTGRES_PASSWORD", "SECRET_KEY", "SECRET_KEY_FALLBACKS"},
    "web": {
        *("POSTGRES_PASSWORD", "REDIS_PASSWORD", "METRICS_TOKEN"),
        *("SECRET_KEY", "SECRET_KEY_FALLBACKS"),
    },
    "worker": {"POSTGRES_PASSWORD", "REDIS_PASSWORD"},
    "worker-bulk": {"POSTGRES_PASSWORD", "REDIS_PASSWORD"},
    "worker-sets": {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "SETS_PASSWORD"},
    # It mails links that are signed, and makes digests of sessions of what an older version wrote.
    "reaper": {
        *("POSTGRES_PASSWORD", "REDIS_PASSWORD", "EMAIL_URL"),
        *("SECRET_KEY", "SECRET_KEY_FALLBACKS"),
    },
}
ALL_SECRETS = set().union(*SECRETS.values())


def read_env(text: str) -> dict[str, str]:
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


def environment_of(name: str, given: dict[str, str]) -> dict[str, str]:
    """What the container of a service has, by its rules: a name alone is taken from `.env`, if it is there."""
    found = {}
    for key, value in SERVICES[name].get("environment", {}).items():
        if value is None:
            found |= {key: given[key]} if key in given else {}
        else:
            found[key] = filled_in(str(value), given)
    return found


def filled_in(text: str, given: dict[str, str]) -> str:
    def value(found: re.Match[str]) -> str:
        name, how, words = found.groups()
        if given.get(name):
            return given[name]
        assert how != ":?", f"{name}: {words}"
        return words or ""

    return re.sub(r"\$\{(\w+)(:\?|:-)?([^}]*)\}", value, text).replace("$$", "$")
