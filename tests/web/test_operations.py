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
from django.utils import timezone, translation
from prometheus_client.parser import text_string_to_metric_families
from puzzles import ALESCARGOT_SOLUTION, ARTICLE_000
from support import PATIENCE

from solver import engine
from solver.engine.core.storage_codec import Packer
from solver.management.commands import forget
from solver.models import Chapter, Heartbeat, Job, JobPart, Puzzle, Solve, User
from solver.operations import logs
from solver.queue import reaper, submission
from solver.solves import writing
from solver.solves.audit import audit
from solver.solves.reading import iter_iterations

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
    def test_answers_ready_if_everything_works(self, client):
        assert client.get("/readyz").content == b"ready\n"

    def test_answers_degraded_without_the_broker(self, client, settings):
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        answer = client.get("/readyz")
        assert (answer.status_code, b"degraded" in answer.content) == (200, True)

    def test_answers_503_before_the_migrations(self, client):
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'solver'")
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert b"migrations are to be applied" in answer.content


@pytest.mark.asvs("16.5.1")
class TestAnUnreachableDatabase:
    @pytest.fixture(autouse=True)
    def away(self, client, monkeypatch):
        client.raise_request_exception = False

        def refuse(*args, **kwargs):
            raise OperationalError("connection refused")

        monkeypatch.setattr(submission, "submit", refuse)

    def test_gives_a_page_with_503_and_retry_after(self, client):
        answer = client.post("/solves/", {"puzzle": ARTICLE_000, "method": "combos"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "We will be right back" in answer.content.decode()
        assert "connection refused" not in answer.content.decode()

    def test_gives_json_with_503_and_retry_after(self, client):
        body = {"puzzle": ARTICLE_000, "method": "combos"}
        answer = client.post("/api/v1/solves/", body, content_type="application/json")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "try again" in answer.json()["detail"]


@pytest.mark.asvs("13.4.5")
class TestMetrics:
    def test_need_staff_or_the_token(self, client, settings):
        assert client.get("/metrics").status_code == 403
        settings.METRICS_TOKEN = "secret"
        assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 403
        assert client.get("/metrics", headers={"Authorization": "Bearer secret"}).status_code == 200

    def test_parse_as_prometheus_text(self, staff, solve):
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
    def test_needs_staff(self, client):
        assert client.get("/status/").status_code == 302

    def test_shows_charts_lanes_and_processes(self, staff, solve):
        Heartbeat.objects.note("interactive@here")
        Heartbeat.objects.create(name="bulk@gone", seen_at=timezone.now() - timedelta(hours=1))
        page = staff.get("/status/").content.decode()
        assert page.count("<polyline") == 3
        assert "1 solved" in page
        assert "interactive@here" in page
        assert page.index("not responding") < page.index("bulk@gone")

    def test_says_outcomes_in_the_language_of_the_page(self, staff, solve):
        Solve.objects.update(outcome="stalled")
        for language in ("de", "en"):
            page = staff.get("/status/", headers={"accept-language": language}).content.decode()
            with translation.override(language):
                assert f"1 {Solve.Outcome.STALLED.label}" in page

    def test_counts_who_waited_minute_by_minute(self, staff, solve):
        now = timezone.now()
        Solve.objects.update(
            created_at=now - timedelta(minutes=10), started_at=now - timedelta(minutes=5)
        )
        from solver.operations.figures import last_hour

        waiting = [minute.waiting for minute in last_hour()]
        assert (waiting[-12], waiting[-8], waiting[-1]) == (0, 1, 0)


class TestLogs:
    def test_share_the_request_id_of_answer_row_and_worker(self, client, caplog):
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

    def test_have_one_json_object_per_line(self):
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

    def test_warn_of_a_wrong_host_in_one_line(self, client, written):
        answer = client.get("/", HTTP_HOST="evil.example" + "x" * 5_000)
        assert answer.status_code == 400
        [line] = [line for line in written.getvalue().splitlines() if "DisallowedHost" in line]
        assert " WARNING django.security.DisallowedHost [" in line
        assert "evil.example" in line
        assert len(line) < 400
        assert "Traceback" not in written.getvalue()
        assert " ERROR " not in written.getvalue()

    @pytest.mark.asvs("16.3.4")
    def test_contain_the_traceback_of_our_own_errors(self, monkeypatch, written):
        monkeypatch.setattr("solver.web.entry.home.render_home", lambda *_: 1 / 0)
        assert Client(raise_request_exception=False).get("/").status_code == 500
        assert " ERROR django.request [" in written.getvalue()
        assert "ZeroDivisionError" in written.getvalue()

    @pytest.mark.asvs("16.3.2")
    def test_record_every_refusal(self, client, caplog):
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
    def test_record_a_refusal_once(self, client, written, address, status):
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

    def test_does_nothing_by_default(self, old):
        with pytest.raises(CommandError, match="Nothing is forgotten"):
            call_command("forget")

    def test_deletes_old_solves_without_an_owner(self, old, settings):
        call_command("forget", days=30, stdout=StringIO())
        assert not Solve.objects.exists()
        assert not Chapter.objects.exists()

    @pytest.mark.parametrize("window", [1, 3, 20])
    def test_deletes_all_in_windows_of_any_size(self, window, monkeypatch):
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

    def test_keeps_solves_of_accounts_public_and_recent_ones(self, old):
        call_command("forget", days=50, stdout=StringIO())
        Solve.objects.update(visibility="public")
        call_command("forget", days=30, stdout=StringIO())
        Solve.objects.update(visibility="unlisted", owner=User.objects.create_user("somebody"))
        call_command("forget", days=30, stdout=StringIO())
        assert Solve.objects.count() == 1

    @pytest.mark.parametrize("status", ["finished", "failed", "cancelled"])
    def test_deletes_old_finished_jobs_without_an_owner(self, status):
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

    def test_keeps_jobs_of_accounts_and_unfinished_ones(self):
        old_job(status="finished", owner=User.objects.create_user("somebody"))
        old_job(status="queued", finished_at=None)
        old_job(status="paused", finished_at=None)
        call_command("forget", days=30, stdout=StringIO())
        assert (Job.objects.count(), JobPart.objects.count()) == (3, 3)


MANY_JOBS = """
    INSERT INTO solver_job (id, attempt, created_at, enqueued_at, started_at, finished_at, failure, kind,
                            title, spec, status, phase, cursor, total, done, counts, busy_seconds, session_key)
    SELECT gen_random_uuid(), 1, at, at, at, at, '', CASE WHEN number % 500 = 0 THEN 'rate' ELSE 'solve' END,
           '', '{}', 'finished', 0, 1, 1, 1, '{}', 1, md5(number::text)
      FROM (SELECT number, now() - number * interval '1 hour' AS at FROM generate_series(1, 20000) number) jobs;
    ANALYZE solver_job"""


def test_reaper_desk_and_forget_find_few_of_many_jobs_by_an_index(admin_client):
    Puzzle.objects.create(givens=ARTICLE_000, is_published=True)  # is to be rated
    with connection.cursor() as cursor:
        cursor.execute(MANY_JOBS)
        with CaptureQueriesContext(connection) as asked:
            reaper.reap()
            for address in ("/admin/", "/admin/solver/job/?kind__exact=rate", "/metrics"):
                assert admin_client.get(address).status_code == 200
            call_command("forget", days=800, dry_run=True, stdout=StringIO())
        asked_of_jobs = (each["sql"] for each in asked if 'FROM "solver_job" WHERE' in each["sql"])
        reads = [sql for sql in asked_of_jobs if sql.startswith("SELECT")]
        assert len(reads) > 10
        for sql in reads:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(row for (row,) in cursor.fetchall())
            assert "Seq Scan on solver_job " not in plan, sql


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

    def test_finds_no_fault_in_any_method(self):
        for method in engine.methods():
            for text in (ARTICLE_000, "1" + "0" * 15):
                writing.record(submission.submit(engine.read(text), method).pk)
        assert not any(audit().values())

    @pytest.mark.parametrize(
        ("method", "puzzle"), [("guessing", "0" * 15 + "1"), ("branches", "12" + "0" * 14)]
    )
    def test_accepts_a_guessed_solution_that_was_not_stored(self, method, puzzle):
        found = submission.submit(engine.read(puzzle), method)
        writing.record(found.pk)
        found.refresh_from_db()
        *_, last = iter_iterations(found)
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
    def test_names_the_solve_and_its_fault(self, solve, wrong, finding):
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
    def test_notices_a_wrong_solution(self, solve, verdict):
        Solve.objects.update(verdict=verdict)
        *_, last = iter_iterations(solve)
        first, second, *rest = last.candidates
        rewrite(solve, -1, (second, first, *rest))
        assert "its last board is no solution" in dict(audit()["every step is legal"]).values()

    @pytest.mark.parametrize("verdict", ["unique", "multiple", "unknown"])
    def test_notices_an_end_other_than_the_stored_solution(self, solve, verdict):
        Solve.objects.update(verdict=verdict, solutions=[ALESCARGOT_SOLUTION])
        found = [words for _pk, words in audit()["every step is legal"]]
        assert "its last board is none of its solutions" in found


def rewrite(solve: Solve, index: int, candidates: tuple[int, ...]) -> None:
    """Give one iteration of its story another board."""
    logged = list(iter_iterations(solve))
    logged[index] = logged[index]._replace(candidates=candidates)
    packer = Packer(9)
    for each in logged:
        packer.add(each)
    Chapter.objects.filter(solve=solve).delete()
    Chapter.of(solve, packer.cut()).save()
