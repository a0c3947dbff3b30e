"""A stranger, an account and each role go through every door there is, and find what the table says.

A route that the table does not name fails the test: whoever adds one says here who may do what with it.
"""

from dataclasses import dataclass

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import (
    NoReverseMatch,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
    reverse,
)
from puzzles import ARTICLE_000
from support import some

from solver.api import events
from solver.models import Collection, Job, Puzzle, Solve, Token, User, Webhook
from solver.models.sessions import session_digest
from solver.web.learn import pglite

pytestmark = [pytest.mark.django_db, pytest.mark.every]
ROLES = ("stranger", "account", "Viewer", "Librarian", "Moderator", "root")
GROUPS = ("Viewer", "Librarian", "Moderator")
STAFF = (*GROUPS, "root")
SIGN_IN, FORBIDDEN, ABSENT = 302, 403, 404


@dataclass(frozen=True)
class Rule:
    """What a GET of a route answers: `to` those named, and `else_` to all others."""

    to: tuple[str, ...] = ROLES
    answer: int = 200
    else_: int = FORBIDDEN

    def of(self, role):
        return self.answer if role in self.to else self.else_


ALL = Rule()
POSTED = Rule(answer=405)  # nothing to look at; what a POST does is below
NOBODY = Rule(to=(), else_=ABSENT)  # it is somebody else's
SIGNED_IN = Rule(to=ROLES[1:], else_=SIGN_IN)
STAFF_ONLY = Rule(to=STAFF, else_=SIGN_IN)

