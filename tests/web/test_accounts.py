"""A person makes an account, finds their solves in it, and ends it."""

import logging
import re

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from puzzles import ARTICLE_000, EMPTY

from solver.accounts import ownership
from solver.models import Puzzle, Solve, User

pytestmark = pytest.mark.django_db
PASSWORD = "nine rows of nine"


def sign_up(client, name="setter", password=PASSWORD):
    data = {"username": name, "password1": password, "password2": password}
    return client.post("/account/sign-up/", data)


def sign_in(client, name="setter", password=PASSWORD, **data):
    return client.post("/account/sign-in/", {"username": name, "password": password, **data})


@pytest.fixture
def setter():
    return User.objects.create_user("setter", password=PASSWORD)


@pytest.mark.asvs("6.2.1")
class TestSigningUp:
    def test_needs_only_a_name_and_a_password(self, client):
        answer = sign_up(client)
        assert answer["Location"] == "/solves/"
        assert "setter" in client.get("/").content.decode()
        assert not User.objects.get().is_staff

    def test_keeps_the_solves_of_the_session(self, client):
        client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        sign_up(client)
        solve = Solve.objects.get()
        assert (solve.owner.username, solve.session_digest) == ("setter", "")
        assert str(solve.pk) in client.get("/solves/").content.decode()

    @pytest.mark.parametrize(
        ("name", "password", "words"),
        [
            ("setter", "short", "at least 8 characters"),
            ("setter", "password123", "too common"),
            ("sudokusetter", "sudokusetter1", "too similar"),
            ("SETTER", PASSWORD, "already exists"),
            ("a b", PASSWORD, "valid username"),
            ("\x00", PASSWORD, "Null characters"),
            ("x" * 151, PASSWORD, "at most 150"),
        ],
    )
    def test_rejects_a_bad_name_or_password_with_the_reason(
        self, client, setter, name, password, words
    ):
        if name == "setter":
            setter.delete()
        answer = sign_up(client, name, password)
        assert answer.status_code == 400
        assert words in answer.content.decode()

    @pytest.mark.parametrize(
        "password", ["8472916350", "x" * 5_000, "пароль из восьми", " Blank ends "]
    )
    def test_accepts_any_long_password_unchanged(self, client, password):
        sign_up(client, password=password)
        user = User.objects.get()
        assert user.check_password(password)
        for other in (password[:-1], password.upper(), password.strip()):
            assert user.check_password(other) == (other == password)


@pytest.mark.asvs("6.2.6")
@pytest.mark.parametrize("page", ["sign-up", "sign-in", "password", "delete"])
def test_password_fields_hide_input_and_allow_managers(client, page):
    if page in ("password", "delete"):
        client.force_login(User.objects.create_user("setter"))
    fields = re.findall(
        r"<input[^>]*password[^>]*>", client.get(f"/account/{page}/").content.decode()
    )
    assert fields
    for field in fields:
        assert 'type="password"' in field
        assert re.search('autocomplete="(new|current)-password"', field)
        assert "onpaste" not in field
        assert "maxlength" not in field


@pytest.mark.asvs("6.3.2")
def test_fresh_site_has_no_accounts():
    call_command("load_starter_library", verbosity=0)
    assert not User.objects.exists()


