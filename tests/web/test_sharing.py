"""A person says who may see a solve; to everybody else it is not there."""

import pytest
from django.test import Client
from puzzles import ARTICLE_000

from solver.models import Solve, User
from solver.solves import writing

pytestmark = pytest.mark.django_db


@pytest.fixture
def solve(client):
    """A finished one of this browser's."""
    client.post("/solves/", {"puzzle": ARTICLE_000, "method": "rules"})
    solve = Solve.objects.get()
    while not solve.is_over:
        writing.record(solve.pk)
        solve.refresh_from_db()
    return solve


def doors(solve):
    """Every address that shows a solve."""
    page, api = f"/solves/{solve.pk}/", f"/api/v1/solves/{solve.pk}/"
    exports = [f"{page}export.{form}" for form in ("json", "csv", "txt", "svg", "png")]
    moments = [f"{page}?iteration=1", f"{page}?iteration=1&step=1", f"{page}export.svg?iteration=1"]
    return [
        *(page, api, f"{api}iterations/", f"{page}sheet/"),
        *exports,
        *moments,
        f"/compare/?solves={solve.pk}",
        f"/api/v1/comparisons/?solves={solve.pk}",
    ]


def share(client, solve, visibility):
    return client.post(f"/solves/{solve.pk}/share/", {"visibility": visibility})


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_owner_sees_the_solve_at_any_visibility(client, solve, visibility):
    share(client, solve, visibility)
    assert {client.get(door).status_code for door in doors(solve)} == {200}


@pytest.mark.parametrize("visibility", ["unlisted", "public"])
def test_others_see_an_unlisted_or_public_solve(client, solve, visibility):
    share(client, solve, visibility)
    assert {Client().get(door).status_code for door in doors(solve)} == {200}


@pytest.mark.asvs("8.2.2")
@pytest.mark.parametrize("who", ["stranger", "account", "superuser"])
def test_others_get_404_for_a_private_solve(client, solve, who):
    share(client, solve, "private")
    other = Client()
    if who != "stranger":
        other.force_login(User.objects.create_user(who, is_superuser=who == "superuser"))
    assert {other.get(door).status_code for door in doors(solve)} == {404}
    assert other.post(f"/solves/{solve.pk}/retry/").status_code == 404


def test_matching_etag_of_a_private_solve_gets_404(client, solve):
    other = Client()
    etag = other.get(f"/solves/{solve.pk}/export.svg")["ETag"]
    share(client, solve, "private")
    again = other.get(f"/solves/{solve.pk}/export.svg", headers={"If-None-Match": etag})
    assert again.status_code == 404


def test_private_export_must_be_revalidated(client, solve):
    share(client, solve, "private")
    assert client.get(f"/solves/{solve.pk}/export.svg")["Cache-Control"] == "private, no-cache"


def test_signing_in_to_another_account_hides_the_private_solve(client, solve):
    share(client, solve, "private")
    client.force_login(User.objects.create_user("somebody else"))
    assert client.get(f"/solves/{solve.pk}/").status_code == 404


@pytest.mark.parametrize("operation", ["share", "delete"])
def test_only_the_owner_can_share_or_delete(client, solve, operation):
    other = Client()
    for user in (None, User.objects.create_superuser("root")):
        if user:
            other.force_login(user)
        answer = other.post(f"/solves/{solve.pk}/{operation}/", {"visibility": "public"})
        assert answer.status_code == 404
    assert Solve.objects.get().visibility == "unlisted"


def test_only_the_owner_sees_the_sharing_form(client, solve):
    assert "Visibility" in client.get(f"/solves/{solve.pk}/").content.decode()
    assert "Visibility" not in Client().get(f"/solves/{solve.pk}/").content.decode()


def test_invalid_visibility_shows_the_choices(client, solve):
    page = client.post(f"/solves/{solve.pk}/share/", {"visibility": "secret"}, follow=True)
    assert "private, unlisted or public" in page.content.decode()
    assert Solve.objects.get().visibility == "unlisted"


def test_delete_needs_a_confirmation(client, solve):
    assert "Delete this solve?" in client.get(f"/solves/{solve.pk}/delete/").content.decode()
    assert Solve.objects.exists()
    assert client.post(f"/solves/{solve.pk}/delete/")["Location"] == "/solves/"
    assert not Solve.objects.exists()
    assert client.get(f"/solves/{solve.pk}/").status_code == 404
