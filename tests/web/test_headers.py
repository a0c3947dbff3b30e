"""A browser is told with every answer, whatever it is, what it may do with it."""

import re

import pytest
from django.db import OperationalError
from django.test import Client, override_settings
from puzzles import ARTICLE_000
from support import ROOT

from solver.models import User

pytestmark = pytest.mark.django_db
POLICY = {
    "default-src 'none'",
    *(f"{kind}-src 'self'" for kind in ("script", "style", "img", "font", "connect", "manifest")),
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
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]
    if answer["Content-Type"].startswith("text/"):
        assert answer["Content-Type"].replace('"', "").endswith("; charset=utf-8")


@pytest.fixture(autouse=True)
def _static_files_as_they_are_served(settings):
    settings.WHITENOISE_AUTOREFRESH = False


@pytest.mark.asvs("3.2.1", "3.4.3", "4.1.1")
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
        ("/robots.txt", 200),
        ("/sitemap.xml", 200),
        ("/sitemap-pages.xml", 200),
        ("/puzzles/feed/", 200),
    ],
)
def test_every_answer_has_every_header(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    has_all(answer)


@pytest.mark.asvs("13.4.2")
def test_answer_to_a_refused_verb_has_every_header(client):
    for verb, path in (("get", "/account/sign-out/"), ("put", "/"), ("trace", "/")):
        answer = getattr(client, verb)(path)
        assert answer.status_code == 405
        has_all(answer)


@pytest.mark.asvs("3.4.2")
def test_answers_forbid_reading_by_other_sites():
    """Neither a plain request of theirs nor one that asks before."""
    there = Client(headers={"Origin": "https://evil.example"})
    for path in ("/api/v1/", "/api/v1/solves/", "/"):
        has_all(there.get(path))
        asking = {"Access-Control-Request-Method": "POST"}
        has_all(there.options(path, headers=asking))


@pytest.mark.asvs("13.4.1", "13.4.2")
def test_files_of_the_project_get_404(client):
    hidden = ("/.git/config", "/.env", "/manage.py", "/debug/", "/__debug__/", "/static/")
    for path in (*hidden, "/static/solver/", "/static/../manage.py", "/static/%2e%2e/manage.py"):
        assert client.get(path).status_code == 404, path


@pytest.mark.asvs("1.2.1", "3.2.2")
def test_scripts_insert_only_html_of_the_server():
    """The other scripts put text in as text, and take nodes from pages that the server drew."""
    writes = re.compile(
        r".*(?:(?:inner|outer)HTML|insertAdjacent|document\.write|eval\(|Function\().*"
    )
    found = [
        (path.name, line.strip())
        for path in sorted((ROOT / "solver/static/solver/js").glob("*.js"))
        for line in writes.findall(path.read_text())
    ]
    assert found == [
        ("cells.js", "if (answer.shown) cell.innerHTML = answer.shown; // the server's own markup"),
        ("entry.js", "if (html.trim() && status.innerHTML !== html) status.innerHTML = html;"),
        ("entry.js", "root.innerHTML = said;"),
        ("entry.js", 'sayAs(root.querySelector("template").innerHTML);'),
        ("play.js", "told.innerHTML = html;"),
    ]


@pytest.mark.asvs("3.4.3")
@pytest.mark.parametrize(
    ("path", "kind"), [("/", "text/html"), ("/api/v1/", "application/problem+json")]
)
def test_server_error_has_every_header(monkeypatch, path, kind):
    def break_down(*_args, **_named):
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr("solver.web.entry.home.render_home", break_down)
    monkeypatch.setattr("rest_framework.response.Response.__init__", break_down)
    answer = Client(raise_request_exception=False).get(path)
    assert answer.status_code == 500
    assert answer["Content-Type"].startswith(kind)
    assert "secret" not in answer.content.decode()
    has_all(answer)


@pytest.mark.asvs("3.4.1")
def test_tls_redirects_browsers_and_sends_hsts(client, settings):
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


@pytest.mark.asvs("4.1.3")
def test_forged_protocol_headers_do_not_count_as_tls(settings):
    settings.SECURE_SSL_REDIRECT = True  # and there is no proxy of ours that would say so
    for name in ("X-Forwarded-Proto", "X-Forwarded-Protocol", "X-Forwarded-Ssl", "Forwarded"):
        assert Client(headers={name: "https"}).get("/solves/").status_code == 301, name


@pytest.mark.asvs("4.1.2")
@pytest.mark.parametrize("path", ["/api/v1/", "/api/v1/solves/", "/metrics"])
def test_programs_without_tls_get_403_and_no_redirect(settings, path):
    settings.SECURE_SSL_REDIRECT = True
    answer = Client(headers={"Authorization": "Bearer sbs_x"}).get(path)
    assert answer.status_code == 403
    assert "HTTPS only" in answer.content.decode()
    has_all(answer)
    assert (
        Client().get("/livez").status_code == 200
    )  # which tells nothing, to whoever looks after us


@pytest.mark.asvs("3.3.1")
def test_cookies_have_httponly_and_samesite(client):
    User.objects.create_user("setter", password="nine rows of nine")
    client.get("/account/sign-in/")
    client.post("/account/sign-in/", {"username": "setter", "password": "nine rows of nine"})
    client.post("/language/", {"language": "de"})
    client.post("/theme/", {"theme": "dark"})
    assert len(client.cookies) == 4
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", ""), name


# --- Pages of errors -------------------------------------------------------------------------------


def wrong_host(client):
    return client.get("/", HTTP_HOST="evil.example")


def form_from_elsewhere(client):
    client.handler.enforce_csrf_checks = True
    return client.post("/solves/", {"puzzle": ARTICLE_000})


def not_allowed(client):
    client.force_login(User.objects.create_user("viewer", is_staff=True))
    return client.get("/admin/solver/puzzle/")


def nothing_there(client):
    return client.get("/nothing/")


def too_large(client):
    return client.post("/solves/", b"0" * 2_000_000, content_type="text/plain")


@override_settings(LIMIT_REQUESTS="1/hour")
def too_often(client):
    return [client.get("/nothing/", REMOTE_ADDR="10.9.9.9") for _ in range(2)][1]


def broken(client):
    return client.get("/?breaks=code")


def database_away(client):
    return client.get("/?breaks=database")


BREAKS = {"code": RuntimeError, "database": OperationalError}


@pytest.mark.asvs("3.4.3", "16.5.1")
class TestErrorPages:
    """In our own words and in the reader's language, in the house's frame; the API's are JSON."""

    @pytest.fixture(autouse=True)
    def breaking(self, monkeypatch):
        """What no request can bring about: the front page breaks as its address says."""

        def break_down(request, *_args, **_named):
            raise BREAKS[request.GET["breaks"]]("a secret of the inside")

        monkeypatch.setattr("solver.web.entry.home.render_home", break_down)

    @pytest.mark.parametrize("language", ["en", "de"])
    @pytest.mark.parametrize(
        ("status", "ask", "english", "german"),
        [
            (400, wrong_host, "could not be understood", "war nicht lesbar"),
            (403, form_from_elsewhere, "go back, reload it", "Geh zurück"),
            (403, not_allowed, "Your account does not have permission", "Dein Konto darf"),
            (404, nothing_there, "There is nothing", "Diese Seite gibt es nicht"),
            (413, too_large, "at most 1,000,000 bytes", "höchstens 1,000,000 Bytes"),
            (429, too_often, "Too many requests", "Zu viele Anfragen"),
            (500, broken, "Something went wrong", "schiefgegangen"),
            (503, database_away, "We will be right back", "Gleich wieder da"),
        ],
    )
    def test_explain_the_status_in_the_language_of_the_reader(
        self, status, ask, english, german, language
    ):
        client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE=language)
        answer = ask(client)
        page = answer.content.decode()
        assert answer.status_code == status
        assert f'<html lang="{language}">' in page
        assert (german if language == "de" else english) in page
        assert "Sudoku by sets" in page
        assert "secret" not in page
        assert answer["Cache-Control"] == "no-store"
        has_all(answer)

    def test_answer_a_wrong_host_as_problem_json(self, client):
        answer = client.get("/api/v1/", HTTP_HOST="evil.example")
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")

    @pytest.mark.parametrize("status", ["400", "403", "404", "408", "413", "429", "500", "503"])
    def test_need_no_context(self, status):
        from django.template.loader import render_to_string

        assert "<h1>" in render_to_string(f"{status}.html")
