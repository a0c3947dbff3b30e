"""Somebody has forgotten the password: a link comes by mail, and nobody learns who has an account."""

import re
from datetime import timedelta

import pytest
import redis
from django.conf import settings as configured
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from support import MailServer

from solver.accounts import recovery
from solver.management.outbox import give_up_late_mails
from solver.models import Mail, User
from solver.operations import figures, limits as counting

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "nine rows of nine", "columns and boxes"
ADDRESS = "setter@example.org"


@pytest.fixture(autouse=True)
def empty_redis():
    redis.from_url(configured.REDIS_URL).flushdb()
    counting._own.cache_clear()
    counting._breaker.end()


@pytest.fixture
def setter():
    return User.objects.create_user("setter", ADDRESS, PASSWORD)


def only_ask(address=ADDRESS, client=None, **how):
    return (client or Client()).post("/account/reset/", {"email": address}, **how)


def send_all():
    """What is due, as the reaper does."""
    for mail_id in Mail.objects.due().values_list("pk", flat=True):
        recovery.send(mail_id)


def ask(*words, **how):
    answer = only_ask(*words, **how)
    send_all()
    return answer


def link_in(message):
    return re.search(r"http://testserver(/account/reset/\S+)", message.body)[1]


def choose(client, link, password=NEW):
    form = client.get(link, follow=True)
    data = {"new_password1": password, "new_password2": password}
    return client.post(form.request["PATH_INFO"], data)


@pytest.mark.asvs("6.4.3")
class TestALink:
    def test_comes_to_the_address_and_opens_the_account(self, client, setter):
        assert ask()["Location"] == "/account/reset/sent/"
        (message,) = mail.outbox
        assert message.to == [ADDRESS]
        assert "setter" in message.body
        assert choose(client, link_in(message))["Location"] == "/account/sign-in/"
        setter.refresh_from_db()
        assert setter.check_password(NEW)
        assert client.get("/account/").status_code == 302  # nobody is signed in by a mail

    def test_signs_out_every_browser(self, client, setter):
        client.force_login(setter)
        ask()
        choose(Client(), link_in(mail.outbox[0]))
        assert client.get("/account/").status_code == 302

    def test_works_only_once(self, client, setter):
        ask()
        link = link_in(mail.outbox[0])
        choose(client, link)
        page = Client().get(link, follow=True).content.decode()
        assert "has expired" in page
        assert "new_password1" not in page

    def test_expires(self, client, setter, settings):
        ask()
        settings.PASSWORD_RESET_TIMEOUT = -1
        assert "has expired" in client.get(link_in(mail.outbox[0])).content.decode()

    def test_expires_with_a_new_address(self, client, setter):
        ask()
        User.objects.update(email="new@example.org")
        assert "has expired" in client.get(link_in(mail.outbox[0])).content.decode()

    def test_rejects_a_short_password(self, client, setter):
        ask()
        answer = choose(client, link_in(mail.outbox[0]), "short")
        assert "at least 8 characters" in answer.content.decode()
        setter.refresh_from_db()
        assert setter.check_password(PASSWORD)

    def test_comes_in_the_language_of_the_reader(self, setter):
        ask(HTTP_ACCEPT_LANGUAGE="de")
        assert "Passwort" in mail.outbox[0].subject

    def test_never_appears_in_a_log(self, client, setter, caplog, settings):
        settings.LIMIT_REQUESTS = "3/hour"
        ask()
        link = link_in(mail.outbox[0])
        with caplog.at_level("INFO"):
            assert client.get(link).status_code == 302
            for _ in range(3):
                answer = client.get(link)
        assert answer.status_code == 429
        token = link.split("/")[-2]
        assert "/account/reset/…/" in caplog.text
        assert token not in caplog.text

    def test_comes_for_each_account_with_the_address(self, setter):
        User.objects.create_user("second", ADDRESS.upper(), PASSWORD)
        ask()
        assert sorted(re.findall("“(.*)”", each.body)[0] for each in mail.outbox) == [
            "second",
            "setter",
        ]

    def test_never_leads_to_a_foreign_host(self, setter):
        answer = ask(HTTP_HOST="evil.example")
        assert answer.status_code == 400
        assert not mail.outbox


