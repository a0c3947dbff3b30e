"""An editor has puzzles made: by a form in the admin, in the background, the same again from the same seed."""

from collections import Counter
from itertools import islice

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from solver import engine
from solver.admin.generation_orders import GenerateForm
from solver.jobs import generating, running
from solver.models import Collection, Job, Puzzle, User
from solver.queue import submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db
PAGE = "/admin/solver/puzzle/generate/"
ORDER = {"count": "12", "size": "4", "symmetry": "none", "seed": "seven"}


@pytest.fixture
def librarian(client) -> User:
    user = User.objects.create_user("lena", is_staff=True)
    user.groups.set(Group.objects.filter(name="Librarian"))
    client.force_login(user)
    return user


def made(count: int, **spec) -> Job:
    job = submission.submit_job("generate", range(count), spec={"seed": "seven", **spec})
    running.run(job.pk)
    job.refresh_from_db()
    return job


def rows(job: Job) -> list[list]:
    return [row for part in job.parts.all() for row in part.report]


def test_form_generates_puzzles_into_the_library(client, librarian):
    shelf = Collection.objects.create(title="Made", slug="made")
    chosen = {"collection": shelf.pk, "tags": "made, small", "publish": "on", "minimal": "on"}
    answer = client.post(PAGE, ORDER | chosen)
    job = Job.objects.get()
    assert answer.url == reverse("job", args=[job.pk])
    assert "minimal 4×4 puzzle, seed seven" in job.title
    assert (job.total, [part.items for part in job.parts.all()]) == (12, [10, 2])
    running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, sum(job.counts.values())) == ("finished", 12)
    assert Puzzle.objects.count() == job.counts["added"] == shelf.membership_set.count()
    for puzzle in Puzzle.objects.all():
        assert (puzzle.tags, puzzle.is_published) == (["made", "small"], True)
        assert (puzzle.verdict, puzzle.size) == ("unique", 4)
        assert puzzle.canonical
        assert puzzle.grade
        assert engine.facts_of(puzzle.grid).is_minimal
    page = client.get(job.get_absolute_url()).content.decode()
    assert Puzzle.objects.first().givens in page
    history = reverse("admin:solver_puzzle_history", args=[Puzzle.objects.first().pk])
    assert "Generated: " in client.get(history).content.decode()


def test_generated_puzzles_meet_every_wish():
    job = made(2, size=9, symmetry="rotational-180", clues=[28, 30])
    assert (job.status, job.counts) == ("finished", {"added": 2})
    for puzzle in Puzzle.objects.all():
        assert 28 <= puzzle.clue_count <= 30
        assert "rotational-180" in engine.facts_of(puzzle.grid).symmetries


def test_job_and_command_make_the_same_from_a_seed():
    lines = [row[2] for row in rows(made(12, size=4))]
    again = made(12, size=4)
    assert [row[2] for row in rows(again)] == lines
    assert set(again.counts) == {"there"}
    by_hand = islice(engine.generate(engine.Requirements(4), "seven/1"), 2)
    assert [grid.text for grid in by_hand] == lines[10:]


def test_killed_job_leaves_no_gap_and_no_duplicate(monkeypatch):
    """The worker dies between making a part and its commit, and after its puzzles are written."""
    whole = {row[2] for row in rows(made(30, size=4))}
    Puzzle.objects.all().delete()
    job = submission.submit_job("generate", range(30), spec={"seed": "seven", "size": 4})
    write, deaths = generating.job_type.write, []

    def dies(job, part, found):
        report = write(job, part, found)
        if part.number == 1 and not deaths:
            deaths.append(Puzzle.objects.count())
            raise SystemExit
        return report

    monkeypatch.setattr(generating.job_type, "write", dies)
    with pytest.raises(SystemExit):
        running.run(job.pk)
    job.refresh_from_db()
    assert (job.cursor, job.done) == (1, 10)
    assert Puzzle.objects.count() < deaths[0]
    Job.objects.update(lease_until="2000-01-01T00:00Z")
    running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == ("finished", 30)
    assert {row[2] for row in rows(job)} == whole
    assert set(Puzzle.objects.values_list("givens", flat=True)) == whole
    assert job.counts == dict(Counter(row[0] for row in rows(job)))


