"""An editor takes an action back in two presses: what it changed is as before, and what came since stays."""

import random
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001, morph

from solver.jobs import revert, running
from solver.models import Collection, Job, Membership, Puzzle, Solve, User
from solver.puzzles import catalogue
from solver.puzzles.undoing import states_of
from solver.queue import submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def puzzles() -> list[Puzzle]:
    twin = morph(ARTICLE_000, random.Random(4))
    made = [
        Puzzle.objects.create(givens=ARTICLE_000, title="One", tags=["a"], is_published=True),
        Puzzle.objects.create(givens=ARTICLE_001, title="Two", tags=["b", "a"], in_inbox=True),
        Puzzle.objects.create(givens=ALESCARGOT, title="Three", tags=["new"]),
        Puzzle.objects.create(givens=twin, title="Twin", author="Somebody", notes="Turned"),
    ]
    catalogue.examine(made)
    Puzzle.objects.bulk_update(made, catalogue.FACTS)
    shelf = Collection.objects.create(title="Shelf", slug="shelf")
    catalogue.collect(shelf.pk, [made[0].pk, made[3].pk])
    return made


@pytest.fixture
def editor() -> User:
    user = User.objects.create_user("editor", is_staff=True)
    user.groups.add(Group.objects.get(name="Librarian"))
    return user


@pytest.fixture
def client(editor) -> Client:
    client = Client()
    client.force_login(editor)
    return client


def done(job: Job) -> Job:
    running.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.FINISHED
    return job


def change(user: User, puzzles: list[Puzzle], **spec) -> Job:
    ids = [str(puzzle.pk) for puzzle in puzzles]
    return done(submission.submit_job("change", ids, "An action", spec, Owner(user=user)))


def undo(client: Client, job: Job) -> Job:
    """Press the button on the page of the action."""
    assert "Undo</button>" in client.get(job.get_absolute_url()).content.decode()
    client.post(f"/jobs/{job.pk}/undo/")
    return done(Job.objects.latest("created_at"))


def state() -> dict:
    return states_of(Puzzle.objects.values_list("pk", flat=True))


CHANGES = {
    "publish": {},
    "retire": {},
    "tag": {"tags": ["c"]},
    "untag": {"tags": ["a"]},
    "retag": {"tags": ["a"], "to": "new"},
    "collect": {},
    "accept": {},
    "dismiss": {},
    "schedule": {"at": "2030-01-07T06:00:00+00:00"},
    "title": {"rule": "Issue 3/2026 · #", "start": 1},
    "level": {"level": 4},
    "merge": {},
    "delete": {},
    "undo": {},
}


@pytest.mark.parametrize("name", CHANGES)
def test_every_change_is_undone_and_done_again(name, client, editor, puzzles):
    spec = dict(CHANGES[name])
    if name == "collect":
        spec["collection"] = Collection.objects.create(title="Other", slug="other").pk
    before = state()
    job = change(editor, puzzles, change=name, **spec)
    after = state()
    assert after != before
    undone = undo(client, job)
    assert state() == before
    assert set(undone.counts) == {"undone"}
    undo(client, undone)
    assert state() == after


