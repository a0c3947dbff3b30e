"""A solve that runs in PostgreSQL: through the form, the API and the command line, and when things go wrong."""

import json
import uuid

import pytest
import redis
from django.conf import settings
from django.core.cache import caches
from django.db import IntegrityError
from django.urls import reverse
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, ARTICLE_000, SOLUTION_000
from support import end_backend, flush_redis, let_lease_run_out, manage, wait_for

from solver import engine, sets
from solver.models import DatabaseRun, Solve
from solver.queue import submission
from solver.solves import backends, writing
from solver.solves.reading import iter_iterations

JSON = "application/json"


def in_postgresql(text=ARTICLE_000, method="combos", **more):
    return submission.submit(engine.read(text), method, runs_in="postgresql", **more)


def finished(solve):
    solve.refresh_from_db()
    return solve.is_over


def story_of(solve):
    return list(iter_iterations(solve))


@pytest.mark.django_db
@pytest.mark.parametrize("method", sets.solvers())
def test_postgresql_gives_the_same_solve_as_the_engine(method):
    solve = in_postgresql(method=method)
    writing.record(solve.pk)
    solve.refresh_from_db()
    engines = engine.Solving(solve.grid, method)
    assert story_of(solve) == list(engines)
    assert (solve.status, solve.outcome) == ("finished", engines.outcome)
    assert (solve.verdict, solve.solutions) == ("unique", [SOLUTION_000])
    run = solve.database_run
    steps = sum(len(iteration.steps) for iteration in story_of(solve))
    assert (run.steps, run.same_steps, run.differs_in, run.is_same) == (steps, steps, None, True)
    assert run.statements
    assert run.server[:2].isdecimal()
    assert all(plan.keys() == {"milliseconds", "nodes"} for plan in run.plans.values())


@pytest.mark.django_db
def test_solve_in_postgresql_starts_from_pencil_marks():
    grid = engine.position_of(engine.read_any(ARTICLE_000))
    solve = submission.submit(grid, "rules", runs_in="postgresql")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert story_of(solve) == list(engine.Solving(solve.grid, "rules"))


@pytest.mark.django_db
def test_run_records_the_first_difference_from_the_engine(monkeypatch):
    """The comparison is made, and not claimed: a rule that forgets one removal is found out."""
    find = sets.Database.find

    def forgetful(self, name, board, **values):
        rows = find(self, name, board, **values)
        return rows[:-1] if name == "enclosed_combo" else rows

    monkeypatch.setattr(sets.Database, "find", forgetful)
    solve = in_postgresql()
    writing.record(solve.pk)
    run = DatabaseRun.objects.get(solve=solve)
    assert run.differs_in == 1
    assert run.same_steps < run.steps
    assert not run.is_same


@pytest.mark.django_db
def test_solve_in_python_has_no_database_run():
    solve = submission.submit(engine.read(ARTICLE_000), "combos")
    writing.record(solve.pk)
    assert not DatabaseRun.objects.exists()
    solve.refresh_from_db()
    assert (solve.runs_in, solve.lane) == ("python", "interactive")


@pytest.mark.django_db(transaction=True)
def test_solve_in_postgresql_waits_in_its_own_lane():
    flush_redis()
    solve = in_postgresql()
    assert solve.lane == "sets"
    client = redis.from_url(settings.REDIS_URL)
    assert (client.llen("sets"), client.llen("interactive")) == (1, 0)


def test_worker_of_the_sets_lane_solves_in_postgresql(processes):
    processes.worker("sets")
    solve = in_postgresql(ALESCARGOT, "joins")
    wait_for(lambda: finished(solve))
    assert (solve.outcome, solve.solutions) == ("solved", [ALESCARGOT_SOLUTION])
    assert solve.database_run.is_same


@pytest.mark.fault
def test_killed_worker_makes_a_second_attempt(processes):
    worker = processes.worker("sets")
    solve = in_postgresql(ALESCARGOT, "branches")
    wait_for(lambda: solve.chapters.exists())
    processes.kill(worker)
    let_lease_run_out(solve)
    processes.worker("sets")
    processes.reaper()
    wait_for(lambda: finished(solve))
    assert (solve.status, solve.outcome, solve.attempt) == ("finished", "solved", 2)
    assert solve.database_run.is_same
    assert set(solve.chapters.values_list("attempt", flat=True)) == {2}


@pytest.mark.django_db(transaction=True)
def test_lost_connection_leaves_the_solve_to_the_reaper(monkeypatch):
    """It is no fault of the solver, so it is queued again for another attempt."""
    find = sets.Database.find
    calls = []

    def cut(self, name, board, **values):
        calls.append(name)
        if len(calls) == 5:
            end_backend(self.backend)
        return find(self, name, board, **values)

    monkeypatch.setattr(sets.Database, "find", cut)
    solve = in_postgresql()
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.attempt, solve.failure) == ("queued", 1, "")
    assert Solve.objects.overdue().filter(pk=solve.pk).exists()
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.outcome, solve.attempt) == ("finished", "solved", 2)
    assert solve.database_run.is_same