def test_job_can_be_paused_resumed_and_cancelled(settings):
    settings.JOB_TURN_SECONDS = 0  # a part a turn
    job = submission.submit_job("generate", range(30), spec={"seed": "seven", "size": 4})
    assert running.run(job.pk)
    assert Job.objects.pause(job.pk)
    assert not running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == ("paused", 10)
    assert Job.objects.resume(job.pk)
    assert running.run(job.pk)
    assert Job.objects.cancel(job.pk)
    assert not running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.done) == ("cancelled", 20)


def test_job_with_rare_wishes_fails_with_the_reason(monkeypatch):
    monkeypatch.setattr(generating, "NODES", 0)
    job = made(5, size=9, minimal=True, clues=[17, 17])
    assert (job.status, job.counts, Puzzle.objects.count()) == ("failed", {"missed": 1}, 0)
    assert "no minimal 9×9 puzzle, 17 clues in the time there is" in job.failure_words


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"size": "9", "most": "16"}, "a 9×9 board needs 17 for one solution"),
        ({"fewest": "17"}, "a 4×4 board has 16 cells"),
        ({"fewest": "8", "most": "6"}, "put the smaller number first"),
        ({"count": "0"}, "greater than or equal to 1"),
        ({"count": "1000000"}, "less than or equal to 10000"),
        ({"size": "25"}, "25 is not one of the available choices"),
        ({"symmetry": "spiral"}, "spiral is not one of the available choices"),
        ({"grade": "luck"}, "luck is not one of the available choices"),
        ({"collection": "99"}, "not one of the available choices"),
    ],
)
def test_impossible_wishes_show_their_fault(client, librarian, wish, message):
    page = client.post(PAGE, ORDER | wish)
    assert page.status_code == 200
    assert message in page.content.decode()
    assert not Job.objects.exists()


def test_empty_seed_becomes_a_random_one(librarian):
    form = GenerateForm(ORDER | {"seed": ""})
    assert form.is_valid()
    job = form.submit(librarian)
    assert job.spec["seed"].isdigit()
    assert job.title.endswith(f"seed {job.spec['seed']}")
    assert Owner(user=job.owner) == Owner(user=librarian)


@pytest.mark.parametrize("role", ["Viewer", "Moderator"])
def test_generating_answers_403_without_the_permission(client, role):
    user = User.objects.create_user(role, is_staff=True)
    user.groups.set(Group.objects.filter(name=role))
    client.force_login(user)
    assert client.get(PAGE).status_code == client.post(PAGE, ORDER).status_code == 403
    assert "generate/" not in client.get("/admin/solver/puzzle/").content.decode()
    assert not Job.objects.exists()


def test_defaults_of_the_form_make_usual_puzzles(client, librarian):
    """Whoever changes nothing gets twenty usual puzzles, and soon."""
    offered = {field.name: field.value() for field in client.get(PAGE).context["form"]}
    form = GenerateForm({name: value for name, value in offered.items() if value is not None})
    assert form.is_valid()
    assert generating.requirements_of(form.cleaned_data) == engine.Requirements()


def test_job_counts_misses_once_one_puzzle_was_found(monkeypatch):
    job = submission.submit_job(
        "generate", range(4), spec={"seed": "seven", "size": 4, "clues": [4, 8]}
    )
    generate = engine.generate

    def at_times(wishes, seed, *budget, before):
        if seed != "seven/0":
            raise engine.BudgetSpent("no such puzzle")
        return generate(wishes, seed, *budget)

    monkeypatch.setattr(engine, "generate", at_times)
    running.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.counts) == ("finished", {"added": 1, "missed": 3})


@pytest.fixture
def late(monkeypatch) -> list[str]:
    """The seeds that were looked at; each part's clock runs out twice before anything is found."""
    seeds, generate = [], engine.generate

    def without_a_processor(wishes, seed, *budget, before):
        seeds.append(seed)
        found = generate(wishes, seed, *budget, before=before)
        return found if seed.endswith("/3") else iter(())

    monkeypatch.setattr(engine, "generate", without_a_processor)
    return seeds