def test_what_changed_since_stays_and_is_told(client, editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    Puzzle.objects.filter(pk=puzzles[0].pk).update(tags=["mine"])
    assert undo(client, job).counts == {"undone": 3, "later": 1}
    tags = {puzzle.title: puzzle.tags for puzzle in Puzzle.objects.all()}
    assert tags == {"One": ["mine"], "Two": ["b", "a"], "Three": ["new"], "Twin": []}


def test_deleted_puzzle_stays_away_if_it_was_added_again(client, editor, puzzles):
    job = change(editor, puzzles[:1], change="delete")
    other = Puzzle.objects.create(givens=puzzles[0].givens)
    assert undo(client, job).counts == {"taken": 1}
    assert Puzzle.objects.get(givens=puzzles[0].givens) == other


def test_solved_puzzle_stays_when_its_return_is_undone(client, editor, puzzles):
    undone = undo(client, change(editor, puzzles[:1], change="delete"))
    Solve.objects.create(puzzle=Puzzle.objects.get(pk=puzzles[0].pk), method="combos")
    assert undo(client, undone).counts == {"solved": 1}
    assert Puzzle.objects.filter(pk=puzzles[0].pk).exists()


def test_collection_that_has_gone_is_no_place_to_return_to(client, editor, puzzles):
    job = change(editor, puzzles[:1], change="delete")
    Collection.objects.all().delete()
    assert undo(client, job).counts == {"undone": 1}
    assert not Membership.objects.filter(puzzle=puzzles[0].pk).exists()


def test_action_is_undone_for_thirty_days(client, editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now() - timedelta(days=31))
    assert "Actions can be undone for 30 days" in refused(client, job)


def test_action_without_effect_has_nothing_to_undo(client, editor, puzzles):
    job = change(editor, puzzles[:1], change="publish")
    assert "no puzzle was changed" in refused(client, job)


def test_action_is_undone_once(client, editor, puzzles):
    job = change(editor, puzzles[:1], change="retire")
    undone = undo(client, job)
    page = refused(client, job)
    assert "This has been undone." in page
    assert undone.get_absolute_url() in page


def refused(client: Client, job: Job) -> str:
    """Return the page of an action whose button is off, and says why."""
    page = client.get(job.get_absolute_url()).content.decode()
    assert 'disabled aria-describedby="why-not"' in page
    count = Job.objects.count()
    client.post(f"/jobs/{job.pk}/undo/")
    assert Job.objects.count() == count
    return page


def test_page_tells_before_what_will_stay(client, editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    assert revert.changed_since(job) == 0
    Puzzle.objects.filter(pk=puzzles[0].pk).update(tags=["mine"])
    Puzzle.objects.filter(pk=puzzles[1].pk).update(title="Another field")
    page = client.get(job.get_absolute_url()).content.decode()
    assert "One of them has been changed or solved since." in page
    Job.objects.filter(pk=job.pk).update(total=revert.LOOKED_AT + 1)
    page = client.get(job.get_absolute_url()).content.decode()
    assert "Of the first 5,000, 1 has been changed or solved since." in page
    gone = change(editor, puzzles[2:3], change="delete")
    Puzzle.objects.create(givens=puzzles[2].givens)
    assert revert.changed_since(gone) == 1


@pytest.mark.parametrize("name", ["schedule", "collect", "delete"])
def test_nothing_is_in_the_way_at_first(name, client, editor, puzzles):
    shelf = Collection.objects.create(title="Other", slug="other")
    job = change(
        editor, puzzles, change=name, at="2030-01-07T06:00:00.120+00:00", collection=shelf.pk
    )
    assert revert.changed_since(job) == 0
    assert revert.changed_since(undo(client, job)) == 0


def test_order_is_undone(client, editor, puzzles):
    shelf = Collection.objects.get()
    catalogue.arrange(shelf.pk, [puzzle.pk for puzzle in puzzles[:3]])
    before = state()
    rows = list(Membership.objects.all())
    address = f"/admin/solver/membership/?collection__id__exact={shelf.pk}"
    data = {"form-TOTAL_FORMS": 3, "form-INITIAL_FORMS": 3, "_save": "Save"}
    for at, (row, place) in enumerate(zip(rows, (3, 1, 2), strict=True)):
        data |= {f"form-{at}-id": row.pk, f"form-{at}-position": place}
    client.post(address, data)
    assert shelf.puzzle_ids == [puzzles[1].pk, puzzles[2].pk, puzzles[0].pk]
    job = Job.objects.get()
    assert (job.title, job.counts) == ("The order of Shelf", {"changed": 3})
    undo(client, job)
    assert state() == before


@pytest.mark.parametrize("is_list", [False, True])
def test_deleted_collection_comes_back_in_its_order(is_list, client, editor, puzzles):
    shelf, before = Collection.objects.get(slug="shelf"), state()
    at = "/admin/solver/collection/"
    listed = {"action": "delete_selected", "_selected_action": shelf.pk, "post": "yes"}
    client.post(*((at, listed) if is_list else (f"{at}{shelf.pk}/delete/", {"post": "yes"})))
    assert not Collection.objects.exists()
    job = Job.objects.get()
    assert job.title == "Deleted: Shelf"
    undo(client, job)
    assert Collection.objects.values_list("pk", "title", "slug").get() == (
        shelf.pk,
        "Shelf",
        "shelf",
    )
    assert state() == before


def test_taking_out_is_undone(client, editor, puzzles):
    before = state()
    row = Membership.objects.first()
    data = {"action": "take_out", "_selected_action": [row.pk]}
    client.post("/admin/solver/membership/", data)
    assert state() != before
    undo(client, Job.objects.get())
    assert state() == before


def test_edit_on_the_page_of_a_puzzle_is_undone(client, editor, puzzles):
    before = state()
    data = {"givens": puzzles[0].givens, "title": "Uno", "tags": "x, y", "notes": "Text"}
    client.post(f"/admin/solver/puzzle/{puzzles[0].pk}/change/", data)
    job = Job.objects.get()
    assert (job.title, revert.changed_since(job)) == ("Edit: Uno", 0)
    undo(client, job)
    assert state() == before


def test_givens_of_a_puzzle_with_solves_stay(client, editor, puzzles):
    less = puzzles[0].givens.replace("1", "0", 1)
    client.post(f"/admin/solver/puzzle/{puzzles[0].pk}/change/", {"givens": less, "tags": ""})
    Solve.objects.create(puzzle=Puzzle.objects.get(givens=less), method="combos")
    assert undo(client, Job.objects.get()).counts == {"solved": 1}
    assert Puzzle.objects.get(pk=puzzles[0].pk).givens == less


def test_log_has_one_line_for_an_action_and_leads_to_its_puzzles(client, editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    page = client.get("/admin/admin/logentry/").content.decode()
    assert page.count("<tr>") - page.count("<thead>") == 1
    assert f'<a href="{job.get_absolute_url()}">An action</a>' in page
    assert "4 puzzles" in page
    history = client.get(f"/admin/solver/puzzle/{puzzles[0].pk}/history/").content.decode()
    assert f'<a href="{job.get_absolute_url()}">Add tags: c</a>' in history


def test_undo_needs_the_permission(editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    viewer = User.objects.create_user("viewer", is_staff=True)
    viewer.groups.add(Group.objects.get(name="Viewer"))
    client = Client()
    client.force_login(viewer)
    assert client.post(f"/jobs/{job.pk}/undo/").status_code in (403, 404)
    assert Job.objects.count() == 1


def test_report_of_an_action_has_no_stored_values(client, editor, puzzles):
    job = change(editor, puzzles, change="tag", tags=["c"])
    report = b"".join(client.get(f"/jobs/{job.pk}/report.csv").streaming_content).decode()
    assert report.splitlines()[0] == "item,fate,puzzle,givens"
    assert "tags" not in report
