"""The course: each lesson opens at a moment of a stored solve, and tells no answer before one is given."""

import html
import re

import pytest
from django.db import connection, transaction
from django.urls import reverse
from puzzles import ARTICLE_000
from support import body_of
from test_pages import text_of

from solver import engine
from solver.engine.core.geometry import digits_of
from solver.models import Solve
from solver.puzzles import showcases
from solver.puzzles.course import COURSE, lesson_about
from solver.queue.showcases import solve_showcase
from solver.sets import rules
from solver.sets.lesson_texts import lesson_texts
from solver.sets.sql_rules import BOUND, part
from solver.solves import writing
from solver.web.learn.lesson_positions import build_question, find_position

pytestmark = pytest.mark.django_db
LESSONS = {lesson.name: lesson for lesson in COURSE}
REMOVED_NEXT = sum(  # by the delete rule of the second round
    step.removed_count
    for step in list(engine.Solving(engine.read(ARTICLE_000), "rules"))[1].steps
    if step.technique == "placed digit"
)
# What a lesson's query finds, in the articles' puzzles.
ANSWERS = {
    "candidates-as-rows": lambda rows: len(rows) == 9 and rows[0][1].count("|") == 8,
    "peers": lambda rows: rows == [(211 - REMOVED_NEXT,)],
    "hidden-singles": lambda rows: ("column 2", 3, "r1c2") in rows,
    "enclosed-sets": lambda rows: (9, "589", ["r7c7", "r7c8", "r7c9"]) in rows,
    "branches": lambda rows: [branch for branch, *_ in rows] == [1, 2, 3, 4, 5, 6],
    "joins": lambda rows: rows[0][0] == 26,
    "units": lambda rows: [digit for digit, _places in rows] == list(range(1, 10)),
}


@pytest.fixture(scope="class")
def solved_course(shared_rows):
    for lesson in COURSE:
        solve = solve_showcase(showcases.showcase_of(lesson))
        while writing.record(solve.pk):  # some go on in the slow lane
            pass


def address(name):
    return reverse("lesson", args=[name])


def test_every_lesson_has_all_texts():
    assert lesson_texts().keys() == LESSONS.keys()
    assert len({frozenset(text.texts) for text in lesson_texts().values()}) == 1


def test_every_statement_of_the_articles_has_a_lesson():
    """Those of the ladder's proofs are of no article."""
    without = {name for name in rules() if lesson_about(name) is None}
    assert without == {"count_sets", "guardians", "replay"}


def test_list_shows_every_lesson_and_each_page_links_the_list(client):
    page = client.get("/learn/").content.decode()
    for name in LESSONS:
        assert f'href="{address(name)}"' in page
    assert 'href="/learn/"' in client.get("/techniques/").content.decode()


def test_lesson_without_a_stored_solve_offers_to_make_one(client):
    assert "No solve stored here shows this lesson yet" in text_of(client.get(address("peers")))
    answer = client.post(address("peers"))
    assert answer["Location"] == Solve.objects.get().get_absolute_url()


def test_unknown_lesson_gets_404(client):
    assert client.get("/learn/magic/").status_code == 404


