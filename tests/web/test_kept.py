"""A page that is kept is what it would be if it were drawn anew, for whoever asks for it."""

import gzip
import re
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000

from solver.models import Puzzle, Solve, User
from solver.solves import writing
from solver.web import page_cache

pytestmark = pytest.mark.django_db
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]*)"')


@pytest.fixture
def mine(client) -> Solve:
    """A finished one of this browser's, which has no account."""
    client.post("/solves/", {"puzzle": ARTICLE_000, "method": "rules"})
    solve = finished(Solve.objects.get())
    Solve.objects.update(
        created_at=solve.created_at - timedelta(days=2)
    )  # "2 days ago" for long enough
    client.get(solve.get_absolute_url())  # which says how the text was understood
    return solve


def finished(solve: Solve) -> Solve:
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


def seen(client: Client, address: str, **headers: str) -> bytes:
    """The page without the tokens of its forms."""
    page = client.get(address, headers=headers)
    assert page.status_code == 200
    return TOKEN.sub(b"", page.content)


def text_of_row(number: int) -> str:
    """The givens of a puzzle, another one for each number."""
    return ARTICLE_000.translate(str.maketrans("12", "21") if number else {})[
        :: -1 if number > 1 else 1
    ]


def drawn(client: Client, address: str) -> bool:
    """Whether it has to be drawn when it is asked for."""
    with patch.object(page_cache, "render_to_string", wraps=page_cache.render_to_string) as drawing:
        assert client.get(address).status_code == 200
    return drawing.called


def addresses(solve: Solve) -> list[str]:
    page = solve.get_absolute_url()
    return ["/", "/puzzles/", page, f"{page}?iteration=1", f"{page}?iteration=1&step=1"]


class TestASecondRequest:
    def test_gets_the_same_bytes_without_rendering(self, client, mine):
        for address in addresses(mine):
            first = seen(client, address)
            assert not drawn(client, address), address
            assert seen(client, address) == first
            caches["pages"].clear()
            assert seen(client, address) == first

    def test_gets_304_for_a_matching_etag(self, client, mine):
        for address in addresses(mine):
            page = client.get(address)
            again = client.get(address, headers={"If-None-Match": page["ETag"]})
            assert (again.status_code, again.content) == (304, b"")
            assert again["Cache-Control"] == page["Cache-Control"] == "private, no-cache"
            assert {"Cookie", "Accept-Language", "X-Requested-With"} <= set(
                again["Vary"].split(", ")
            )

    def test_gets_valid_gzip_with_one_csrf_token(self, client, mine):
        for address in addresses(mine):
            page = client.get(address, headers={"Accept-Encoding": "gzip"})
            assert page["Content-Encoding"] == "gzip"
            text = gzip.decompress(page.content)  # raises for a wrong sum or length
            assert TOKEN.sub(b"", text) == seen(client, address)
            assert len(set(TOKEN.findall(text))) == 1

    def test_gets_other_pages_for_scripts_and_languages(self, client, mine):
        for address in addresses(mine)[2:]:
            whole = seen(client, address)
            part = seen(client, address, **{"X-Requested-With": "fetch"})
            assert b"<html" in whole
            assert b"<html" not in part
            german = seen(client, address, **{"Accept-Language": "de"})
            assert b'<html lang="de"' in german
            assert seen(client, address) == whole

    def test_gets_addresses_of_the_requested_host(self, client, mine, settings):
        settings.ALLOWED_HOSTS = ["testserver", "other.example"]
        seen(client, mine.get_absolute_url())
        assert b"http://other.example/" in seen(
            client, mine.get_absolute_url(), Host="other.example"
        )
        assert b"other.example" not in seen(client, mine.get_absolute_url())


