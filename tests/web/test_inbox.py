"""What visitors bring stands apart from the library until an editor accepts it."""

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, EMPTY

from solver import engine
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, SavedFilter, Solve, User
from solver.puzzles import catalogue
from solver.queue import submission
from solver.queue.owners import Owner
from solver.queue.reaper import reap
from solver.solves import writing

pytestmark = pytest.mark.django_db
GUEST = Owner(session_key="a guest's")
COUNT = 'SELECT COUNT(*) AS "__count" FROM "solver_puzzle"'
FILL = """
    DO $$
    DECLARE
        like_it solver_solve;
    BEGIN
        SELECT * INTO like_it FROM solver_solve WHERE owner_id IS NOT NULL;
        FOR number IN 1..5000 LOOP
            like_it.id := gen_random_uuid();
            like_it.created_at := like_it.created_at - interval '2 hours';
            INSERT INTO solver_solve VALUES (like_it.*);
        END LOOP;
    END $$;
    ANALYZE solver_solve"""


def brought(line: str = ARTICLE_000, owner: Owner = GUEST) -> Puzzle:
    """A puzzle that somebody had solved."""
    return submission.submit(engine.read(line), "combos", owner=owner).puzzle


def work_off_all() -> None:
    """All that the reaper has worked out, and what that leaves to be done."""
    reap()
    for job in Job.objects.filter(status="queued"):
        while running.run(job.pk):
            pass


class TestAPuzzleOfAVisitor:
    def test_waits_in_the_inbox(self, client: Client):
        assert brought().in_inbox
        client.post("/solves/", {"puzzle": ALESCARGOT, "method": "combos"})
        assert Puzzle.objects.get(givens=ALESCARGOT).in_inbox
        client.post("/api/v1/puzzles/", {"puzzle": ARTICLE_001}, "application/json")
        assert Puzzle.objects.get(givens=ARTICLE_001).in_inbox
        job = submission.submit_job("solve", [EMPTY], spec={"method": "rules", "options": {}})
        running.run(job.pk)
        assert Puzzle.objects.get(givens=engine.read(EMPTY).text).in_inbox
        assert not Puzzle.objects.exclude(dismissed_at=None).exists()

    def test_counts_as_dismissed_without_an_owner(self):
        puzzle = brought(owner=Owner())
        puzzle.refresh_from_db()
        assert puzzle.in_inbox
        assert puzzle.dismissed_at

    def test_leaves_a_library_puzzle_alone(self):
        kept = Puzzle.objects.create(givens=ARTICLE_000)
        assert not brought().in_inbox
        assert Puzzle.objects.get() == kept

    def test_moves_to_the_library_with_its_solves_on_import(self):
        puzzle = brought()
        job = submission.submit_job(
            "import", [f"{ARTICLE_000} # Mine"], spec={"at_once": True, "tags": ["new"]}
        )
        running.run(job.pk)
        job.refresh_from_db()
        assert job.counts == {"added": 1}
        kept = Puzzle.objects.get()
        assert (kept.pk, kept.in_inbox, kept.tags) == (puzzle.pk, False, ["new"])
        assert kept.verdict == "unique"
        assert Solve.objects.get().puzzle == kept

    def test_moves_to_the_library_on_joining_a_collection(self):
        shelf = Collection.objects.create(title="Shelf", slug="shelf")
        catalogue.collect(shelf.pk, [brought().pk])
        assert not Puzzle.objects.get().in_inbox

    def test_stays_in_the_inbox_on_joining_a_private_collection(self, admin_user):
        own = Collection(title="Mine", slug="mine", owner=admin_user)
        own.save()
        catalogue.collect(own.pk, [brought().pk])
        assert Puzzle.objects.get().in_inbox


class TestUpkeepOfPuzzles:
    def test_gets_verified_graded_and_rated_by_upkeep(self):
        Puzzle.objects.create(givens=ARTICLE_000)
        Puzzle.objects.create(givens=engine.read(EMPTY).text)
        work_off_all()
        puzzle = Puzzle.objects.get(givens=ARTICLE_000)
        assert (puzzle.verdict, bool(puzzle.canonical)) == ("unique", True)
        assert puzzle.grade
        assert puzzle.score
        assert Puzzle.objects.exclude(pk=puzzle.pk).get().verdict == "multiple"
        reap()
        assert Job.objects.count() == 1  # what has no grade is not asked again and again

    def test_gets_a_grade_after_a_solve(self):
        puzzle = Puzzle.objects.create(givens=ARTICLE_000, rated_by=1)
        writing.record(brought().solves.get().pk)
        work_off_all()
        puzzle.refresh_from_db()
        assert puzzle.grade

    def test_covers_only_the_newest_of_the_inbox(self, monkeypatch):
        monkeypatch.setattr("solver.puzzles.rating.SEEN_FIRST", 1)
        older, newer = brought(ARTICLE_001), brought()
        work_off_all()
        assert Puzzle.objects.get(pk=newer.pk).rated_by
        assert not Puzzle.objects.get(pk=older.pk).rated_by


