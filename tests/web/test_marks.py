"""What an owner puts to a solve, a note and a star, is told and searched for its owner alone."""

import json

import pytest
from django.test import Client
from puzzles import ARTICLE_000, EMPTY
from support import body_of

from solver.models import Puzzle, Solve, User
from solver.solves import writing

pytestmark = pytest.mark.django_db
MARKS = {"note": "the secret word", "is_favourite": True}


@pytest.fixture
def solves(client):
    """Two published solves, both marked: one of somebody else's, and one of this account's."""
    me, other = User.objects.create_user("me"), User.objects.create_user("somebody else")
    client.force_login(me)
    made = {}
    for owner, givens in ((me, ARTICLE_000), (other, EMPTY)):
        puzzle = Puzzle.objects.create(givens=givens)
        made[owner.username] = Solve.objects.create(
            puzzle=puzzle, method="combos", owner=owner, visibility="public", **MARKS
        )
        writing.record(made[owner.username].pk)
    return made


def exported(client, query):
    return [
        json.loads(line)
        for line in body_of(client.get(f"/solves/export.jsonl{query}")).splitlines()
    ]


def found(client, query):
    """The ids that the page, its export and the API find, which are the same."""
    page = client.get(f"/solves/{query}").content.decode()
    in_page = {
        str(pk) for pk in Solve.objects.values_list("pk", flat=True) if f'value="{pk}"' in page
    }
    lines = {line["id"] for line in exported(client, query)}
    by_api = {row["id"] for row in client.get(f"/api/v1/solves/{query}").json()["results"]}
    assert in_page == lines == by_api
    return in_page


@pytest.mark.asvs("8.2.2")
def test_export_has_marks_only_of_own_solves(client, solves):
    lines = {line["id"]: line for line in exported(client, "?whose=public")}
    mine, theirs = (lines[str(solves[name].pk)] for name in ("me", "somebody else"))
    assert MARKS.items() <= mine.items()
    assert not MARKS.keys() & theirs.keys()


def test_export_for_strangers_has_no_marks(solves):
    lines = exported(Client(), "?whose=public")
    assert len(lines) == 2
    assert not [line for line in lines if MARKS.keys() & line.keys()]


@pytest.mark.asvs("8.2.2")
@pytest.mark.parametrize(
    "query", ["q=secret", "favourite=1", "q=secret&favourite=1", "favourite=0"]
)
def test_search_by_marks_finds_only_own_solves(client, solves, query):
    assert found(client, f"?whose=public&{query}") == {str(solves["me"].pk)}
    assert found(client, f"?{query}") == {str(solves["me"].pk)}
    assert found(Client(), f"?whose=public&{query}") == set()


def test_public_list_shows_marks_only_of_own_solves(client, solves):
    page = client.get("/solves/?whose=public").content.decode()
    assert page.count("the secret word") == 1
    assert page.count("★") == 1
    assert f"/solves/{solves['me'].pk}/keep/" in page
    assert f"/solves/{solves['somebody else'].pk}/keep/" not in page
    assert "the secret word" not in Client().get("/solves/?whose=public").content.decode()


def test_pages_of_other_solves_never_show_their_marks(client, solves):
    theirs = solves["somebody else"]
    for address in (
        *(
            f"/solves/{theirs.pk}/",
            f"/solves/{theirs.pk}/sheet/",
            f"/solves/{theirs.pk}/export.json",
        ),
        *(f"/api/v1/solves/{theirs.pk}/", f"/compare/?solves={theirs.pk}", "/", "/puzzles/"),
        f"/api/v1/comparisons/?solves={theirs.pk}",
    ):
        assert b"the secret word" not in body_of(client.get(address)), address
