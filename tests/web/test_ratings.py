"""How hard a puzzle is: stored, found anew after a better ladder, listed, and said on its page."""

import pytest
from puzzles import ARTICLE_000, ARTICLE_001, EMPTY
from support import json_of

from solver.engine import rating as ratings
from solver.jobs import running
from solver.models import Job, Puzzle, Solve
from solver.puzzles.rating import ABOVE, FIRST_ABOVE, rate, rating_of, to_be_explained, to_be_rated
from solver.queue import submission
from solver.queue.reaper import reap
from solver.solves import writing
from solver.web.labels import say_rule
from solver.web.library import rating as rating_page

pytestmark = pytest.mark.django_db
# One of singles alone, and one that needs an XY-wing and nothing harder.
EASY = "006090305019000600480060120057000043630400000940327000000030700000908000000201906"
TITLES = {EASY: "Sunday", ARTICLE_000: "Monday", ARTICLE_001: "Tuesday"}


@pytest.fixture
def kept():
    """Three puzzles of the library, not rated yet; a fourth has several solutions."""
    for givens, title in TITLES.items():
        Puzzle.objects.create(givens=givens, verdict="unique", is_published=True, title=title)
    Puzzle.objects.create(givens=EMPTY, verdict="multiple", is_published=True, title="Empty")
    return Puzzle.objects.all()


def rated(puzzles, **spec):
    ids = [str(pk) for pk in puzzles.values_list("pk", flat=True)]
    job = submission.submit_job("rate", ids, spec=spec)
    while running.run(job.pk):
        pass
    return Job.objects.get(pk=job.pk)


def test_rating_stores_level_score_and_path(kept):
    job = rated(kept)
    assert job.counts == {"rated": 3, "unfit": 1}
    easy = kept.get(givens=EASY)
    assert rating_of(easy).level == "easy"
    assert (easy.level, easy.score) == (1, rating_of(easy).score)
    assert easy.rated_by == ratings.VERSION
    assert not to_be_rated().exists()
    assert rating_of(kept.get(givens=EMPTY)) is None


def test_reaper_starts_one_job_for_unrated_puzzles(kept):
    reap()
    reap()  # one is enough
    job = Job.objects.get(kind="rate")
    running.run(job.pk)
    assert kept.exclude(score=None).count() == 3
    reap()
    assert Job.objects.count() == 1


def test_newer_ladder_rates_only_affected_puzzles_again(kept, monkeypatch):
    rated(kept)
    reach = {puzzle.title: puzzle.reach for puzzle in kept if puzzle.reach}
    highest = max(reach.values())
    now = ratings.VERSION
    changes = {1: 0, now: 10_000, now + 1: highest}
    monkeypatch.setattr(ratings.versions, "CHANGES", changes)
    assert {puzzle.title for puzzle in to_be_rated()} == {
        title for title, index in reach.items() if index == highest
    }
    assert to_be_rated().count() < 3


def test_se_rating_comes_only_on_request_and_stays(kept):
    easy = kept.filter(givens=EASY)
    rated(easy, er=True)
    found = rating_of(easy.get()).explained
    assert (found.ed, found.ep) == (1.2, 1.2)
    rated(easy)  # without: they stay
    assert rating_of(easy.get()).explained == found


def test_newer_version_explains_only_affected_puzzles_again(kept, monkeypatch):
    easy = kept.filter(givens=EASY)
    rated(easy, er=True)
    Job.objects.all().delete()
    hard = kept.exclude(pk=easy.get().pk).filter(verdict="unique").first()
    kept.filter(pk=hard.pk).update(er=72, ep=72, ed=72, er_by=1)
    assert not to_be_explained().exists()
    monkeypatch.setattr(ratings.versions, "EXPLAINED", {1: 0.0, 2: 4.0})
    assert [puzzle.pk for puzzle in to_be_explained()] == [hard.pk]
    reap()
    reap()  # one is enough
    job = Job.objects.get(kind="rate", spec={"er": True})
    monkeypatch.setattr(ratings.versions, "EXPLAINED_VERSION", 2)
    running.run(job.pk)
    assert kept.get(pk=hard.pk).er_by == 2
    assert not to_be_explained().exists()