class TestAChange:
    def test_appears_at_once_on_the_solve_page(self, client, mine):
        page = mine.get_absolute_url()
        for note in ("the first word", "the second word"):
            seen(client, page)
            client.post(f"{page}keep/", {"note": note})
            assert note.encode() in seen(client, page)
        client.post(f"{page}share/", {"visibility": "public"})
        assert b"Visibility: public" in seen(client, page)

    def test_appears_at_once_on_the_front_page(self, client, mine):
        assert ARTICLE_000[:18].encode() in seen(client, "/")
        mine.delete()
        assert ARTICLE_000[:18].encode() not in seen(client, "/").partition(b'id="recent"')[2]

    @pytest.mark.parametrize("query", ["", "size=9", "q=row&view=list", "order=newest"])
    def test_appears_at_once_in_the_library(self, client, query):
        rows = [text_of_row(number) for number in range(3)]
        first, second, draft = (
            Puzzle.objects.create(givens=givens, title=f"row {n}", verdict="unique")
            for n, givens in enumerate(rows)
        )
        Puzzle.objects.exclude(pk=draft.pk).update(is_published=True)
        address = f"/puzzles/?{query}"
        for browser in (client, Client()):
            seen(browser, address)
            assert not drawn(browser, address)
        for each in (first, second):  # one of them is the puzzle of the day, which is told apart
            Puzzle.objects.filter(pk=each.pk).update(title=f"another row, by {each.pk}")
            assert f"by {each.pk}".encode() in seen(client, address)
        assert b"row 2" not in seen(client, address)
        Puzzle.objects.filter(pk=draft.pk).update(is_published=True)
        assert b"row 2" in seen(client, address)
        Puzzle.objects.filter(pk=second.pk).update(is_published=False)
        assert f"by {second.pk}".encode() not in seen(client, address)

    def test_appears_at_once_on_the_page_of_a_puzzle(self, client, mine):
        mine.refresh_from_db()
        twin, puzzle = (
            Puzzle.objects.create(givens=text_of_row(number), verdict="unique", is_published=True)
            for number in (1, 2)
        )
        page, seen_before = f"/puzzles/{puzzle.pk}/", set()

        def has_changed() -> bool:
            shown = seen(client, page)
            assert not drawn(client, page)
            is_new = shown not in seen_before
            seen_before.add(shown)
            return is_new

        assert has_changed()
        Puzzle.objects.filter(pk=puzzle.pk).update(title="a new title")
        assert has_changed()
        Puzzle.objects.update(canonical="the same")
        assert has_changed()
        Puzzle.objects.filter(pk=twin.pk).update(title="a twin")
        assert has_changed()
        puzzle.collections.create(title="a collection", slug="one", is_published=True)
        assert has_changed()
        Solve.objects.create(
            puzzle=puzzle, method="combos", visibility="public", created_at=mine.created_at
        )
        assert has_changed()
        assert not has_changed()
        play = f"{page}play/"
        assert b"another" not in seen(client, play)
        assert not drawn(client, play)
        Puzzle.objects.filter(pk=puzzle.pk).update(title="another")
        assert b"another" in seen(client, play)
        Puzzle.objects.filter(pk=puzzle.pk).update(is_published=False)
        assert [client.get(each).status_code for each in (page, play)] == [404, 404]

    def test_shows_its_message_only_once(self, client, mine):
        said = b"Understood"
        seen(client, mine.get_absolute_url())
        text = " ".join(ARTICLE_000).replace("0", "*")
        client.post("/solves/", {"puzzle": text, "method": "rules"})
        told = finished(Solve.objects.exclude(pk=mine.pk).get()).get_absolute_url()
        pages = [seen(client, told) for _ in range(3)]
        assert [said in page for page in pages] == [True, False, False]


