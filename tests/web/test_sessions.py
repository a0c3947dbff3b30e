"""A row tells whose browser it belongs to, and nothing that could be sent as that browser's cookie."""

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser, Permission
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from puzzles import ARTICLE_000, EMPTY
from support import body_of

from solver import engine
from solver.models import Job, Solve, User
from solver.models.sessions import session_digest, session_digests
from solver.queue import submission
from solver.queue.owners import Owner, TooManyUnfinished
from solver.queue.reaper import reap

pytestmark = pytest.mark.django_db
OTHER_SECRET = "another-secret-of-fifty-characters-and-some-more-0123456789"


def submitted(client, puzzle=ARTICLE_000):
    """A private solve of this browser's, which has no account."""
    client.post("/solves/", {"puzzle": puzzle, "method": "rules"})
    solve = Solve.objects.latest("created_at")
    client.post(f"/solves/{solve.pk}/share/", {"visibility": "private"})
    return Solve.objects.get(pk=solve.pk)


def browser_with(cookie):
    client = Client()
    client.cookies["sessionid"] = cookie
    return client


def stored():
    """All that the tables of the site hold, but for Django's own of sessions."""
    with connection.cursor() as cursor:
        texts = []
        for model in apps.get_app_config("solver").get_models():
            cursor.execute(f"SELECT t::text FROM {model._meta.db_table} t")
            texts += [text for (text,) in cursor.fetchall()]
    return "\n".join(texts)


def test_cookie_of_an_ended_session_opens_nothing(client):
    solve = submitted(client)
    page, key = solve.get_absolute_url(), client.cookies["sessionid"].value
    client.post("/batches/", {"puzzles": ARTICLE_000, "method": "rules"})
    job = Job.objects.get().get_absolute_url()
    lists = ("/", "/?size=16", "/solves/", "/jobs/")
    own = (page, f"{page}export.json", f"/api/v1{page}", job)
    assert [client.get(each).status_code for each in own] == [200] * len(own)
    assert all(str(solve.pk) in client.get(each).content.decode() for each in lists[:3])
    ended = Session.objects.filter(session_key=key)
    for end in (lambda: ended.update(expire_date=timezone.now()), ended.delete):
        end()
        for each in own:
            assert browser_with(key).get(each).status_code == 404, each
        for each in lists:
            shown = browser_with(key).get(each).content.decode()
            assert str(solve.pk) not in shown, each
            assert job not in shown, each


@pytest.mark.asvs("7.2.2")
def test_rows_contain_no_session_key(client):
    submitted(client)
    client.post("/batches/", {"puzzles": ARTICLE_000, "method": "rules"})
    assert Job.objects.exists()
    for session in Session.objects.all():
        assert session.session_key not in stored()


def test_rows_belong_to_their_browser_by_digest(client):
    solve = submitted(client)
    assert client.get(f"/solves/{solve.pk}/").status_code == 200
    assert str(solve.pk) in client.get("/solves/").content.decode()
    client.post("/batches/", {"puzzles": ARTICLE_000, "method": "rules"})
    batch = Job.objects.get()
    assert client.get(f"/api/v1/batches/{batch.pk}/").status_code == 200
    assert Client().get(f"/api/v1/batches/{batch.pk}/").status_code == 404


@pytest.mark.asvs("7.2.2")
def test_stored_digest_as_a_cookie_opens_nothing(client):
    """At sign-in too, where the cookie is taken as it comes."""
    solve = submitted(client)
    User.objects.create_user("setter", password="nine rows of nine")
    thief = browser_with(solve.session_digest)
    assert thief.get(f"/solves/{solve.pk}/").status_code == 404
    thief.post("/account/sign-in/", {"username": "setter", "password": "nine rows of nine"})
    solve.refresh_from_db()
    assert solve.owner is None


@pytest.fixture
def viewer():
    """A member of staff who may look at everything in the admin, and search it."""
    user = User.objects.create_user("viewer", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(user)
    return client


def test_admin_pages_never_show_the_digest(client, viewer):
    solve = submitted(client)
    page = viewer.get(f"/admin/solver/solve/{solve.pk}/change/")
    assert page.status_code == 200
    text = page.content.decode()
    for secret in (client.session.session_key, solve.session_digest):
        assert secret not in text
    assert "ession" not in text.partition('<div id="content"')[2].partition("</footer>")[0]


@pytest.mark.asvs("7.2.2")
@pytest.mark.parametrize(
    "name", ["session_key", "session_digest", "lease_token", "owner__password"]
)
@pytest.mark.parametrize("lookup", ["", "__exact", "__startswith", "__regex"])
def test_admin_lookups_on_secrets_get_400(client, viewer, name, lookup):
    submitted(client)
    answer = viewer.get("/admin/solver/solve/", {f"{name}{lookup}": "a"})
    assert answer.status_code == 400
    answer = viewer.get("/admin/solver/puzzle/", {f"solves__{name}{lookup}": "a"})
    assert answer.status_code == 400


def test_admin_search_never_matches_the_digest(client, viewer):
    solve = submitted(client)
    page = viewer.get("/admin/solver/solve/", {"q": solve.session_digest})
    assert page.context["cl"].result_count == 0


def test_exports_never_contain_key_or_digest(client):
    solve = submitted(client)
    for address in (
        *("/solves/export.jsonl", f"/solves/{solve.pk}/export.json", "/api/v1/solves/"),
        f"/api/v1/solves/{solve.pk}/",
    ):
        body = body_of(client.get(address)).decode()
        assert solve.session_digest not in body
        assert client.session.session_key not in body


def test_repr_of_an_owner_hides_the_session_key():
    assert "abc" not in repr(Owner(session_key="abc"))


def test_rotated_secret_still_finds_earlier_rows(client, settings):
    solve, before = submitted(client), settings.SECRET_KEY
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OTHER_SECRET, [before]
    assert client.get(f"/solves/{solve.pk}/").status_code == 200
    assert submitted(client, EMPTY).session_digest == session_digest(client.session.session_key)
    assert Solve.objects.of_visitor(AnonymousUser(), client.session.session_key).count() == 2


def test_rotated_secret_keeps_the_limit_of_unfinished_solves(client, settings):
    settings.UNFINISHED_SOLVES = 1
    owner = Owner(session_key="k" * 32)
    submission.submit(engine.read(EMPTY), "rules", owner=owner)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OTHER_SECRET, [settings.SECRET_KEY]
    with pytest.raises(TooManyUnfinished):
        submission.submit(engine.read(EMPTY), "rules", owner=owner)


def test_digest_differs_by_secret_and_fits_its_column(settings):
    first = session_digest("k" * 32)
    settings.SECRET_KEY = OTHER_SECRET
    assert session_digest("k" * 32) != first
    assert len(first) == Solve._meta.get_field("session_digest").max_length == 40
    assert session_digests("") == session_digests(None) == []


# --- What an earlier version wrote --------------------------------------------------------------------


def test_commands_never_print_a_session_key(client, capsys):
    solve = submitted(client)
    reap()
    call_command("audit")
    said = capsys.readouterr()
    for secret in (solve.session_digest, client.session.session_key):
        assert secret not in said.out + said.err
