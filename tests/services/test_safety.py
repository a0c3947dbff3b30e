"""Somebody starts the site with unsafe settings, and it says which variable is wrong instead of starting."""

import json
import os
import sys
from unittest.mock import patch

import forked
import pytest
from django.conf import Settings
from support import PATIENCE

from solver import checks

SAFE = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-0123456789abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "sudoku.example,127.0.0.1",
    "HTTPS": "true",
    "NUM_PROXIES": "1",
    "DATABASE_URL": "postgres://sudoku:nobody-is-there@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
UNSAFE = [
    ("SECRET_KEY", ""),
    ("SECRET_KEY", "short"),
    ("SECRET_KEY", "a" * 60),
    ("ALLOWED_HOSTS", ""),
    ("ALLOWED_HOSTS", "*"),
    ("ALLOWED_HOSTS", "sudoku.example,*.example"),
    ("DEBUG", "true"),
    ("HTTPS", "false"),
    ("NUM_PROXIES", "0"),
    ("METRICS_TOKEN", "guess me"),
    ("LIMIT_SUBMISSIONS", "many"),
    ("LIMIT_PASSWORDS", "10"),
    ("BOARD_SIZE", "10"),
    ("DATABASE_URL", ""),
    ("REDIS_URL", ""),
]


def start(code_or_words, **changed):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "sudokusite.settings"} | SAFE | changed
    environment.pop("DJANGO_ALLOW_ASYNC_UNSAFE", None)  # browser tests of the same process need it
    command = ["-c", code_or_words] if isinstance(code_or_words, str) else code_or_words
    return forked.run(command, environment, PATIENCE)


def test_site_starts_with_safe_settings():
    assert start("import sudokusite.wsgi").returncode == 0


def test_deployment_check_of_django_finds_nothing():
    words = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = start(words)
    assert checked.returncode == 0, checked.stderr


ASK = """
import json, django; django.setup()
from django.conf import settings
from django.test import Client
https = Client(headers={"X-Forwarded-Proto": "https", "Host": "sudoku.example"})
page = https.get("/account/sign-in/")
https.post("/language/", {"language": "de"})
kept = ("secure", "httponly", "samesite", "path", "domain")
cookies = {name: [cookie[key] for key in kept] for name, cookie in https.cookies.items()}
clear = Client(headers={"Host": "sudoku.example"})
print(json.dumps({
    "hsts": page["Strict-Transport-Security"],
    "cookies": cookies,
    "session": [settings.SESSION_COOKIE_NAME, settings.SESSION_COOKIE_SECURE],
    "clear": [clear.get(path).status_code for path in ("/", "/api/v1/", "/metrics", "/livez")],
}))
"""


@pytest.mark.asvs("3.3.1", "3.4.1")
def test_only_tls_works_behind_a_proxy():
    """`__Host-` is what browsers hold a cookie to: TLS, this host, every path."""
    answer = json.loads(start(ASK).stdout)
    assert answer["hsts"] == "max-age=31536000; includeSubDomains"
    kept = [True, True, "Lax", "/", ""]
    assert answer["cookies"] == {"__Host-csrftoken": kept, "__Host-language": kept}
    assert answer["session"] == ["__Host-sessionid", True]
    assert answer["clear"] == [301, 403, 403, 200]


def test_site_needs_no_tls_on_localhost():
    here = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "HTTPS": "false", "NUM_PROXIES": "0"}
    assert start("import sudokusite.wsgi", **here).returncode == 0


@pytest.mark.asvs("13.4.2")
@pytest.mark.parametrize(("name", "value"), UNSAFE)
def test_checks_name_every_wrong_variable(name, value, monkeypatch):
    """Asked of the rules themselves; below each kind of process is started with one of them."""
    with patch.dict(os.environ, SAFE | {name: value}):
        monkeypatch.delitem(sys.modules, "sudokusite.settings", raising=False)
        monkeypatch.setattr(checks, "settings", Settings("sudokusite.settings"))
    assert [line.split(": ")[0] for line in checks.problems()] == [name]


@pytest.mark.parametrize(
    "process",
    [
        "import sudokusite.wsgi",
        ["-m", "celery", "-A", "sudokusite", "worker", "--pool", "solo"],
        ["manage.py", "reap", "--once"],
    ],
    ids=["web", "worker", "reaper"],
)
def test_no_process_starts_with_a_short_secret_key(process):
    started = start(process, SECRET_KEY="short")
    assert started.returncode != 0
    assert "SECRET_KEY: 50 random characters or more" in started.stdout + started.stderr
