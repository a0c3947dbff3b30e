"""Somebody makes a token, and a program acts as their account with it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from puzzles import ARTICLE_000

from solver.models import Solve, Token, User

pytestmark = pytest.mark.django_db
SOLVES = "/api/v1/solves/"


@pytest.fixture
def setter(client):
    user = User.objects.create_user("setter")
    client.force_login(user)
    return user


def make(client, name="script") -> str:
    page = client.post("/account/tokens/", {"name": name}).content.decode()
    return re.search(r"<code>(sbs_[\w-]+)</code>", page)[1]


def bearer(text):
    return Client(headers={"Authorization": f"Bearer {text}"})


def test_token_appears_once_and_only_its_digest_stays(client, setter):
    text = make(client)
    assert len(text) > 40
    assert text not in client.get("/account/tokens/").content.decode()
    assert text not in str(Token.objects.values().get())


def test_token_acts_as_the_account(client, setter):
    program = bearer(make(client))
    answer = program.post(SOLVES, {"puzzle": ARTICLE_000}, content_type="application/json")
    assert answer.status_code == 202
    solve = Solve.objects.get()
    assert solve.owner == setter
    Solve.objects.update(visibility="private")
    assert program.get(answer["Location"]).status_code == 200
    assert Client().get(answer["Location"]).status_code == 404


def test_page_shows_the_last_use_to_the_minute(client, setter):
    program = bearer(make(client))
    assert "never used" in client.get("/account/tokens/").content.decode()
    program.get(SOLVES)
    first = Token.objects.get().last_used_at
    program.get(SOLVES)
    assert Token.objects.get().last_used_at == first
    Token.objects.update(last_used_at=timezone.now() - timedelta(minutes=2))
    program.get(SOLVES)
    assert Token.objects.get().last_used_at >= first
    assert "last used" in client.get("/account/tokens/").content.decode()


@pytest.mark.parametrize("text", ["", "sbs_", "x" * 5000, "٣", "a b"])
def test_unknown_token_gets_401(setter, text):
    answer = bearer(text.encode().decode("latin-1")).get(SOLVES)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert "unknown or revoked" in answer.json()["detail"]


def test_revoked_token_gets_401(client, setter):
    program = bearer(make(client))
    client.post(f"/account/tokens/{Token.objects.get().pk}/revoke/")
    assert program.get(SOLVES).status_code == 401


@pytest.mark.asvs("7.4.2")
def test_token_of_a_closed_account_gets_401(client, setter):
    program = bearer(make(client))
    User.objects.update(is_active=False)
    assert program.get(SOLVES).status_code == 401


def test_only_the_owner_can_revoke_a_token(client, setter):
    make(client)
    other = Client()
    other.force_login(User.objects.create_superuser("root"))
    answer = other.post(f"/account/tokens/{Token.objects.get().pk}/revoke/")
    assert answer.status_code == 404
    assert Token.objects.exists()


def test_token_opens_the_api_but_no_page(client, setter):
    program = bearer(make(client))
    assert program.get("/account/").status_code == 302
    assert program.get("/metrics").status_code == 403


@pytest.mark.asvs("1.2.1")
def test_page_shows_the_name_as_text(client, setter):
    page = client.post("/account/tokens/", {"name": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_account_can_make_20_tokens_at_most(client, setter):
    for _ in range(20):
        Token.objects.make(setter, "script")
    answer = client.post("/account/tokens/", {"name": "one more"})
    assert answer.status_code == 400
    assert "revoke one first" in answer.content.decode()


@pytest.mark.asvs("7.4.2")
def test_deleting_the_account_deletes_its_tokens(client, setter):
    make(client)
    setter.set_password("nine rows of nine")
    setter.save()
    client.force_login(setter)
    page = client.get("/account/delete/").content.decode()
    assert "<dt>API tokens</dt><dd>1</dd>" in page
    client.post("/account/delete/", {"password": "nine rows of nine"})
    assert not Token.objects.exists()