@pytest.mark.django_db
def test_limit_ends_a_solve_with_the_iterations_so_far(monkeypatch):
    find = sets.Database.find

    def slow(self, name, board, **values):
        if name == "agree":
            self._connection.execute("SET LOCAL statement_timeout = 1")
        return find(self, name, board, **values)

    monkeypatch.setattr(sets.Database, "find", slow)
    solve = in_postgresql(ALESCARGOT, "joins")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert (solve.status, solve.outcome, solve.verdict) == ("finished", "limit", "unique")
    expected = list(engine.Solving(solve.grid, "joins"))
    assert 0 < solve.iteration_count < len(expected)
    assert story_of(solve) == expected[: solve.iteration_count]
    assert solve.database_run.is_same


@pytest.mark.django_db
def test_form_offers_postgresql(client):
    page = client.get("/").content.decode()
    assert 'name="runs_in" value="postgresql"' in page
    address = client.post(
        reverse("solves"), {"puzzle": ARTICLE_000, "method": "rules", "runs_in": "postgresql"}
    )["Location"]
    solve = Solve.objects.get(pk=address.split("/")[2])
    assert (solve.runs_in, solve.lane) == ("postgresql", "sets")


@pytest.mark.django_db
def test_api_accepts_postgresql_and_rejects_other_databases(client):
    answer = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000, "runs_in": "postgresql"}, JSON)
    assert (answer.status_code, answer.json()["runs_in"]) == (202, "postgresql")
    refused = client.post("/api/v1/solves/", {"puzzle": ARTICLE_000, "runs_in": "oracle"}, JSON)
    assert (refused.status_code, set(refused.json()["errors"])) == (400, {"runs_in"})


@pytest.mark.django_db
class TestWithoutASetsDatabase:
    @pytest.fixture(autouse=True)
    def _without(self, settings):
        settings.SETS_DATABASE_URL = ""
        caches["pages"].clear()  # a process keeps its pages, and its settings as they were
        yield
        caches["pages"].clear()

    def test_form_explains_why_postgresql_has_no_choice(self, client):
        page = client.get("/").content.decode()
        assert "runs_in" not in page
        assert "No database is set up here" in page

    def test_form_and_api_reject_postgresql(self, client):
        form = {"puzzle": ARTICLE_000, "method": "combos", "runs_in": "postgresql"}
        page = client.post(reverse("solves"), form, follow=True)
        assert page.status_code == 400
        assert "No database is set up here" in page.content.decode()
        answer = client.post("/api/v1/solves/", form, JSON)
        assert (answer.status_code, set(answer.json()["errors"])) == (400, {"runs_in"})
        with pytest.raises(ValueError, match="No database is set up here"):
            in_postgresql()
        assert not Solve.objects.exists()


def test_command_line_solves_in_postgresql():
    told = {
        place: json.loads(
            manage("solve", ARTICLE_000, "--format", "json", "--runs-in", place).stdout
        )
        | {"elapsed_ms": 0}
        for place in ("python", "postgresql")
    }
    assert told["postgresql"] == told["python"]
    assert len(told["python"]["iterations"]) == 15


def test_command_line_explains_a_missing_database_setting(monkeypatch):
    monkeypatch.setattr(settings, "SETS_DATABASE_URL", "")
    ended = manage("solve", ARTICLE_000, "--runs-in", "postgresql")
    assert b"No database is set up here" in ended.stderr
    assert ended.returncode


def test_command_line_explains_an_unreachable_database(monkeypatch):
    monkeypatch.setattr(settings, "SETS_DATABASE_URL", "postgres://nobody@127.0.0.1:1/nothing")
    ended = manage("solve", ARTICLE_000, "--runs-in", "postgresql")
    assert b"SETS_DATABASE_URL is away" in ended.stderr
    assert ended.returncode


@pytest.mark.django_db
def test_database_rejects_an_unknown_runs_in():
    solve = in_postgresql()
    with pytest.raises(IntegrityError):
        Solve.objects.filter(pk=solve.pk).update(runs_in="oracle")


@pytest.mark.django_db
def test_rule_without_a_statement_raises(monkeypatch):
    monkeypatch.delitem(sets.methods.rules.RULES, "claiming")
    backends.refuse_postgresql("rules", {})
    with pytest.raises(ValueError, match="claiming"):
        backends.refuse_postgresql("rules", {"rules": ["placed", "claiming"]})


@pytest.mark.django_db
def test_recording_a_deleted_solve_does_nothing():
    assert writing.record(uuid.uuid4()) is None