# By name; of each kind of thing with an owner, the one that is asked for is somebody else's and private.
RULES = {
    "home": ALL,
    "solves": ALL,
    "export-solves": ALL,
    "keep": POSTED,
    "batches": ALL,
    "batch": Rule(to=STAFF, else_=ABSENT),
    "take-batch": NOBODY,
    "solve": NOBODY,
    "retry": POSTED,
    "go-on": POSTED,
    "export": NOBODY,
    "sheet": NOBODY,
    "article": NOBODY,
    "share": POSTED,
    "delete-solve": NOBODY,
    "solve-qr": NOBODY,
    "report": NOBODY,
    "embed": NOBODY,
    "compare": NOBODY,
    "puzzles": ALL,
    "puzzle": Rule(to=("Viewer", "Librarian", "Moderator", "root"), else_=ABSENT),
    "puzzle-way": POSTED,
    "puzzle-picture": Rule(to=STAFF, else_=ABSENT),
    "puzzle-qr": Rule(to=STAFF, else_=ABSENT),
    "puzzle-feed": ALL,
    "puzzle-of-the-day": Rule(answer=302),
    "puzzle-sheet": ALL,
    "add-puzzle": POSTED,
    "play": ALL,
    "worker": ALL,
    "manifest": ALL,
    "offline": ALL,
    "player": ALL,
    "player-record": POSTED,
    "play-keep": POSTED,
    "games": SIGNED_IN,
    "puzzle-play": Rule(to=("Viewer", "Librarian", "Moderator", "root"), else_=ABSENT),
    "jobs": ALL,
    "job": Rule(to=STAFF, else_=ABSENT),
    "job-report": NOBODY,  # of a batch: what is in it is its owner's
    "job-move": POSTED,
    "mend": POSTED,
    "ticks": POSTED,
    "read-again": POSTED,
    "undo-import": POSTED,
    "techniques": ALL,
    "technique": ALL,
    "find-step": ALL,
    "make": ALL,
    "collections": SIGNED_IN,
    "collect": Rule(to=ROLES[1:], answer=400, else_=SIGN_IN),  # without a puzzle
    "collection": Rule(to=("stranger",), answer=SIGN_IN, else_=ABSENT),
    "collection-sheet": Rule(to=("stranger",), answer=SIGN_IN, else_=ABSENT),
    "daily": ALL,
    "daily-of": ALL,
    "learn": ALL,
    "lesson": ALL,
    "sudoku-sql": ALL,
    "exercises": ALL,
    "pglite-worker": ALL,
    "pglite-file": NOBODY,
    "account": SIGNED_IN,
    "sign-up": Rule(to=("stranger",), else_=302),
    "sign-in": ALL,
    "sign-in-code": Rule(answer=302),  # for whoever has given a password
    "admin-sign-in": ALL,
    "sign-out": POSTED,
    "password": SIGNED_IN,
    "reset-password": ALL,
    "reset-sent": ALL,
    "new-password": ALL,
    "address": SIGNED_IN,
    "second-factor": STAFF_ONLY,
    "remove-second-factor": STAFF_ONLY,
    "tokens": SIGNED_IN,
    "revoke-token": POSTED,
    "webhooks": SIGNED_IN,
    "remove-webhook": POSTED,
    "delete-account": SIGNED_IN,
    "privacy": ALL,
    "theme": POSTED,
    "robots": ALL,
    "sitemaps": ALL,
    "sitemap": ALL,
    "livez": ALL,
    "readyz": ALL,
    "api-root": ALL,
    "api-techniques": ALL,
    "api-steps": POSTED,
    "api-hints": POSTED,
    "api-check": POSTED,
    "api-why": POSTED,
    "api-puzzles": ALL,
    "api-puzzle": ALL,
    "api-daily": ALL,
    "api-collections": ALL,
    "api-collection": Rule(to=("Viewer", "Librarian", "root"), answer=404),  # there is none
    "api-collection-puzzles": POSTED,
    "api-own-collections": Rule(to=ROLES[1:], else_=403),
    "api-own-collection": Rule(to=("stranger",), answer=403, else_=ABSENT),
    "api-own-puzzles": Rule(to=("stranger",), answer=403, else_=ABSENT),
    "api-own-puzzle": POSTED,
    "api-imports": POSTED,
    "api-generate": POSTED,
    "api-jobs": ALL,
    "api-job": Rule(to=STAFF, else_=ABSENT),
    "api-job-rows": NOBODY,
    "api-job-move": POSTED,
    "api-batches": POSTED,
    "api-batch": NOBODY,
    "api-batch-results": NOBODY,
    "api-batch-solves": NOBODY,
    "api-batch-events": NOBODY,
    "api-webhooks": Rule(to=ROLES[1:], else_=403),
    "api-webhook": Rule(to=("stranger",), answer=403, else_=ABSENT),
    "api-solves": ALL,
    "api-solve": NOBODY,
    "api-solve-events": NOBODY,
    "api-iterations": NOBODY,
    "api-story": NOBODY,
    "api-go-on": POSTED,
    "api-methods": ALL,
    "api-comparisons": NOBODY,
    "api-schema": ALL,
    "api-docs": ALL,
    "favicon": Rule(answer=302),
    "set_language": Rule(answer=302),  # a POST remembers, a GET only goes back
    "status": STAFF_ONLY,
    "metrics": Rule(to=STAFF),
}
# Django's own, which asks for a permission of each model; the groups are tested in test_roles.
ADMIN = Rule(to=STAFF, else_=SIGN_IN)


@pytest.fixture(autouse=True)
def _short_streams(monkeypatch):
    """Events of what is never done would be waited for a minute."""
    monkeypatch.setattr(events, "LONGEST", 0)


