"""An administrator puts people into groups, and each finds what the group may do."""

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from puzzles import ARTICLE_000

from solver.accounts.roles import ROLES
from solver.admin.history_restore import words_of
from solver.models import (
    Chapter,
    Collection,
    DailyPuzzle,
    DatabaseRun,
    Delivery,
    IdempotencyKey,
    Job,
    JobPart,
    Mail,
    Membership,
    PlayRecord,
    Puzzle,
    Report,
    SavedFilter,
    SavedGame,
    SecondFactor,
    Solve,
    Token,
    User,
    Webhook,
)

pytestmark = pytest.mark.django_db

# Written by the site alone, or seen by nobody but their owner. Reports are seen with their solve.
NOBODYS = {
    Chapter,
    DailyPuzzle,
    DatabaseRun,
    Delivery,
    IdempotencyKey,
    JobPart,
    PlayRecord,
    SavedGame,
    Mail,
    Report,
    SavedFilter,
    SecondFactor,
    Token,
    Webhook,
}


def member(role):
    user = User.objects.create_user(role.lower(), is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return user


def test_migrate_makes_the_groups():
    assert {*Group.objects.values_list("name", flat=True)} == set(ROLES)


def test_migrate_restores_the_permissions_of_a_role():
    group = Group.objects.get(name="Librarian")
    group.permissions.clear()
    call_command("migrate", verbosity=0)
    assert member("Librarian").has_perm("solver.change_puzzle")


def test_every_model_belongs_to_a_role_or_to_nobody():
    said = {model for models in ROLES.values() for model in models}
    for model in apps.get_app_config("solver").get_models():
        assert model._meta.model_name in said or model in NOBODYS, model


@pytest.mark.asvs("8.2.1")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("address", "roles"),
    [
        ("/admin/", "Librarian Moderator Viewer"),
        ("/admin/solver/puzzle/", "Librarian Moderator Viewer"),
        ("/admin/solver/puzzle/add/", "Librarian"),
        ("/admin/solver/solve/", "Librarian Moderator Viewer"),
        ("/admin/solver/user/", "Moderator"),
        ("/admin/auth/group/", ""),
    ],
)
def test_each_role_opens_only_its_pages(client, role, address, roles):
    client.force_login(member(role))
    assert client.get(address).status_code == (200 if role in roles.split() else 403)


class TestAModerator:
    @pytest.fixture(autouse=True)
    def moderator(self, client):
        client.force_login(member("Moderator"))

    @pytest.mark.asvs("15.3.3")
    def test_can_close_an_account_but_change_no_other_field(self, client):
        user = User.objects.create_user("visitor")
        address = f"/admin/solver/user/{user.pk}/change/"
        client.post(address, {"username": "root", "is_superuser": "on", "is_staff": "on"})
        user.refresh_from_db()
        assert (user.username, user.is_active) == ("visitor", False)
        assert not user.is_staff
        assert not user.is_superuser

    def test_cannot_see_or_set_a_password(self, client):
        user = User.objects.create_user("visitor", password="nine rows of nine")
        page = client.get(f"/admin/solver/user/{user.pk}/change/").content.decode()
        assert "pbkdf2" not in page
        data = {"password1": "taken over by me", "password2": "taken over by me"}
        address = f"/admin/solver/user/{user.pk}/password/"
        assert client.post(address, data).status_code == 403

    def test_does_not_touch_staff(self, client):
        for other in (member("Viewer"), User.objects.create_superuser("root")):
            client.post(f"/admin/solver/user/{other.pk}/change/", {})
            other.refresh_from_db()
            assert other.is_active


@pytest.fixture
def shown():
    """A stranger's solve that everybody sees."""
    puzzle = Puzzle.objects.create(givens=ARTICLE_000)
    return Solve.objects.create(puzzle=puzzle, method="rules", visibility="public")


def make_private(client, solve):
    data = {"action": "make_private", "_selected_action": [solve.pk]}
    return client.post("/admin/solver/solve/", data, follow=True)


def test_moderator_can_make_a_solve_private_on_record(client, shown):
    moderator = member("Moderator")
    client.force_login(moderator)
    assert "Make private" in client.get("/admin/solver/solve/").content.decode()
    assert "Saved." in make_private(client, shown).content.decode()
    assert Client().get(shown.get_absolute_url()).status_code == 404
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (moderator, str(shown.pk))
    assert words_of(entry)[0] == "Make private"


@pytest.mark.parametrize("role", ["Librarian", "Viewer"])
def test_other_roles_cannot_make_a_solve_private(client, shown, role):
    client.force_login(member(role))
    assert "Make private" not in client.get("/admin/solver/solve/").content.decode()
    make_private(client, shown)
    shown.refresh_from_db()
    assert shown.visibility == "public"
    assert not LogEntry.objects.exists()


def test_pages_have_no_links_without_permission(client):
    puzzle = Puzzle.objects.create(givens=ARTICLE_000, title="One")
    shelf = Collection.objects.create(title="A shelf", slug="shelf")
    Membership.objects.create(collection=shelf, puzzle=puzzle, position=1)
    desk = 'href="/admin/"'
    assert desk not in client.get("/privacy/").content.decode()
    client.force_login(member("Moderator"))
    assert desk in client.get("/privacy/").content.decode()
    puzzles = "/admin/solver/puzzle/"
    assert "collect_selected" not in client.get(puzzles).content.decode()
    page = client.get(f"{puzzles}{puzzle.pk}/change/").content.decode()
    assert "A shelf" in page
    assert "/admin/solver/membership/" not in page
    asked = {"action": "collect_selected", "collection": shelf.pk, "count": "1"}
    client.post(puzzles, {**asked, "_selected_action": [str(puzzle.pk)]})
    assert not Job.objects.exists()


def test_account_with_log_entries_cannot_be_deleted(admin_client, admin_user):
    data = {"givens": "1" + "0" * 80, "tags": ""}
    admin_client.post("/admin/solver/puzzle/add/", data)
    answer = admin_client.post(f"/admin/solver/user/{admin_user.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 403
    assert User.objects.filter(pk=admin_user.pk).exists()


@pytest.mark.asvs("16.3.2")
def test_log_can_be_read_by_superusers_and_changed_by_no_account(admin_client, client):
    admin_client.post("/admin/solver/puzzle/add/", {"givens": "1" + "0" * 80, "tags": ""})
    entry = LogEntry.objects.get()
    trail = "/admin/admin/logentry/"
    assert "admin" in admin_client.get(trail).content.decode()
    for operation in ("delete", "change"):
        answer = admin_client.post(f"{trail}{entry.pk}/{operation}/", {"post": "yes"})
        assert answer.status_code == 403
    assert LogEntry.objects.get() == entry
    client.force_login(member("Viewer"))
    assert client.get(trail).status_code == 403
    # An editor reads what is about the library, and nothing of accounts.
    visitor = User.objects.create_user("visitor")
    LogEntry.objects.log_actions(entry.user_id, [visitor], 2, "closed")
    client.force_login(member("Librarian"))
    entries = client.get(trail).context["cl"].result_list
    assert list(entries) == [entry]
    assert client.post(f"{trail}{entry.pk}/delete/", {"post": "yes"}).status_code == 403