class TestMailRow:
    def test_exists_before_the_answer_and_contains_no_secret(self, setter):
        only_ask()
        assert not mail.outbox
        row = Mail.objects.get()
        assert (row.account, row.attempts) == (setter, 0)
        assert ADDRESS not in str(vars(row))
        send_all()
        assert len(mail.outbox) == 1
        assert not Mail.objects.exists()

    def test_needs_no_redis(self, setter, settings):
        settings.REDIS_URL = settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        assert ask()["Location"] == "/account/reset/sent/"
        assert len(mail.outbox) == 1

    def test_disappears_with_the_account(self, setter):
        only_ask()
        setter.delete()
        assert not Mail.objects.exists()

    def test_keeps_its_link_after_a_failed_delivery(self, setter, settings):
        with MailServer() as server:
            settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
            settings.EMAIL_PORT = server.server_address[1]
            settings.EMAIL_HOST = "127.0.0.1"
            server.refuses = True
            ask()
            row = Mail.objects.get()
            assert (row.attempts, server.taken) == (1, [])
            assert not Mail.objects.due().exists()  # before its pause is over
            server.refuses = False
            for _ in range(2):  # the first one dies before it has deleted the row
                Mail.objects.filter(pk=row.pk).delete()
                row.not_before = row.created_at
                row.save(force_insert=True)
                send_all()
            assert len(server.links) == 2
            assert len(set(server.links)) == 1

    def test_can_be_claimed_by_one_sender(self, setter):
        only_ask()
        pk = Mail.objects.get().pk
        assert Mail.objects.claim(pk)
        assert not Mail.objects.claim(pk)
        recovery.send(pk)
        assert not mail.outbox

    def test_expires_before_its_link_does(self, setter, caplog, client):
        only_ask()
        Mail.objects.update(created_at=timezone.now() - timedelta(minutes=31))
        send_all()
        assert not mail.outbox
        give_up_late_mails()
        assert Mail.objects.get().account is None
        assert "1 mails given up" in caplog.text
        (found,) = [kind for kind in figures.outbox() if kind.name == "mail"]
        assert (found.waiting, found.given_up) == (0, 1)
        client.force_login(User.objects.create_superuser("root"))
        assert "Given up in the last day" in client.get("/status/").content.decode()
        Mail.objects.update(created_at=timezone.now() - timedelta(days=2))
        give_up_late_mails()
        assert not Mail.objects.exists()


@pytest.mark.asvs("6.4.3")
class TestAnswers:
    @pytest.mark.parametrize("state", ["none", "closed", "without a password"])
    def test_look_alike_with_and_without_an_account(self, setter, state):
        with CaptureQueriesContext(connection) as of_known:
            known = only_ask()
        User.objects.update(is_active=state != "closed")
        if state == "without a password":
            setter.set_unusable_password()
            setter.save()
        send_all()
        with CaptureQueriesContext(connection) as of_unknown:
            unknown = only_ask("nobody@example.org" if state == "none" else ADDRESS)
        send_all()
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])
        assert len(mail.outbox) == (state == "none")
        # The page does the same in either case, and waits for no mail.
        asked = [
            [query["sql"].split(" WHERE ")[0].split(" VALUES ")[0] for query in each]
            for each in (of_known, of_unknown)
        ]
        assert asked[0] == asked[1]
        assert any("solver_mail" in sql for sql in asked[0])
        assert not Mail.objects.exists()

    def test_look_alike_after_the_most_mails(self, setter, settings):
        settings.LIMIT_MAILS = "2/hour"
        elsewhere = [Client(REMOTE_ADDR=f"10.3.3.{n}") for n in range(4)]
        answers = [ask(client=client) for client in elsewhere[:3]]
        answers.append(ask(ADDRESS.upper(), elsewhere[3]))
        answers.append(ask(ADDRESS.replace("s", "ſ"), Client(REMOTE_ADDR="10.3.3.8")))
        assert {answer.status_code for answer in answers} == {302}
        assert len(mail.outbox) == 2

    def test_have_the_same_rate_for_unknown_addresses(self, setter, settings):
        settings.LIMIT_PASSWORDS = "2/15 minutes"
        for address in (ADDRESS, "nobody@example.org"):
            assert [ask(address).status_code for _ in range(3)] == [302, 302, 429]
        assert ask(ADDRESS, Client(REMOTE_ADDR="10.3.3.9")).status_code == 302


