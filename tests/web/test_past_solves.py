"""A visitor looks through past solves: finds, compares, keeps, notes, takes along."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from puzzles import ALESCARGOT, ARTICLE_000, EMPTY

from solver import engine
from solver.models import Puzzle, Solve, User
from solver.queue import submission
from solver.queue.owners import Owner
from solver.solves import writing
from solver.solves.json_lines import PIECE

pytestmark = pytest.mark.django_db


@pytest.fixture
def me(client):
    user = User.objects.create_user("setter")
    client.force_login(user)
    return user


def solved(user, text=ARTICLE_000, method="combos"):
    solve = submission.submit(engine.read(text), method, owner=Owner(user=user), lane="bulk")
    writing.record(solve.pk)
    return solve


def shown(response):
    return re.findall(r'name="solves" value="([0-9a-f-]{36})"', response.content.decode())


def test_filters_find_the_solves(client, me):
    first, second = solved(me), solved(me, EMPTY, "rules")
    assert shown(client.get("/solves/")) == [str(second.pk), str(first.pk)]
    assert shown(client.get("/solves/?method=combos")) == [str(first.pk)]
    assert shown(client.get(f"/solves/?q={EMPTY}&size=9")) == [str(second.pk)]
    assert shown(client.get("/solves/?outcome=contradiction")) == []


@pytest.mark.parametrize("text", ["029", "029000008030000010…", "029000008...", ".29.....8.3", "0"])
def test_search_finds_a_puzzle_by_its_first_characters(client, me, text):
    first, second = solved(me), solved(me, ALESCARGOT, "guessing")
    assert shown(client.get("/solves/", {"q": text})) == [str(first.pk)]
    assert shown(client.get("/solves/", {"q": "1000"})) == [str(second.pk)]
    assert shown(client.get("/solves/", {"q": "29"})) == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "Nothing here yet"),
        ("?favourite=1", "add one with ☆ at the end of a line"),
        ("?whose=public", "There is no public solve yet"),
        ("?whose=public&method=rules", "No solves match"),
        ("?favourite=1&outcome=solved", "No solves match"),
    ],
)
def test_empty_list_explains_itself(client, me, query, words):
    assert words in client.get(f"/solves/{query}").content.decode()


def test_invalid_filter_gets_an_error_and_the_rest_works(client, me):
    solve = solved(me)
    page = client.get("/solves/?from=yesterday&method=magic")
    assert page.status_code == 400
    assert "Write dates as 2026-01-31." in page.content.decode()
    assert shown(page) == [str(solve.pk)]


def test_paging_keeps_the_filters(client, me, monkeypatch):
    monkeypatch.setattr("solver.web.solves.solve_list.PAGE", 2)
    solves = [submission.submit(engine.read(EMPTY), "rules", owner=Owner(me)) for _ in range(5)]
    seen, href = [], "?method=rules"
    while href:
        page = client.get(f"/solves/{href}")
        seen += shown(page)
        older = re.search(r'class="last" href="(\?[^"]+)"', page.content.decode())
        href = older and older[1].replace("&amp;", "&")
    assert seen == [str(solve.pk) for solve in reversed(solves)]


def test_rare_filter_searches_a_window_per_page(client, me, monkeypatch):
    monkeypatch.setattr("solver.solves.filters.WINDOW", 2)
    monkeypatch.setattr("solver.web.solves.solve_list.WINDOW", 2)
    rare = submission.submit(engine.read(EMPTY), "guessing", owner=Owner(me))
    for _ in range(4):
        submission.submit(engine.read(EMPTY), "rules", owner=Owner(me))
    pages, href = [], "?method=guessing"
    while href:
        page = client.get(f"/solves/{href}")
        pages.append(shown(page))
        text = page.content.decode()
        assert ("Searched 2 solves" in text) == (len(pages) < 3)
        older = re.search(r'class="last" href="(\?[^"]+)"', text)
        href = older and older[1].replace("&amp;", "&")
    assert pages == [[], [], [str(rare.pk)]]
    lines = client.get("/solves/export.jsonl?method=guessing").getvalue().decode().splitlines()
    assert [json.loads(line)["id"] for line in lines] == [str(rare.pk)]
    found = client.get("/api/v1/solves/?method=guessing").json()
    assert (found["results"], bool(found["next"])) == ([], True)


def test_search_reads_puzzles_of_the_window_alone(client, me):
    """In a join PostgreSQL would read all puzzles."""
    solved(me)
    for query in ("?q=title", "?q=029", "?size=9"):
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/solves/{query}")
        [page] = [each["sql"] for each in queries if "LIMIT 26" in each["sql"]]
        searched = page.partition(" WHERE ")[2]
        assert 'FROM "solver_puzzle"' in searched, page
        assert '"solver_puzzle"."title"' not in searched


@pytest.mark.parametrize("after", ["x", "%00", "9" * 5000, "20260101T000000.000000_x"])
def test_invalid_place_in_the_list_gets_400(client, me, after):
    page = client.get(f"/solves/?after={after}")
    assert page.status_code == 400
    assert "This is not a place in the list." in page.content.decode()


def test_list_needs_no_count_query(client, me, django_assert_max_num_queries):
    for _ in range(3):
        solved(me)
    with django_assert_max_num_queries(6) as queries:
        client.get("/solves/")
    assert not any("COUNT(" in query["sql"].upper() for query in queries)


def test_strangers_see_only_public_solves(client, me):
    public, _private = solved(me), solved(me)
    Solve.objects.filter(pk=public.pk).update(visibility="public", note="mine alone")
    client.logout()
    page = client.get("/solves/?whose=public")
    assert shown(page) == [str(public.pk)]
    assert "mine alone" not in page.content.decode()


def test_list_shows_a_finished_solve_at_once(client, me):
    solve = submission.submit(engine.read(ARTICLE_000), "combos", owner=Owner(user=me), lane="bulk")

    def page() -> str:
        return client.get("/solves/").content.decode()

    assert "Solved in" not in page()
    writing.record(solve.pk)
    assert "Solved in" in page()
    assert '<polyline class="curve"' in page()
    Puzzle.objects.update(is_published=True, title="A title of its own")
    assert "A title of its own" in page()
    assert "Gelöst in" in client.get("/solves/", headers={"Accept-Language": "de"}).content.decode()


def test_only_the_owner_sees_a_note_in_the_public_list(client, me):
    solve = solved(me)
    Solve.objects.update(visibility="public", note="the secret word", is_favourite=True)
    for browser, is_seen in ((client, True), (Client(), False), (client, True)):
        page = browser.get("/solves/?whose=public").content.decode()
        assert str(solve.pk) in page
        assert ("the secret word" in page) == is_seen


def test_chosen_solves_can_be_compared(client, me):
    first, second = solved(me), solved(me, method="rules")
    page = client.get(f"/compare/?solves={first.pk}&solves={second.pk}")
    assert page.status_code == 200
    assert str(second.get_absolute_url()) in page.content.decode()


def test_favourite_gets_saved_and_returns_to_the_list(client, me):
    solve = solved(me)
    answer = client.post(
        f"/solves/{solve.pk}/keep/", {"favourite": "1", "back": "/solves/?method=combos"}
    )
    assert answer["Location"] == "/solves/?method=combos"
    assert shown(client.get("/solves/?favourite=1")) == [str(solve.pk)]
    client.post(f"/solves/{solve.pk}/keep/", {"favourite": "0"})
    assert shown(client.get("/solves/?favourite=1")) == []


def test_search_finds_a_solve_by_its_note(client, me):
    solve, _other = solved(me), solved(me)
    client.post(f"/solves/{solve.pk}/keep/", {"note": "The hidden <b>pair</b>"})
    page = client.get("/solves/?q=hidden")
    assert shown(page) == [str(solve.pk)]
    assert "The hidden &lt;b&gt;pair" in page.content.decode()


@pytest.mark.parametrize("back", ["https://example.com/", "//example.com", "javascript:alert(1)"])
def test_keeping_a_solve_never_redirects_elsewhere(client, me, back):
    solve = solved(me)
    answer = client.post(f"/solves/{solve.pk}/keep/", {"favourite": "1", "back": back})
    assert answer["Location"] == solve.get_absolute_url()


def test_solve_of_another_owner_gets_404(client, me):
    solve = solved(me)
    client.force_login(User.objects.create_user("stranger"))
    assert client.post(f"/solves/{solve.pk}/keep/", {"note": "ha"}).status_code == 404


def test_export_contains_every_solve_and_iteration(client, me, monkeypatch):
    monkeypatch.setattr("solver.solves.files.AT_ONCE", 2)
    solves = [solved(me), solved(me, ALESCARGOT, "guessing"), solved(me, EMPTY)]
    answer = client.get("/solves/export.jsonl")
    lines = [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]
    assert [each["id"] for each in lines] == [str(solve.pk) for solve in reversed(solves)]
    assert all(len(each["iterations"]) == each["iteration_count"] for each in lines)
    some = client.get("/solves/export.jsonl?method=guessing")
    assert len(b"".join(some.streaming_content).splitlines()) == 1


def test_long_export_streams_in_small_pieces(client, me, settings):
    settings.SOLVE_ITERATIONS = 400
    solve = solved(me, EMPTY, "branches")
    for address in ("/solves/export.jsonl", f"/solves/{solve.pk}/export.json"):
        pieces = [piece.decode() for piece in client.get(address).streaming_content]
        assert max(map(len, pieces)) < 2 * PIECE < sum(map(len, pieces)) / 4
        assert len(json.loads("".join(pieces))["iterations"]) == 400
