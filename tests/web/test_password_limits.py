"""Somebody tries passwords at any form that asks for one, and is told to wait before one more is worked out."""

import re

import pytest
import redis
from django.conf import settings as configured
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import get_resolver
from test_walk import routes

from solver.accounts.lockout import NAMED, NEW, OWN
from solver.models import User
from solver.operations import limits as counting

pytestmark = pytest.mark.django_db
PASSWORD = "nine rows of nine"


@pytest.fixture(autouse=True)
def empty_redis():
    redis.from_url(configured.REDIS_URL).flushdb()
    counting._own.cache_clear()
    counting._breaker.end()


@pytest.fixture
def hashed(monkeypatch):
    """The passwords that were worked out."""
    hashed = []
    encode = MD5PasswordHasher.encode

    def note(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", note)
    return hashed


def sign_in(client, name, password="wrong", door="/account/sign-in/"):
    return client.post(door, {"username": name, "password": password})


@pytest.mark.asvs("6.3.1")
class TestFromOneAddress:
    @pytest.mark.parametrize("door", ["/account/sign-in/", "/admin/login/"])
    def test_passwords_have_a_limit_for_any_names(self, client, settings, hashed, door):
        settings.LIMIT_PASSWORDS_ADDRESS = "3/15 minutes"
        answers = [sign_in(client, f"name {n}", door=door).status_code for n in range(5)]
        assert answers == [200, 200, 200, 429, 429]
        assert len(hashed) == 3

    def test_right_passwords_count_too_but_not_elsewhere(self, settings):
        settings.LIMIT_PASSWORDS_ADDRESS = "2/15 minutes"
        User.objects.create_user("setter", password=PASSWORD)
        answers = [sign_in(Client(), "setter", PASSWORD).status_code for _ in range(3)]
        assert answers == [302, 302, 429]
        elsewhere = Client(REMOTE_ADDR="10.0.0.9")
        assert sign_in(elsewhere, "setter", PASSWORD).status_code == 302

    def test_new_accounts_have_a_limit(self, settings, hashed):
        settings.LIMIT_PASSWORDS_ADDRESS = "2/15 minutes"
        answers = []
        for n in range(3):
            data = {"username": f"setter{n}", "password1": PASSWORD, "password2": PASSWORD}
            answers.append(Client().post("/account/sign-up/", data).status_code)
        assert answers == [302, 302, 429]
        assert len(hashed) == User.objects.count() == 2

    def test_locked_out_name_uses_up_no_tries_of_others(self, client, settings):
        settings.LIMIT_PASSWORDS, settings.LIMIT_PASSWORDS_ADDRESS = "2/15 minutes", "4/15 minutes"
        for _ in range(10):
            sign_in(client, "setter")
        assert sign_in(client, "somebody else").status_code == 200


# Names as they may be typed; `sign_in` finds the account "setter" by each of the first row.
SPELLINGS = (
    *(
        "setter",
        " setter",
        "setter  ",
        "\tsetter\n",
        "\u3000setter",
        "ｓetter",
        "sｅtter",
        "ｓｅｔｔｅｒ",
    ),
    *("se\N{MATHEMATICAL BOLD SMALL T}ter", "ſetter", "setteʳ"),
    *("ⓢetter", "\xa0ⓢⓔⓣⓣⓔⓡ\u2003"),
)


@pytest.mark.asvs("6.3.1")
class TestSpellings:
    """One account is found by many: they are counted together, and so are those of a name nobody has."""

    @pytest.mark.parametrize("door", ["/account/sign-in/", "/admin/login/"])
    @pytest.mark.parametrize("is_there", [True, False])
    def test_of_one_name_share_its_tries(self, settings, door, is_there, hashed):
        settings.LIMIT_PASSWORDS = "10/15 minutes"
        if is_there:
            User.objects.create_user("setter", password=PASSWORD, is_staff=True)
            hashed.clear()
        answers = [
            sign_in(Client(), name, door=door).status_code for _ in range(4) for name in SPELLINGS
        ]
        assert answers == [200] * 10 + [429] * 42
        assert len(hashed) == 10

    @pytest.mark.parametrize("name", SPELLINGS)
    def test_all_find_the_account(self, name):
        User.objects.create_user("setter", password=PASSWORD)
        assert sign_in(Client(), name, PASSWORD).status_code == 302

    @pytest.mark.parametrize("name", SPELLINGS)
    def test_get_reset_by_signing_in_with_any_spelling(self, settings, name):
        settings.LIMIT_PASSWORDS = "2/15 minutes"
        User.objects.create_user("setter", password=PASSWORD)
        for _ in range(3):
            assert sign_in(Client(), "setter").status_code == 200
            assert sign_in(Client(), name, PASSWORD).status_code == 302

    def test_of_the_own_name_count_for_the_own_password_too(self, client, settings):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        client.force_login(User.objects.create_user("setter", password=PASSWORD))
        for name in SPELLINGS[1:4]:
            sign_in(Client(), name)
        assert client.post("/account/delete/", {"password": PASSWORD}).status_code == 429

    @pytest.mark.parametrize("is_there", [True, False])
    def test_of_one_address_share_its_tries(self, settings, is_there):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        if is_there:
            User.objects.create_user("setter", "setter@example.org", PASSWORD)
        forms = (
            "setter@example.org",
            " setter@example.org",
            "SETTER@example.org\t",
            "ſetter@example.org",
        )
        answers = [
            Client().post("/account/reset/", {"email": form}).status_code == 429 for form in forms
        ]
        assert answers == [False, False, False, True]


@pytest.mark.asvs("6.3.1")
class TestOwnPassword:
    """As whoever finds a browser left open tries it."""

    @pytest.fixture(autouse=True)
    def account(self, client, settings):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        client.force_login(User.objects.create_user("setter", password=PASSWORD))

    def delete(self, client, password, **more):
        return client.post("/account/delete/", {"password": password, **more})

    def change(self, client, password, **more):
        new = {"new_password1": "columns and boxes", "new_password2": "columns and boxes"}
        return client.post("/account/password/", {"old_password": password, **new, **more})

    @pytest.mark.parametrize("way", ["delete", "change"])
    def test_three_wrong_passwords_lock_out_the_right_one(self, client, way, hashed):
        attempt = getattr(self, way)
        answers = [attempt(client, f"wrong {n}") for n in range(3)]
        tried = len(hashed)
        last = attempt(client, PASSWORD)
        assert 429 not in [answer.status_code for answer in answers]
        assert last.status_code == 429
        assert "Too many passwords were tried" in last.content.decode()
        assert len(hashed) == tried
        assert User.objects.get().check_password(PASSWORD)

    def test_tries_add_up_over_all_forms(self, client):
        self.delete(client, "wrong")
        self.change(client, "wrong")
        sign_in(Client(), "setter")
        assert self.delete(client, PASSWORD).status_code == 429

    @pytest.mark.parametrize("way", ["delete", "change"])
    def test_tries_count_with_any_posted_name(self, client, way):
        attempt = getattr(self, way)
        answers = [attempt(client, "wrong", username=f"name {n}").status_code for n in range(4)]
        assert answers[3] == 429

    def test_tries_count_for_the_posted_name_at_sign_in(self, client):
        """Who is signed in already cannot have the tries counted as their own."""
        User.objects.create_user("victim", password=PASSWORD)
        for _ in range(3):
            sign_in(client, "victim")
        assert sign_in(client, "victim", PASSWORD).status_code == 429
        assert sign_in(client, "setter", PASSWORD).status_code == 302


def test_forms_of_other_sites_use_up_no_tries(settings):
    settings.LIMIT_PASSWORDS = "1/15 minutes"
    User.objects.create_user("setter", password=PASSWORD)
    browser = Client(enforce_csrf_checks=True)
    for _ in range(3):
        assert sign_in(browser, "setter").status_code == 403
    assert sign_in(Client(), "setter", PASSWORD).status_code == 302


@pytest.mark.asvs("6.3.1")
@pytest.mark.every
def test_every_form_with_a_password_has_the_limit(admin_client, admin_user):
    """A page with a field for a password that `lockout` does not name fails here."""
    asking, visitor = {"new-password"}, Client()  # which needs a link: test_recovery
    visitor.force_login(User.objects.create_user("setter"))
    for name, route in routes(get_resolver().url_patterns):
        if name is None or "<format>" in route or "(?P" in route:
            continue
        address = "/" + re.sub(r"<(\w+:)?id>|<path:object_id>", str(admin_user.pk), route)
        for client in () if "<" in address else (admin_client, visitor, Client()):
            page = client.get(address)
            if page.status_code == 200 and not page.streaming:
                text = page.content.decode(errors="replace")
                # A token for the browser alone has no name, so no form sends it.
                is_form = re.search(r'<input(?=[^>]* name=)[^>]* type="password"', text)
                asking |= {page.resolver_match.view_name} if is_form else set()
    assert asking == NAMED | OWN | NEW