def test_one_network_has_a_limit_of_requests(setter, settings):
    settings.LIMIT_PASSWORDS_ADDRESS = "3/15 minutes"
    answers = [ask(f"{n}@example.org").status_code for n in range(5)]
    assert answers == [302, 302, 302, 429, 429]


def test_new_password_ends_the_lockout(client, setter, settings):
    settings.LIMIT_PASSWORDS = "2/15 minutes"
    door, data = "/account/sign-in/", {"username": "setter", "password": "wrong"}
    assert [client.post(door, data).status_code for _ in range(3)] == [200, 200, 429]
    ask()
    choose(client, link_in(mail.outbox[0]))
    assert client.post(door, data | {"password": NEW}).status_code == 302


@pytest.mark.asvs("6.2.2")
class TestMailAddress:
    def change(self, client, address, password=PASSWORD):
        return client.post("/account/address/", {"email": address, "password": password})

    @pytest.fixture(autouse=True)
    def signed_in(self, client, setter):
        client.force_login(setter)

    @pytest.mark.parametrize("address", ["new@example.org", ""])
    def test_can_change_or_go_with_the_password(self, client, setter, address):
        assert self.change(client, address)["Location"] == "/account/"
        setter.refresh_from_db()
        assert setter.email == address

    @pytest.mark.parametrize(
        ("address", "password", "words"),
        [
            ("new@example.org", "wrong", "This is not your password."),
            ("new@example.org", "", "This field is required."),
            ("nonsense", PASSWORD, "valid email address"),
            ("a@b.org\nBcc: c@d.org", PASSWORD, "valid email address"),
            (f"{'x' * 250}@b.org", PASSWORD, "at most 254"),
        ],
    )
    def test_stays_after_a_wrong_password_or_address(
        self, client, setter, address, password, words
    ):
        answer = self.change(client, address, password)
        assert answer.status_code == 400
        assert words in answer.content.decode()
        setter.refresh_from_db()
        assert setter.email == ADDRESS

    def test_costs_tries_of_the_password(self, client, settings):
        settings.LIMIT_PASSWORDS = "2/15 minutes"
        answers = [self.change(client, "", "wrong").status_code for _ in range(3)]
        assert answers == [400, 400, 429]

    def test_does_not_have_to_be_given_at_sign_up(self):
        for name, address in (("with", "with@example.org"), ("without", "")):
            data = {"username": name, "email": address, "password1": NEW, "password2": NEW}
            assert Client().post("/account/sign-up/", data).status_code == 302
            assert User.objects.get(username=name).email == address

    def test_shows_only_to_superusers(self, client, setter):
        from test_roles import member

        for staff, sees in (
            (member("Moderator"), False),
            (User.objects.create_superuser("r"), True),
        ):
            client.force_login(staff)
            shown = client.get(f"/admin/solver/user/{setter.pk}/change/").content.decode()
            assert (ADDRESS in shown) == sees
            assert ADDRESS not in client.get("/admin/solver/user/").content.decode()
        found = client.get(f"/admin/solver/user/?q={ADDRESS}").context["cl"].result_count
        assert found == 0