class TestSigningIn:
    def test_takes_over_the_solves_of_the_session(self, client, setter):
        client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        sign_in(client)
        assert Solve.objects.get().owner == setter

    def test_takes_over_the_solves_by_the_admin_too(self, client, admin_user):
        client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        client.post("/admin/login/", {"username": "admin", "password": "password"})
        assert Solve.objects.get().owner == admin_user

    def test_leaves_the_solves_of_other_browsers_alone(self, client, setter):
        puzzle = Puzzle.objects.create(givens=EMPTY)
        theirs = [
            Solve.objects.create(puzzle=puzzle, method="combos", session_digest="of somebody else"),
            Solve.objects.create(puzzle=puzzle, method="combos"),
        ]
        client.cookies["sessionid"] = ""
        sign_in(client)
        for solve in theirs:
            solve.refresh_from_db()
            assert solve.owner is None

    @pytest.mark.asvs("7.2.1")
    def test_changes_the_key_of_the_session(self, client, setter):
        client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        before = client.session.session_key
        sign_in(client)
        assert client.session.session_key != before
        assert [each.session_key for each in Session.objects.all()] == [client.session.session_key]
        assert len(before) >= 25  # of 36 characters each: 128 random bits and more

    def test_answers_alike_for_a_wrong_name_and_a_wrong_password(self, client, setter):
        wrong = sign_in(client, password="wrong").content.decode()
        unknown = sign_in(client, name="nobody").content.decode()
        assert "Please enter a correct username and password" in wrong
        assert "Please enter a correct username and password" in unknown

    @pytest.mark.asvs("16.3.1")
    @pytest.mark.parametrize("door", ["/account/sign-in/", "/admin/login/"])
    def test_logs_success_and_failure_without_typed_names(self, client, admin_user, door, caplog):
        secret = "typed\ninto the wrong field"
        tries = [("admin", secret), (secret, "password"), ("admin", "password")]
        with caplog.at_level(logging.INFO, "solver.accounts.lockout"):
            for name, password in tries:
                client.post(door, {"username": name, "password": password})
        logged = [
            (each.levelname, each.getMessage()) for each in caplog.records if "lockout" in each.name
        ]
        assert logged == [
            ("WARNING", f"wrong password: account {admin_user.pk} from 127.0.0.1"),
            ("WARNING", "wrong password: no account from 127.0.0.1"),
            ("INFO", f"signed in: account {admin_user.pk} from 127.0.0.1"),
        ]

    @pytest.mark.parametrize(
        "address",
        ["//evil.example/", "/\\evil.example", "https://evil.example", "javascript:alert(1)"],
    )
    def test_never_redirects_to_another_site(self, client, setter, address):
        assert sign_in(client, next=address)["Location"] == "/solves/"

    def test_redirects_to_the_requested_page(self, client, setter):
        asked = client.get("/account/password/")
        assert asked["Location"] == "/account/sign-in/?next=/account/password/"
        assert sign_in(client, next="/account/password/")["Location"] == "/account/password/"


@pytest.mark.asvs("7.4.1")
def test_signing_out_ends_the_session(client, setter):
    client.force_login(setter)
    client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
    key = client.session.session_key
    client.post("/account/sign-out/")
    assert "Nothing here yet" in client.get("/solves/").content.decode()
    assert client.get("/account/sign-out/").status_code == 405
    client.cookies["sessionid"] = key  # as somebody else would, who has seen it
    assert client.get("/account/").status_code == 302


@pytest.mark.asvs("7.4.2")
@pytest.mark.parametrize("end", ["close", "delete"])
def test_session_ends_with_the_account(client, setter, end):
    sign_in(client)
    assert client.get("/account/").status_code == 200
    if end == "close":
        User.objects.update(is_active=False)
    else:
        ownership.delete(setter)
    assert client.get("/account/").status_code == 302
    assert sign_in(client).status_code == 200  # the form again, and nobody is in
    assert client.get("/account/").status_code == 302


@pytest.mark.asvs("6.2.2")
class TestThePassword:
    def change(self, client, old=PASSWORD, new="columns and boxes"):
        data = {"old_password": old, "new_password1": new, "new_password2": new}
        return client.post("/account/password/", data)

    @pytest.mark.asvs("7.4.2")
    def test_change_signs_out_other_browsers(self, client, setter, django_user_model):
        from django.test import Client

        other = Client()
        for browser in (client, other):
            sign_in(browser)
        assert self.change(client)["Location"] == "/account/"
        assert client.get("/account/").status_code == 200
        assert other.get("/account/").status_code == 302
        setter.refresh_from_db()
        assert setter.check_password("columns and boxes")

    def test_change_needs_the_old_password(self, client, setter):
        client.force_login(setter)
        assert "incorrectly" in self.change(client, old="wrong").content.decode()
        setter.refresh_from_db()
        assert setter.check_password(PASSWORD)


class TestDeletion:
    @pytest.fixture(autouse=True)
    def solves(self, client, setter):
        client.force_login(setter)
        for puzzle in (ARTICLE_000, EMPTY):
            client.post("/solves/", {"puzzle": puzzle, "method": "combos"})
        self.strangers = Solve.objects.create(puzzle=Puzzle.objects.first(), method="combos")

    def test_lists_what_gets_deleted(self, client):
        page = client.get("/account/delete/").content.decode()
        assert "<dt>Solves</dt><dd>2</dd>" in page

    def test_deletes_the_solves_and_keeps_the_puzzles(self, client):
        client.post("/account/delete/", {"password": PASSWORD})
        assert not User.objects.exists()
        assert list(Solve.objects.all()) == [self.strangers]
        assert Puzzle.objects.count() == 2
        assert client.get("/account/").status_code == 302

    def test_needs_the_password(self, client):
        answer = client.post("/account/delete/", {"password": "wrong"})
        assert "This is not your password." in answer.content.decode()
        assert User.objects.exists()

    def test_refuses_to_delete_staff(self, client, setter):
        User.objects.update(is_staff=True)
        assert "an administrator" in client.get("/account/delete/").content.decode()
        client.post("/account/delete/", {"password": PASSWORD})
        assert User.objects.exists()
