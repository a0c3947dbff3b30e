"""Somebody sends a link of the site: where it is read it shows what it leads to, and nothing private."""

import re
from html import unescape
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils.formats import date_format
from PIL import Image
from puzzles import ARTICLE_000, EMPTY
from support import some
from test_pages import solved

from solver.models import Puzzle, Solve, User

pytestmark = pytest.mark.django_db
HERE = "http://testserver"
ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def told(page):
    """What a page says of itself, by name; each once."""
    html = page.content.decode()
    found = re.findall(r'<meta (?:name|property)="((?:og|twitter):[\w:]+)" content="([^"]*)"', html)
    assert len({name for name, _ in found}) == len(found)
    more = re.findall(r'<link rel="(canonical)" href="([^"]*)"', html)
    more += re.findall(r'<meta name="(robots|description)" content="([^"]*)"', html)
    return {name: unescape(content) for name, content in found + more}


def show_to(solve, visibility):
    Solve.objects.filter(pk=solve.pk).update(visibility=visibility)


class TestASolve:
    @pytest.fixture
    def solve(self, client):
        return solved(client)

    def test_describes_the_iteration_with_a_picture(self, client, solve):
        at = f"{HERE}{solve.get_absolute_url()}"
        said = told(Client().get(f"{solve.get_absolute_url()}?iteration=6&step=2"))
        assert said["og:url"] == f"{at}?iteration=6"
        assert said["og:image"] == f"{at}export.png?iteration=6"
        assert said["canonical"] == at
        assert "Solved in 15 iterations" in said["og:description"]
        assert said["description"] == said["og:description"]
        assert said["og:title"].startswith("One solution")
        assert said["og:image:alt"] == "Board after iteration 6"
        picture = Client().get(said["og:image"].removeprefix(HERE))
        assert picture["Content-Type"] == "image/png"
        assert not picture["Content-Disposition"].startswith("attachment")

    @pytest.mark.parametrize(
        ("visibility", "robots"), [("unlisted", "noindex, nofollow"), ("public", None)]
    )
    def test_allows_search_engines_only_if_public(self, solve, visibility, robots):
        show_to(solve, visibility)
        assert told(Client().get(solve.get_absolute_url())).get("robots") == robots

    def test_describes_nothing_if_private(self, client, solve):
        show_to(solve, "private")
        own = told(client.get(solve.get_absolute_url()))
        assert not [name for name in own if name.startswith("og:") or name == "canonical"]
        strangers = Client().get(solve.get_absolute_url())
        assert strangers.status_code == 404
        assert "One solution" not in strangers.content.decode()

    def test_describes_a_queued_solve(self, client):
        client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        solve = Solve.objects.get()
        said = told(client.get(solve.get_absolute_url()))
        assert said["og:url"] == said["canonical"]
        assert Client().get(said["og:image"].removeprefix(HERE)).status_code == 200

    def test_escapes_the_title_of_the_puzzle(self, client, solve):
        title = '"><script>alert(1)</script>'
        Puzzle.objects.update(title=title, is_published=True)
        page = client.get(solve.get_absolute_url())
        assert told(page)["og:title"].endswith(title)
        assert "<script>alert" not in page.content.decode()

    def test_offers_qr_code_frame_and_share_button(self, client, solve):
        page = client.get(solve.get_absolute_url()).content.decode()
        at = solve.get_absolute_url()
        assert f'src="{HERE}/embed{at}"' in unescape(page)
        assert f'src="{at}qr.svg"' in page
        assert re.search(r"<li [^>]*data-share hidden>", page)
        code = client.get(f"{at}qr.svg")
        assert code["Content-Type"] == "image/svg+xml"
        assert b"<style" not in code.content
        assert b"style=" not in code.content
        show_to(solve, "private")
        assert "qr.svg" not in client.get(at).content.decode()


@pytest.mark.parametrize(
    ("path", "title", "words"),
    [
        ("/?method=rules", "Sudoku by sets", "every iteration"),
        ("/puzzles/?size=9", "Library", "by level"),
        ("/techniques/hidden-single/?show=after", "Hidden single", "digit"),
    ],
)
def test_a_page_describes_itself_with_its_canonical_address(client, path, title, words):
    said = told(client.get(path))
    assert said["og:title"] == title
    assert words in said["og:description"]
    assert said["canonical"] == said["og:url"] == HERE + path.split("?")[0]


@pytest.mark.parametrize("path", ["/", "/puzzles/", "/puzzles/?size=4"])
def test_the_front_page_and_the_library_show_the_puzzle_of_the_day(client, path):
    assert "og:image" not in told(client.get(path))  # there is none
    daily = Puzzle.objects.create(givens=ARTICLE_000, is_published=True, verdict="unique", level=3)
    Puzzle.objects.create(givens=EMPTY, verdict="multiple")
    said = told(client.get(path))
    assert said["og:image"] == f"{HERE}{daily.get_absolute_url()}board.png"
    picture = client.get(said["og:image"].removeprefix(HERE))
    assert picture["Content-Type"] == "image/png"
    assert said["og:image:alt"] == ARTICLE_000


