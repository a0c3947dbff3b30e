"""A person reads the site in a language of their own."""

import re

import pytest
from django.test import Client
from django.utils.translation import override
from puzzles import ALESCARGOT, ARTICLE_000
from test_pages import solved, submit

from solver.jobs import running
from solver.models import Job, Puzzle
from solver.puzzles.starters import load_starters
from solver.puzzles.tags import say_tag
from solver.queue import submission

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}
# Attributes of shapes that are single numbers: with a decimal comma the browser would drop them.
LOCALISED = re.compile(r'\b(?:x|y|[xyr][12]|c[xy]|r|d|width|height|transform)="[^"]*\d,\d[^"]*"')


def test_pages_use_the_language_of_the_browser(client):
    assert '<html lang="en">' in client.get("/").content.decode()
    assert '<html lang="de">' in client.get("/", **GERMAN).content.decode()


def test_pages_fall_back_to_english(client):
    assert '<html lang="en">' in client.get("/", HTTP_ACCEPT_LANGUAGE="tlh").content.decode()


def test_switch_keeps_the_language_and_returns_to_the_page(client):
    page = "/techniques/?x=1"
    answer = client.post("/language/", {"language": "de"}, HTTP_REFERER=f"http://testserver{page}")
    assert answer.status_code == 302
    assert answer["Location"].endswith(page)
    assert '<html lang="de">' in client.get(page, HTTP_ACCEPT_LANGUAGE="en").content.decode()


def test_request_of_another_site_cannot_switch_the_language():
    assert (
        Client(enforce_csrf_checks=True).post("/language/", {"language": "de"}).status_code == 403
    )


def test_switch_on_an_error_page_leads_to_the_front_page(client):
    """Of a form that is too long for an address."""
    assert 'name="next" value="/"' in submit(client, puzzle="x" * 4_000).content.decode()


def test_vary_header_keeps_languages_apart(client):
    vary = client.get("/techniques/")["Vary"]
    assert {"Accept-Language", "Cookie"} <= {name.strip() for name in vary.split(",")}


def test_error_pages_use_the_language(client):
    assert '<html lang="de">' in client.get("/nowhere/", **GERMAN).content.decode()


@pytest.mark.parametrize("body", [{"puzzle": "x"}, {"puzzle": "11" + "0" * 79}])
def test_api_answers_in_english(client, body):
    asked = ("/api/v1/solves/", body)
    answer = client.post(*asked, content_type="application/json", **GERMAN)
    assert answer.json() == client.post(*asked, content_type="application/json").json()
    assert "Accept-Language" not in answer.get("Vary", "")


def test_text_export_uses_the_language(client):
    address = f"{solved(client).get_absolute_url()}export.txt"
    english, german = client.get(address), client.get(address, **GERMAN)
    assert english["ETag"] != german["ETag"]
    assert "Accept-Language" in german["Vary"]


def test_json_export_stays_english(client):
    address = f"{solved(client).get_absolute_url()}export.json"
    english, german = client.get(address), client.get(address, **GERMAN)
    assert german.getvalue() == english.getvalue()


def test_job_reports_use_the_language_of_the_submitter():
    with override("de"):
        job = submission.submit_job("import", ["55" + "0" * 79])
    running.run(job.pk)
    assert "r1c1 und r1c2 sind beide 5, in Zeile 1; ändere eine davon" in str(
        job.parts.get().report
    )


def test_svg_numbers_keep_the_decimal_point_in_german(client):
    solve = solved(client, ALESCARGOT, method="branches")
    other = solved(client, ARTICLE_000, method="guessing")
    both = f"{solve.pk},{other.pk}"
    for page in (solve.get_absolute_url(), "/solves/", "/", f"/compare/?solves={both}"):
        answer = client.get(page, **GERMAN)
        assert answer.status_code == 200
        assert '<html lang="de">' in answer.content.decode()
        assert not LOCALISED.findall(answer.content.decode()), page


class TestTitlesOfTheStarterLibrary:
    def test_pages_translate_titles_stored_in_english(self, client):
        load_starters()
        puzzle = Puzzle.objects.get(title="Easy 12")
        page = client.get(puzzle.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="de").text
        assert "Leicht 12" in page
        assert "Für diese Website erzeugt" in page
        assert "Easy 12" in client.get(puzzle.get_absolute_url()).text
        assert "Artikelrätsel 000" in client.get("/", HTTP_ACCEPT_LANGUAGE="de").text

    def test_notes_are_translated_and_facts_not_repeated(self, client):
        load_starters()
        renamed = Puzzle.objects.get(title="Medium 75")
        renamed.notes += " Earlier title: Slow unwinding"
        renamed.save()
        page = client.get(renamed.get_absolute_url(), HTTP_ACCEPT_LANGUAGE="de").text
        assert "19 Iterationen ohne Vermutung" in page
        assert "Früherer Titel: Slow unwinding" in page
        assert "Grundbestand</a>" in page
        listed = client.get("/puzzles/?tag=starter", HTTP_ACCEPT_LANGUAGE="de").text
        assert "Schlagwort: Grundbestand" in listed

    def test_tags_that_the_site_gives_are_words(self):
        with override("de"):
            assert say_tag("needs x-wing") == "braucht X-Wing"
            assert say_tag("rotational-180") == "halbe Drehung"
            assert say_tag("my own") == "my own"

    def test_a_job_that_the_site_started_has_a_title_in_the_language_of_the_page(self):
        with override("de"):
            assert str(Job(title="Refill the pool of puzzles by technique")) == (
                "Vorrat an Rätseln je Technik auffüllen"
            )

    def test_titles_of_other_puzzles_stay_untranslated(self, client):
        puzzle = Puzzle(givens="0" * 81, box=3, title="Stubborn", tags=["my own"])
        with override("de"):
            assert puzzle.called == "Stubborn"
            assert Puzzle(title="Unfair 23", tags=["starter"]).called == "Unfair 23"
            assert Puzzle(title="Hard 27", tags=["starter"]).called == "Schwer 27"
            assert Puzzle(title=" 12", tags=["starter"]).called == " 12"
