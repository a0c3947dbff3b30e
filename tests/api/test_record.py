"""A program looks through its record: finds, pages, changes, deletes, and repeats itself without harm."""

import uuid

import pytest
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY
from support import json_of

from solver import engine
from solver.models import Collection, IdempotencyKey, Membership, Puzzle, Solve
from solver.queue import submission
from solver.queue.owners import Owner
from solver.solves import writing

pytestmark = pytest.mark.django_db
URL = "/api/v1/solves/"


@pytest.fixture
def me(client, django_user_model):
    user = django_user_model.objects.create_user("setter")
    client.force_login(user)
    return user


def solved(user, text=ARTICLE_000, method="combos"):
    solve = submission.submit(engine.read(text), method, owner=Owner(user=user), lane="bulk")
    writing.record(solve.pk)
    return solve


def post(client, data, **headers):
    return client.post(URL, data, content_type="application/json", headers=headers)


def ids_of(answer):
    return [row["id"] for row in answer.json()["results"]]


class TestFinding:
    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ("?method=rules", [1]),
            ("?outcome=stalled", [1, 2]),
            ("?verdict=multiple", [2]),
            ("?size=4", [3]),
            (f"?puzzle={ARTICLE_000}", [0, 1]),
            ("?q=Magic", [0, 1]),
            ("?from=2100-01-01", []),
            ("?to=2100-01-01&method=combos&size=9", [0, 2]),
            ("?favourite=1", [2]),
        ],
    )
    def test_filters_the_solves(self, client, me, query, expected):
        solves = [
            solved(me),
            solved(me, method="rules"),
            solved(me, EMPTY),
            solved(me, "0030040002001000"),
        ]
        Puzzle.objects.filter(givens=ARTICLE_000).update(title="Magic tour", is_published=True)
        Solve.objects.filter(pk=solves[2].pk).update(is_favourite=True)
        found = ids_of(client.get(URL + query))
        assert found == [str(solves[at].pk) for at in reversed(expected)]

    @pytest.mark.parametrize(
        "query",
        [
            *("method=magic", "outcome=%00", "verdict=x", "size=10", "puzzle=x", "from=yesterday"),
            *("to=9999-12-31", "after=x", "after=20260101T000000.000000_x", "status=x"),
        ],
    )
    def test_wrong_filter_gets_400_with_its_name(self, client, me, query):
        answer = client.get(f"{URL}?{query}")
        assert answer.status_code == 400
        assert list(answer.json()["errors"]) == [query.split("=")[0]]
        assert answer.json()["detail"]

    def test_pages_without_a_gap_or_a_duplicate(self, client, me, monkeypatch):
        monkeypatch.setattr("solver.api.solves.PAGE", 3)
        solves = [submission.submit(engine.read(EMPTY), "rules", owner=Owner(me)) for _ in range(8)]
        Solve.objects.update(created_at=solves[0].created_at)  # all at the same moment
        seen, url = [], f"{URL}?method=rules"
        while url:
            answer = client.get(url)
            seen += ids_of(answer)
            url = answer.json()["next"]
        assert sorted(seen) == sorted(str(solve.pk) for solve in solves)

    def test_anonymous_clients_find_only_public_solves(self, client, me):
        public, _unlisted = solved(me), solved(me)
        Solve.objects.filter(pk=public.pk).update(visibility="public")
        client.logout()
        assert ids_of(client.get(f"{URL}?whose=public")) == [str(public.pk)]