class TestWithStoredSolves:
    @pytest.mark.parametrize("name", LESSONS)
    def test_lesson_hides_the_answer_at_first(self, client, solved_course, name):
        page = client.get(address(name)).content.decode()
        assert page.count('type="radio"') >= 3
        assert "correct" not in page
        assert 'class="chip' not in page
        assert 'class="lost' not in page

    @pytest.mark.parametrize("name", LESSONS)
    def test_lesson_explains_the_game_its_tables_and_its_article(self, client, solved_course, name):
        answer = client.get(address(name))
        page, said = answer.content.decode(), text_of(answer)
        assert "27 units gets every digit from 1 to 9 once" in said
        read = re.findall(r"(?:FROM|JOIN) (candidate|placed|unit_cell|cell_mask|line|sees)\b", page)
        told = re.findall(r"<dt><code>(\w+)</code></dt>", page)
        assert told
        assert {*read} <= {*told, "candidate"}
        article = reverse("article", args=[find_position(LESSONS[name]).solve.pk])
        is_of_9x9 = name != "units"  # the articles have no boards with diagonals
        assert (f'href="{article}"' in page) == is_of_9x9
        assert client.get(article).status_code == (200 if is_of_9x9 else 404)

    def test_passes_of_three_ways_are_counted_in_cells(self, client, solved_course):
        said = text_of(client.get(address("enclosed-sets")))
        assert "1 55 55 55 2 10 55 55 3 23 53 50" in said

    @pytest.mark.parametrize("name", LESSONS)
    def test_answer_gets_judged(self, client, solved_course, name):
        question = build_question(LESSONS[name], find_position(LESSONS[name]))
        for value, words in enumerate(question.choices):
            said = text_of(client.get(address(name), {"answer": value}))
            if value == question.answer:
                assert "That is right." in said
            else:
                assert f"Not quite: it is {question.choices[question.answer]}." in said
                assert words in said

    @pytest.mark.parametrize("answer", ["", "-1", "99", "x", "²", "9" * 50])
    def test_invalid_answer_counts_as_none(self, client, solved_course, answer):
        page = client.get(address("peers"), {"answer": answer})
        assert page.status_code == 200
        assert "correct" not in page.content.decode()

    @pytest.mark.parametrize("name", LESSONS)
    def test_shows_the_statement_of_its_file_to_the_letter(self, client, solved_course, name):
        marked = client.get(address(name)).content.decode()
        page = html.unescape(re.sub("</?[bi]>", "", marked))  # of keywords and comments
        rule = LESSONS[name].rule
        shape = showcases.showcase_of(LESSONS[name]).grid.shape
        text = rules()[rule].shown(shape) if rule else part("prelude", 3)
        assert all(
            piece in page for piece in re.split(BOUND.pattern.replace("?P<name>", "?:"), text)
        )
        assert f"def {lesson_texts()[name].loop.__name__}(" in page
        short = lesson_texts()[name].short.shown(shape)
        short = re.split(BOUND.pattern.replace("?P<name>", "?:"), short)
        assert all(piece in page.split('class="fold"')[0] for piece in short)

    @pytest.mark.parametrize("name", [name for name in LESSONS if LESSONS[name].rules])
    def test_leads_to_its_step_and_back(self, client, solved_course, name):
        page = html.unescape(client.get(address(name)).content.decode())
        href = re.search(r'href="(/solves/[^"]+\?iteration=\d+&step=\d+)"', page)[1]
        solve = client.get(f"{href}&view=sql")
        assert solve.status_code == 200
        assert f'href="{address(name)}"' in solve.content.decode()

    def test_asks_for_a_digit_that_has_one_place(self, solved_course):
        """And offers others that have several: counted here once more, cell by cell."""
        scene = find_position(LESSONS["hidden-singles"])
        question = build_question(LESSONS["hidden-singles"], scene)
        places = {
            choice: [
                cell
                for cell in scene.geometry.units[scene.step.unit].cells
                if int(choice) in digits_of(scene.before[cell])
            ]
            for choice in question.choices
        }
        right = question.choices[question.answer]
        assert [choice for choice in places if len(places[choice]) == 1] == [right]
        ((cell, digit),) = scene.step.placed
        assert (places[right], right) == ([cell], str(digit))

    def test_asks_for_the_cell_with_the_fewest_candidates(self, solved_course):
        scene = find_position(LESSONS["branches"])
        question = build_question(LESSONS["branches"], scene)
        counts = [
            scene.before[scene.geometry.cell_at(name)].bit_count() for name in question.choices
        ]
        assert min(counts) == counts[question.answer] == 2
        assert counts.count(2) == 1

    def test_lesson_counts_the_rows_as_the_articles_do(self, client, solved_course):
        said = text_of(client.get(address("candidates-as-rows")))
        assert "no rule at all 521" in said
        assert "the delete rule alone 228" in said

    @pytest.mark.parametrize("name", LESSONS)
    def test_has_a_query_that_finds_something_in_the_tables_to_take_along(
        self, client, solved_course, name
    ):
        """As the page says: the rows, the tables made of them, then the query."""
        page = html.unescape(client.get(address(name)).content.decode())
        solve = find_position(LESSONS[name]).solve
        query = re.search(r"<pre[^>]*><code>((?:SELECT|WITH)[^<]*(?:<>[^<]*)*;)</code>", page)[1]
        tables = body_of(client.get(reverse("export", args=[solve.pk, "tables.sql"]))).decode()
        rows = body_of(client.get(reverse("export", args=[solve.pk, "rows.csv"])))
        made = re.findall(r"CREATE (?:TABLE|VIEW) .*?;", tables, re.DOTALL)
        with connection.cursor() as cursor, transaction.atomic():
            for statement in made:
                cursor.execute(statement.replace("CREATE", "CREATE TEMP"))
            with cursor.copy("COPY story FROM STDIN CSV HEADER") as copy:
                copy.write(rows)
            cursor.execute(query)
            assert ANSWERS[name](cursor.fetchall())
            transaction.set_rollback(True)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_of_a_solve_without_iterations_waits_for_another(name, client):
    solve = solve_showcase(showcases.showcase_of(LESSONS[name]))
    ended = {"status": "finished", "outcome": "solved", "verdict": "unique"}
    Solve.objects.filter(pk=solve.pk).update(finished_at=solve.created_at, **ended)
    assert find_position(LESSONS[name]) is None
    assert client.get(reverse("lesson", args=[name])).status_code == 200
