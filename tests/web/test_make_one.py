"""Puzzles by technique: ordered in the admin, kept in a pool, and picked from it at once by whoever asks."""

import pytest
from django.contrib.auth.models import Group
from puzzles import ARTICLE_000

from solver.engine import Requirements
from solver.engine.hits import known
from solver.engine.needing import judge
from solver.jobs import running
from solver.library import pool
from solver.models import Job, Puzzle, User
from solver.queue import pools

pytestmark = pytest.mark.django_db
NAMES = ["naked-single", "pointing"]


@pytest.fixture
def _small_pool(settings, monkeypatch):
    settings.POOL_PER_TECHNIQUE = 2
    monkeypatch.setattr(pool, "techniques", lambda: NAMES)


def published(name: str, at: int = 0, *more: str) -> Puzzle:
    """A known puzzle that needs a technique, as the pool has it."""
    grid = known()[name].grids[at]
    return Puzzle.objects.create(
        givens=grid.text, verdict="unique", tags=[f"needs {name}", *more], is_published=True
    )


def test_a_puzzle_by_technique_is_ordered_by_the_form_of_the_admin(client):
    user = User.objects.create_user("lena", is_staff=True)
    user.groups.set(Group.objects.filter(name="Librarian"))
    client.force_login(user)
    order = {"count": 1, "size": 9, "symmetry": "none", "seed": "s", "needs": "pointing"}
    client.post("/admin/solver/puzzle/generate/", order | {"score_from": 1, "publish": "on"})
    job = Job.objects.get()
    assert "needs pointing, nothing harder than pointing, score 1 to 100000" in job.title
    running.run(job.pk)
    puzzle = Puzzle.objects.get()
    assert judge(puzzle.grid, Requirements(needs="pointing")).fault == ""
    assert puzzle.tags == ["needs pointing", "level medium"]
    assert (
        client.get("/puzzles/?technique=pointing")
        .context["cards"][0]
        .href.endswith(f"{puzzle.pk}/")
    )
    assert client.get("/puzzles/?technique=x-wing").context["cards"] == []


def test_the_form_of_the_admin_says_which_wishes_go_together(admin_client):
    order = {"count": 1, "size": 4, "symmetry": "none", "needs": "pointing"}
    page = admin_client.post("/admin/solver/puzzle/generate/", order).content.decode()
    assert "a technique, level, score or pattern is for 9×9 boards" in page
    assert not Job.objects.exists()


@pytest.mark.usefixtures("_small_pool")
class TestThePool:
    def test_is_filled_with_what_it_lacks(self):
        published("pointing")
        job = pools.fill_up()
        given = [part.given for part in job.parts.order_by("number")]
        assert given == [
            ["naked-single/none"],
            ["naked-single/rotational-180"],
            ["pointing/rotational-180"],
        ]
        running.run(job.pk)
        assert Job.objects.get().counts == {"added": 3}
        assert pool.puzzles(pool.Wish("naked-single")).count() == 2
        assert pool.puzzles(pool.Wish("pointing", "medium", "rotational-180")).count() == 1

    def test_is_filled_up_once_a_day_at_most(self):
        assert pools.fill_up()
        assert pools.fill_up() is None
        Job.objects.all().delete()
        for name in NAMES:
            for at in range(2):
                published(name, at)
        assert pools.fill_up() is None  # it lacks nothing

    def test_gives_one_after_the_other_round_and_round(self):
        one, other = sorted((published("pointing", at) for at in range(2)), key=lambda p: p.pk)
        Puzzle.objects.create(givens=ARTICLE_000, is_published=True)
        wish = pool.Wish("pointing")
        assert pool.pick(wish) in {one, other}
        assert pool.pick(wish, after=one) == other
        assert pool.pick(wish, after=other) == one
        assert pool.pick(pool.Wish("pointing", "hard")) is None
