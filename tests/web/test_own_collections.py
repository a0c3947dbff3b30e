"""Somebody puts puzzles together for themselves, and nobody else comes by them."""

import pytest
from django.db import IntegrityError, transaction
from puzzles import ARTICLE_000

from solver.accounts import ownership
from solver.models import Collection, Membership, Puzzle, SavedGame, User
from solver.puzzles import collections

pytestmark = pytest.mark.django_db
PUZZLE = "1230000000000001"


@pytest.fixture
def lena(client):
    user = User.objects.create_user("lena")
    client.force_login(user)
    return user


@pytest.fixture
def mine(client, lena):
    client.post("/collections/add/", {"puzzle": PUZZLE, "title": "Five wings"})
    return Collection.owned.get()


class TestOwnCollection:
    def test_begins_with_a_puzzle_from_anywhere(self, client, mine, lena):
        assert (mine.owner, mine.title, mine.is_published) == (lena, "Five wings", False)
        page = client.get(mine.get_absolute_url())
        (card,) = page.context["cards"]
        assert card[1] == f"/play/?puzzle={PUZZLE}"
        assert client.get(card[1]).status_code == 200
        assert not Puzzle.objects.get().is_published

    def test_holds_a_puzzle_once_and_links_the_published_one(self, client, mine):
        public = Puzzle.objects.create(givens=ARTICLE_000, title="The first", is_published=True)
        page = client.get(public.get_absolute_url()).content.decode()
        assert f"/collections/add/?puzzle={ARTICLE_000}" in page
        for _again in range(2):
            answer = client.post(
                "/collections/add/", {"puzzle": ARTICLE_000, "collection": mine.slug}
            )
            assert answer.url == mine.get_absolute_url()
        cards = client.get(mine.get_absolute_url()).context["cards"]
        assert [card.title for _id, _play, card in cards][1:] == ["The first"]
        assert cards[1][2].href == public.get_absolute_url()
        assert "Solutions" in client.get(f"{mine.get_absolute_url()}sheet/").content.decode()

    def test_prints_every_puzzle_over_several_sheets(self, client, mine, monkeypatch):
        monkeypatch.setattr("solver.web.library.collecting.SHEET", 2)
        for text in ("0030040002001000", "0" * 16):
            collections.add_puzzle(mine, Puzzle(givens=text, box=2).grid)
        at = f"{mine.get_absolute_url()}sheet/"
        sheets = [client.get(at + query) for query in ("", "?first=3", "?first=2", "?from=3")]
        numbers = [[number for number, _card in each.context["cards"]] for each in sheets]
        assert numbers == [[1, 2], [3], [1, 2], [3]]  # the last as in old links
        solutions = [[board is None for _at, board in each.context["solutions"]] for each in sheets]
        assert solutions[:2] == [[True, False], [True]]  # of the second there is one
        assert 'href="?first=3"' in sheets[0].content.decode()

    def test_prints_without_solutions_beyond_the_deadline(self, client, mine, settings):
        settings.REQUEST_SECONDS = 0
        for first in (0, 1):
            collections.add_puzzle(mine, Puzzle(givens=f"{first}{'0' * 624}", box=5).grid)
        sheet = client.get(f"{mine.get_absolute_url()}sheet/")
        assert len(sheet.context["cards"]) == 3
        assert len(sheet.context["solutions"]) < 3
        assert "there was no time left to look for solutions" in sheet.content.decode()

    def test_can_be_renamed_emptied_and_deleted(self, client, mine):
        at = mine.get_absolute_url()
        client.post(at, {"title": "Six wings"})
        assert Collection.owned.get().title == "Six wings"
        assert client.post(at, {"title": "a\u202eb"}).status_code == 400
        client.post(at, {"remove": "nothing"})
        client.post(at, {"remove": str(Puzzle.objects.get().pk)})
        assert client.get(at).context["cards"] == []
        assert Puzzle.objects.exists()
        client.post(at, {"delete": "1"})
        assert not Collection.owned.exists()

    def test_rejects_an_invalid_puzzle_and_an_empty_title(self, client, lena):
        assert client.get("/collections/add/?puzzle=11").status_code == 400
        answer = client.post("/collections/add/", {"puzzle": PUZZLE, "title": " "})
        assert answer.status_code == 400
        assert "This field is required." in answer.content.decode()

    def test_has_a_limit_of_collections_and_puzzles(self, client, mine, monkeypatch):
        monkeypatch.setattr(Collection, "MOST", 1)
        monkeypatch.setattr(Collection, "MOST_PUZZLES", 1)
        full = client.post("/collections/", {"title": "Another"})
        assert (full.status_code, Collection.owned.count()) == (400, 1)
        assert "can have 1 collection" in full.content.decode()
        full = client.post("/collections/add/", {"puzzle": "0" * 16, "collection": mine.slug})
        assert "can contain 1 puzzle." in full.content.decode()
        assert Membership.objects.count() == 1

    def test_disappears_with_the_account_but_no_puzzle(self, mine, lena):
        assert ("collections", 1) in ownership.what_goes_along(lena)
        ownership.delete(lena)
        assert not Collection.owned.exists()
        assert Puzzle.objects.exists()


