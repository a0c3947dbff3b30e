"""A public page that a stranger has is answered 304 by one statement, until anything on it changes."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from unittest.mock import patch

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001
from test_walk import POSTED, RULES, SIGNED_IN, STAFF_ONLY

from solver.models import Collection, DailyPuzzle, Membership, Puzzle, Solve, User
from solver.operations.asked_again import READ
from solver.puzzles.daily import puzzles_of
from solver.queue import submission
from solver.solves import writing

pytestmark = pytest.mark.django_db(transaction=True)
# Models whose rows strangers see on no kept page, or, as chapters, only while a solve is not finished.
NOT_PUBLIC = """
    Chapter DatabaseRun Delivery Heartbeat IdempotencyKey Job JobPart Mail PlayRecord Report SavedFilter
    SavedGame SecondFactor Token User Webhook
"""
# What strangers may ask for without an ETag, as docs/decisions/0029 says.
OF_THE_VISITOR = """
    batches batch take-batch jobs job job-report make player find-step report delete-solve
    sign-up sign-in admin-sign-in reset-password reset-sent new-password collect
    api-own-collections api-own-collection api-own-puzzles api-jobs api-job api-job-rows api-batch
    api-batch-results api-batch-solves api-webhooks api-webhook api-collection metrics
"""
STILL_CHANGING = (
    "article livez readyz api-comparisons api-solve-events api-batch-events export-solves"
)
OF_THEIR_OWN_POLICY = "exercises embed pglite-worker pglite-file manifest api-docs"


@pytest.fixture(autouse=True)
def library(now: datetime) -> None:
    """Two puzzles with a collection, one of them the puzzle of the day, and a solve of the other.

    The clock stands still, because every page is made anew in a new minute.
    """
    caches["etags"].clear()
    collection = Collection.objects.create(title="shelf", slug="shelf", is_published=True)
    for givens in (ARTICLE_000, ARTICLE_001):
        made = Puzzle.objects.create(
            givens=givens, title="plain", verdict="unique", level=2, is_published=True
        )
        collection.puzzles.add(made)
    puzzles_of(now.date())
    submission.submit(made.grid, "rules")
    writing.record(Solve.objects.get().pk)
    days_ago = now - timedelta(days=2)  # its age is said in seconds at first
    Solve.objects.update(created_at=days_ago)


@pytest.fixture
def elsewhere() -> Iterator[object]:
    """A cursor of another process, which commits each statement."""
    other = connection.copy()
    with other.cursor() as cursor:
        yield cursor
    other.close()


def addresses() -> list[str]:
    solve = Solve.objects.get()
    puzzle = f"/puzzles/{solve.puzzle_id}/"
    library = ["/puzzles/", "/puzzles/?q=plain", "/puzzles/?collection=shelf", puzzle]
    play = ["/play/", f"{puzzle}play/", f"/play/?puzzle={ALESCARGOT}", "/daily/"]
    play.append(f"/daily/{timezone.now():%Y-%m-%d}/")
    learn = ["/learn/", "/learn/x-wing/", "/techniques/", "/techniques/x-wing/"]
    page, api = solve.get_absolute_url(), f"/api/v1/solves/{solve.pk}/"
    solves = [page, f"{page}?iteration=1", api, f"{api}iterations/", f"{api}story/"]
    drawn = [f"{page}sheet/", f"/compare/?solves={solve.pk}", "/solves/?whose=public"]
    drawn += ["/puzzles/sheet/", "/privacy/", "/play/offline/"]
    files = [f"{page}export.json", f"{page}export.svg", f"{page}qr.svg", f"{puzzle}board.png"]
    files += [f"{puzzle}qr.svg", "/puzzles/feed/", "/worker.js", "/sudoku.sql"]
    programs = ["/robots.txt", "/sitemap.xml", "/sitemap-puzzles.xml", "/api/v1/"]
    lists = ("puzzles/", "puzzles/daily/", "collections/", "solves/?whose=public", "methods/")
    programs += [f"/api/v1/{each}" for each in (*lists, "techniques/", "schema/", puzzle[1:])]
    others = [*drawn, *files, *programs]
    return ["/", f"/?solve={solve.pk}", *library, *play, *learn, *solves, *others]


class Browser:
    """A browser that has a page and asks whether it has changed."""

    def __init__(self, address: str, client: Client | None = None, **headers: str) -> None:
        self.client, self.address, self.headers = client or Client(), address, headers
        if not self.client.cookies:
            self.client.get(address, headers=headers)  # which sets the cookie of the tokens
        self.open()

    def open(self) -> None:
        self.page = self.client.get(self.address, headers=self.headers)
        self.etag = self.page["ETag"]

    def asks(self) -> tuple[int, list[str]]:
        """The status of the answer, and the statements that it took."""
        headers = {**self.headers, "If-None-Match": self.etag}
        with CaptureQueriesContext(connection) as queries:
            answer = self.client.get(self.address, headers=headers)
        return answer.status_code, [query["sql"] for query in queries]

    def is_quick(self) -> bool:
        """Whether 304 comes without the view, once it was asked whether the stamp can be trusted."""
        answers = [self.asks() for _ in range(3)]
        assert {status for status, _statements in answers} == {304}
        return answers[-1] == (304, [READ])


def test_every_public_page_takes_one_statement_and_has_its_headers():
    """Also after work that strangers do not see."""
    stranger = Client()
    stranger.get("/")
    browsers = [Browser(address, stranger) for address in addresses()]
    for browser in browsers:
        assert browser.is_quick(), browser.address
        page = browser.page
        again = browser.client.get(browser.address, headers={"If-None-Match": browser.etag})
        names = ["Cache-Control", "ETag", "Content-Security-Policy", "X-Frame-Options"]
        assert [again[name] for name in names] == [page[name] for name in names], browser.address
        vary = [set(answer.get("Vary", "").split(", ")) for answer in (page, again)]
        assert vary[0] <= vary[1], browser.address
    solve = submission.submit(Puzzle.objects.first().grid, "combos")
    Puzzle.objects.create(givens=ALESCARGOT, in_inbox=True)
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert solve.is_over
    for browser in browsers:
        assert browser.asks() == (304, [READ]), browser.address


def test_every_address_has_an_etag_or_a_reason_for_none():
    asked = {name for name, rule in RULES.items() if rule not in (POSTED, SIGNED_IN, STAFF_ONLY)}
    others = {name for name in asked if RULES[name].answer not in (301, 302)}
    known = {resolve(address.partition("?")[0]).url_name for address in addresses()}
    without = f"{OF_THE_VISITOR} {STILL_CHANGING} {OF_THEIR_OWN_POLICY}".split()
    forgotten = others - known - set(without)
    assert not forgotten, f"{sorted(forgotten)}: `addresses` or a list above need an entry"
    assert others == known | set(without)


class TestAChange:
    """Of rows, by SQL of another process."""

    def test_shows_at_once(self, elsewhere):
        solve = Solve.objects.get()
        for address, change in [
            ("/daily/", "UPDATE solver_dailypuzzle SET level = 'extreme'"),
            ("/play/", "UPDATE solver_dailypuzzle SET level = 'hard' WHERE level = 'extreme'"),
            ("/puzzles/", "UPDATE solver_puzzle SET title = 'second'"),
            ("/puzzles/?q=second", "UPDATE solver_puzzle SET level = 3"),
            ("/puzzles/{puzzle}/", "UPDATE solver_puzzle SET source = 'a book'"),
            ("/puzzles/{puzzle}/play/", "UPDATE solver_puzzle SET title = 'third'"),
            ("/solves/{solve}/", "UPDATE solver_puzzle SET level = 4"),
            ("/puzzles/", "UPDATE solver_collection SET title = 'another'"),
            ("/puzzles/{puzzle}/", "UPDATE solver_collection SET title = 'a third'"),
            (
                "/puzzles/?collection=shelf",
                "DELETE FROM solver_membership WHERE id = (SELECT max(id) FROM solver_membership)",
            ),
            ("/puzzles/?collection=shelf", "TRUNCATE solver_membership"),
            ("/puzzles/{puzzle}/", "UPDATE solver_solve SET visibility = 'public'"),
            ("/solves/{solve}/", "UPDATE solver_solve SET elapsed_ms = 7654.0"),
            ("/solves/?whose=public", "UPDATE solver_solve SET elapsed_ms = 8765.0"),
            ("/compare/?solves={solve}", "UPDATE solver_solve SET elapsed_ms = 9876.0"),
            ("/solves/{solve}/export.json", "UPDATE solver_solve SET visibility = 'unlisted'"),
            ("/api/v1/solves/{solve}/", "UPDATE solver_solve SET visibility = 'public'"),
            ("/solves/?whose=public", "UPDATE solver_solve SET visibility = 'unlisted'"),
            ("/api/v1/puzzles/", "UPDATE solver_puzzle SET title = 'fourth'"),
            ("/api/v1/puzzles/{puzzle}/", "UPDATE solver_puzzle SET score = 300"),
            ("/api/v1/collections/", "UPDATE solver_collection SET title = 'a fourth'"),
            ("/puzzles/feed/", "UPDATE solver_puzzle SET title = 'fifth'"),
            ("/puzzles/sheet/", "UPDATE solver_puzzle SET title = 'sixth'"),
            (
                "/sitemap-puzzles.xml",
                "UPDATE solver_puzzle SET created_at = now() - '9d'::interval",
            ),
            ("/", "UPDATE solver_puzzle SET is_published = false"),
        ]:
            browser = Browser(address.format(puzzle=solve.puzzle_id, solve=solve.pk))
            assert browser.is_quick(), address
            elsewhere.execute(change)
            assert browser.asks()[0] == 200, change

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE solver_solve SET visibility = 'private'",
            "DELETE FROM solver_chapter; DELETE FROM solver_solve",
        ],
    )
    def test_takes_a_solve_away_at_once(self, elsewhere, change):
        solve = Solve.objects.get()
        api = f"/api/v1/solves/{solve.pk}/"
        browsers = [
            Browser(each) for each in (solve.get_absolute_url(), f"/?solve={solve.pk}", api)
        ]
        assert all(browser.is_quick() for browser in browsers)
        elsewhere.execute(change)
        assert [browser.asks()[0] for browser in browsers] == [404] * 3

    def test_of_a_solve_that_still_waits_takes_its_puzzle_away(self, elsewhere):
        waiting = submission.submit(Puzzle.objects.first().grid, "combos")
        browser = Browser(f"/?solve={waiting.pk}")
        assert browser.is_quick()
        elsewhere.execute("UPDATE solver_solve SET visibility = 'private'")
        assert browser.asks()[0] == 404

    def test_adds_a_puzzle_and_a_public_solve_at_once(self, elsewhere):
        puzzle = Puzzle.objects.first()
        browsers = [Browser("/puzzles/"), Browser(f"/puzzles/{puzzle.pk}/")]
        assert all(browser.is_quick() for browser in browsers)
        Puzzle.objects.create(givens=ALESCARGOT, title="third", is_published=True)
        assert browsers[0].asks()[0] == 200
        assert browsers[1].is_quick()
        submission.submit(puzzle.grid, "combos", visibility="public")
        assert browsers[1].asks()[0] == 200

    def test_of_a_collection_shows_in_the_numbers_of_the_library(self, elsewhere):
        shelf = Collection.objects.get()
        browsers = [Browser("/puzzles/"), Browser("/puzzles/?q=plain")]
        assert all(browser.is_quick() for browser in browsers)
        other = Collection.objects.create(title="other", slug="other", is_published=True)
        for browser in browsers:
            browser.open()
        elsewhere.execute(
            "UPDATE solver_membership SET collection_id = %s"
            " WHERE id = (SELECT max(id) FROM solver_membership)",
            [other.pk],
        )
        for browser in browsers:
            assert browser.asks()[0] == 200
            page = browser.client.get(browser.address).content.decode()
            for collection in (shelf, other):
                assert f"{collection.title} (1)" in page

    def test_that_is_not_committed_shows_when_it_is(self, elsewhere):
        browser = Browser("/puzzles/")
        assert browser.is_quick()
        for end, status in (("ROLLBACK", 304), ("COMMIT", 200)):
            elsewhere.execute("BEGIN; UPDATE solver_puzzle SET title = 'another'")
            # The stamp is a new one already, and nothing may be kept under it.
            answers = [browser.asks() for _ in range(3)]
            assert [(answer[0], len(answer[1]) > 2) for answer in answers] == [(304, True)] * 3
            elsewhere.execute(end)
            assert browser.asks()[0] == status
        browser.open()
        assert browser.is_quick()

    def test_of_the_day_shows_at_midnight(self):
        browsers = [Browser("/daily/"), Browser("/play/"), Browser("/")]
        assert all(browser.is_quick() for browser in browsers)
        tomorrow = timezone.now() + timedelta(days=1)
        with patch.object(timezone, "now", lambda: tomorrow):
            assert [browser.asks()[0] for browser in browsers[:2]] == [200, 200]
            assert len(browsers[2].asks()[1]) > 1
        assert DailyPuzzle.objects.filter(day=tomorrow.date()).exists()


class TestSomebodyElse:
    def test_needs_an_etag_of_their_own(self):
        browser = Browser("/puzzles/")
        assert browser.is_quick()
        other = Browser("/puzzles/")
        assert other.asks() == (304, [READ])  # at once, because it is kept for everybody
        other.etag = browser.etag
        assert other.asks()[0] == 200
        stranger = Client().get("/puzzles/", headers={"If-None-Match": browser.etag})
        assert stranger.status_code == 200  # who has no cookie for the forms of that page

    def test_gets_their_language_theme_and_part(self):
        solve = Solve.objects.get().get_absolute_url()
        assert Browser(solve).is_quick()
        for headers in (
            {"Accept-Language": "de"},
            {"Cookie": "theme=dark"},
            {"X-Requested-With": "fetch"},
        ):
            other = Browser(solve, **headers)
            assert len(other.asks()[1]) != 1

    def test_with_a_session_or_a_token_is_asked_who_they_are(self):
        solve = Solve.objects.get()
        api = f"/api/v1/solves/{solve.pk}/"
        assert Browser(api).is_quick()
        assert Browser("/").is_quick()
        owner = Client()
        owner.post("/solves/", {"puzzle": ARTICLE_001, "method": "combos"})
        assert "sessionid" in owner.cookies
        owner.get("/")
        assert str(Solve.objects.latest("created_at").pk) in owner.get("/").content.decode()
        browser = Browser("/", owner)
        assert all(READ not in browser.asks()[1] for _ in range(3))
        account = Client()
        account.force_login(User.objects.create_user("somebody"))
        for address in ("/api/v1/solves/", "/api/v1/puzzles/", "/puzzles/feed/"):
            assert "ETag" not in account.get(address)
        unknown = Browser(api)
        answer = unknown.client.get(
            api, headers={"If-None-Match": unknown.etag, "Authorization": "Bearer unknown"}
        )
        assert answer.status_code == 401


def test_every_model_is_on_public_pages_or_not():
    """Which rows change the stamp. A new model goes into one of the two: what strangers see needs a trigger."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgrelid::regclass::text, count(*) FROM pg_trigger WHERE tgname LIKE 'stamp_%%' GROUP BY 1"
        )
        stamped = dict(cursor.fetchall())
    public = {Puzzle, Collection, Membership, DailyPuzzle, Solve}
    assert stamped == {model._meta.db_table: 4 for model in public}
    others = set(apps.get_app_config("solver").get_models()) - public
    assert {model.__name__ for model in others} == set(NOT_PUBLIC.split())
