"""What the site does by itself begins again after it came to nothing, and leaves out what is at fault."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now
from puzzles import ARTICLE_000, ARTICLE_001
from support import fail

from solver import engine
from solver.jobs import running
from solver.models import Job, Puzzle, Solve
from solver.models.sessions import session_digest
from solver.queue import generation_orders, submission, upkeep
from solver.queue.owners import Owner
from solver.queue.reaper import reap

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def unrated():
    return Puzzle.objects.create(givens=ARTICLE_000, box=3, clue_count=26)


def rating_jobs() -> int:
    reap()
    return Job.objects.filter(kind="rate").count()


def end_latest(how: str, ago: timedelta) -> None:
    job = Job.objects.filter(kind="rate").latest("created_at")
    if how == "failed":
        fail(job, "fault-in-part")
    else:
        Job.objects.cancel(job.pk)
    Job.objects.filter(pk=job.pk).update(finished_at=Now() - ago)


@pytest.mark.usefixtures("unrated")
class TestRating:
    @pytest.mark.parametrize("how", ["failed", "cancelled"])
    def test_begins_again_within_minutes(self, how):
        assert rating_jobs() == 1
        end_latest(how, 0.5 * MINUTE)
        assert rating_jobs() == 1
        Job.objects.update(finished_at=Now() - 1.5 * MINUTE)
        assert rating_jobs() == 2

    def test_waits_twice_as_long_each_time_up_to_an_hour(self):
        assert [upkeep.wait_after(n) / MINUTE for n in (1, 2, 3, 6, 7, 100)] == [
            1,
            2,
            4,
            32,
            60,
            60,
        ]
        for times in (1, 2, 3):
            assert rating_jobs() == times
            end_latest("failed", 0 * MINUTE)
            assert upkeep.upkeep_of("rate").in_vain == times
            Job.objects.update(finished_at=Now() - upkeep.wait_after(times) + MINUTE / 2)
            assert rating_jobs() == times
            Job.objects.update(finished_at=Now() - upkeep.wait_after(times) - MINUTE / 2)

    def test_starts_no_second_job_beside_a_paused_one(self):
        assert rating_jobs() == 1
        Job.objects.pause(Job.objects.get().pk)
        assert rating_jobs() == 1

    def test_leaves_out_puzzles_set_aside_until_retried(self, unrated, admin_user):
        other = Puzzle.objects.create(givens=ARTICLE_001, box=3, clue_count=26)
        assert rating_jobs() == 1
        job = Job.objects.get()
        part = job.parts.get()
        part.cut(kept=1, size=1)
        part.refresh_from_db()
        aside = part.given[0]
        part.report, part.failure = [["set-aside", aside, "", "", "", ""]], "fault-in-part"
        part.save()
        Job.objects.update(cursor=1, done=1, counts={"set-aside": 1})
        running.run(job.pk)
        job.refresh_from_db()
        assert (job.status, job.counts) == ("finished", {"set-aside": 1, "rated": 1})
        assert rating_jobs() == 1
        assert submission.try_again(job.parts.first(), admin_user)
        assert rating_jobs() == 2
        again = Job.objects.exclude(pk=job.pk).get()
        running.run(again.pk)
        again.refresh_from_db()
        job.refresh_from_db()
        assert again.counts == {"rated": 1}
        assert job.counts == {"again": 1, "rated": 1}
        assert not Puzzle.objects.filter(pk__in=[unrated.pk, other.pk], rated_by=None).exists()
        assert not submission.try_again(job.parts.first(), admin_user)


def test_a_cancelled_pool_job_starts_again_soon(settings):
    settings.POOL_PER_TECHNIQUE = 1
    job = generation_orders.fill_pool()
    Job.objects.cancel(job.pk)
    assert generation_orders.fill_pool() is None
    Job.objects.update(finished_at=Now() - 2 * MINUTE)
    assert generation_orders.fill_pool()


class TestASolveThatHasFailed:
    def submitted(self, owner: Owner | None = None) -> Solve:
        solve = submission.submit(engine.read(ARTICLE_000), "combos", owner=owner)
        fail(solve, "worker-lost", times=3)
        Solve.objects.update(attempt=3)
        return solve

    def test_of_the_site_gets_retried_after_a_while(self):
        solve = self.submitted()
        assert upkeep.try_solves_again() == 0
        Solve.objects.update(finished_at=Now() - 2 * MINUTE)
        assert upkeep.try_solves_again() == 1
        solve.refresh_from_db()
        assert (solve.status, solve.failure, solve.attempt) == ("queued", "", 3)

    def test_waits_longer_after_more_attempts(self):
        self.submitted()
        Solve.objects.update(finished_at=Now() - 2 * MINUTE, attempt=9)
        assert upkeep.try_solves_again() == 0
        Solve.objects.update(finished_at=Now() - 5 * MINUTE)
        assert upkeep.try_solves_again() == 1

    def test_of_an_account_waits_for_its_owner(self):
        solve = self.submitted(Owner(session_key="theirs"))
        assert solve.session_digest == session_digest("theirs")
        Solve.objects.update(finished_at=Now() - 10 * MINUTE)
        assert upkeep.try_solves_again() == 0
