"""A program submits a puzzle, follows it, and reads the whole story."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from puzzles import ARTICLE_000, ARTICLE_001, EMPTY, SOLUTION_000
from support import json_of

from solver.engine import read, solve
from solver.models import Puzzle, Solve
from solver.puzzles import catalogue, rating
from solver.solves import writing

pytestmark = pytest.mark.django_db
URL = "/api/v1/solves/"


def post(client, data, url=URL):
    return client.post(url, data, content_type="application/json")


def test_post_answers_202_with_the_address_of_the_solve(client):
    answer = post(client, {"puzzle": ARTICLE_000})
    assert answer.status_code == 202
    assert answer["Location"] == answer.json()["url"]
    body = client.get(answer["Location"]).json()
    assert (body["status"], body["method"], body["outcome"]) == ("queued", "combos", None)
    assert "iterations" not in body


def test_api_answers_the_same_solve_as_the_command_line(client):
    answer = post(client, {"puzzle": ARTICLE_000, "method": "combos", "size": 9})
    writing.record(Solve.objects.get().pk)
    body = json_of(client.get(answer["Location"]))
    expected = solve(read(ARTICLE_000)).as_json()
    assert body["solutions"] == [SOLUTION_000]
    for key in expected.keys() - {"elapsed_ms"}:
        assert body[key] == expected[key], key


def test_iterations_come_in_pages(client, monkeypatch):
    monkeypatch.setattr("solver.api.solves.PAGE", 10)
    answer = post(client, {"puzzle": ARTICLE_000})
    writing.record(Solve.objects.get().pk)
    first = client.get(answer.json()["iterations_url"]).json()
    second = client.get(first["next"]).json()
    numbers = [i["number"] for page in (first, second) for i in page["results"]]
    assert numbers == list(range(1, 16))
    assert second["next"] is None


def test_candidates_of_larger_boards_come_as_lists(client):
    answer = post(client, {"puzzle": "0" * 256, "size": 16})
    writing.record(Solve.objects.get().pk)
    body = json_of(client.get(answer["Location"]))
    assert body["iterations"][0]["candidates"][0] == list(range(1, 17))


def test_list_contains_only_own_solves(client, django_user_model):
    post(client, {"puzzle": ARTICLE_000})
    assert client.get(URL).json()["results"] == []  # a caller without a session owns nothing
    client.force_login(django_user_model.objects.create_user("setter"))
    post(client, {"puzzle": EMPTY})
    assert [row["puzzle"] for row in client.get(URL).json()["results"]] == [EMPTY]


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ({}, "puzzle", "required"),
        ({"puzzle": None}, "puzzle", "null"),
        ({"puzzle": ""}, "puzzle", "there is no puzzle here"),
        ({"puzzle": 5}, "puzzle", "text is expected here, not a number"),
        ({"puzzle": True}, "puzzle", "text is expected here, not true or false"),
        ({"puzzle": "0" * 80}, "puzzle", "80 cells found, but a 9×9 board has 81"),
        ({"puzzle": "0" * 82}, "puzzle", "82 cells found"),
        ({"puzzle": "0" * 20_000}, "puzzle", "at most 10000"),
        (
            {"puzzle": "55" + "0" * 79},
            "puzzle",
            "r1c1 and r1c2 are both 5, in row 1; change one of them",
        ),
        ({"puzzle": "x" + "0" * 80}, "puzzle", "(cell r1c1): “x” is not a digit"),
        ({"puzzle": "٣" * 81}, "puzzle", "arabic-indic"),
        ({"puzzle": "\x00" * 81}, "puzzle", "not text in UTF-8"),
        ({"puzzle": "\ud800" * 81}, "puzzle", "Surrogate"),
        ({"puzzle": EMPTY, "size": 36}, "puzzle", "size is 36"),
        ({"puzzle": EMPTY, "size": 16}, "puzzle", "81 cells found, but a 16×16 board has 256"),
        ({"puzzle": EMPTY, "method": "magic"}, "method", "there is no method 'magic'"),
        ({"puzzle": EMPTY, "options": {"guess": "most"}}, "options", "no option 'guess'"),
        ({"puzzle": EMPTY, "options": []}, "options", "dictionary"),
    ],
)
def test_invalid_field_gets_400_with_its_name(client, data, field, message):
    answer = post(client, data)
    assert answer.status_code == 400
    assert message in " ".join(answer.json()["errors"][field])
    assert not Solve.objects.exists()


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"null", b"[]", b"5", b"[" * 100_000, b"\xff", b'{"puzzle": NaN}', b"9" * 5000],
)
def test_body_other_than_a_json_object_gets_400(client, body):
    assert post(client, body).status_code == 400


def test_other_media_types_get_415(client):
    assert client.post(URL, b"<a/>", content_type="application/xml").status_code == 415


def test_unknown_fields_get_400_and_make_no_solve(client):
    answer = post(client, {"puzzle": ARTICLE_000, "status": "finished", "owner": 1})
    assert set(answer.json()["errors"]) == {"status", "owner"}
    assert not Solve.objects.exists()


@pytest.mark.parametrize(
    "where", ["solves/" + "9" * 30 + "/", "solves/-1/", "solves/٣/", "nothing/"]
)
def test_unknown_addresses_get_404_as_json(client, where):
    answer = client.get(f"/api/v1/{where}")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("after", ["-1", "٣", "x", "9" * 5000, "%00"])
def test_invalid_page_gets_400(client, after):
    url = post(client, {"puzzle": ARTICLE_000}).json()["iterations_url"]
    answer = client.get(f"{url}?after={after}")
    assert answer.status_code == 400
    assert "whole number" in answer.json()["errors"]["after"][0]


class TestPuzzles:
    def test_have_one_row_for_the_same_grid(self, client):
        first = post(client, {"puzzle": ARTICLE_000}, "/api/v1/puzzles/")
        second = post(client, {"puzzle": ARTICLE_000.replace("0", ".")}, "/api/v1/puzzles/")
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.json()["id"] == second.json()["id"]
        assert client.get(first["Location"]).json()["clue_count"] == 26

    @pytest.mark.asvs("8.2.2")
    @pytest.mark.parametrize(
        "known",
        [
            {"in_inbox": True},
            {"in_inbox": True, "dismissed_at": timezone.now()},
            {"in_inbox": False, "title": "a draft", "author": "A", "source": "B", "tags": ["C"]},
        ],
        ids=["typed", "dismissed", "draft"],
    )
    def test_look_new_to_a_visitor_if_the_grid_was_known(self, client, known):
        """All but its id is told alike: the grid of somebody's private solve is nobody else's to find out."""
        at = "/api/v1/puzzles/"
        new = post(client, {"puzzle": ARTICLE_000}, at)
        puzzle = Puzzle.objects.get()
        puzzle.delete()
        catalogue.examine([puzzle])
        rating.rate(puzzle)
        for name, value in known.items():
            setattr(puzzle, name, value)
        puzzle.created_at -= timedelta(days=9)
        puzzle.pk = uuid4()
        puzzle.save(force_insert=True)
        assert puzzle.verdict == "unique"
        assert puzzle.score
        there = post(client, {"puzzle": ARTICLE_000}, at)
        for one, other in ((new, there), (new, client.get(there["Location"]))):
            assert {**one.json(), "id": "", "url": ""} == {**other.json(), "id": "", "url": ""}
        assert (new.status_code, there.status_code) == (201, 201)
        assert set(new.headers) == set(there.headers)
        assert there.json()["id"] == str(puzzle.pk)

    def test_show_the_texts_of_a_draft_to_editors(self, admin_client):
        url = post(admin_client, {"puzzle": ARTICLE_000}, "/api/v1/puzzles/")["Location"]
        Puzzle.objects.update(verdict="unique", title="a draft")
        told = admin_client.get(url).json()
        assert (told["verdict"], told["title"]) == ("unique", "a draft")

    def test_appear_in_the_list_once_published(self, client):
        post(client, {"puzzle": ARTICLE_000}, "/api/v1/puzzles/")
        assert client.get("/api/v1/puzzles/").json()["results"] == []
        Puzzle.objects.update(is_published=True, title="Mine")
        assert client.get("/api/v1/puzzles/").json()["results"][0]["title"] == "Mine"


class TestContinuing:
    """`POST /api/v1/solves/ID/go-on/`"""

    @pytest.fixture
    def stalled(self):
        def stalled(client):
            post(client, {"puzzle": ARTICLE_001, "method": "combos"})
            solve = Solve.objects.latest("created_at")
            writing.record(solve.pk)
            return solve

        return stalled

    def test_makes_a_solve_that_repeats_the_iterations_and_continues(self, client, stalled):
        solve = stalled(client)
        answer = client.post(f"{URL}{solve.pk}/go-on/")
        assert answer.status_code == 202
        assert answer["Location"] == answer.json()["url"] != f"{URL}{solve.pk}/"
        assert (answer.json()["method"], answer.json()["options"]["first"]) == ("best", "combos")
        writing.record(answer.json()["id"])
        before, after = (
            json_of(client.get(url)) for url in (f"{URL}{solve.pk}/", answer["Location"])
        )
        assert (before["outcome"], after["outcome"]) == ("stalled", "solved")
        assert after["iterations"][: len(before["iterations"])] == before["iterations"]
        assert after["continues"] is None  # it is nobody's, and the other's address is known to few

    def test_gives_an_owner_the_same_solve_again(self, client, stalled, django_user_model):
        client.force_login(django_user_model.objects.create_user("setter"))
        solve = stalled(client)
        first, second = (client.post(f"{URL}{solve.pk}/go-on/").json() for _ in range(2))
        assert first["id"] == second["id"]
        assert first["continues"] == str(solve.pk)
        assert Solve.objects.count() == 2

    def test_rejects_a_solved_solve_and_hides_a_private_one(self, client, stalled):
        solve = stalled(client)
        Solve.objects.update(visibility="private")
        assert client.post(f"{URL}{solve.pk}/go-on/").status_code == 404
        post(client, {"puzzle": ARTICLE_000})
        solved = Solve.objects.latest("created_at")
        writing.record(solved.pk)
        answer = client.post(f"{URL}{solved.pk}/go-on/")
        assert answer.status_code == 400
        assert answer.json()["errors"] == {
            "solve": ["only one by combos or rules or ladder that has stalled goes on"]
        }
        assert Solve.objects.count() == 2