INBOX = "/admin/solver/puzzle/inbox/"


class TestTheInbox:
    @pytest.fixture
    def three(self, admin_user) -> list[Puzzle]:
        """By a guest, by an account, and one with several solutions; all examined."""
        found = [brought(), brought(ARTICLE_001, Owner(user=admin_user)), brought(EMPTY)]
        work_off_all()
        return found

    def act(self, client: Client, action: str, puzzles: list[Puzzle], **more) -> Job:
        ids = [str(puzzle.pk) for puzzle in puzzles]
        data = {"action": action, "_selected_action": ids, "count": len(ids), **more}
        answer = client.post(INBOX, data)
        assert answer.url == INBOX
        job = Job.objects.latest("created_at")
        running.run(job.pk)
        job.refresh_from_db()
        return job

    def listed(self, client: Client, address: str = INBOX, **query: str) -> set[str]:
        return {puzzle.givens for puzzle in client.get(address, query).context["cl"].result_list}

    def test_stands_apart_from_the_library(self, librarian, three):
        kept = Puzzle.objects.create(givens=ALESCARGOT)
        assert self.listed(librarian) == {puzzle.givens for puzzle in three}
        assert self.listed(librarian, "/admin/solver/puzzle/") == {kept.givens}
        page = librarian.get(INBOX).content.decode()
        assert "nothing to keep" in page
        assert "a guest" in page
        assert "admin" in page

    def test_filters_by_kind(self, librarian, three):
        assert self.listed(librarian, kind="good") == {ARTICLE_000, ARTICLE_001}
        assert self.listed(librarian, kind="improper") == {three[2].givens}
        assert self.listed(librarian, kind="signed-in") == {ARTICLE_001}
        rows = [ARTICLE_000[at : at + 9] for at in range(0, 81, 9)]
        twin = Puzzle(givens="".join(rows[3:6] + rows[:3] + rows[6:]), box=3, title="Turned")
        catalogue.examine([twin])
        twin.save()
        assert self.listed(librarian, kind="twins") == {ARTICLE_000}
        assert "twin of <a" in librarian.get(INBOX).content.decode()

    def test_finds_puzzles_of_accounts_by_an_index_of_the_last_days(self, librarian, three):
        with connection.cursor() as cursor:
            cursor.execute(FILL)
            cursor.execute("SET LOCAL enable_nestloop = off")  # which is cheaper for three puzzles
            with CaptureQueriesContext(connection) as asked:
                assert self.listed(librarian, kind="signed-in") == {ARTICLE_001}
            counts = (each["sql"] for each in asked if each["sql"].startswith(COUNT))
            cursor.execute(f"EXPLAIN {next(sql for sql in counts if 'owner_id' in sql)}")
            plan = "\n".join(row for (row,) in cursor.fetchall())
        assert "using solve_of_account" in plan
        assert "Index Cond: (created_at >=" in plan

    def test_accepts_puzzles_with_one_solution_into_a_collection(self, librarian, three):
        shelf = Collection.objects.create(title="Shelf", slug="shelf")
        job = self.act(librarian, "accept_selected", three, shelf=shelf.pk)
        assert job.counts == {"changed": 2, "improper": 1}
        assert set(shelf.puzzles.values_list("givens", flat=True)) == {ARTICLE_000, ARTICLE_001}
        assert self.listed(librarian) == {three[2].givens}
        assert Solve.objects.count() == 3

    def test_drops_puzzles_by_hand_or_after_30_days(self, librarian, three):
        assert self.act(librarian, "dismiss_selected", three[:1]).counts == {"changed": 1}
        Puzzle.objects.filter(pk=three[1].pk).update(created_at=timezone.now() - timedelta(days=31))
        assert self.listed(librarian) == {three[2].givens}
        assert Puzzle.objects.count() == 3

    def test_accepts_or_dismisses_one_row_by_its_button(self, librarian, three):
        first, second, improper = three
        page = librarian.get(INBOX).content.decode()
        assert f'value="accept_selected {improper.pk}"' not in page
        for operation, puzzle in (("accept", first), ("dismiss", second)):
            ticked = {"_selected_action": [str(improper.pk)], "select_across": "1"}
            librarian.post(INBOX, {"row": f"{operation}_selected {puzzle.pk}", **ticked})
        assert self.listed(librarian) == {improper.givens}
        assert self.listed(librarian, "/admin/solver/puzzle/") == {first.givens}

    def test_counts_the_puzzles_of_each_filter(self, librarian, three):
        rows = {row.title: row for row in librarian.get(INBOX).context["cl"].filter_rows}
        kinds = {chip.words: chip.count for chip in rows["What it is"].chips}
        assert kinds == {
            "All": None,
            "can be kept": 2,
            "not exactly one solution": 1,
            "twins of the library": 0,
            "by a signed-in user": 1,
        }
        chosen = librarian.get(INBOX, {"kind": "improper"}).context["cl"].filter_rows[0]
        assert [chip.words for chip in chosen.chips if chip.is_chosen] == [
            "not exactly one solution"
        ]

    def test_shows_no_counts_beyond_the_limit(self, librarian, three, monkeypatch):
        monkeypatch.setattr("solver.admin.model_admin.COUNTED", 2)
        row = librarian.get(INBOX).context["cl"].filter_rows[0]
        assert {chip.count for chip in row.chips} == {None}

    def test_appears_among_the_places_of_the_desk(self, librarian, three):
        places = librarian.get(INBOX).context["places_of_desk"]
        assert [place["words"] for place in places] == [
            *("Inbox", "Library", "Collections", "Generate", "Import", "Jobs"),
            *("Public solves", "Log"),
        ]
        assert places[0]["count"] == 3
        for place in places:
            page = librarian.get(place["href"])
            assert page.status_code == 200, place
            here = [each["words"] for each in page.context["places_of_desk"] if each["is_here"]]
            assert here == [place["words"]]

    def test_shows_a_plus_beyond_the_counted_puzzles(self, librarian, three, monkeypatch):
        monkeypatch.setattr("sudokusite.admin_site.MOST", 2)
        page = librarian.get(INBOX).content.decode()
        assert "Inbox <span>2+</span>" in page
        assert "Jobs</a>" in page

    def test_writes_its_log_in_words(self, librarian, three):
        self.act(librarian, "accept_selected", three[:1])
        page = librarian.get("/admin/admin/logentry/").content.decode()
        assert "Accept into the library" in page
        assert "[{" not in page
        assert "ontent type" not in page  # what it is about is named as people say it
        assert "permission" not in page

    def test_lets_a_librarian_pause_jobs_of_others(self, librarian, admin_user):
        job = submission.submit_job("verify", ["x"], "Somebody's", owner=Owner(user=admin_user))
        address = "/admin/solver/job/"
        page = librarian.get(address).content.decode()
        assert "Somebody's" in page.replace("&#x27;", "'")
        assert "0 of 1 puzzles" in page
        assert '<span class="card__label">place in line</span>1' in page  # a phone has no columns
        assert "Verify and grade puzzles" in page  # a filter, in words
        librarian.post(address, {"action": "pause", "_selected_action": [str(job.pk)]})
        job.refresh_from_db()
        assert job.status == "paused"