@pytest.fixture
def theirs():
    """Things of somebody else's, all private."""
    owner = User.objects.create_user("somebody else")
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, title="a draft")
    solve = Solve.objects.create(puzzle=puzzle, method="combos", owner=owner, visibility="private")
    spec = {"method": "combos", "options": {}}
    job = Job.objects.create(kind="solve", owner=owner, spec=spec)
    own = Collection.owned.create(owner=owner, title="theirs", slug="theirs")
    token, _text = Token.objects.make(owner, "theirs")
    hook = Webhook.objects.create(owner=owner, address="https://solver.example/")
    return {
        "solve_id": solve.pk,
        "pk": solve.pk,
        "job_id": job.pk,
        "number": 1,
        "token_id": token.pk,
        "webhook_id": hook.pk,
        "collection": {"slug": own.slug},
        "collection-sheet": {"slug": own.slug},
        "api-own-collection": {"slug": own.slug},
        "api-own-puzzles": {"slug": own.slug},
        "puzzle_id": puzzle.pk,
        "form": "json",
        "move": "cancel",
        "what": "answers.txt",
        "slug": "hidden-single",
        "name": "hidden-singles",
        "version": pglite.VERSION,
        "rest": "nothing",
        "section": "puzzles",
        "day": "2026-11-20",
        "uidb64": "MQ",
        "token": "nothing",
        "query": {"compare": f"?solves={solve.pk}", "api-comparisons": f"?solves={solve.pk}"},
        "api-puzzle": {"pk": puzzle.pk},
        "api-batch": {"pk": job.pk},
        "api-job": {"pk": job.pk},
        "api-job-rows": {"pk": job.pk},
        "api-batch-results": {"pk": job.pk},
        "api-batch-solves": {"pk": job.pk},
        "api-batch-events": {"pk": job.pk},
        "api-webhook": {"pk": hook.pk},
    }


def client_of(role):
    client = Client()
    if role != "stranger":
        is_root = role == "root"
        user = User.objects.create_user(role, is_staff=role in STAFF, is_superuser=is_root)
        user.groups.set(Group.objects.filter(name=role))
        client.force_login(user)
    return client


