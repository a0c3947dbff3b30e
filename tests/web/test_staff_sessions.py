"""Somebody is on the staff: for hours, not for a year, and without a group they see what anybody does."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from solver.accounts.roles import ROLES
from solver.accounts.sessions import SIGNED_IN_AT
from solver.models import Job, User

pytestmark = pytest.mark.django_db
PASSWORD = "nine rows of nine"
HOUR = 3600


@pytest.fixture(params=["/account/sign-in/", "/admin/login/"])
def door(request):
    return request.param


def sign_in(client, name, door="/account/sign-in/"):
    return client.post(door, {"username": name, "password": PASSWORD})


def grow_older(client, hours):
    session = client.session
    session[SIGNED_IN_AT] -= hours * HOUR
    session.save()


@pytest.mark.asvs("7.3.1")
class TestASession:
    def test_of_staff_lasts_12_hours(self, client, door):
        User.objects.create_user("editor", password=PASSWORD, is_staff=True)
        sign_in(client, "editor", door)
        assert client.session.get_expiry_age() <= 12 * HOUR
        assert Session.objects.get().expire_date < timezone.now() + timedelta(hours=12, minutes=1)
        assert client.cookies["sessionid"]["max-age"] <= 12 * HOUR

    def test_of_a_visitor_lasts_for_a_year(self, client):
        User.objects.create_user("setter", password=PASSWORD)
        sign_in(client, "setter")
        grow_older(client, 24 * 300)
        assert client.get("/account/").status_code == 200
        assert client.session.get_expiry_age() > 300 * 24 * HOUR

    def test_of_staff_ends_after_12_hours_despite_use(self, client):
        User.objects.create_user("editor", password=PASSWORD, is_staff=True)
        sign_in(client, "editor")
        grow_older(client, 11)
        assert client.get("/admin/").status_code == 200
        grow_older(client, 1)
        key = client.session.session_key
        assert client.get("/admin/").status_code == 302
        assert not Session.objects.filter(pk=key).exists()

    def test_ends_early_for_a_new_member_of_staff(self, client):
        user = User.objects.create_user("setter", password=PASSWORD)
        sign_in(client, "setter")
        grow_older(client, 13)
        User.objects.filter(pk=user.pk).update(is_staff=True)
        assert client.get("/admin/").status_code == 302
        assert client.get("/account/").status_code == 302

    def test_of_staff_without_a_start_time_ends(self, client):
        User.objects.create_user("editor", password=PASSWORD, is_staff=True)
        sign_in(client, "editor")
        session = client.session
        del session[SIGNED_IN_AT]
        session.save()
        assert client.get("/account/").status_code == 302

    def test_of_staff_lasts_as_long_as_the_setting(self, client, settings):
        settings.STAFF_SESSION_HOURS = 1
        User.objects.create_user("editor", password=PASSWORD, is_staff=True)
        sign_in(client, "editor")
        grow_older(client, 1)
        assert client.get("/account/").status_code == 302


@pytest.fixture
def theirs():
    spec = {"method": "combos", "options": {}}
    owner = User.objects.create_user("somebody else")
    return Job.objects.create(kind="solve", owner=owner, spec=spec)


def addresses(job):
    return ("/status/", "/metrics", f"/jobs/{job.pk}/", f"/batches/{job.pk}/")


@pytest.mark.asvs("13.4.5")
def test_staff_without_a_group_see_only_public_pages(client, theirs):
    client.force_login(User.objects.create_user("new", is_staff=True))
    found = [client.get(address).status_code for address in addresses(theirs)]
    assert found == [403, 403, 404, 404]
    assert client.get(f"/jobs/{theirs.pk}/report.csv").status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_staff_with_a_role_see_the_status_page(role, theirs):
    client, user = Client(), User.objects.create_user("member", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    assert {client.get(address).status_code for address in addresses(theirs)} == {200}


def test_staff_without_a_group_have_the_usual_limits(client, settings):
    settings.UNFINISHED_JOBS = 1
    client.force_login(User.objects.create_user("new", is_staff=True))
    large = {"puzzles": "0" * 1_000_001, "method": "combos"}
    assert client.post("/batches/", large).status_code == 413
    few = {"puzzles": "0" * 81, "method": "combos"}
    assert [client.post("/batches/", few).status_code for _ in range(2)] == [302, 429]
