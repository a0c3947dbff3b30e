"""Puzzles by technique: ordered in the admin, kept in a pool, and picked from it at once by whoever asks."""

from uuid import UUID

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.utils.formats import date_format
from puzzles import ARTICLE_000

from solver.boards.levels import Level
from solver.engine import Requirements, read
from solver.engine.core.masks import bits
from solver.engine.generator.seeds import seed_sets
from solver.engine.generator.target_distance import check_target
from solver.engine.ladder.stored import drills
from solver.engine.rating import LEVELS
from solver.engine.techniques.rungs import by_slug
from solver.jobs import running
from solver.management.commands import reap
from solver.models import Job, Puzzle, User
from solver.puzzles import pool
from solver.puzzles.starters import load_starters
from solver.queue import generation_orders
from solver.web.learn.drill import slugs_with_drills

NOBODYS = UUID(int=0)
pytestmark = pytest.mark.django_db
NAMES = ["naked-single", "pointing"]


@pytest.fixture
def _small_pool(settings, monkeypatch):
    settings.POOL_PER_TECHNIQUE = 2
    monkeypatch.setattr(pool, "techniques", lambda: NAMES)


def published(name: str, at: int = 0, level: int | None = None) -> Puzzle:
    """A known puzzle that needs a technique, as the pool has it."""
    facts = {"givens": seed_sets()[name].grids[at].text, "verdict": "unique", "level": level}
    return Puzzle.objects.create(tags=[f"needs {name}"], is_published=True, **facts)


def test_the_form_of_the_admin_generates_by_technique(client):
    user = User.objects.create_user("lena", is_staff=True)
    user.groups.set(Group.objects.filter(name="Librarian"))
    client.force_login(user)
    order = {"count": 1, "size": 9, "symmetry": "none", "seed": "s", "needs": "pointing"}
    client.post("/admin/solver/puzzle/generate/", order | {"score_from": 1, "publish": "on"})
    job = Job.objects.get()
    assert "needs pointing, nothing harder than pointing, score 1 to 100000" in job.title
    running.run(job.pk)
    puzzle = Puzzle.objects.get()
    assert check_target(puzzle.grid, Requirements(needs="pointing")).fault == ""
    assert (puzzle.tags, puzzle.get_level_display()) == (["needs pointing"], "medium")
    (card,) = client.get("/puzzles/?technique=pointing").context["cards"]
    assert card.href.endswith(f"{puzzle.pk}/")
    assert card.title == str(puzzle) == "Medium 1001"
    puzzle.number = None
    assert str(puzzle) == f"{date_format(puzzle.created_at)} · Medium"
    before, _, folded = client.get(puzzle.get_absolute_url()).content.decode().partition("<details")
    assert "ointing" not in before  # what it needs is shown when asked for
    assert "needs pointing, nothing harder" in folded
    assert client.get("/puzzles/?technique=x-wing").context["cards"] == []


def test_the_form_of_the_admin_rejects_conflicting_wishes(admin_client):
    order = {"count": 1, "size": 4, "symmetry": "none", "needs": "pointing"}
    page = admin_client.post("/admin/solver/puzzle/generate/", order).content.decode()
    assert "a technique, level, score or pattern is for 9×9 boards" in page
    assert not Job.objects.exists()


@pytest.mark.usefixtures("_small_pool")
class TestThePool:
    def test_gets_only_missing_puzzles(self):
        published("pointing")
        job = generation_orders.fill_pool()
        given = [part.given for part in job.parts.order_by("number")]
        assert given == [
            ["naked-single/none"],
            ["naked-single/rotational-180"],
            ["pointing/rotational-180"],
        ]
        while running.run(job.pk):  # turn by turn
            pass
        assert Job.objects.get().counts == {"added": 3}
        assert pool.puzzles(pool.PoolQuery("naked-single")).count() == 2
        assert pool.puzzles(pool.PoolQuery("pointing", "medium", "rotational-180")).count() == 1

    def test_gets_filled_by_the_reaper(self, monkeypatch, settings):
        monkeypatch.setattr(
            reap, "close_old_connections", lambda: None
        )  # the test's is one of them
        settings.ALLOWED_HOSTS = ["localhost"]  # the tests' own host is one that others could reach
        call_command("reap", "--once")
        assert not Job.objects.exists()  # a new site has other things to do
        monkeypatch.setattr(reap, "POOL_PERIOD", 0)
        call_command("reap", "--once")
        job = Job.objects.get()
        first = [part.given[0].split("/")[0] for part in job.parts.order_by("number")]
        assert (job.kind, first) == ("pool", NAMES * 2)  # one of each before any has two

    def test_gets_filled_once_a_day_at_most(self):
        assert generation_orders.fill_pool()
        assert generation_orders.fill_pool() is None
        Job.objects.all().delete()
        for name in NAMES:
            for at in range(2):
                published(name, at)
        assert generation_orders.fill_pool() is None  # it lacks nothing

    def test_rotates_through_its_puzzles(self):
        one, other = sorted((published("pointing", at) for at in range(2)), key=lambda p: p.pk)
        Puzzle.objects.create(givens=ARTICLE_000, is_published=True)
        wish = pool.PoolQuery("pointing")
        assert pool.pick(wish) in {one, other}
        assert pool.pick(wish, after=one) == other
        assert pool.pick(wish, after=other) == one
        assert pool.pick(pool.PoolQuery("pointing", "hard")) is None


