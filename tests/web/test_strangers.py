"""Strangers have so much waiting for each network, however many sessions they begin."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from puzzles import ARTICLE_000
from support import fail

from solver.models import Job, Solve, User
from solver.operations.limits import network_of

pytestmark = pytest.mark.django_db
PUZZLE = {"puzzle": ARTICLE_000, "method": "combos"}
BATCH = {"puzzles": ARTICLE_000, "method": "combos"}
PASSWORD = "nine rows of nine"


def by_page(client):
    return client.post("/solves/", PUZZLE).status_code


def by_api(client):
    return client.post("/api/v1/solves/", PUZZLE, content_type="application/json").status_code


def as_batch(client):
    return client.post("/batches/", BATCH).status_code


def as_batch_by_api(client):
    return client.post("/api/v1/batches/", BATCH, content_type="application/json").status_code


@pytest.fixture(autouse=True)
def two(settings, now):
    """Two of each, on one day: the next day a network is another one."""
    settings.UNFINISHED_SOLVES = settings.UNFINISHED_JOBS = 2


@pytest.mark.asvs("2.4.1")
@pytest.mark.parametrize("submit", [by_page, by_api, as_batch, as_batch_by_api])
def test_visitors_of_one_network_share_a_limit(submit):
    answers = [submit(Client()) for _ in range(3)]
    assert answers[2] == 429
    assert 429 not in answers[:2]
    assert Solve.objects.count() + Job.objects.count() == 2


def test_page_and_api_share_the_limit():
    assert [by_page(Client()), by_api(Client()), by_api(Client())] == [302, 202, 429]


def test_other_networks_have_their_own_limit():
    assert [by_api(Client(REMOTE_ADDR=f"10.0.0.{n}")) for n in range(4)] == [202] * 4
    assert by_api(Client()) == 202


def test_accounts_have_their_own_limit(client):
    for _ in range(2):
        by_page(Client())
    client.force_login(User.objects.create_user("setter"))
    assert [by_page(client) for _ in range(3)] == [302, 302, 429]


def test_finished_solves_free_the_limit():
    assert [by_api(Client()) for _ in range(3)] == [202, 202, 429]
    Solve.objects.update(
        status="finished", outcome="solved", verdict="unique", finished_at="2026-01-01T00:00Z"
    )
    assert by_api(Client()) == 202


def test_new_accounts_do_not_reset_the_limit():
    for n in range(2):
        client = Client()
        assert by_page(client) == 302
        data = {"username": f"setter{n}", "password1": PASSWORD, "password2": PASSWORD}
        assert client.post("/account/sign-up/", data).status_code == 302
    assert by_page(Client()) == 429


def test_paused_jobs_still_count(client):
    for _ in range(2):
        assert as_batch(client) == 302
    for job in Job.objects.all():
        client.post(f"/jobs/{job.pk}/pause/")
    assert {job.status for job in Job.objects.all()} == {"paused"}
    assert as_batch(client) == 429


class TestRetrying:
    """To try it again is one more that waits."""

    @pytest.fixture
    def failed(self, client):
        assert by_page(client) == 302
        solve = Solve.objects.get()
        fail(solve, "fault")
        return solve

    @pytest.fixture
    def failed_job(self, client):
        assert as_batch(client) == 302
        job = Job.objects.get()
        fail(job, "fault-in-part")
        return job

    def again(self, client, solve):
        return client.post(f"/solves/{solve.pk}/retry/").status_code

    def resume(self, client, job):
        return client.post(f"/jobs/{job.pk}/resume/").status_code

    def test_counts_as_one_more_unfinished_solve(self, client, failed):
        by_page(Client())
        assert self.again(client, failed) == 302
        assert by_page(Client()) == 429

    @pytest.mark.parametrize("somebody", [False, True])
    def test_answers_429_at_the_limit(self, client, failed, somebody):
        other = client
        if somebody:
            user = User.objects.create_user("setter")
            Solve.objects.update(owner=user, session_digest="")
            client.force_login(user)
        else:
            other = Client()
        assert [by_page(other), by_page(other)] == [302, 302]
        assert self.again(client, failed) == 429
        failed.refresh_from_db()
        assert (failed.status, failed.failure) == ("failed", "fault")

    def test_answers_429_to_strangers_at_the_limit(self, failed):
        by_page(Client()), by_page(Client())
        assert self.again(Client(REMOTE_ADDR="10.0.0.1"), failed) == 429

    def test_counts_by_session_without_a_network(self, client, failed):
        Solve.objects.update(network="")
        by_page(client), by_page(client)
        Solve.objects.update(network="")
        assert self.again(client, failed) == 429

    def test_works_for_staff_at_the_limit(self, client, failed):
        by_page(Client()), by_page(Client())
        staff = Client()
        staff.force_login(User.objects.create_superuser("admin"))
        assert self.again(staff, failed) == 302

    def test_of_a_job_answers_429_at_the_limit(self, client, failed_job):
        as_batch(client), as_batch(client)
        assert self.resume(client, failed_job) == 429
        Job.objects.exclude(pk=failed_job.pk).first().delete()
        assert self.resume(client, failed_job) == 302

    def test_a_paused_job_works_at_the_limit(self, client):
        as_batch(client), as_batch(client)
        job = Job.objects.first()
        client.post(f"/jobs/{job.pk}/pause/")
        assert self.resume(client, job) == 302


def test_limit_holds_without_redis(settings):
    settings.REDIS_URL = settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    assert [by_api(Client()) for _ in range(3)] == [202, 202, 429]


@pytest.mark.asvs("2.3.4")
@pytest.mark.django_db(transaction=True)
def test_parallel_requests_never_exceed_the_limit():
    start = threading.Barrier(6)

    def submit(_):
        start.wait()
        try:
            return by_page(Client())
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as hands:
        assert sorted(hands.map(submit, range(6))) == [302] * 2 + [429] * 4


class TestARow:
    def network(self, address="198.51.100.7"):
        return network_of(RequestFactory().get("/", REMOTE_ADDR=address))

    def test_stores_a_digest_of_the_network_and_no_address(self, client):
        by_page(Client(REMOTE_ADDR="198.51.100.7"))
        as_batch(Client(REMOTE_ADDR="198.51.100.7"))
        client.force_login(User.objects.create_user("setter"))
        by_page(client)
        assert {Solve.objects.get(owner=None).network, Job.objects.get().network} == {
            self.network()
        }
        assert Solve.objects.get(owner__isnull=False).network == ""
        with connection.cursor() as cursor:
            for table in ("solver_solve", "solver_job"):
                cursor.execute(f"SELECT {table}::text FROM {table}")
                assert "198.51" not in str(cursor.fetchall())

    def test_has_another_digest_by_key_and_day(self, settings, monkeypatch, now):
        today = self.network()
        assert today != self.network("198.51.100.8")
        assert self.network("2001:db8::1") == self.network("2001:db8::2")
        tomorrow = now + timedelta(days=1)
        with monkeypatch.context() as patched:
            patched.setattr("solver.operations.limits.timezone.now", lambda: tomorrow)
            assert self.network() != today
        settings.SECRET_KEY = "another" * 10
        assert self.network() != today
