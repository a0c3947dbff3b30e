"""The front page of the editors' desk: what waits, what is published next, what was done last."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone
from puzzles import ALESCARGOT, ARTICLE_000, ARTICLE_001

from solver import engine
from solver.jobs import running
from solver.models import Collection, Job, Puzzle, User
from solver.queue import submission
from solver.queue.owners import Owner

pytestmark = pytest.mark.django_db


def desk_of(group: str) -> str:
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user)
    return client.get("/admin/").content.decode()


def text_of(page: str) -> str:
    return " ".join(page.split())


@pytest.fixture
def work() -> Job:
    """An import that waits, a puzzle in the inbox, a collection for Thursday, and an action."""
    owner = Owner(User.objects.create_superuser("chief"))
    waiting = submission.submit_job("import", [ARTICLE_000, "x"], "A list", owner=owner)
    running.run(waiting.pk)
    Puzzle.objects.create(givens=ARTICLE_001)
    submission.submit(engine.read(ALESCARGOT), "combos", owner=owner)
    later = timezone.now() + timedelta(days=2)
    Collection.objects.create(title="Issue 12", slug="issue-12", publish_at=later)
    Collection.objects.create(title="Next year", slug="next", publish_at=later + timedelta(365))
    ids = [str(Puzzle.objects.get(givens=ARTICLE_001).pk)]
    spec = {"change": "tag", "tags": ["x"]}
    action = submission.submit_job("change", ids, "Add tags", spec, owner)
    running.run(action.pk)
    return waiting


def test_librarian_sees_what_waits_and_what_comes(work):
    page = desk_of("Librarian")
    assert "sent in by visitors" in page
    assert "Issue 12" in page
    assert "Next year" not in page
    assert "Add tags" in page


def test_import_waits_for_its_owner_and_for_those_who_see_all_jobs(work):
    client = Client()
    client.force_login(User.objects.get(username="chief"))
    page = text_of(client.get("/admin/").content.decode())
    assert "import waits for you<small>A list, 1 line to correct</small>" in page
    assert work.get_absolute_url() in page


def test_figures_lead_to_what_they_count(work):
    Puzzle.objects.filter(givens=ARTICLE_001).update(in_inbox=False)
    chief = User.objects.get(username="chief")
    other = submission.submit_job("import", [ARTICLE_000], "Another", owner=Owner(chief))
    running.run(other.pk)
    client = Client()
    client.force_login(chief)
    waits = {wait.words: wait for wait in client.get("/admin/").context["waits"]}
    imports, unrated = waits["imports wait for you"], waits["puzzle not rated yet"]
    for wait in (imports, unrated):
        assert client.get(wait.href).context["cl"].result_count == wait.count
    owner = User.objects.create_user("editor", is_staff=True)
    owner.user_permissions.add(Permission.objects.get(codename="add_puzzle"))
    Job.objects.filter(kind="import").update(owner=owner)
    client.force_login(owner)
    [own] = client.get("/admin/").context["waits"]
    assert (own.count, len(client.get(own.href).context["pages"])) == (2, 2)


def test_last_action_is_undone_from_the_front_page():
    user = User.objects.create_user("editor", is_staff=True)
    user.groups.add(Group.objects.get(name="Librarian"))
    client = Client()
    client.force_login(user)
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    spec = {"change": "tag", "tags": ["new"]}
    job = submission.submit_job("change", [str(puzzle.pk)], "Tag", spec, Owner(user))
    running.run(job.pk)
    address = f"/jobs/{job.pk}/undo/"
    assert f'action="{address}"' in client.get("/admin/").content.decode()
    client.post(address)
    running.run(Job.objects.latest("created_at").pk)
    puzzle.refresh_from_db()
    assert puzzle.tags == []
    # What has been undone can be done again.
    page = client.get("/admin/").content.decode()
    assert f'action="{address}"' not in page
    assert page.count('/undo/"') == 1


def test_viewer_sees_no_actions(work):
    page = desk_of("Viewer")
    assert "Last actions" not in page


def test_empty_desk_says_so():
    assert "Nothing waits for you." in desk_of("Librarian")


def test_calendar_has_puzzles_with_a_time_of_their_own(work):
    later = timezone.now() + timedelta(days=2)
    Puzzle.objects.filter(givens=ARTICLE_001).update(publish_at=later)
    page = text_of(desk_of("Librarian"))
    href = f"/admin/solver/puzzle/?scheduled={later.date()}"
    assert f'<a href="{href}">1 puzzle</a>' in page
    client = Client()
    client.force_login(User.objects.get(username="Librarian"))
    assert [p.givens for p in client.get(href).context["cl"].result_list] == [ARTICLE_001]
    assert client.get("/admin/solver/puzzle/?scheduled=1").context["cl"].result_count == 1
    wrong = client.get("/admin/solver/puzzle/?scheduled=Monday", follow=True)
    assert wrong.redirect_chain


def test_new_collection_is_offered_to_those_who_may_make_one():
    assert "New collection" in desk_of("Librarian")
    assert "New collection" not in desk_of("Viewer")