class TestMakeMeOne:
    def test_shows_a_puzzle_of_the_pool_at_once(self, client):
        puzzle = published("pointing", 0, 2)
        published("naked-single")
        page = client.get("/make/?needs=pointing")
        shown = page.context["offered"]
        assert shown["puzzle"] == puzzle
        assert (shown["level"].words, shown["steps"] > 50, shown["path"][0][0]) == (
            "Medium",
            True,
            "Pointing",
        )
        for link in (
            f"{puzzle.get_absolute_url()}play/",
            f"/collections/add/?puzzle={puzzle.givens}",
        ):
            assert f'href="{link}"' in page.content.decode()
        assert page.context["sheet_href"] == "/puzzles/sheet/?technique=pointing"
        assert "Needs: Pointing, nothing harder" in page.content.decode()
        by_level = client.get("/make/?level=medium")
        assert by_level.context["offered"]["puzzle"] == puzzle
        for answer, is_asked in ((page, True), (by_level, False)):  # else it is folded away
            assert ('<details class="fold" open>' in answer.content.decode()) is is_asked
        assert not Job.objects.exists()

    def test_shows_another_one_next(self, client):
        puzzles = {published("pointing", at) for at in range(2)}
        first = client.get("/make/?needs=pointing").context
        other = client.get(first["another_href"]).context
        assert {first["offered"]["puzzle"], other["offered"]["puzzle"]} == puzzles

    @pytest.mark.usefixtures("_small_pool")
    def test_transforms_a_known_puzzle_while_the_pool_has_none(self, client):
        shown = client.get("/make/?needs=pointing").context["offered"]
        assert shown["puzzle"] is None
        assert check_target(read(shown["givens"]), Requirements(needs="pointing")).fault == ""
        assert shown["givens"] not in {grid.text for grid in seed_sets()["pointing"].grids}
        assert Job.objects.get().kind == "pool"

    def test_has_a_puzzle_of_each_level_on_a_new_site(self, client):
        load_starters()
        for level in LEVELS:
            page = client.get("/make/", {"level": level})
            shown = page.context["offered"]
            assert (shown["puzzle"].needed, shown["level"]) == ("", Level.named(level))
            assert "From the library" in page.content.decode()
            other = client.get(page.context["another_href"]).context["offered"]
            assert (other["puzzle"] != shown["puzzle"], other["level"]) == (True, shown["level"])
        assert Job.objects.get().kind == "pool"

    def test_prefers_a_puzzle_of_the_pool(self, client):
        Puzzle.objects.create(givens=ARTICLE_000, is_published=True, level=2)
        puzzle = published("pointing", 0, 2)
        page = client.get("/make/?level=medium")
        assert page.context["offered"]["puzzle"] == puzzle
        assert client.get(page.context["another_href"]).context["offered"]["puzzle"] == puzzle
        assert "From the library" not in page.content.decode()

    @pytest.mark.usefixtures("_small_pool")
    def test_starts_a_job_if_the_pool_has_no_such_puzzle(self, client):
        wish = {"needs": "naked-single", "symmetry": "diagonal"}
        page = client.get("/make/", wish)
        assert "No such puzzle is ready" in page.content.decode()
        job = Job.objects.get(pk=client.post("/make/", wish).url.split("/")[2])
        running.run(job.pk)
        assert (
            client.get("/make/", wish).context["offered"]["puzzle"].tags[0] == "needs naked-single"
        )
        assert client.post("/make/", wish).url.startswith("/make/?needs=naked-single")

    def test_ignores_invalid_parameters(self, client):
        page = client.get("/make/?needs=wizardry&level=cruel&symmetry=odd&after=me")
        assert page.context["offered"] is None
        assert not Job.objects.exists()