class TestSavedFilters:
    LIST = "/admin/solver/puzzle/"

    def saved(self, client: Client, title: str, **query: str) -> list[tuple[str, str]]:
        """What the list has saved, once this was saved too."""
        client.post(f"{self.LIST}?{urlencode(query)}", {"save_filter": title})
        return [(each.title, each.query) for each in client.get(self.LIST).context["cl"].saved]

    def test_keep_the_query_of_their_list_under_a_name(self, admin_client):
        assert self.saved(admin_client, "Drafts", is_published__exact="0", p="1") == [
            ("Drafts", "is_published__exact=0")
        ]
        assert self.saved(admin_client, "Drafts", level__exact="5") == [
            ("Drafts", "level__exact=5")
        ]
        page = admin_client.get(self.LIST).content.decode()
        assert 'href="?level__exact=5">Drafts</a>' in page
        assert not admin_client.get(INBOX).context["cl"].saved

    def test_can_be_deleted_only_on_their_own_list(self, admin_client):
        self.saved(admin_client, "Drafts", is_published__exact="0")
        [saved] = SavedFilter.objects.all()
        admin_client.post(INBOX, {"drop_filter": saved.pk})
        assert SavedFilter.objects.exists()
        admin_client.post(self.LIST, {"drop_filter": saved.pk})
        assert not SavedFilter.objects.exists()

    @pytest.mark.parametrize("title", ["", "x" * 61, "\x07"])
    def test_need_a_valid_name(self, admin_client, title):
        assert self.saved(admin_client, title, is_published__exact="0") == []

    def test_answer_403_without_access_to_the_list(self, client):
        client.force_login(User.objects.create_user("nobody", is_staff=True))
        answer = client.post(f"{self.LIST}?level__exact=5", {"save_filter": "Mine"})
        assert answer.status_code == 403
        assert not SavedFilter.objects.exists()