class TestOtherAccount:
    @pytest.fixture(params=["stranger", "account", "editor"])
    def other(self, request, mine, client):
        client.logout()
        if request.param != "stranger":
            is_root = request.param == "editor"
            user = User.objects.create_user("mallory", is_staff=is_root, is_superuser=is_root)
            client.force_login(user)
        return client

    def test_cannot_see_the_collection(self, other, mine):
        refused = (302, 404)  # to the sign-in, or as if it were not there
        at = mine.get_absolute_url()
        for address in (at, f"{at}sheet/", f"/admin/solver/collection/{mine.pk}/change/"):
            assert other.get(address).status_code in refused
        for address in ("/", "/puzzles/", f"/puzzles/?collection={mine.slug}", "/collections/"):
            assert mine.title not in other.get(address).content.decode()
        assert other.get("/api/v1/collections/").json()["results"] == []
        lists = (
            "/admin/solver/collection/",
            "/admin/solver/puzzle/",
            "/admin/solver/puzzle/import/",
        )
        assert not any(mine.title in other.get(address).content.decode() for address in lists)

    def test_cannot_change_the_collection(self, other, mine):
        at, puzzle = mine.get_absolute_url(), str(Puzzle.objects.get().pk)
        for data in ({"title": "Taken"}, {"remove": puzzle}, {"delete": "1"}):
            assert other.post(at, data).status_code in (302, 404)
        into = {"puzzle": ARTICLE_000, "collection": mine.slug}
        assert other.post("/collections/add/", into).status_code in (302, 404)
        assert not Puzzle.objects.filter(givens=ARTICLE_000).exists()
        assert list(Collection.owned.values_list("title")) == [("Five wings",)]
        assert Membership.objects.filter(collection=mine).count() == 1


def test_a_draft_shows_only_its_givens(client, mine):
    Puzzle.objects.create(givens=ARTICLE_000, title="A secret")
    collections.add_puzzle(mine, Puzzle(givens=ARTICLE_000, box=3).grid)
    page = client.get(mine.get_absolute_url())
    assert "A secret" not in page.content.decode()
    assert "A secret" not in client.get(f"{mine.get_absolute_url()}sheet/").content.decode()


def test_database_rejects_publishing_a_private_collection(mine):
    with pytest.raises(IntegrityError), transaction.atomic():
        Collection.owned.update(is_published=True)


GAME = {"puzzle": PUZZLE, "values": "1230" + "0" * 11 + "1", "at": "5"}


class TestGames:
    def test_can_be_listed_and_deleted(self, client, lena):
        client.post("/play/keep/", GAME)
        page = client.get("/play/games/")
        ((game, _board, href, left),) = page.context["games"]
        assert (href, left) == (f"/play/?puzzle={PUZZLE}", 12)
        client.post("/play/games/", {"delete": "nothing"})
        assert SavedGame.objects.exists()
        client.post("/play/games/", {"delete": game.pk})
        assert not SavedGame.objects.exists()

    def test_of_others_cannot_be_deleted(self, client, lena):
        client.post("/play/keep/", GAME)
        client.force_login(User.objects.create_user("mallory"))
        assert client.get("/play/games/").context["games"] == []
        client.post("/play/games/", {"delete": SavedGame.objects.get().pk})
        assert SavedGame.objects.exists()
