"""The manners of the API: one shape of refusals, time to wait, what is left of a limit, other pages."""

import pytest
import redis
from django.conf import settings as configured
from django.test import Client
from puzzles import ARTICLE_000

from solver.models import Puzzle, Solve, Token, User
from solver.operations import held, limits
from solver.operations.problem_json import CODES, NEARER
from solver.queue import wait
from solver.solves import writing

pytestmark = pytest.mark.django_db
SOLVES, JSON, PUZZLE = "/api/v1/solves/", "application/json", {"puzzle": ARTICLE_000}
NOBODYS = f"{SOLVES}00000000-0000-0000-0000-000000000000/"


class TestARefusal:
    @pytest.mark.parametrize(
        ("verb", "address", "body", "status", "code"),
        [
            ("post", SOLVES, {"puzzle": "55"}, 400, "invalid"),
            ("post", SOLVES, "{", 400, "malformed_json"),
            ("get", f"{SOLVES}?colour=red", None, 400, "invalid"),
            ("get", NOBODYS, None, 404, "not_found"),
            ("get", "/api/v1/nowhere/", None, 404, "not_found"),
            ("put", SOLVES, {}, 405, "method_not_allowed"),
            ("post", SOLVES, {"puzzle": "1" * 1_100_000}, 413, "too_large"),
        ],
    )
    def test_has_one_problem_shape_with_a_stable_code(
        self, client, verb, address, body, status, code
    ):
        given = () if body is None else (body, JSON)
        answer = getattr(client, verb)(address, *given)
        assert answer["Content-Type"] == "application/problem+json"
        told = answer.json()
        assert (answer.status_code, told["status"], told["code"]) == (status, status, code)
        assert told["detail"]
        assert told["title"]

    def test_has_its_own_code_for_a_missing_csrf_token(self):
        client = Client(enforce_csrf_checks=True)
        client.force_login(User.objects.create_user("setter"))
        answer = client.post(SOLVES, PUZZLE, JSON)
        assert (answer.status_code, answer.json()["code"]) == (403, "csrf_failed")

    def test_has_its_own_code_for_an_unknown_token(self, client):
        answer = client.get(SOLVES, headers={"Authorization": "Bearer x"})
        assert (answer.status_code, answer.json()["code"]) == (401, "unknown_token")

    def test_has_its_own_code_for_too_many_unfinished_solves(self, client, settings):
        settings.UNFINISHED_SOLVES = 0
        answer = client.post(SOLVES, PUZZLE, JSON)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_unfinished")

    def test_has_each_code_documented(self):
        page = (configured.BASE_DIR / "docs/api.md").read_text()
        assert [code for code in (*CODES.values(), *NEARER) if f"`{code}`" not in page] == []


class TestAnAddressWithoutItsLastSlash:
    def test_gets_the_same_answer_as_with_the_slash(self):
        program = Client(enforce_csrf_checks=True)
        answer = program.post("/api/v1/solves", PUZZLE, JSON)
        assert answer.status_code == 202
        assert program.get(answer.json()["url"].rstrip("/")).json()["puzzle"] == ARTICLE_000

    def test_still_needs_the_csrf_token_of_a_browser(self):
        browser = Client(enforce_csrf_checks=True)
        browser.force_login(User.objects.create_user("setter"))
        assert browser.post("/api/v1/solves", PUZZLE, JSON).status_code == 403
        assert not Solve.objects.exists()


