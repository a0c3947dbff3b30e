"""A browser is told with every answer, whatever it is, what it may do with it."""

import pytest
from django.test import Client
from puzzles import ARTICLE_000

from solver.models import User

pytestmark = pytest.mark.django_db
POLICY = {
    "default-src 'none'",
    *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect")),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}
LISTED = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def has_all(answer):
    for name, value in LISTED.items():
        assert answer.get(name) == value, name
    assert {*answer["Content-Security-Policy"].split("; ")} == POLICY


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/techniques/", 200),
        ("/solves/", 200),
        ("/account/", 302),
        ("/account/sign-in/", 200),
        ("/admin/login/", 200),
        ("/nothing/", 404),
        ("/nothing", 404),
        ("/techniques", 301),
        ("/static/solver/css/base.css", 200),
        ("/static/nothing.css", 404),
        ("/api/v1/", 200),
        ("/api/v1/nothing/", 404),
        ("/metrics", 403),
        ("/livez", 200),
    ],
)
def test_has_every_header(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    has_all(answer)


def test_has_every_header_when_something_is_refused(client, settings):
    enforcing = Client(enforce_csrf_checks=True)
    refused = {
        400: client.get("/", HTTP_HOST="evil.example"),
        403: enforcing.post("/solves/", {"puzzle": ARTICLE_000}),
        405: client.get("/account/sign-out/"),
        413: client.post("/solves/", b"0" * 2_000_000, content_type="text/plain"),
    }
    settings.LIMIT_REQUESTS = "1/hour"
    client.get("/techniques/", REMOTE_ADDR="10.9.9.9")
    refused[429] = client.get("/techniques/", REMOTE_ADDR="10.9.9.9")
    for status, answer in refused.items():
        assert answer.status_code == status
        has_all(answer)


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/v1/", "application/json")])
def test_has_every_header_when_something_breaks(monkeypatch, path, kind):
    def break_down(*_args, **_named):
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("solver.web.views.render_home", break_down)
    monkeypatch.setattr("rest_framework.response.Response.__init__", break_down)
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 500
    assert answer["Content-Type"].startswith(kind)
    assert "secret" not in answer.content.decode()
    has_all(answer)


def test_sends_browsers_to_https_for_a_year_where_there_is_tls(client, settings):
    settings.SECURE_SSL_REDIRECT = True
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    answer = Client().get("/solves/")
    assert answer["Location"] == "https://testserver/solves/"
    secure = Client().get("/solves/", HTTP_X_FORWARDED_PROTO="https")
    assert secure["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    wrong_host = Client().get("/", HTTP_HOST="evil.example")
    assert wrong_host.status_code == 400
    has_all(wrong_host)


def test_keeps_cookies_from_scripts_and_other_sites(client):
    User.objects.create_user("setter", password="nine rows of nine")
    client.get("/account/sign-in/")
    client.post("/account/sign-in/", {"username": "setter", "password": "nine rows of nine"})
    client.post("/language/", {"language": "de"})
    assert len(client.cookies) == 3
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", ""), name


def test_keeps_cookies_to_tls_and_to_this_host():
    """Asked of the settings as they are behind TLS: `__Host-` is what browsers hold them to."""
    import subprocess
    import sys

    from support import ROOT

    code = (
        "from sudokusite import settings as s\n"
        "names = ('SESSION', 'CSRF', 'LANGUAGE')\n"
        "print([getattr(s, f'{n}_COOKIE_NAME')[:7] for n in names],"
        " [getattr(s, f'{n}_COOKIE_SECURE') for n in names])"
    )
    environment = {"HTTPS": "true", "NUM_PROXIES": "1", "PATH": "/usr/bin:/bin"}
    told = subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert told.stdout.strip() == "['__Host-', '__Host-', '__Host-'] [True, True, True]"


class TestErrorPages:
    """In our own words, in the house's frame; the API's are JSON."""

    def test_tells_a_page_from_elsewhere_that_it_may_not(self):
        answer = Client(enforce_csrf_checks=True).post("/solves/", {"puzzle": ARTICLE_000})
        assert answer.status_code == 403
        assert "That is not allowed" in answer.content.decode()
        assert "Sudoku by sets" in answer.content.decode()

    def test_tells_a_program_that_its_host_is_none_of_ours(self, client):
        answer = client.get("/api/v1/", HTTP_HOST="evil.example")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/json")

    @pytest.mark.parametrize("status", ["400", "403", "404", "413", "429", "500", "503"])
    def test_need_no_context(self, status):
        from django.template.loader import render_to_string

        assert "<h1>" in render_to_string(f"{status}.html")
