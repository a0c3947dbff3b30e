"""Somebody looks after the webhooks of an account on a page: adds, sees what became of it, removes."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from solver.models import Delivery, Job, User, Webhook

pytestmark = pytest.mark.django_db
PAGE, ADDRESS = "/account/webhooks/", "https://solver.example/sudoku"


@pytest.fixture
def anna(client):
    user = User.objects.create_user("anna")
    client.force_login(user)
    return user


def told(webhook, **facts):
    spec = {"method": "combos", "options": {}}
    job = Job.objects.create(kind="solve", owner=webhook.owner, spec=spec)
    return Delivery.objects.create(webhook=webhook, job=job, **facts)


def test_page_adds_a_webhook_and_shows_its_secret_once(client, anna):
    page = client.post(PAGE, {"address": ADDRESS}).text
    [made] = Webhook.objects.filter(owner=anna)
    assert (made.address, made.secret in page, str(made.pk) in page) == (ADDRESS, True, True)
    again = client.get(PAGE).text
    assert (made.secret in again, str(made.pk) in again) == (False, True)


def test_invalid_address_shows_its_fault_in_the_language(client, anna):
    answer = client.post(PAGE, {"address": "https://127.0.0.1/"}, headers={"Accept-Language": "de"})
    assert (answer.status_code, Webhook.objects.count()) == (400, 0)
    assert "Diese Adresse ist nicht öffentlich" in answer.text


def test_page_limits_the_webhooks_of_an_account(client, anna, monkeypatch):
    monkeypatch.setattr(Webhook, "MOST", 1)
    client.post(PAGE, {"address": ADDRESS})
    answer = client.post(PAGE, {"address": ADDRESS})
    assert (answer.status_code, Webhook.objects.count()) == (400, 1)
    assert "remove one first" in answer.text


@pytest.mark.parametrize(
    ("due_days_ago", "facts", "words", "german"),
    [
        (None, {}, "not finished yet", "noch nicht fertig"),
        (0, {}, "will be sent in a moment", "wird gleich gesendet"),
        (
            0.1,
            {"attempts": 2, "failure": "it answered: 503"},
            "waiting for another try · last try: it answered: 503",
            "wartet auf einen weiteren Versuch · letzter Versuch: die Antwort war: 503",
        ),
        (
            2,
            {"attempts": 9, "failure": "no answer in time"},
            "given up after a day · last try: no answer in time",
            "nach einem Tag aufgegeben · letzter Versuch: keine rechtzeitige Antwort",
        ),
    ],
)
def test_page_shows_the_state_of_the_last_delivery(
    client, anna, due_days_ago, facts, words, german
):
    hook = Webhook.objects.create(owner=anna, address=ADDRESS)
    due = None if due_days_ago is None else timezone.now() - timedelta(days=due_days_ago)
    delivery = told(hook, due_at=due, **facts)
    for language, said in (("en", words), ("de", german)):
        page = client.get(PAGE, headers={"Accept-Language": language}).text
        plain = page.replace('<span class="dot">·</span>', "·")
        assert f'<a href="/batches/{delivery.job_id}/">' in page
        assert said in " ".join(plain.split())


def test_page_shows_the_time_of_the_delivery(client, anna):
    now = timezone.now()
    told(Webhook.objects.create(owner=anna, address=ADDRESS), due_at=now, sent_at=now)
    assert "sent on" in client.get(PAGE).text


def test_page_removes_only_own_webhooks(client, anna):
    mine = Webhook.objects.create(owner=anna, address=ADDRESS)
    theirs = Webhook.objects.create(owner=User.objects.create_user("berta"), address=ADDRESS)
    assert str(theirs.pk) not in client.get(PAGE).text
    assert client.post(f"{PAGE}{theirs.pk}/remove/").status_code == 404
    assert client.post(f"{PAGE}{mine.pk}/remove/", follow=True).status_code == 200
    assert [*Webhook.objects.all()] == [theirs]


def test_page_redirects_visitors_to_the_sign_in():
    assert Client().get(PAGE)["Location"].startswith("/account/sign-in/")