class TestWaiting:
    @pytest.fixture
    def naps(self, monkeypatch):
        """Seconds slept so far; what is queued is solved during the second nap."""
        naps = []

        def sleep(seconds):
            naps.append(seconds)
            for pk in Solve.objects.filter(status="queued").values_list("pk", flat=True):
                if len(naps) == 2:
                    writing.record(pk)

        monkeypatch.setattr(wait.time, "sleep", sleep)
        return naps

    def test_ends_as_soon_as_the_solve_does(self, client, naps):
        told = client.post(f"{SOLVES}?wait=10", PUZZLE, JSON).json()
        assert (told["status"], told["outcome"], len(naps)) == ("finished", "solved", 2)

    def test_happens_only_with_the_wait_parameter(self, client, naps):
        accepted = client.post(SOLVES, PUZZLE, JSON).json()
        assert client.get(accepted["url"]).json()["status"] == "queued"
        assert naps == []
        whole = b"".join(client.get(f"{accepted['url']}?wait=5").streaming_content)
        assert b'"outcome": "solved"' in whole
        assert b'"iterations"' in whole

    def test_does_not_happen_beyond_the_number_of_places(self, client, naps, monkeypatch):
        room = held.Room(1, 1)
        monkeypatch.setattr(held, "_room", lambda places, of_one: room)
        place = room.take("somebody")
        assert client.post(f"{SOLVES}?wait=10", PUZZLE, JSON).json()["status"] == "queued"
        place.leave()
        assert naps == []
        client.post(f"{SOLVES}?wait=10", PUZZLE, JSON)
        assert room.take("somebody")  # it was given back

    @pytest.mark.parametrize("seconds", ["11", "-1", "soon"])
    def test_rejects_more_than_ten_seconds(self, client, seconds):
        answer = client.post(f"{SOLVES}?wait={seconds}", PUZZLE, JSON)
        assert (answer.status_code, set(answer.json()["errors"])) == (400, {"wait"})
        assert not Puzzle.objects.exists()


class TestRateLimitHeaders:
    @pytest.fixture(autouse=True)
    def _nothing_counted(self):
        redis.from_url(configured.REDIS_URL).flushdb()
        limits._own.cache_clear()

    def test_come_with_every_answer_of_the_api(self, client, settings):
        settings.LIMIT_SUBMISSIONS, settings.LIMIT_REQUESTS = "2/day", "50/day"
        lefts = [client.post(SOLVES, PUZZLE, JSON)["RateLimit"] for _ in range(3)]
        assert [left.split(";")[:2] for left in lefts] == [
            ['"submissions"', "r=1"],
            *[['"submissions"', "r=0"]] * 2,
        ]
        read = client.get("/api/v1/")
        assert read["RateLimit-Policy"] == '"requests";q=50;w=86400'
        assert read["RateLimit"].startswith('"requests";r=46;t=')
        assert "RateLimit" not in client.get("/")

    def test_count_for_the_account_of_the_token(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "5/day"
        client.post(SOLVES, PUZZLE, JSON)
        _token, text = Token.objects.make(User.objects.create_user("setter"), "script")
        answer = client.post(SOLVES, PUZZLE, JSON, headers={"Authorization": f"Bearer {text}"})
        assert ";r=4;" in answer["RateLimit"]


class TestAPageOfAnotherOrigin:
    ORIGIN = "https://notes.example"

    def preflight(self, client, origin=ORIGIN, path=SOLVES):
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        return client.options(path, headers=headers)

    def test_gets_no_cors_headers_by_default(self, client):
        answers = [self.preflight(client), client.get(SOLVES, headers={"Origin": self.ORIGIN})]
        assert not any("Access-Control-Allow-Origin" in answer.headers for answer in answers)

    def test_gets_cors_headers_for_a_configured_origin(self, client, settings):
        settings.CORS_ORIGINS = [self.ORIGIN]
        asked = self.preflight(client)
        assert asked.status_code == 204
        assert asked["Access-Control-Allow-Origin"] == self.ORIGIN
        assert "Authorization" in asked["Access-Control-Allow-Headers"]
        told = client.post(SOLVES, {"puzzle": "55"}, JSON, headers={"Origin": self.ORIGIN})
        assert told["Access-Control-Allow-Origin"] == self.ORIGIN
        assert "Origin" in told["Vary"]
        assert "Access-Control-Allow-Credentials" not in told.headers

    def test_gets_no_cors_headers_for_another_origin(self, client, settings):
        settings.CORS_ORIGINS = [self.ORIGIN]
        for origin in ("https://notes.example.evil", "null", "http://notes.example"):
            assert "Access-Control-Allow-Origin" not in self.preflight(client, origin).headers

    def test_gets_no_cors_headers_outside_the_api(self, client, settings):
        settings.CORS_ORIGINS = ["*"]
        assert "Access-Control-Allow-Origin" not in self.preflight(client, path="/").headers
        assert self.preflight(client)["Access-Control-Allow-Origin"] == "*"
