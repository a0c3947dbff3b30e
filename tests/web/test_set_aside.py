"""What was set aside stands on the desk by its name and its reason, with a button to try it again."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.urls import reverse
from puzzles import ARTICLE_000
from support import fail

from solver.jobs import running
from solver.jobs.rating import RatePuzzles
from solver.models import Job, JobPart, Puzzle, User
from solver.queue import submission

pytestmark = pytest.mark.django_db
LIST = "admin:solver_jobpart_changelist"


@pytest.fixture
def aside(monkeypatch) -> JobPart:
    """A puzzle whose rating met a fault."""
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, box=3, clue_count=26, title="The culprit")
    job = submission.submit_job("rate", [str(puzzle.pk)])
    with monkeypatch.context() as broken:
        broken.setattr(RatePuzzles, "compute", lambda *_: 1 / 0)
        running.run(job.pk)
    return JobPart.objects.set_aside().get()


def page(client) -> str:
    return client.get(reverse(LIST)).content.decode()


def test_the_desk_names_the_puzzle_the_reason_and_the_job(admin_client, aside):
    text = page(admin_client)
    assert "The culprit" in text
    assert "Something went wrong on our side" in text
    assert aside.job.get_absolute_url() in text
    desk = admin_client.get(reverse("admin:index")).content.decode()
    assert reverse(LIST) in desk


def test_a_button_starts_the_item_again(admin_client, aside):
    answer = admin_client.post(reverse(LIST), {"row": aside.pk}, follow=True)
    assert "1 is tried again" in answer.content.decode()
    again = Job.objects.exclude(pk=aside.job_id).get()
    running.run(again.pk)
    again.refresh_from_db()
    assert again.counts == {"rated": 1}
    assert not JobPart.objects.set_aside().exists()
    assert reverse(LIST) not in admin_client.get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize("row", ["", "0", "x", "9" * 30, "²"])
def test_an_unknown_row_changes_nothing(admin_client, aside, row):
    answer = admin_client.post(reverse(LIST), {"row": row}, follow=True)
    assert answer.status_code == 200
    assert JobPart.objects.set_aside().count() == 1


def test_the_list_answers_403_without_the_permission(client, aside):
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert client.get(reverse(LIST)).status_code == 403
    assert client.post(reverse(LIST), {"row": aside.pk}).status_code == 403
    assert JobPart.objects.set_aside().exists()


def test_the_job_page_shows_the_reason(admin_client, aside):
    text = admin_client.get(aside.job.get_absolute_url()).content.decode()
    assert "set aside: failed" in text
    assert "Something went wrong on our side" in text


def test_the_status_page_shows_the_item_and_the_next_attempt(admin_client, aside):
    job = submission.submit_job("rate", ["x"])
    fail(job, "fault-in-part")
    Job.objects.filter(pk=job.pk).update(finished_at=Now() + timedelta(seconds=1))
    text = admin_client.get("/status/").content.decode()
    assert "1 item failed and was set aside" in text
    assert "failed once; tries again at" in text
    metrics = admin_client.get("/metrics").content.decode()
    assert 'sudoku_items_set_aside{kind="rate"} 1.0' in metrics
    assert 'sudoku_upkeep_in_vain{kind="rate"} 1.0' in metrics
