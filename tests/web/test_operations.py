"""What the people who run the site look at: health, metrics, the status page, logs, retention."""

import json
import logging
import math
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from puzzles import ALESCARGOT_SOLUTION, ARTICLE_000
from support import PATIENCE

from solver import engine
from solver.engine.core.storage_codec import Packer
from solver.management.commands import forget
from solver.models import Chapter, Heartbeat, Job, JobPart, Puzzle, Solve, User
from solver.operations import logs
from solver.queue import submission
from solver.solves import writing
from solver.solves.auditing import audit
from solver.solves.reading import walk

pytestmark = pytest.mark.django_db


@pytest.fixture
def solve():
    found = submission.submit(engine.read(ARTICLE_000), "combos")
    writing.record(found.pk)
    found.refresh_from_db()
    return found


@pytest.fixture
def staff(client):
    user = User.objects.create_user("editor", is_staff=True)
    user.groups.add(Group.objects.get(name="Viewer"))
    client.force_login(user)
    return client


class TestHealth:
    def test_is_ready_while_all_is_well(self, client):
        assert client.get("/readyz").content == b"ready\n"

    def test_is_ready_but_degraded_without_the_broker(self, client, settings):
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        answer = client.get("/readyz")
        assert (answer.status_code, b"degraded" in answer.content) == (200, True)

    def test_is_not_ready_before_the_migrations(self, client):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'solver'")
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert b"migrations are to be applied" in answer.content


@pytest.mark.asvs("16.5.1")
class TestADatabaseThatIsAway:
    @pytest.fixture(autouse=True)
    def away(self, client, monkeypatch):
        client.raise_request_exception = False

        def refuse(*args, **kwargs):
            raise OperationalError("connection refused")

        monkeypatch.setattr(submission, "submit", refuse)

    def test_is_503_with_retry_after_on_the_page(self, client):
        answer = client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "Back in a moment" in answer.content.decode()
        assert "connection refused" not in answer.content.decode()

    def test_is_503_with_retry_after_in_json_from_the_api(self, client):
        body = {"puzzle": ARTICLE_000, "method": "combos"}
        answer = client.post("/api/v1/solves/", body, content_type="application/json")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "try again" in answer.json()["detail"]