def test_ratings_beyond_the_limit_read_above(kept):
    easy = kept.get(givens=EASY)
    rate(easy)
    easy.er, easy.ep, easy.ed = ABOVE, ABOVE, 12
    assert ratings.as_values(rating_of(easy))["er"] == "above 11.9"
    assert ratings.as_values(rating_of(easy))["ed"] == 1.2
    easy.er, easy.er_by = FIRST_ABOVE, 1
    assert rating_of(easy).explained is None
    easy.er_by = 2
    assert rating_of(easy).explained.er == 9.5


def test_rating_that_was_cut_short_says_so(kept, client, settings):
    hard = kept.exclude(givens=EASY).filter(verdict="unique").first()
    settings.RATING_NODES = 0
    rate(hard, with_er=True)
    assert (hard.er, hard.er_by) == (None, ratings.versions.EXPLAINED_VERSION)
    settings.RATING_NODES = 100_000
    rate(hard)
    hard.save()
    page = client.get(f"/puzzles/{hard.pk}/").text
    assert "<dd>not searched to the end</dd>" in page
    assert "it took too long" in page
    assert ratings.as_values(rating_of(hard))["er"] == "not searched to the end"
    rate(hard, with_er=True)
    assert rating_of(hard).explained.er > 1.2


def test_api_filters_and_orders_by_rating(kept, client):
    rated(kept)
    answer = json_of(client.get("/api/v1/puzzles/?level=easy"))
    assert [puzzle["title"] for puzzle in answer["results"]] == ["Sunday"]
    assert answer["results"][0]["rating"]["level"] == "easy"
    assert answer["results"][0]["rating"]["er"] is None
    found = json_of(client.get("/api/v1/puzzles/?order=highest"))["results"]
    scores = [puzzle["rating"]["score"] for puzzle in found if puzzle["rating"]]
    assert scores == sorted(scores, reverse=True)
    assert found[-1]["rating"] is None
    found = json_of(client.get("/api/v1/puzzles/?order=hardest"))["results"]
    levels = [ratings.LEVELS.index(each["rating"]["level"]) for each in found if each["rating"]]
    assert levels == sorted(levels, reverse=True)
    assert found[-1]["rating"] is None
    refused = client.get("/api/v1/puzzles/?er_from=hard")
    assert refused.status_code == 400


def test_admin_lists_and_filters_ratings(kept, admin_client):
    rated(kept)
    page = admin_client.get("/admin/solver/puzzle/?level__exact=1").content.decode()
    assert "Sunday" in page
    assert "Monday" not in page


def test_puzzle_page_shows_the_hardest_step_and_links_the_iteration(kept, client, monkeypatch):
    rated(kept)
    puzzle = kept.get(givens=ARTICLE_001)
    address, rating = puzzle.get_absolute_url(), rating_of(puzzle)
    page = client.get(address).content.decode()
    before, _, folded = page.partition('<details class="fold">')
    assert 'Level: </span><span class="level">' in before
    assert ", nothing harder." not in before
    assert rating.by_sets.sets <= rating.sets
    assert f"<dt>Hardest step by sets</dt><dd>{rating.by_sets.sets} sets</dd>" in before
    assert "<dt>Backdoor</dt>" in before
    assert ", nothing harder." in folded
    assert f'value="{rating.hardest}"' in page  # nobody has it solved yet: a button
    monkeypatch.setattr(rating_page, "PATIENCE", 0)  # no worker is there
    client.post(f"{address}way/", {"step": rating.hardest})
    solve = Solve.objects.get(puzzle=puzzle)
    while writing.record(solve.pk):  # it may be handed over to the slow lane
        pass
    page = client.get(address).content.decode()
    moment = f"{solve.get_absolute_url()}?iteration={rating.hardest + 1}"
    assert moment in page
    asked = client.post(f"{address}way/", {"step": rating.hardest})
    assert asked.headers["Location"] == moment
    hardest = rating.path[rating.hardest - 1].technique
    assert say_rule(hardest) in client.get(moment).content.decode()


def test_draft_gets_404_for_its_rating_path(kept, client):
    kept.update(is_published=False)
    address = kept.get(givens=EASY).get_absolute_url()
    assert client.post(f"{address}way/", {"step": 1}).status_code == 404
    assert not Solve.objects.exists()