def routes(patterns=None, prefix=""):
    """Every route of the site with its full name, its address as it is written, and its view."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            for name, route in routes(pattern.url_patterns, prefix + str(pattern.pattern)):
                yield (f"{space}{name}" if name else None), route
        elif isinstance(pattern, URLPattern):
            yield pattern.name, prefix + str(pattern.pattern)


ROUTES = dict(reversed(list(routes())))
OURS = sorted(name for name in ROUTES if name and not name.startswith("admin:"))


def address_of(name, theirs):
    needed = ROUTES[name]
    given = theirs | theirs.get(name, {})
    named = {key: value for key, value in given.items() if f":{key}>" in needed}
    try:
        return reverse(name, kwargs=named) + theirs["query"].get(name, "")
    except NoReverseMatch:
        parts = f"tests/web/test_walk.py, theirs: give each part of {needed} a value that fits it"
        raise AssertionError(parts) from None


def asked_as(role) -> list[str]:
    """Every route; of those that are alike for everybody, each group has a third, and another one."""
    if role not in GROUPS:
        return OURS
    alike = [name for name in OURS if RULES.get(name) in (ALL, POSTED)]
    return [*({*OURS} - {*alike}), *some(alike, 3, GROUPS.index(role))]


def status_of(client, address):
    """Of a GET; a long answer is read to its end, or it would keep others out."""
    answer = client.get(address)
    if answer.streaming:
        list(answer)
    return answer.status_code


@pytest.mark.asvs("8.2.1")
def test_table_has_every_route():
    unnamed = [route for name, route in routes() if not name and "admin/" not in route]
    # What catches everything below an address, to answer 404 in its own words.
    assert unnamed == ["api/v1/<path:rest>"]
    new, gone = set(OURS) - set(RULES), set(RULES) - set(OURS)
    assert not new, (
        f"tests/web/test_walk.py, RULES: say who may see {new}, as ALL, SIGNED_IN or STAFF_ONLY"
    )
    assert not gone, f"tests/web/test_walk.py, RULES: there is no route {gone}"


@pytest.mark.asvs("8.2.1")
@pytest.mark.parametrize("role", ROLES)
def test_each_role_gets_the_status_of_the_table(role, theirs):
    client = client_of(role)
    found = {name: status_of(client, address_of(name, theirs)) for name in asked_as(role)}
    wrong = [
        f"{name} answers {status}, the table says {RULES[name].of(role)}"
        for name, status in found.items()
        if status != RULES[name].of(role)
    ]
    assert not wrong, "\n".join([f"tests/web/test_walk.py, RULES, as {role}:", *wrong])


@pytest.mark.asvs("15.3.1")
def test_api_hides_the_title_of_a_draft(theirs):
    address = address_of("api-puzzle", theirs)
    assert client_of("stranger").get(address).json()["title"] == ""
    again = client_of("account").post(
        "/api/v1/puzzles/", {"puzzle": ARTICLE_000}, content_type="application/json"
    )
    assert again.json()["title"] == ""


@pytest.mark.parametrize("role", ROLES)
def test_only_staff_open_the_admin(role):
    client = client_of(role)
    addresses = [
        reverse(name)
        for name, route in routes()
        if name and name.startswith("admin:") and "<" not in route and "(?P" not in route
    ]
    assert len(addresses) > 5
    for address in addresses:
        status = status_of(client, address)
        if role in STAFF:
            assert status in (200, 302, FORBIDDEN, 405), address
        elif "login" not in address and "logout" not in address:
            assert status == SIGN_IN, address


@pytest.mark.fuzz
@pytest.mark.asvs("8.2.2")
@pytest.mark.parametrize(
    ("role", "method"),
    [
        *((role, "post") for role in ROLES),
        ("account", "put"),
        ("account", "patch"),
        ("root", "delete"),
    ],
)
def test_no_role_changes_rows_of_another_owner(role, method, theirs):
    """At whatever address, by whatever verb: what is theirs is there and as it was."""
    client = client_of(role)
    before = [
        list(model.objects.order_by("pk").values()) for model in (Puzzle, Solve, Token, Webhook)
    ]
    kept = [row["id"] for rows in before for row in rows]
    for name in some(OURS, 3, GROUPS.index(role)) if role in GROUPS else OURS:
        if name == "job-move" and role in STAFF:
            continue  # staff look after the jobs of others
        answer = getattr(client, method)(
            address_of(name, theirs), {"visibility": "public"}, content_type="application/json"
        )
        assert answer.status_code < 500, name
    after = [
        list(model.objects.order_by("pk").values()) for model in (Puzzle, Solve, Token, Webhook)
    ]
    assert [[row for row in rows if row["id"] in kept] for rows in after] == before
    assert Job.objects.get(pk=theirs["job_id"]).status == "queued"


@pytest.mark.asvs("3.5.3")
def test_no_get_changes_a_row(theirs):
    """Not even for whoever owns it: nothing is done by a link, a picture or a prefetch."""
    client = Client()
    client.force_login(User.objects.get(username="somebody else"))
    before = {
        model: list(model.objects.order_by("pk").values())
        for model in (Puzzle, Solve, Token, Job, User)
    }
    for name in OURS:
        assert status_of(client, address_of(name, theirs)) < 500, name
    for model, rows in before.items():  # a technique's page may add its showcase
        kept = model.objects.filter(pk__in=[row["id"] for row in rows])
        assert list(kept.order_by("pk").values()) == rows
    assert client.get("/account/").status_code == 200


@pytest.mark.asvs("3.5.1")
@pytest.mark.parametrize("role", ["account", "root"])  # it is looked at before any right is
def test_post_without_a_csrf_token_gets_rejected(role, theirs):
    """Every POST of a signed-in browser that comes from another site is refused."""
    client = client_of(role)
    client.handler.enforce_csrf_checks = True
    for name in OURS:
        answer = client.post(address_of(name, theirs), {"puzzle": ARTICLE_000})
        is_closed = {FORBIDDEN, 404, 405, 415} if name.startswith("api-") else {FORBIDDEN}
        assert answer.status_code in is_closed, name


# What browsers say of a request that a page of another site sends, and of one of our own pages.
ELSEWHERE = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://testserver"},  # another scheme is another site
    {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"},
    {},
)
HERE = (
    {"Origin": "http://testserver", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "http://testserver"},
    {"Sec-Fetch-Site": "same-origin"},
)
UNSAFE = ("post", "put", "patch", "delete")


def browser_of(session):
    """A browser with a session of an account, or with one of nobody's, which owns things all the same."""
    browser = Client(enforce_csrf_checks=True)
    if session == "account":
        browser.force_login(User.objects.get(username="somebody else"))
    else:
        store = browser.session
        store.save()
    return browser


