"""A program keeps the library in step with what it has elsewhere; only for those who may do so in the admin."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000

from solver.admin.history_restore import words_of
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, Solve, Token, User
from solver.puzzles import catalogue

pytestmark = pytest.mark.django_db
API, JSON = "/api/v1", "application/json"


def with_token_of(user):
    _token, text = Token.objects.make(user, "script")
    return Client(headers={"Authorization": f"Bearer {text}"})


@pytest.fixture
def librarian():
    user = User.objects.create_user("lena")
    user.groups.add(Group.objects.get(name="Librarian"))
    return with_token_of(user)


@pytest.fixture
def stranger():
    return with_token_of(User.objects.create_user("somebody"))


@pytest.fixture
def puzzles():
    return [Puzzle.objects.create(givens=text) for text in (ARTICLE_000, ALESCARGOT)]


def ids(rows):
    return [str(each.pk) for each in rows]


def test_patch_changes_a_puzzle_and_logs_who_did(librarian, puzzles):
    at = f"{API}/puzzles/{puzzles[0].pk}/"
    said = {"title": "Zero", "tags": ["a", "b"], "is_published": True}
    answer = librarian.patch(at, said, JSON).json()
    assert {name: answer[name] for name in said} == said
    assert "title, tags, is_published" in words_of(User.objects.get().logentry_set.get())[0]
    assert librarian.patch(at, said, JSON).status_code == 200
    assert User.objects.get().logentry_set.count() == 1  # nothing was changed again


def test_publication_can_be_set_to_a_time_and_read_by_editors(librarian, puzzles):
    at = f"{API}/puzzles/{puzzles[0].pk}/"
    monday = "2030-01-07T06:00:00Z"
    assert librarian.patch(at, {"publish_at": monday, "title": "Zero"}, JSON).status_code == 200
    assert [librarian.get(at).json()[name] for name in ("publish_at", "title")] == [monday, "Zero"]
    assert librarian.patch(at, {"is_published": True}, JSON).json()["publish_at"] is None
    puzzles[0].refresh_from_db()
    assert (puzzles[0].is_published, puzzles[0].publish_at) == (True, None)
    refused = librarian.patch(at, {"publish_at": monday}, JSON)
    assert (refused.status_code, set(refused.json()["errors"])) == (400, {"publish_at"})
    few = {"title": "Few", "slug": "few", "publish_at": monday}
    assert librarian.post(f"{API}/collections/", few, JSON).json()["publish_at"] == monday


def test_deletion_by_a_program_is_undone(librarian, puzzles):
    Collection.objects.create(title="Few", slug="few")
    catalogue.collect(Collection.objects.get().pk, [puzzles[0].pk])
    for address in ("collections/few/", f"puzzles/{puzzles[0].pk}/"):
        assert librarian.delete(f"{API}/{address}").status_code == 204
    assert not Collection.objects.exists()
    lena = Client()
    lena.force_login(User.objects.get(username="lena"))
    for job in Job.objects.order_by("-created_at"):
        assert lena.post(f"/jobs/{job.pk}/undo/").status_code == 302
        running.run(Job.objects.latest("created_at").pk)
    assert Collection.objects.get().puzzle_ids == [puzzles[0].pk]


def test_post_keeps_a_puzzle_with_its_texts_for_editors_alone(librarian, stranger):
    sent = {"puzzle": ARTICLE_000, "title": "Zero", "tags": ["a"], "is_published": True}
    assert stranger.post(f"{API}/puzzles/", sent, JSON).status_code == 403
    assert not Puzzle.objects.exists()
    assert librarian.post(f"{API}/puzzles/", sent, JSON).status_code == 201
    assert Puzzle.objects.values_list("title", "tags", "is_published").get() == (
        "Zero",
        ["a"],
        True,
    )
    assert stranger.post(f"{API}/puzzles/", {"puzzle": ALESCARGOT}, JSON).status_code == 201


def test_delete_answers_409_for_a_puzzle_with_solves(librarian, puzzles):
    Solve.objects.create(puzzle=puzzles[0])
    answers = [librarian.delete(f"{API}/puzzles/{pk}/") for pk in ids(puzzles)]
    assert [answer.status_code for answer in answers] == [409, 204]
    assert answers[0].json()["code"] == "conflict"
    assert list(Puzzle.objects.all()) == [puzzles[0]]


def test_put_sets_the_order_of_a_collection(librarian, puzzles):
    made = librarian.post(f"{API}/collections/", {"title": "Few", "slug": "few"}, JSON)
    assert made.status_code == 201
    at = made["Location"]
    for wanted in (ids(puzzles), ids(puzzles)[::-1], ids(puzzles)[:1]):
        answer = librarian.put(f"{at}puzzles/", {"puzzles": wanted}, JSON)
        assert answer.json()["puzzles"] == librarian.get(at).json()["puzzles"] == wanted
    again = librarian.post(f"{API}/collections/", {"title": "Few", "slug": "few"}, JSON)
    assert (again.status_code, set(again.json()["errors"])) == (400, {"slug"})
    assert librarian.delete(at).status_code == 204
    assert Puzzle.objects.count() == 2


def test_collection_rejects_unknown_and_repeated_puzzles(librarian, puzzles):
    Collection.objects.create(title="Few", slug="few")
    nobody = "00000000-0000-0000-0000-000000000000"
    for wanted, words in (([nobody], nobody), (ids(puzzles) + ids(puzzles), "once")):
        answer = librarian.put(f"{API}/collections/few/puzzles/", {"puzzles": wanted}, JSON)
        assert answer.status_code == 400
        assert words in answer.json()["errors"]["puzzles"][0]
    assert Collection.objects.get().puzzle_ids == []


class TestAnImport:
    def test_waits_for_a_word_and_names_each_wrong_line(self, librarian):
        Collection.objects.create(title="Few", slug="few")
        sent = {"text": f"{ARTICLE_000}\n12\n", "collection": "few", "tags": ["mine"]}
        job = librarian.post(f"{API}/imports/", sent, JSON).json()
        running.run(job["id"])
        job = librarian.get(job["url"]).json()
        assert (job["status"], job["counts"]) == ("paused", {"new": 1, "wrong": 1})
        (wrong,) = librarian.get(f"{job['rows_url']}?fate=wrong").json()["results"]
        assert (wrong["item"], wrong["place"]) == (2, "line 2")
        assert not Puzzle.objects.exists()
        assert librarian.post(f"{job['url']}resume/").json()["status"] == "queued"
        running.run(job["id"])
        assert librarian.get(job["url"]).json()["counts"] == {"added": 1, "wrong": 1}
        assert Puzzle.objects.get().tags == ["mine"]
        assert Collection.objects.get().puzzles.count() == 1
        late = librarian.post(f"{job['url']}cancel/")
        assert (late.status_code, late.json()["code"]) == (409, "conflict")

    def test_starts_once_for_one_idempotency_key(self, librarian):
        sent, key = {"text": ARTICLE_000}, {"Idempotency-Key": "once"}
        made = [librarian.post(f"{API}/imports/", sent, JSON, headers=key) for _ in range(2)]
        assert made[0].json()["id"] == made[1].json()["id"]
        assert Job.objects.count() == 1


class TestAnOrder:
    def test_adds_its_puzzles_to_the_library_and_a_collection(self, librarian):
        Collection.objects.create(title="Few", slug="few")
        sent = {"count": 3, "size": 4, "collection": "few", "tags": ["mine"], "seed": "seven"}
        job = librarian.post(f"{API}/generate/", sent, JSON).json()
        assert (job["kind"], job["total"], job["status"]) == ("generate", 3, "queued")
        running.run(job["id"])
        assert librarian.get(job["url"]).json()["counts"] == {"added": 3}
        assert Collection.objects.get().puzzles.count() == 3
        assert Puzzle.objects.filter(tags=["mine"], box=2).count() == 3

    @pytest.mark.parametrize(
        ("wish", "field", "words"),
        [
            ({"needs": "wizardry"}, "wishes", "there is no technique 'wizardry'"),
            ({"clues": [30, 20]}, "wishes", "put the smaller number first"),
            ({"clues": [30]}, "clues", "at least 2"),
            ({"size": 25}, "size", "is not a valid choice"),
            ({"er": [1, "x"]}, "er", "valid number"),
            ({"collection": "none"}, "collection", "there is no collection of that slug"),
        ],
    )
    def test_rejects_impossible_wishes_with_400(self, librarian, wish, field, words):
        answer = librarian.post(f"{API}/generate/", wish, JSON)
        assert answer.status_code == 400
        assert words in str(answer.json()["errors"][field])
        assert not Job.objects.exists()


def test_editing_answers_403_without_the_permission(stranger, librarian, puzzles):
    Collection.objects.create(title="Few", slug="few")
    job = librarian.post(f"{API}/imports/", {"text": ARTICLE_000}, JSON).json()
    one, few = f"{API}/puzzles/{puzzles[0].pk}/", f"{API}/collections/few/"
    asked = [
        ("patch", one, {"title": "Mine"}),
        ("delete", one, {}),
        ("post", f"{API}/collections/", {"title": "Mine", "slug": "mine"}),
        ("get", few, {}),
        ("patch", few, {"title": "Mine"}),
        ("delete", few, {}),
        ("put", f"{few}puzzles/", {"puzzles": ids(puzzles)}),
        ("post", f"{API}/imports/", {"text": ARTICLE_000}),
        ("post", f"{API}/generate/", {}),
    ]
    for client in (stranger, Client()):
        for verb, at, body in asked:
            given = () if verb == "get" else (body, JSON)
            answer = getattr(client, verb)(at, *given)
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), (verb, at)
        assert client.get(job["url"]).status_code == 404
        assert client.post(f"{job['url']}cancel/").status_code == 404
    assert Puzzle.objects.filter(title="").count() == 2
    assert Collection.objects.get().puzzle_ids == []
    assert Job.objects.get().status == "queued"