class TestOtherVisitor:
    def test_never_gets_the_page_of_the_owner(self, client, mine):
        page = mine.get_absolute_url()
        client.post(f"{page}keep/", {"note": "the secret word"})
        assert b"the secret word" in seen(client, page)
        account = Client()
        account.force_login(User.objects.create_user("somebody"))
        other = Client()
        other.post("/solves/", {"puzzle": ALESCARGOT, "method": "rules"})  # a session of its own
        for stranger in (Client(), account, other):
            assert b"the secret word" not in seen(stranger, page)
            assert f"{page}delete/".encode() not in seen(stranger, page)

    @pytest.mark.parametrize("has_session", [True, False])
    def test_gets_404_after_the_solve_became_private(self, client, mine, has_session):
        page, other = mine.get_absolute_url(), Client()
        if has_session:
            other.post("/solves/", {"puzzle": ALESCARGOT, "method": "rules"})
        other.get("/")  # which says how the text was understood
        etag = other.get(page)["ETag"]
        client.post(f"{page}share/", {"visibility": "private"})
        assert client.get(page).status_code == 200
        assert other.get(page).status_code == 404
        assert other.get(page, headers={"If-None-Match": etag}).status_code == 404

    def test_sees_no_solves_of_others_on_the_front_page(self, client, mine):
        assert str(mine.pk).encode() in seen(client, "/")
        assert str(mine.pk).encode() not in seen(Client(), "/")

    def test_reads_no_name_of_another_account(self, client, mine):
        for name in ("first", "second"):
            browser = Client()
            browser.force_login(User.objects.create_user(f"the {name} of two"))
            for address in addresses(mine):
                assert re.findall(rb"the (\w+) of two", seen(browser, address))[:1] == [
                    name.encode()
                ]

    def test_gets_no_store_when_signed_in_or_for_private_solves(self, client, mine):
        page, account = mine.get_absolute_url(), Client()
        account.force_login(User.objects.create_user("somebody"))
        for address in addresses(mine):
            assert "no-store" in account.get(address)["Cache-Control"]
        client.post(f"{page}share/", {"visibility": "private"})
        for _ in range(2):
            for address in (page, f"{page}sheet/", f"/compare/?solves={mine.pk}", "/solves/"):
                answer = client.get(address)
                assert "no-store" in answer["Cache-Control"], address
                assert "ETag" not in answer, address

    def test_gets_no_game_of_an_account(self, client):
        address = f"/play/?puzzle={ARTICLE_000}"
        seen(client, address)
        account = Client()
        account.force_login(User.objects.create_user("somebody"))
        values = ARTICLE_000.replace("0", "5", 1)
        account.post("/play/keep/", {"puzzle": ARTICLE_000, "values": values, "at": "1"})
        for page in (address, "/play/"):
            answer = account.get(page)
            assert values in answer.content.decode()
            assert "no-store" in answer["Cache-Control"]
            assert values.encode() not in seen(client, page)

    def test_gets_no_name_after_signing_out(self, mine):
        browser = Client()
        browser.force_login(User.objects.create_user("somebody"))
        assert b"somebody" in seen(browser, "/")
        browser.logout()
        assert b"somebody" not in seen(browser, "/")

    def test_gets_no_links_for_staff(self, admin_client, client):
        assert b"Add to the library" in seen(admin_client, "/")
        assert b"Add to the library" not in seen(client, "/")


class TestForms:
    def browser(self) -> Client:
        return Client(enforce_csrf_checks=True)

    def test_work_from_a_page_that_was_drawn_for_another(self, mine):
        page = mine.get_absolute_url()
        assert self.browser().get(page).status_code == 200
        browser = self.browser()
        assert not drawn(browser, page)
        token = TOKEN.search(browser.get(page).content)[1].decode()
        form = {"solve": str(mine.pk), "csrfmiddlewaretoken": token}
        assert browser.post("/compare/", form).status_code == 302

    def test_reject_the_token_of_another_browser(self, mine):
        page, other, browser = mine.get_absolute_url(), self.browser(), self.browser()
        token = TOKEN.search(other.get(page).content)[1].decode()
        browser.get(page)
        form = {"solve": str(mine.pk), "csrfmiddlewaretoken": token}
        assert browser.post("/compare/", form).status_code == 403

    def test_get_a_new_page_without_the_csrf_cookie(self, mine):
        browser, page = self.browser(), mine.get_absolute_url()
        etag = browser.get(page)["ETag"]
        assert browser.get(page, headers={"If-None-Match": etag}).status_code == 304
        del browser.cookies["csrftoken"]
        assert browser.get(page, headers={"If-None-Match": etag}).status_code == 200
        assert browser.get(page, headers={"If-None-Match": etag}).status_code == 200

    def test_hold_another_token_each_time(self, mine):
        browser, page = self.browser(), mine.get_absolute_url()
        tokens = [TOKEN.search(browser.get(page).content)[1] for _ in range(2)]
        assert tokens[0] != tokens[1]
        assert page_cache.TOKEN.encode() not in browser.get(page).content


@pytest.mark.parametrize(
    "address",
    [
        "/techniques/",
        "/techniques/x-wing/",
        "/techniques/enclosed-combo/",
        "/learn/",
        "/learn/x-wing/",
        "/learn/peers/",
        "/daily/",
        "/play/",
        f"/play/?puzzle={ARTICLE_000}",
    ],
)
@pytest.mark.usefixtures("now")
def test_pages_that_teach_are_drawn_once_and_asked_for_again(client, address):
    first = client.get(address)
    assert not drawn(client, address)
    again = client.get(address, headers={"If-None-Match": client.get(address)["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert not again.content
    german = Client(headers={"Accept-Language": "de"})
    assert b'lang="de"' in german.get(address).content