def unsafe_requests(theirs):
    """Every verb of the API that may change something, as the name of a route, the verb and an address."""
    for name in OURS:
        if name.startswith("api-"):
            address = address_of(name, theirs).partition("?")[0]
            view = resolve(address).func
            for verb in UNSAFE:
                if hasattr(getattr(view, "cls", None), verb):
                    yield name, verb, address


@pytest.mark.fuzz
@pytest.mark.asvs("3.5.1")
@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
@pytest.mark.parametrize("session", ["account", "nobody's"])
def test_request_from_another_site_gets_403(session, headers, theirs):
    browser = browser_of(session)
    asked = list(unsafe_requests(theirs))
    assert len(asked) > 25
    ways = [
        (name, verb, path, given)
        for name, verb, address in asked
        for path in (address, address.rstrip("/"))
        for given in ({}, {"content_type": "application/json", "data": {}})
    ]
    for name, verb, path, given in some(ways, 3, ELSEWHERE.index(headers)):
        answer = getattr(browser, verb)(path, headers=headers, **given)
        told = (answer.status_code, answer.json()["code"])
        assert told == (403, "csrf_failed"), (name, verb, path)
    assert Job.objects.get().status == "queued"
    assert Solve.objects.count() == Webhook.objects.count() == 1


@pytest.mark.fuzz
@pytest.mark.parametrize("headers", HERE, ids=str)
@pytest.mark.parametrize("session", ["account", "nobody's"])
def test_request_from_our_own_pages_passes_the_csrf_check(session, headers, theirs):
    browser = browser_of(session)
    for name, verb, address in some(unsafe_requests(theirs), 3, HERE.index(headers)):
        answer = getattr(browser, verb)(address, headers=headers)
        is_refused = answer.status_code == 403 and answer.json()["code"] == "csrf_failed"
        assert not is_refused, (name, verb)


@pytest.mark.fuzz
@pytest.mark.asvs("3.5.1")
@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_program_without_a_cookie_needs_no_csrf_token(headers, theirs):
    """It has no session to be abused; one with a token is known by that alone."""
    text = Token.objects.make(User.objects.get(username="somebody else"), "script")[1]
    for given in ({}, {"Authorization": f"Bearer {text}"}):
        program = Client(enforce_csrf_checks=True, headers=headers | given)
        for name, verb, address in some(unsafe_requests(theirs), 3, ELSEWHERE.index(headers)):
            answer = getattr(program, verb)(address)
            told = answer.json() if answer.content else {}
            assert told.get("code") != "csrf_failed", (name, verb)


@pytest.mark.asvs("3.5.1")
@pytest.mark.parametrize("move", ["pause", "cancel", "resume"])
@pytest.mark.parametrize("headers", ELSEWHERE, ids=str)
def test_request_from_another_site_cannot_move_a_job(headers, move):
    browser = browser_of("nobody's")
    key = browser.session.session_key
    held = Job.objects.create(
        kind="solve",
        spec={"method": "combos", "options": {}},
        session_digest=session_digest(key),
        status="paused" if move == "resume" else "queued",
    )
    before = Job.objects.values().get()
    answer = browser.post(f"/api/v1/jobs/{held.pk}/{move}/", headers=headers)
    assert answer.status_code == 403
    assert Job.objects.values().get() == before
    assert browser.post(f"/api/v1/jobs/{held.pk}/{move}/", headers=HERE[0]).status_code == 200
    assert Job.objects.get().status != before["status"]


def test_token_opens_only_the_api(theirs):
    """Every page treats a program with a token as a stranger."""
    text = Token.objects.make(User.objects.create_superuser("root"), "script")[1]
    program = Client(headers={"Authorization": f"Bearer {text}"})
    pages = [name for name in OURS if not name.startswith("api-")]
    found = {name: status_of(program, address_of(name, theirs)) for name in pages}
    as_stranger = {name: rule.of("stranger") for name, rule in RULES.items()}
    wrong = {name: said for name, said in found.items() if said != as_stranger.get(name, said)}
    assert not wrong, f"these open to a token as they do not to a stranger: {wrong}"
    assert settings.LOGIN_URL in RULES
