"""The article's own SQL beside PostgreSQL, and what it did on the puzzle of a solve."""

import html
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from puzzles import ARTICLE_000, ARTICLE_001
from test_pages import text_of

from solver import engine
from solver.models import DatabaseRun, Solve
from solver.queue import submission
from solver.sets.articles import METHODS, articles
from solver.solves import writing
from solver.solves.article_run import record_article
from solver.web.sql_text import mark_sql

pytestmark = pytest.mark.django_db


def solved(method, givens=ARTICLE_000, runs_in="python"):
    solve = submission.submit(engine.read(givens), method, runs_in=runs_in)
    writing.record(solve.pk)
    return solve


def page_of(client, solve, **asked):
    response = client.get(reverse("article", args=[solve.pk]), asked)
    assert response.status_code == 200
    return response


@pytest.mark.parametrize("method", METHODS)
def test_shows_both_texts_to_the_letter(client, method):
    page = page_of(client, solved(method)).content.decode()
    shown = html.unescape(re.sub("</?(b|i|em)>", "", page))
    for section in articles()[method].sections(engine.read(ARTICLE_000)):
        assert section.tsql in shown
        assert section.postgresql in shown
    assert "-- ours" not in shown
    assert ("Rebuilt from the article’s description" in shown) == (method in ("rules", "joins"))


@pytest.fixture(scope="class")
def ran(shared_rows):
    solve = solved("combos", runs_in="postgresql")
    record_article(solve.pk)
    return solve


class TestRun:
    """All see the one run of the article, which no test changes."""

    def test_shows_the_rows_and_times_of_a_pass(self, client, ran):
        said = text_of(page_of(client, ran, text="combos", **{"pass": "2"}))
        assert "Pass 2 of 15" in said
        assert re.search(r"UPDATE #Sudoku 10 \d+\.\d", said)
        assert "NumberOfIterations 15" in said
        printed = text_of(page_of(client, ran))
        assert "Pass 1 of 19" in printed or re.search(r"Pass 1 of (1[6-9]|2\d)\b", printed)

    def test_each_row_names_its_cells(self, client, ran):
        page = page_of(client, ran, text="combos").content.decode()
        changed = re.search(r'id="part-united".*?</table>', page, re.DOTALL)[0]
        assert "55 rows" in changed
        first = re.search(r'<tr data-cells="(\d+)"><td>r(\d)c(\d)</td>', changed)
        assert int(first[1]) == (int(first[2]) - 1) * 9 + int(first[3]) - 1

    def test_ctes_have_their_rows_at_that_moment(self, client, ran):
        page = page_of(client, ran, text="combos").content.decode()
        enclosed = re.search(r'id="part-x".*?</table>', page, re.DOTALL)[0]
        rows = re.findall(r'<tr data-cells="([\d ]+)"[^>]*>(.*?)</tr>', enclosed)
        # The first group is r1c2, the first given: 2 in row 1.
        assert [int(cell) for cell in rows[0][0].split()] == [1]
        assert re.findall("<td>(.*?)</td>", rows[0][1]) == ["1", "2 {2}", "1", "1"]

    @pytest.mark.parametrize("asked", [{"pass": "99"}, {"text": "magic"}, {"text": "branches"}])
    def test_unknown_run_or_pass_shows_the_first(self, client, ran, asked):
        assert "Pass 1 of" in text_of(page_of(client, ran, **asked))

    def test_pass_that_is_no_number_gets_404(self, client, ran):
        assert client.get(reverse("article", args=[ran.pk]), {"pass": "x"}).status_code == 404

    def test_lane_runs_the_article_after_the_solve(self, ran):
        assert set(DatabaseRun.objects.get(solve=ran).article) == {"combos", "combos as printed"}

    def test_python_solve_shows_the_run_of_its_puzzle(self, client, ran):
        answer = page_of(client, solved("combos"), text="combos")
        assert "Pass 1 of 15" in text_of(answer)
        assert "Pass 1 of" not in text_of(page_of(client, solved("combos", ARTICLE_001)))
        assert "Pass 1 of" not in text_of(page_of(client, solved("rules")))


def test_post_solves_the_puzzle_in_postgresql(client):
    solve = solved("combos")
    answer = client.post(reverse("article", args=[solve.pk]))
    again = Solve.objects.exclude(pk=solve.pk).get()
    assert answer["Location"] == reverse("article", args=[again.pk])
    assert (again.runs_in, again.puzzle_id) == ("postgresql", solve.puzzle_id)
    assert "It runs now, after the solve" in text_of(page_of(client, again))


def test_solve_without_an_article_gets_404(client):
    for solve in (solved("ladder"), solved("combos", "0030040002001000")):
        assert client.get(reverse("article", args=[solve.pk])).status_code == 404


def test_python_solve_has_no_run(client):
    solve = solved("branches", ARTICLE_001)
    record_article(solve.pk)
    assert not DatabaseRun.objects.exists()
    answer = page_of(client, solve)
    assert "has not run on this puzzle yet" in text_of(answer)
    assert "Refresh" not in answer


def test_page_that_waits_for_a_run_loads_again_until_it_gives_up(client):
    solve = solved("combos", runs_in="postgresql")
    assert page_of(client, solve)["Refresh"] == "2"
    Solve.objects.update(finished_at=timezone.now() - timedelta(minutes=2))
    answer = page_of(client, solve)
    assert "Refresh" not in answer
    assert "has not run on this puzzle yet" in text_of(answer)


def test_sql_is_marked_and_escaped():
    marked = mark_sql("select a & b -- <why>\nFROM t WHERE x = 'it <is>'")
    assert marked == (
        "<b>select</b> a &amp; b <i>-- &lt;why&gt;</i>\n<b>FROM</b> t <b>WHERE</b> x = "
        "<em>&#x27;it &lt;is&gt;&#x27;</em>"
    )


def test_solve_by_an_article_and_the_choice_of_methods_link_to_its_text(client):
    solve = solved("combos")
    page = client.get(solve.get_absolute_url()).content.decode()
    assert page.count(f'href="{reverse("article", args=[solve.pk])}"') == 1
    assert "/learn/enclosed-sets/#article" in client.get("/").content.decode()


@pytest.mark.parametrize("method", METHODS)
def test_no_line_of_the_article_keeps_the_limit_of_time(method):
    shown = "".join(
        each.postgresql for each in articles()[method].sections(engine.read(ARTICLE_000))
    )
    assert "is_over" not in shown