class TestFindTheStep:
    AT = "/techniques/pointing/find/"

    def test_asks_for_as_many_cells_as_the_step_has(self, client):
        page = client.get(self.AT).content.decode()
        assert "cells: those that the step is made of." in page
        assert f"{self.AT}?position=1" in client.get("/techniques/pointing/").content.decode()

    def test_judges_each_chosen_cell(self, client):
        position = drills("pointing")[0].position
        steps = list(by_slug()["pointing"].find(position))
        cell_names = position.masks.geometry.cell_names
        names = [cell_names[cell] for cell in bits(steps[0].cells)]
        masks = position.masks
        losing = {masks.digit_and_cell(each)[1] for step in steps for each in bits(step.removed)}
        own = {cell for step in steps for cell in bits(step.cells)}
        other = next(cell for cell in bits(position.open) if cell not in own | losing)
        for cell, words in (
            (other, "is not part of the"),
            (min(losing - own), "loses a candidate by the step"),
            (next(bits(position.givens)), "is filled already: look at open cells."),
        ):
            wrong = cell_names[cell]
            said = client.get(f"{self.AT}?cells={names[0]}&press={wrong}").context["attempt"]
            assert said.wrong == [wrong]
            assert f"{wrong} {words}" in said.feedback
            assert f"{names[0]} is right." in said.feedback
        whole = client.get(f"{self.AT}?cells={names[0]}&press={'+'.join(names[1:])}").context
        assert whole["attempt"].is_found
        assert whole["attempt"].feedback == "That is right."
        assert whole["attempt"].answer.removed

    def test_names_the_first_failing_condition_for_enough_cells(self, client):
        position = drills("pointing")[0].position
        cells = [position.masks.geometry.cell_names[cell] for cell in bits(position.open)]
        first, last = cells[0], cells[-1]
        assert client.get(f"{self.AT}?cells={first}").context["attempt"].why_not == ""
        page = client.get(f"{self.AT}?cells={first},{last}").content.decode()
        assert f"{first} and {last} do not lie in one box and one line." in page

    def test_second_press_removes_a_cell(self, client):
        assert client.get(f"{self.AT}?cells=r1c1,r2c2&press=r1c1").context["attempt"].pressed == [
            "r2c2"
        ]

    def test_leads_on_to_puzzles_of_the_pool(self, client):
        puzzle = published("pointing")
        page = client.get(f"{self.AT}?position={len(drills('pointing'))}")
        assert page.context["next_href"] == f"?puzzle={puzzle.pk}"
        assert client.get(self.AT + page.context["next_href"]).status_code == 200

    def test_puzzle_of_the_pool_leads_to_a_harder_one_and_after_a_miss_to_an_easier_one(
        self, client
    ):
        low, middle, high = (published("pointing", at) for at in range(3))
        for score, puzzle in enumerate((low, middle, high), 1):
            Puzzle.objects.filter(pk=puzzle.pk).update(score=score * 100)
        at = f"{self.AT}?puzzle={middle.pk}"
        assert client.get(at).context["next_href"] == f"?puzzle={high.pk}"
        assert client.get(f"{at}&missed=1").context["next_href"] == f"?puzzle={low.pk}"
        last = client.get(f"{self.AT}?puzzle={high.pk}")
        assert last.context["next_href"] == f"?puzzle={low.pk}"
        first = client.get(f"{self.AT}?puzzle={low.pk}&missed=1")
        assert first.context["next_href"] == f"?position={len(drills('pointing'))}"
        mixed = slugs_with_drills().index("pointing")
        page = client.get(f"/techniques/mixed/find/?at={mixed}&puzzle={low.pk}")
        assert page.context["task"].params == {"at": str(mixed), "puzzle": str(low.pk)}

    @pytest.mark.parametrize(
        "asked", ["?position=99", "?position=x", "?puzzle=x", f"?puzzle={NOBODYS}"]
    )
    def test_answers_404_to_an_unknown_puzzle(self, client, asked):
        assert client.get(self.AT + asked).status_code == 404
        assert client.get(f"/techniques/guess/find/{asked}").status_code == 404