class TestKeeping:
    def test_patch_changes_visibility_favourite_and_note(self, client, me):
        solve = solved(me)
        change = {"visibility": "private", "is_favourite": True, "note": "Look at 7"}
        answer = client.patch(f"{URL}{solve.pk}/", change, content_type="application/json")
        assert (answer.status_code, answer.json()["note"]) == (200, "Look at 7")
        client.logout()
        assert client.get(f"{URL}{solve.pk}/").status_code == 404

    def test_delete_removes_the_solve(self, client, me):
        solve = solved(me)
        assert client.delete(f"{URL}{solve.pk}/").status_code == 204
        assert client.get(f"{URL}{solve.pk}/").status_code == 404

    @pytest.mark.parametrize("verb", ["patch", "delete"])
    def test_solves_of_other_accounts_answer_404(self, client, me, django_user_model, verb):
        solve = solved(me)
        client.force_login(django_user_model.objects.create_user("stranger"))
        answer = getattr(client, verb)(f"{URL}{solve.pk}/", {}, content_type="application/json")
        assert answer.status_code == 404
        assert Solve.objects.filter(pk=solve.pk).exists()

    def test_matching_etag_gets_304(self, client, me):
        solve = solved(me)
        assert json_of(client.get(f"{URL}{solve.pk}/"))["iteration_count"] == 15
        for address in (f"{URL}{solve.pk}/", f"{URL}{solve.pk}/iterations/?after=3"):
            first = client.get(address)
            again = client.get(address, headers={"If-None-Match": first["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert again["Cache-Control"] == first["Cache-Control"] == "private, no-cache"


class TestAnIdempotencyKey:
    @pytest.fixture(autouse=True)
    def _me(self, me):
        """Whoever has a key has an account."""

    def test_makes_one_solve_of_a_request_sent_twice(self, client):
        key = {"Idempotency-Key": "once"}
        first, again = (post(client, {"puzzle": ARTICLE_000}, **key) for _ in range(2))
        assert (first.status_code, again.status_code) == (202, 202)
        assert first["Location"] == again["Location"]
        assert Solve.objects.count() == 1

    def test_answers_422_for_another_request(self, client):
        post(client, {"puzzle": ARTICLE_000}, **{"Idempotency-Key": "once"})
        answer = post(client, {"puzzle": ALESCARGOT}, **{"Idempotency-Key": "once"})
        assert answer.status_code == 422
        assert "another request" in answer.json()["detail"]
        assert Solve.objects.count() == 1

    def test_makes_another_solve_for_another_owner(self, client, me, django_user_model):
        post(client, {"puzzle": ARTICLE_000}, **{"Idempotency-Key": "once"})
        client.force_login(django_user_model.objects.create_user("stranger"))
        post(client, {"puzzle": ARTICLE_000}, **{"Idempotency-Key": "once"})
        assert Solve.objects.count() == 2

    def test_stays_usable_after_a_request_that_fails(self, client):
        assert post(client, {"puzzle": "x"}, **{"Idempotency-Key": "once"}).status_code == 400
        assert post(client, {"puzzle": EMPTY}, **{"Idempotency-Key": "once"}).status_code == 202

    def test_works_for_batches(self, client):
        body = {"puzzles": [ARTICLE_000]}
        answers = [
            client.post(
                "/api/v1/batches/",
                body,
                content_type="application/json",
                headers={"Idempotency-Key": "b"},
            )
            for _ in range(2)
        ]
        assert len({answer["Location"] for answer in answers}) == 1

    def test_has_a_longest_length(self, client):
        answer = post(client, {"puzzle": EMPTY}, **{"Idempotency-Key": str(uuid.uuid4()) * 9})
        assert "Idempotency-Key" in answer.json()["errors"]
        assert not IdempotencyKey.objects.exists()


class TestTheLibrary:
    @pytest.fixture(autouse=True)
    def stock(self):
        for line in (ARTICLE_000, ALESCARGOT, EMPTY, "0030040002001000"):
            Puzzle.objects.create(givens=line, is_published=True)

    def test_lists_its_puzzles_in_pages(self, client, monkeypatch):
        monkeypatch.setattr("solver.api.library.PAGE", 2)
        monkeypatch.setattr("solver.api.responses.PAGE", 2)
        seen, url = [], "/api/v1/puzzles/?size=9"
        while url:
            answer = client.get(url).json()
            seen += [row["puzzle"] for row in answer["results"]]
            url = answer["next"]
        assert seen == [EMPTY, ALESCARGOT, ARTICLE_000]

    def test_finds_a_puzzle_by_its_givens(self, client):
        found = client.get(f"/api/v1/puzzles/?q={ALESCARGOT}").json()["results"]
        assert [row["puzzle"] for row in found] == [ALESCARGOT]

    @pytest.mark.parametrize(
        "query", ["size=5", "solutions=x", "after=x", "order=x", "givens_from=-1"]
    )
    def test_names_the_wrong_filter(self, client, query):
        answer = client.get(f"/api/v1/puzzles/?{query}")
        assert answer.status_code == 400
        assert list(answer.json()["errors"]) == [query.split("=")[0]]

    def test_accepts_the_former_names_of_the_givens_filters(self, client):
        of_all = client.get("/api/v1/puzzles/?givens_to=23").json()["results"]
        assert client.get("/api/v1/puzzles/?to=23").json()["results"] == of_all != []
        answer = client.get("/api/v1/puzzles/?from=-1")
        assert list(answer.json()["errors"]) == ["givens_from"]

    def test_lists_the_puzzles_of_a_collection_in_order(self, client):
        easy = Collection.objects.create(title="Easy", slug="easy", is_published=True)
        Collection.objects.create(title="Not yet", slug="not-yet")
        for position, line in enumerate((EMPTY, ARTICLE_000)):
            puzzle = Puzzle.objects.get(givens=line)
            Membership.objects.create(collection=easy, puzzle=puzzle, position=position)
        (collection,) = client.get("/api/v1/collections/").json()["results"]
        assert collection["title"] == "Easy"
        found = client.get(collection["puzzles_url"]).json()["results"]
        assert [row["puzzle"] for row in found] == [EMPTY, ARTICLE_000]
