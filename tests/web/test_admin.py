"""An editor finds, previews and solves puzzles in the admin."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from puzzles import ARTICLE_000, SOLUTION_000

from solver.admin.collecting import CollectionAdmin
from solver.admin.library import PuzzleAdmin
from solver.admin.ordering import MembershipAdmin
from solver.admin.paging import EstimatingPaginator
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, Report, Solve, User
from solver.puzzles import catalogue
from solver.puzzles.starters import load_starters
from solver.solves import writing

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="class")
def _starters(shared_rows):
    load_starters()


@pytest.mark.usefixtures("_starters")
class TestTheStarterLibrary:
    def test_lists_puzzles_with_a_preview_of_the_board(self, admin_client):
        page = admin_client.get("/admin/solver/puzzle/?q=AlEscargot").content.decode()
        assert "AlEscargot" in page
        assert "9×9 board with 23 givens" in page

    def test_estimates_the_count_of_a_large_table(self, monkeypatch, django_assert_num_queries):
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE solver_puzzle")
        monkeypatch.setattr("solver.admin.paging.MANY", 5)
        monkeypatch.setattr("solver.admin.paging.EXPENSIVE", 5)
        known = Puzzle.objects.count()
        with django_assert_num_queries(1) as queries:
            assert EstimatingPaginator(Puzzle.objects.all(), 25).count == known
        assert "COUNT" not in queries[0]["sql"]
        monkeypatch.setattr("solver.admin.paging.EXPENSIVE", 10**9)
        with django_assert_num_queries(2) as queries:
            assert EstimatingPaginator(Puzzle.objects.all(), 25).count == known
        assert "COUNT" in queries[1]["sql"]

    def test_counts_exactly_at_the_end_of_an_estimated_list(self, monkeypatch):
        monkeypatch.setattr(EstimatingPaginator, "_estimate", 1_000)
        whole = Puzzle.objects.filter(is_published=True).order_by("pk")
        pages = EstimatingPaginator(whole, 25)
        assert len(pages.page(1)) == 25
        assert pages.count == 1_000
        assert list(pages.page(2).object_list) == list(whole[25:50])
        assert len(pages.page(40)) == 0
        assert pages.count == whole.count()

    def test_reads_the_last_pages_from_the_end(self):
        whole = Puzzle.objects.order_by("-created_at", "pk")
        pages = EstimatingPaginator(whole, 25)
        with CaptureQueriesContext(connection) as queries:
            found = [list(pages.page(number)) for number in range(1, pages.num_pages + 1)]
        assert [puzzle for page in found for puzzle in page] == list(whole)
        skipped = re.findall(r"OFFSET (\d+)", str(queries.captured_queries))
        assert max(map(int, skipped)) <= pages.count / 2

    @pytest.mark.parametrize("place", ["puzzle/", "puzzle/inbox/", "membership/", "collection/"])
    def test_lists_need_no_query_or_template_per_row(self, admin_client, monkeypatch, place):
        Collection.objects.bulk_create(Collection(title=at, slug=at) for at in "abcde")
        catalogue.collect(
            Collection.objects.first().pk, Puzzle.objects.values_list("pk", flat=True)
        )
        Puzzle.objects.filter(pk__in=Puzzle.objects.all()[:50]).update(in_inbox="inbox" in place)

        def taken(rows: int) -> tuple[int, int]:
            for each in (CollectionAdmin, MembershipAdmin, PuzzleAdmin):
                monkeypatch.setattr(each, "list_per_page", rows)
            admin_client.get(f"/admin/solver/{place}")  # badges are drawn once
            with CaptureQueriesContext(connection) as queries:
                page = admin_client.get(f"/admin/solver/{place}")
            assert len(page.context["cl"].result_list) == rows
            return len(queries), len(page.templates)

        assert taken(5) == taken(2)

    @pytest.mark.parametrize(
        ("query", "count"), [("alesc", 1), (ARTICLE_000[:12], 1), ("nothing", 0)]
    )
    def test_search_finds_puzzles_by_words_and_givens(self, admin_client, query, count):
        page = admin_client.get("/admin/solver/puzzle/", {"q": query})
        assert page.context["cl"].result_count == count


def test_action_solves_the_selected_puzzles_as_a_job(admin_client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    data = {"action": "solve_selected", "methods": "rules", "_selected_action": [puzzle.pk]}
    admin_client.post("/admin/solver/puzzle/", {**data, "count": "1"})
    job = Job.objects.get()
    running.run(job.pk)
    assert Solve.objects.get().method == "rules"
    assert "stalled" in admin_client.get(job.get_absolute_url()).content.decode()


def test_form_adds_a_puzzle_in_any_readable_form(admin_client):
    data = {"givens": ARTICLE_000.replace("0", "."), "title": "New", "tags": ""}
    admin_client.post("/admin/solver/puzzle/add/", data)
    puzzle = Puzzle.objects.get()
    assert (puzzle.givens, puzzle.clue_count, puzzle.box) == (ARTICLE_000, 26, 3)


@pytest.mark.parametrize(
    ("givens", "message"),
    [
        ("123", "3 cells found"),
        ("55" + "0" * 79, "r1c1 and r1c2 are both 5"),
        ("٣" * 81, "arabic-indic"),
    ],
)
def test_invalid_givens_show_their_fault(admin_client, givens, message):
    page = admin_client.post("/admin/solver/puzzle/add/", {"givens": givens, "tags": ""})
    assert page.status_code == 200
    assert message in page.content.decode()
    assert not Puzzle.objects.exists()


def test_solves_show_read_only(admin_client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    solve = Solve.objects.create(puzzle=puzzle, method="combos")
    writing.record(solve.pk)
    page = admin_client.get("/admin/solver/solve/").content.decode()
    assert "<h1>Solves</h1>" in page
    assert "solved" in page
    page = admin_client.get(f"/admin/solver/solve/{solve.pk}/change/").content.decode()
    assert SOLUTION_000 in page
    assert 'name="_save"' not in page


@pytest.fixture(scope="class")
def solves(shared_rows):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    same = {"puzzle": puzzle, "method": "combos", "note": "mine"}
    ada = User.objects.create_user("ada")
    return [
        Solve.objects.create(visibility=visibility, owner=ada if at % 3 == 0 else None, **same)
        for at, visibility in enumerate(3 * ("public",) + 3 * ("private",))
    ]


class TestManySolves:
    """Of a record of millions a moderator sieves and searches the newest; here of six the newest two."""

    @pytest.fixture(autouse=True)
    def _short(self, solves, monkeypatch):
        cache.clear()
        monkeypatch.setattr("solver.admin.solves.NEWEST", 2)

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("", [4, 5]),
            ("?q=mine", [4, 5]),
            ("?status__exact=queued", [4, 5]),
            ("?visibility__exact=public", [1, 2]),
            ("?visibility__exact=public&q=mine", [1, 2]),
            ("?q={0.pk}", [0]),
            ("?q=https://example.org/solves/{0.pk}/", [0]),
            ("?q=ada", [0, 3]),
            ("?reported=open", [0]),
        ],
    )
    def test_lists_only_the_newest_unless_filtered_by_an_index(
        self, admin_client, solves, query, found
    ):
        Report.objects.create(solve=solves[0], reason="other")
        page = admin_client.get(f"/admin/solver/solve/{query.format(*solves)}")
        assert {solve.pk for solve in page.context["cl"].result_list} == {
            solves[at].pk for at in found
        }
        assert ("Solves, the newest 2" in page.content.decode()) == ("reported" not in query)

    def test_filter_offers_every_method_without_a_query(self, admin_client):
        page = admin_client.get("/admin/solver/solve/?method__exact=joins")
        assert page.context["cl"].result_count == 0
        assert "method__exact=guessing" in page.content.decode()


FILL = """
    DO $$
    DECLARE
        like_it solver_solve;
    BEGIN
        SELECT * INTO like_it FROM solver_solve;
        FOR number IN 1..5000 LOOP
            like_it.id := gen_random_uuid();
            like_it.created_at := like_it.created_at - interval '1 second';
            like_it.method := CASE WHEN number % 50 = 0 THEN 'branches' ELSE 'combos' END;
            like_it.status := CASE WHEN number % 70 = 0 THEN 'failed' ELSE 'queued' END;
            like_it.failure := CASE WHEN number % 70 = 0 THEN 'fault' ELSE '' END;
            INSERT INTO solver_solve VALUES (like_it.*);
        END LOOP;
    END $$;
    ANALYZE solver_solve"""


def test_list_of_failed_solves_comes_from_an_index(admin_client, monkeypatch):
    monkeypatch.setattr("solver.admin.solves.NEWEST", 500)
    cache.clear()
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    Solve.objects.create(puzzle=puzzle, method="combos")
    with connection.cursor() as cursor:
        cursor.execute(FILL)
        with CaptureQueriesContext(connection) as asked:
            assert admin_client.get("/admin/solver/solve/?status__exact=failed").status_code == 200
        filtered = '"status" = '
        lists = [each["sql"] for each in asked if filtered in each["sql"].partition("WHERE")[2]]
        lists = [sql for sql in lists if sql.startswith("SELECT")]
        assert len(lists) == 2  # their number, and the ids of a page
        for sql in lists:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(row for (row,) in cursor.fetchall())
            assert "solve_failed" in plan
            assert "Seq Scan on solver_solve" not in plan
