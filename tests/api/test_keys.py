"""An Idempotency-Key is its owner's: nobody gets by it what somebody else made, and nothing breaks by it."""

import pytest
from django.test import Client
from puzzles import ARTICLE_000, EMPTY

from solver.engine import methods
from solver.models import IdempotencyKey, Job, Puzzle, Solve, Token, User

pytestmark = pytest.mark.django_db
DOORS = {
    "/api/v1/solves/": (Solve, {"puzzle": ARTICLE_000}),
    "/api/v1/batches/": (Job, {"puzzles": [ARTICLE_000]}),
    "/api/v1/comparisons/": (Solve, {"puzzle": ARTICLE_000}),
}
each_door = pytest.mark.parametrize("door", DOORS)


def program(name):
    user, _is_new = User.objects.get_or_create(username=name)
    return Client(headers={"Authorization": f"Bearer {Token.objects.make(user, 'script')[1]}"})


def browser():
    """One with a session and without an account."""
    client = Client()
    client.post("/solves/", {"puzzle": EMPTY, "method": "rules"})
    return client


def send(client, door, key="first"):
    body = DOORS[door][1]
    return client.post(door, body, "application/json", headers={"Idempotency-Key": key})


@each_door
def test_key_without_an_owner_gets_400(door):
    """They may share an address, and so they would share their keys."""
    answer = send(Client(), door)
    assert answer.status_code == 400
    assert "send a token along" in answer.json()["errors"]["Idempotency-Key"][0]
    assert not DOORS[door][0].objects.exists()


@each_door
@pytest.mark.parametrize("owner", [browser, lambda: program("setter")], ids=["session", "token"])
def test_repeated_request_makes_one_row(door, owner):
    client = owner()
    first, again = send(client, door), send(client, door)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first["Location"] == again["Location"]


@pytest.mark.asvs("8.2.2")
@each_door
def test_same_key_of_another_owner_makes_another_solve(door):
    clients = [browser(), browser(), program("setter"), program("somebody else")]
    answers = [send(client, door) for client in clients]
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer["Location"] for answer in answers}) == 4


@each_door
def test_tokens_of_an_account_share_their_keys(door):
    assert len({send(program("setter"), door)["Location"] for _ in range(2)}) == 1


@each_door
def test_repeated_key_gets_410_after_a_deletion(door):
    client, model = program("setter"), DOORS[door][0]
    assert send(client, door).status_code == 202
    model.objects.all().delete()
    answer = send(client, door)
    assert answer.status_code == 410
    assert "has been deleted since" in answer.json()["detail"]
    assert not model.objects.exists()
    assert send(client, door, "another").status_code == 202


def test_key_rows_contain_no_session_key():
    client = browser()
    send(client, "/api/v1/solves/")
    assert client.session.session_key not in IdempotencyKey.objects.get().client


class TestForAComparison:
    def test_makes_one_solve_by_each_method_for_a_repeated_key(self):
        client = program("setter")
        for _again in range(2):
            answer = send(client, "/api/v1/comparisons/")
            assert [solve["method"] for solve in answer.json()["results"]] == list(methods())
        assert Solve.objects.count() == len(methods())

    def test_answers_410_if_one_of_its_solves_was_deleted(self):
        client = program("setter")
        send(client, "/api/v1/comparisons/")
        Solve.objects.filter(method="joins").delete()
        assert send(client, "/api/v1/comparisons/").status_code == 410


class TestForAPuzzle:
    def keep(self, client, puzzle=ARTICLE_000):
        return client.post(
            "/api/v1/puzzles/",
            {"puzzle": puzzle},
            "application/json",
            headers={"Idempotency-Key": "first"},
        )

    def test_finds_the_saved_puzzle_again(self):
        client = program("setter")
        first, again = self.keep(client), self.keep(client)
        assert (first.status_code, again.status_code) == (201, 201)
        assert first["Location"] == again["Location"]
        assert self.keep(client, EMPTY).status_code == 422

    def test_rejects_a_key_without_an_owner(self):
        answer = self.keep(Client())
        assert answer.status_code == 400
        assert "send a token along" in answer.json()["errors"]["Idempotency-Key"][0]
        assert not Puzzle.objects.exists()

    def test_does_not_save_a_deleted_puzzle_again(self):
        client = program("setter")
        self.keep(client)
        Puzzle.objects.all().delete()
        assert self.keep(client).status_code == 410
        assert not Puzzle.objects.exists()
