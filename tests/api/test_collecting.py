"""A program puts puzzles together for its account, and comes by nobody else's collections."""

import pytest
from django.test import Client
from puzzles import ARTICLE_000

from solver.models import Collection, Membership, Puzzle, Token, User

pytestmark = pytest.mark.django_db
HERE, JSON = "/api/v1/own-collections/", "application/json"
SMALL = {"puzzle": "0030040002001000"}


def program_of(name, **more):
    user = User.objects.create_user(name, **more)
    return Client(headers={"Authorization": f"Bearer {Token.objects.make(user, 'script')[1]}"})


@pytest.fixture
def lena():
    return program_of("lena")


@pytest.fixture
def wings(lena):
    return lena.post(HERE, {"title": "Five wings"}, JSON).json()


def test_collection_can_be_made_filled_renamed_emptied_and_deleted(lena, wings):
    for status, count in ((201, 1), (200, 1)):
        answer = lena.post(wings["puzzles_url"], SMALL, JSON)
        assert (answer.status_code, lena.get(wings["url"]).json()["count"]) == (status, count)
    lena.post(wings["puzzles_url"], {"puzzle": ARTICLE_000}, JSON)
    found = lena.get(wings["puzzles_url"]).json()["results"]
    assert [each["puzzle"] for each in found] == [SMALL["puzzle"], ARTICLE_000]
    lena.patch(wings["url"], {"title": "Six wings"}, JSON)
    (listed,) = lena.get(HERE).json()["results"]
    assert (listed["title"], listed["count"]) == ("Six wings", 2)
    assert lena.delete(f"{wings['puzzles_url']}{found[0]['id']}/").status_code == 204
    assert lena.delete(f"{wings['puzzles_url']}{found[0]['id']}/").status_code == 404
    assert lena.get(wings["url"]).json()["count"] == 1
    assert lena.delete(wings["url"]).status_code == 204
    assert not Collection.owned.exists()
    assert Puzzle.objects.count() == 2


def test_collections_and_their_puzzles_have_a_limit(lena, wings, monkeypatch):
    monkeypatch.setattr(Collection, "MOST", 1)
    monkeypatch.setattr(Collection, "MOST_PUZZLES", 0)
    for at, body in ((HERE, {"title": "More"}), (wings["puzzles_url"], SMALL)):
        answer = lena.post(at, body, JSON)
        assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert (Collection.owned.count(), Membership.objects.count()) == (1, 0)


def test_draft_in_a_collection_shows_only_its_givens(lena, wings):
    Puzzle.objects.create(givens=ARTICLE_000, title="A secret", tags=["hidden"])
    answers = [
        lena.post(wings["puzzles_url"], {"puzzle": ARTICLE_000}, JSON),
        lena.get(wings["puzzles_url"]),
    ]
    assert not any(
        word in each.content.decode() for each in answers for word in ("secret", "hidden")
    )


@pytest.mark.parametrize("who", ["stranger", "account", "root"])
def test_collection_rejects_everyone_but_its_owner(lena, wings, who):
    lena.post(wings["puzzles_url"], SMALL, JSON)
    root = {"is_staff": True, "is_superuser": True} if who == "root" else {}
    other = Client() if who == "stranger" else program_of("mallory", **root)
    puzzle = f"{wings['puzzles_url']}{Puzzle.objects.get().pk}/"
    asked = [
        ("get", wings["url"]),
        ("patch", wings["url"]),
        ("delete", wings["url"]),
        ("get", wings["puzzles_url"]),
        ("post", wings["puzzles_url"]),
        ("delete", puzzle),
        # By the doors of those who keep the library.
        ("get", f"/api/v1/collections/{wings['slug']}/"),
        ("patch", f"/api/v1/collections/{wings['slug']}/"),
        ("delete", f"/api/v1/collections/{wings['slug']}/"),
        ("put", f"/api/v1/collections/{wings['slug']}/puzzles/"),
    ]
    body = {"post": {"puzzle": ARTICLE_000}, "put": {"puzzles": []}}
    for verb, at in asked:
        given = () if verb == "get" else (body.get(verb, {"title": "Taken"}), JSON)
        assert getattr(other, verb)(at, *given).status_code in (403, 404), (verb, at)
    mine = other.get(HERE)
    assert mine.status_code == 403 if who == "stranger" else mine.json()["results"] == []
    imported = {"text": ARTICLE_000, "collection": wings["slug"]}
    assert other.post("/api/v1/imports/", imported, JSON).status_code in (400, 403)
    assert list(Collection.owned.values_list("title")) == [("Five wings",)]
    assert list(Membership.objects.values_list("puzzle__givens")) == [(SMALL["puzzle"],)]