@pytest.mark.asvs("13.4.5")
class TestMetrics:
    def test_are_for_staff_or_whoever_has_the_token(self, client, settings):
        assert client.get("/metrics").status_code == 403
        settings.METRICS_TOKEN = "secret"
        assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
        assert client.get("/metrics", headers={"Authorization": "Bearer secret"}).status_code == 200

    def test_are_in_the_form_of_prometheus(self, staff, solve):
        submission.submit(engine.read(ARTICLE_000), "combos", lane="bulk")
        Heartbeat.objects.note("reaper@here", {"republished": 7})
        text = staff.get("/metrics").content.decode()
        found = {
            (sample.name, *sample.labels.values()): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
        assert found["sudoku_solves_waiting", "bulk"] == 1
        assert found["sudoku_solves_recent", "interactive", "solved"] == 1
        assert found["sudoku_wait_seconds", "interactive", "0.95"] > 0
        assert found["sudoku_reaper_actions_total", "republished", "reaper@here"] == 7
        assert found["sudoku_heartbeat_age_seconds", "reaper@here"] < PATIENCE


class TestTheStatusPage:
    @pytest.mark.asvs("13.4.5")
    def test_is_for_staff(self, client):
        assert client.get("/status/").status_code == 302

    def test_shows_charts_lanes_and_processes(self, staff, solve):
        Heartbeat.objects.note("interactive@here")
        Heartbeat.objects.create(name="bulk@gone", seen_at=timezone.now() - timedelta(hours=1))
        page = staff.get("/status/").content.decode()
        assert page.count("<polyline") == 3
        assert "1 solved" in page
        assert "interactive@here" in page
        assert page.index("silent") < page.index("bulk@gone")

    def test_counts_who_waited_minute_by_minute(self, staff, solve):
        now = timezone.now()
        Solve.objects.update(
            created_at=now - timedelta(minutes=10), started_at=now - timedelta(minutes=5)
        )
        from solver.operations.figures import last_hour

        waiting = [minute.waiting for minute in last_hour()]
        assert (waiting[-12], waiting[-8], waiting[-1]) == (0, 1, 0)


class TestLogs:
    def test_name_the_request_in_the_answer_the_row_and_the_work(self, client, caplog):
        caplog.handler.addFilter(logs.AddRequest())
        body = {"puzzle": ARTICLE_000, "method": "combos"}
        with caplog.at_level(logging.INFO):
            answer = client.post("/api/v1/solves/", body, content_type="application/json")
            row = Solve.objects.get(pk=answer.json()["id"])
            writing.record(row.pk)
        assert answer["X-Request-ID"] == row.request_id
        logged = {record.name: record.request_id for record in caplog.records}
        assert (
            logged["solver.middleware.requests"]
            == logged["solver.solves.writing"]
            == row.request_id
        )

    def test_are_a_json_object_a_line(self):
        record = logging.makeLogRecord({"msg": "solve %s", "args": ("x",), "outcome": "solved"})
        with logs.request("abc"):
            logs.AddRequest().filter(record)
        logged = json.loads(logs.AsJSON().format(record))
        assert (logged["message"], logged["request_id"], logged["outcome"]) == (
            "solve x",
            "abc",
            "solved",
        )

    @pytest.fixture
    def written(self, monkeypatch):
        """What the handler of the settings writes, whoever else listens."""
        [handler] = [each for each in logging.getLogger().handlers if each.name == "console"]
        written = StringIO()
        monkeypatch.setattr(handler, "stream", written)
        return written

    def test_tell_of_a_wrong_host_in_a_line_and_not_as_our_error(self, client, written):
        answer = client.get("/", HTTP_HOST="evil.example" + "x" * 5_000)
        assert answer.status_code == 400
        [line] = [line for line in written.getvalue().splitlines() if "DisallowedHost" in line]
        assert " WARNING django.security.DisallowedHost [" in line
        assert "evil.example" in line
        assert len(line) < 400
        assert "Traceback" not in written.getvalue()
        assert " ERROR " not in written.getvalue()

    @pytest.mark.asvs("16.3.4")
    def test_still_tell_all_of_what_broke_in_our_own_code(self, monkeypatch, written):
        monkeypatch.setattr("solver.web.entry.home.render_home", lambda *_: 1 / 0)
        assert Client(raise_request_exception=False).get("/").status_code == 500
        assert " ERROR django.request [" in written.getvalue()
        assert "ZeroDivisionError" in written.getvalue()

    @pytest.mark.asvs("16.3.2")
    def test_tell_of_everything_that_was_refused(self, client, caplog):
        theirs = submission.submit(engine.read(ARTICLE_000), "combos")
        Solve.objects.update(visibility="private")
        elsewhere = Client(enforce_csrf_checks=True)
        with caplog.at_level(logging.INFO, "solver.middleware.requests"):
            refused = [
                client.get(theirs.get_absolute_url()),
                client.get("/metrics"),
                client.get("/api/v1/solves/", headers={"Authorization": "Bearer sbs_mine"}),
                client.post("/solves/", b"0" * 2_000_000, content_type="text/plain"),
                elsewhere.post("/solves/", {"puzzle": ARTICLE_000}),
                client.post("/api/v1/solves/", {"puzzle": "x"}, content_type="application/json"),
            ]
        logged = [each for each in caplog.records if each.name == "solver.middleware.requests"]
        assert [each.status for each in logged] == [404, 403, 401, 413, 403, 400]
        assert [each.status for each in logged] == [answer.status_code for answer in refused]
        assert "sbs_mine" not in caplog.text

    @pytest.mark.parametrize(
        ("address", "status"), [("/nothing/", 404), ("/metrics", 403), ("/solves/1/retry", 404)]
    )
    def test_tell_of_a_refusal_once(self, client, written, address, status):
        assert client.get(address).status_code == status
        [line] = written.getvalue().splitlines()
        assert f"GET {address}: {status}" in line

    @pytest.mark.asvs("16.3.2")
    def test_hold_no_line_that_a_stranger_wrote(self, client, written):
        client.get("/nothing%0A2030-01-01 ERROR root [-] all is lost%E2%80%A8/")
        assert "nothing\\n2030-01-01 ERROR" in written.getvalue()
        assert len(written.getvalue().splitlines()) == written.getvalue().count("\n")
        assert not any(line.startswith("2030") for line in written.getvalue().splitlines())


class TestForgetting:
    @pytest.fixture
    def old(self, solve):
        Solve.objects.update(finished_at=timezone.now() - timedelta(days=40))

    def test_is_off_by_default(self, old):
        with pytest.raises(CommandError, match="Nothing is forgotten"):
            call_command("forget")

    def test_deletes_old_solves_that_belong_to_nobody(self, old, settings):
        call_command("forget", days=30, stdout=StringIO())
        assert not Solve.objects.exists()
        assert not Chapter.objects.exists()

    @pytest.mark.parametrize("window", [1, 3, 20])
    def test_looks_through_so_many_rows_at_a_time_and_finds_all(self, window, monkeypatch):
        """Half of them stay, and some ended at the same moment."""
        monkeypatch.setattr(forget, "WINDOW", window)
        puzzle, today = Puzzle.objects.create(givens=ARTICLE_000), timezone.now()
        days = [45, 44, 44, 44, 44, 43, 42, 41, 29, 28]
        Solve.objects.bulk_create(
            Solve(
                puzzle=puzzle,
                visibility=("public", "unlisted")[number % 2],
                status="failed",
                failure="fault",
                finished_at=today - timedelta(days=ago),
            )
            for number, ago in enumerate(days)
        )
        with CaptureQueriesContext(connection) as asked:
            call_command("forget", days=30, stdout=StringIO())
        assert Solve.objects.filter(visibility="public").count() == 5
        assert Solve.objects.filter(visibility="unlisted").count() == 1
        looks = [each for each in asked if "FOR UPDATE" in each["sql"]]
        assert len(looks) > len(set(days[:8])) / window

    def test_keeps_those_of_accounts_public_ones_and_young_ones(self, old):
        call_command("forget", days=50, stdout=StringIO())
        Solve.objects.update(visibility="public")
        call_command("forget", days=30, stdout=StringIO())
        Solve.objects.update(visibility="unlisted", owner=User.objects.create_user("somebody"))
        call_command("forget", days=30, stdout=StringIO())
        assert Solve.objects.count() == 1

    @pytest.mark.parametrize("status", ["finished", "failed", "cancelled"])
    def test_deletes_old_jobs_of_nobodys_that_are_over_with_their_parts(self, status):
        job = old_job(status=status, failure="why")
        call_command("forget", days=50, stdout=StringIO())
        said = StringIO()
        call_command("forget", days=30, dry_run=True, stdout=said)
        assert "1 jobs would be deleted." in said.getvalue()
        assert job.parts.count() == 1
        call_command("forget", days=30, stdout=said)
        assert "1 jobs deleted." in said.getvalue()
        assert not Job.objects.exists()
        assert not JobPart.objects.exists()

    def test_keeps_jobs_of_accounts_and_those_that_are_not_over(self):
        old_job(status="finished", owner=User.objects.create_user("somebody"))
        old_job(status="queued", finished_at=None)
        old_job(status="paused", finished_at=None)
        call_command("forget", days=30, stdout=StringIO())
        assert (Job.objects.count(), JobPart.objects.count()) == (3, 3)


def old_job(**fields) -> Job:
    job = submission.submit_job("solve", [ARTICLE_000], spec={"method": "combos", "options": {}})
    before = timezone.now() - timedelta(days=40)
    Job.objects.filter(pk=job.pk).update(**{"finished_at": before, **fields})
    return job


class TestTheAudit:
    @pytest.fixture(params=[math.inf, 0], ids=["in one chapter", "in many"], autouse=True)
    def chapters(self, request, monkeypatch):
        """A story is written in as many chapters as the machine is slow."""
        monkeypatch.setattr(writing, "FLUSH_SECONDS", request.param)

    def test_finds_nothing_wrong_with_any_method(self):
        for method in engine.methods():
            for text in (ARTICLE_000, "1" + "0" * 15):
                writing.record(submission.submit(engine.read(text), method).pk)
        assert not any(audit().values())

    @pytest.mark.parametrize(
        ("method", "puzzle"), [("guessing", "0" * 15 + "1"), ("branches", "12" + "0" * 14)]
    )
    def test_finds_nothing_wrong_with_a_guess_at_a_solution_that_is_not_kept(self, method, puzzle):
        found = submission.submit(engine.read(puzzle), method)
        writing.record(found.pk)
        found.refresh_from_db()
        *_, last = walk(found)
        end = "".join(str(mask.bit_length()) for mask in last.candidates)
        assert (found.outcome, found.verdict) == ("solved", "multiple")
        assert found.solutions[0] == end
        Solve.objects.update(solutions=found.solutions[1:3])  # all that an older version kept
        assert not any(audit().values())

    @pytest.mark.parametrize(
        ("wrong", "finding"),
        [
            (
                "UPDATE solver_chapter SET first = first + 98",
                "15 iterations to number 113, 15 counted",
            ),
            ("DELETE FROM solver_chapter", "0 iterations to number"),
            ("UPDATE solver_chapter SET attempt = 7", "rows of attempt 7"),
            (
                "UPDATE solver_chapter SET lefts[4 - first] = 7"
                " WHERE 3 BETWEEN first AND first + cardinality(lefts) - 1",
                "counts 7 candidates left after iteration 3",
            ),
            ("UPDATE solver_solve SET solutions = '{}'", "none of its solutions"),
            (
                "UPDATE solver_solve SET status = 'queued', outcome = '', enqueued_at = 'yesterday'",
                "queued since",
            ),
        ],
    )
    def test_names_the_solve_and_what_is_wrong(self, solve, wrong, finding):
        with connection.cursor() as cursor:
            cursor.execute(wrong)
        out = StringIO()
        with pytest.raises(CommandError, match="broken"):
            call_command("audit", stdout=out)
        assert finding in out.getvalue()

    def test_notices_candidates_that_come_back(self, solve):
        rewrite(solve, 2, (511,) * 81)
        out = StringIO()
        with pytest.raises(CommandError, match="broken"):
            call_command("audit", stdout=out)
        assert "iteration 3 has candidates that were gone" in out.getvalue()

    @pytest.mark.parametrize("verdict", ["unique", "multiple", "unknown"])
    def test_notices_an_end_that_is_no_solution(self, solve, verdict):
        Solve.objects.update(verdict=verdict)
        *_, last = walk(solve)
        first, second, *rest = last.candidates
        rewrite(solve, -1, (second, first, *rest))
        assert "its last board is no solution" in dict(audit()["every step is legal"]).values()

    @pytest.mark.parametrize("verdict", ["unique", "multiple", "unknown"])
    def test_notices_an_end_that_is_not_the_one_solution_that_is_kept(self, solve, verdict):
        Solve.objects.update(verdict=verdict, solutions=[ALESCARGOT_SOLUTION])
        found = [words for _pk, words in audit()["every step is legal"]]
        assert "its last board is none of its solutions" in found


def rewrite(solve: Solve, index: int, candidates: tuple[int, ...]) -> None:
    """Give one iteration of its story another board."""
    logged = list(walk(solve))
    logged[index] = logged[index]._replace(candidates=candidates)
    packer = Packer(3)
    for each in logged:
        packer.add(each)
    Chapter.objects.filter(solve=solve).delete()
    Chapter.of(solve, packer.cut()).save()