def test_each_part_avoids_twins_of_the_earlier_ones(monkeypatch):
    begun, generate = [], engine.generate

    def watched(*asked, before):
        begun.append([grid.text for grid in before])
        return generate(*asked, before=before)

    monkeypatch.setattr(engine, "generate", watched)
    job = made(3, size=9, needs="naked-single")
    lines = [row[2] for row in rows(job)]
    assert begun == [lines[:number] for number in range(3)]
    assert len(set(Puzzle.objects.values_list("canonical"))) == 3
    Puzzle.objects.update(is_published=True)
    names = [puzzle.called for puzzle in Puzzle.objects.order_by("number")]
    assert names == ["Easy 1001", "Easy 1002", "Easy 1003"]


class TestAPartWithoutTime:
    def test_starts_again_until_all_puzzles_exist(self, late):
        job = made(3, size=4, clues=[5, 16])
        assert (job.status, job.counts, job.done) == ("finished", {"added": 3}, 3)
        assert late == [f"seven/{part}{times}" for part in range(3) for times in ("", "/2", "/3")]
        sources = Puzzle.objects.values_list("source", flat=True)
        assert {source.rpartition(" ")[2] for source in sources} == set(late[2::3])

    def test_requeues_after_each_attempt(self, late, settings):
        settings.JOB_TURN_SECONDS = 0
        job = submission.submit_job("generate", range(1), spec={"seed": "seven", "size": 4})
        assert [running.run(job.pk) for _turn in range(4)] == [True, True, True, False]
        job.refresh_from_db()
        assert (job.status, job.counts) == ("finished", {"added": 1})

    def test_counts_as_missed_after_the_most_attempts(self, late, monkeypatch):
        monkeypatch.setattr(generating.job_type, "times", 2)
        assert made(2, size=4).counts == {"missed": 2}

    def test_keeps_found_puzzles_and_searches_for_the_rest(self, monkeypatch):
        generate = engine.generate

        def three(*asked, before):
            return islice(generate(*asked), 3)

        monkeypatch.setattr(engine, "generate", three)
        job = made(7, size=4)
        assert (job.counts, Puzzle.objects.count()) == ({"added": 7}, 7)
        assert [part.items for part in job.parts.all()] == [3, 3, 1]


class TestMissingPuzzles:
    def test_come_from_the_same_wishes_and_another_seed(self, client, librarian):
        job = made(12, size=4, tags=["made"])
        job.counts = {"added": 9, "there": 1, "missed": 2}
        job.save(update_fields=["counts"])
        page = client.get(job.get_absolute_url()).content.decode()
        assert "Generate the missing 3</button>" in page
        address = reverse("admin:generate_missing", args=[job.pk])
        more = Job.objects.get(pk=client.post(address).url.split("/")[2])
        assert more.total == 3
        assert more.spec | {"words": ""} == {**job.spec, "seed": "seven+", "words": ""}
        running.run(more.pk)
        assert not Puzzle.objects.filter(job=more, givens__in=job.puzzles.values("givens")).exists()

    def test_need_a_gap_and_the_permission(self, client, librarian):
        job = made(1, size=4)
        address = reverse("admin:generate_missing", args=[job.pk])
        assert client.post(address).url == job.get_absolute_url()
        assert Job.objects.count() == 1
        librarian.groups.clear()
        assert client.post(address).status_code == 403

    def test_pace_follows_the_last_similar_job(self, client, librarian):
        job = made(10, size=4)
        Job.objects.filter(pk=job.pk).update(busy_seconds=20)
        for spec, words in (({}, "about 40 seconds"), ({"minimal": True}, "")):
            wishes = {"seed": "eight", "size": 4, **spec}
            other = submission.submit_job("generate", range(20), spec=wishes)
            page = client.get(other.get_absolute_url()).context["page"]
            assert page["pace"].startswith(words)
            assert bool(page["pace"]) == bool(words)
