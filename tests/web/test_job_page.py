"""Somebody watches a long work of theirs, pauses it, takes its report away, and nobody else can."""

import pytest
from django.test import Client
from puzzles import ALESCARGOT, ARTICLE_000

from solver.jobs import running
from solver.jobs.recheck import RecheckPuzzles
from solver.models import Job, Puzzle, User
from solver.queue import submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def person() -> User:
    return User.objects.create_user("person")


@pytest.fixture
def job(person: User, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr(RecheckPuzzles, "part_size", 1)
    ids = [Puzzle.objects.create(givens=text).pk for text in (ARTICLE_000, ALESCARGOT)]
    return submission.submit_job("verify", map(str, ids), owner=Owner(user=person))


@pytest.fixture
def own(client: Client, person: User) -> Client:
    client.force_login(person)
    return client


def test_page_shows_progress_and_time_left(own, job, settings):
    settings.JOB_TURN_SECONDS = 0
    running.run(job.pk)
    page = own.get(f"/jobs/{job.pk}/").content.decode()
    assert "Working: 1 of 2 puzzles" in page
    assert "a second, about 1 second left" in page
    assert '<meta http-equiv="refresh"' in page
    assert f'data-poll="/jobs/{job.pk}/"' in page


def test_polling_gets_only_the_fragment(own, job):
    fragment = own.get(f"/jobs/{job.pk}/", headers={"X-Requested-With": "fetch"}).content.decode()
    assert fragment.count('id="live"') == 1
    assert "<html" not in fragment


def test_page_of_a_finished_job_does_not_poll(own, job):
    running.run(job.pk)
    page = own.get(f"/jobs/{job.pk}/").content.decode()
    assert "Finished" in page
    assert "data-poll" not in page
    assert "refresh" not in page


def test_job_can_be_paused_resumed_and_cancelled(own, job):
    for move, status in (("pause", "paused"), ("resume", "queued"), ("cancel", "cancelled")):
        page = own.post(f"/jobs/{job.pk}/{move}/", follow=True)
        job.refresh_from_db()
        assert (page.status_code, job.status) == (200, status)
    assert own.post(f"/jobs/{job.pk}/explode/").status_code == 404
    assert own.get(f"/jobs/{job.pk}/cancel/").status_code == 405


def test_report_downloads_as_csv(own, job):
    running.run(job.pk)
    report = b"".join(own.get(f"/jobs/{job.pk}/report.csv").streaming_content).decode()
    lines = report.splitlines()
    assert lines[0] == "item,fate,puzzle,givens,verdict"
    assert [line.split(",")[:2] for line in lines[1:]] == [["1", "graded"], ["2", "graded"]]
    assert ARTICLE_000 in report


def test_list_shows_the_jobs_of_a_visitor(own, job, client):
    assert f"/jobs/{job.pk}/" in own.get("/jobs/").content.decode()
    assert f"/jobs/{job.pk}/" not in Client().get("/jobs/").content.decode()


def test_job_answers_404_to_other_visitors(job):
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    for client in (Client(), stranger):
        for path in ("", "report.csv"):
            assert client.get(f"/jobs/{job.pk}/{path}").status_code == 404
        assert client.post(f"/jobs/{job.pk}/cancel/").status_code == 404


def test_staff_can_open_any_job(job, admin_client):
    assert admin_client.get(f"/jobs/{job.pk}/").status_code == 200


def test_page_shows_the_place_in_line(own, job, person):
    assert "Next in line." in own.get(f"/jobs/{job.pk}/").content.decode()
    later = submission.submit_job("verify", [], owner=Owner(user=person))
    assert "Place 2 in line." in own.get(f"/jobs/{later.pk}/").content.decode()
    running.run(job.pk)
    assert "Next in line." in own.get(f"/jobs/{later.pk}/").content.decode()
    assert "in line" not in own.get(f"/jobs/{job.pk}/").content.decode()