class TestAPuzzle:
    @pytest.fixture
    def puzzle(self):
        return Puzzle.objects.create(
            givens=ARTICLE_000, title="A puzzle", is_published=True, verdict="unique"
        )

    def test_describes_its_givens_with_a_picture(self, client, puzzle):
        said = told(client.get(puzzle.get_absolute_url()))
        assert said["og:title"] == "A puzzle"
        assert said["og:description"] == "26 givens"
        assert said["canonical"] == said["og:url"] == f"{HERE}{puzzle.get_absolute_url()}"
        answer = client.get(said["og:image"].removeprefix(HERE))
        assert answer["Content-Type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).width > 1000

    @pytest.mark.parametrize("givens", ["0030040002001000", "0" * 256, "0" * 625])
    def test_has_a_picture_in_every_size(self, client, givens):
        puzzle = Puzzle.objects.create(givens=givens, is_published=True)
        answer = client.get(f"{puzzle.get_absolute_url()}board.png")
        assert max(Image.open(BytesIO(answer.content)).size) <= 2400

    def test_answers_404_for_a_draft(self, client):
        draft = Puzzle.objects.create(givens=ARTICLE_000, title="A draft")
        for file in ("", "board.png", "qr.svg"):
            assert client.get(f"{draft.get_absolute_url()}{file}").status_code == 404
        client.force_login(User.objects.create_superuser("root"))
        page = client.get(draft.get_absolute_url())
        assert "og:title" not in told(page)
        assert "qr.svg" not in page.content.decode()


class TestTheFeed:
    def entries(self, client):
        answer = client.get("/puzzles/feed/")
        assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
        return ElementTree.fromstring(answer.content).findall(f"{ATOM}entry")

    def test_has_the_newest_published_puzzles_first(self, client):
        old = Puzzle.objects.create(givens=ARTICLE_000, title="Old & <b>", is_published=True)
        Puzzle.objects.create(givens=EMPTY, title="A draft")
        new = Puzzle.objects.create(givens="0" * 16, is_published=True)
        entries = self.entries(client)
        links = [entry.find(f"{ATOM}link").get("href") for entry in entries]
        assert links == [f"{HERE}{each.get_absolute_url()}" for each in (new, old)]
        assert entries[1].find(f"{ATOM}title").text == "Old & <b>"
        assert ARTICLE_000 in entries[1].find(f"{ATOM}summary").text

    def test_begins_with_the_puzzle_of_the_day(self, client, now):
        daily = Puzzle.objects.create(
            givens=ARTICLE_000, verdict="unique", level=2, is_published=True
        )
        first, second = self.entries(client)
        day = now.date()
        assert first.find(f"{ATOM}title").text == f"Puzzle of the day, {date_format(day)}"
        assert first.find(f"{ATOM}id").text == f"{HERE}/daily/{day}/"
        assert ARTICLE_000 in first.find(f"{ATOM}summary").text
        assert second.find(f"{ATOM}id").text == f"{HERE}{daily.get_absolute_url()}"

    def test_ends_after_fifty(self, client):
        Puzzle.objects.bulk_create(puzzle_of(n) for n in range(60))
        assert len(self.entries(client)) == 50

    def test_has_a_link_on_every_page(self, client):
        feed = 'type="application/atom+xml" href="/puzzles/feed/"'
        assert all(feed in client.get(page).content.decode() for page in ("/", "/puzzles/"))


def puzzle_of(number):
    text = f"{number:016b}"  # no puzzle that anybody would solve
    return Puzzle(givens=text, box=2, clue_count=16 - text.count("0"), is_published=True)


class TestCrawlers:
    def locations(self, client, path, name="url"):
        root = ElementTree.fromstring(client.get(path).content)
        return [each.find(f"{SITEMAP}loc").text for each in root.findall(f"{SITEMAP}{name}")]

    def test_get_robots_txt(self, client):
        answer = client.get("/robots.txt")
        lines = answer.content.decode().splitlines()
        assert answer["Content-Type"] == "text/plain; charset=utf-8"
        assert lines[0] == "User-agent: *"
        assert "Disallow: /account/" in lines
        assert f"Sitemap: {HERE}/sitemap.xml" in lines
        # Or no link to a solve would unfurl.
        assert not [line for line in lines if line.startswith("Disallow: /solves")]

    def test_find_the_library_in_pages(self, client, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr("solver.web.library.sitemaps.PuzzleSitemap.limit", 20)
        Puzzle.objects.bulk_create(puzzle_of(n) for n in range(50))
        Puzzle.objects.create(givens=ARTICLE_000, title="A draft")
        with django_assert_num_queries(1):
            maps = self.locations(client, "/sitemap.xml", "sitemap")
        puzzles = f"{HERE}/sitemap-puzzles.xml"
        assert maps == [f"{HERE}/sitemap-pages.xml", puzzles, f"{puzzles}?p=2", f"{puzzles}?p=3"]
        found = []
        for address in maps[1:]:
            with django_assert_num_queries(2):
                found += self.locations(client, address.removeprefix(HERE))
        published = Puzzle.objects.filter(is_published=True)
        assert sorted(found) == sorted(f"{HERE}{each.get_absolute_url()}" for each in published)

    @pytest.mark.fuzz
    def test_find_every_rule(self, client):
        found = self.locations(client, "/sitemap-pages.xml")
        assert f"{HERE}/techniques/hidden-single/" in found
        assert f"{HERE}/" in found
        many = [address for address in found if re.search(r"/techniques/|/daily/\d", address)]
        for address in {*found} - {*many} | {*some(many, 18)}:
            assert client.get(address.removeprefix(HERE)).status_code == 200, address

    @pytest.mark.parametrize(
        "path", ["/sitemap-solves.xml", "/sitemap-puzzles.xml?p=2", "/sitemap-puzzles.xml?p=x"]
    )
    def test_get_404_beyond_the_sitemap(self, client, path):
        assert client.get(path).status_code == 404
