"""Staff set up a second factor: from then on the password alone opens nothing, at whichever door."""

import logging
import re
import time

import pyotp
import pytest
import redis
from django.conf import settings as configured
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.test import Client

from solver.models import SecondFactor, Solve, User, second_factor as model
from solver.operations import limits as counting

pytestmark = pytest.mark.django_db
PASSWORD = "nine rows of nine"
PAGE, CODE = "/account/second-factor/", "/account/sign-in/code/"


@pytest.fixture(autouse=True)
def empty_redis():
    redis.from_url(configured.REDIS_URL).flushdb()
    counting._own.cache_clear()
    counting._breaker.end()


@pytest.fixture(params=["/account/sign-in/", "/admin/login/"])
def door(request):
    return request.param


@pytest.fixture
def editor():
    return User.objects.create_user("editor", password=PASSWORD, is_staff=True)


@pytest.fixture
def factor(editor):
    """Set up some time ago, with two recovery codes that the tests know."""
    codes = [model.digest_of(code) for code in ("aaaa-bbbb-cccc-dddd", "eeee-ffff-gggg-hhhh")]
    return SecondFactor.objects.create(account=editor, recovery=codes)


@pytest.fixture
def clock(monkeypatch):
    """The half minute that codes are made for, to be set: nothing waits for the next one."""
    clock = [int(time.time()) // 30]

    class Time:
        time = staticmethod(lambda: clock[0] * 30)

    monkeypatch.setattr(model, "time", Time)
    return clock


def code_of(factor, clock, around=0):
    return pyotp.TOTP(factor.secret).generate_otp(clock[0] + around)


def sign_in(client, door="/account/sign-in/", name="editor", **more):
    return client.post(door, {"username": name, "password": PASSWORD, **more})


def is_in(client):
    return client.get("/account/").status_code == 200


@pytest.mark.asvs("6.3.3")
class TestSigningIn:
    def test_needs_the_code_before_any_page_opens(self, client, factor, door, clock):
        answer = sign_in(client, door)
        assert answer["Location"].startswith(CODE)
        assert not is_in(client)
        assert client.get("/admin/").status_code == 302
        answer = client.post(answer["Location"], {"code": code_of(factor, clock)})
        assert answer["Location"] == ("/admin/" if "admin" in door else "/solves/")
        assert is_in(client)
        assert client.get("/admin/").status_code == 200

    def test_needs_no_code_without_a_second_factor(self, client, editor, door):
        sign_in(client, door)
        assert is_in(client)

    @pytest.mark.parametrize("around", [-1, 1])
    def test_accepts_codes_of_a_slightly_wrong_clock(self, client, factor, clock, around):
        sign_in(client)
        client.post(CODE, {"code": code_of(factor, clock, around)})
        assert is_in(client)

    @pytest.mark.parametrize("around", [-2, 2])
    def test_rejects_a_code_of_two_periods_ago(self, client, factor, clock, around):
        sign_in(client)
        answer = client.post(CODE, {"code": code_of(factor, clock, around)})
        assert "This is not right" in answer.content.decode()
        assert not is_in(client)

    def test_accepts_each_code_only_once(self, factor, clock):
        code = code_of(factor, clock)
        for browser, expected in ((Client(), True), (Client(), False)):
            sign_in(browser)
            browser.post(CODE, {"code": code})
            assert is_in(browser) == expected

    def test_rejects_codes_before_the_last_one(self, factor, clock):
        for around, expected in ((0, True), (-1, False), (1, True)):
            browser = Client()
            sign_in(browser)
            browser.post(CODE, {"code": code_of(factor, clock, around)})
            assert is_in(browser) == expected

    @pytest.mark.parametrize(
        "typed", ["aaaa-bbbb-cccc-dddd", "AAAA BBBB CCCC DDDD", " aaaabbbbccccdddd "]
    )
    def test_accepts_a_recovery_code_once_in_any_spelling(self, factor, typed):
        for expected in (True, False):
            browser = Client()
            sign_in(browser)
            browser.post(CODE, {"code": typed})
            assert is_in(browser) == expected
        factor.refresh_from_db()
        assert len(factor.recovery) == 1

    @pytest.mark.parametrize("code", ["", "000", "١٢٣٤٥٦", "x" * 41, "\x00", "' OR 1=1 --"])
    def test_rejects_anything_else_as_a_code(self, client, factor, code):
        sign_in(client)
        assert client.post(CODE, {"code": code}).status_code == 200
        assert not is_in(client)

    def test_takes_over_solves_only_after_the_code(self, client, factor):
        client.post("/solves/", {"puzzle": "0" * 16, "method": "combos"})
        sign_in(client)
        assert Solve.objects.get().owner is None
        client.post(CODE, {"code": "aaaa-bbbb-cccc-dddd"})
        assert Solve.objects.get().owner == factor.account

    def test_redirects_only_within_the_site(self, client, factor):
        there = sign_in(client, next="/account/tokens/")["Location"]
        assert client.get(there).status_code == 200
        answer = client.post(CODE, {"code": "aaaabbbbccccdddd", "next": "/account/tokens/"})
        assert answer["Location"] == "/account/tokens/"
        sign_in(client, next="//evil.example/")
        answer = client.post(CODE, {"code": "eeeeffffgggghhhh", "next": "//evil.example/"})
        assert answer["Location"] == "/solves/"

    def test_needs_the_password_before_the_code(self, client, factor):
        assert client.get(CODE)["Location"] == "/account/sign-in/"
        assert client.post(CODE, {"code": "aaaabbbbccccdddd"})["Location"] == "/account/sign-in/"
        factor.refresh_from_db()
        assert len(factor.recovery) == 2

    @pytest.mark.parametrize("change", ["time", "password", "closed"])
    def test_needs_the_code_soon_and_with_the_same_password(self, client, factor, change):
        sign_in(client)
        if change == "time":
            session = client.session
            session["asked_for_code"] = session["asked_for_code"] | {"at": time.time() - 601}
            session.save()
        elif change == "password":
            factor.account.set_password("another one of nine")
            factor.account.save()
        else:
            User.objects.update(is_active=False)
        client.post(CODE, {"code": "aaaabbbbccccdddd"})
        assert not is_in(client)

    def test_changes_the_key_of_the_session(self, client, factor):
        sign_in(client)
        before = client.session.session_key
        client.post(CODE, {"code": "aaaabbbbccccdddd"})
        assert client.session.session_key != before
        assert "asked_for_code" not in client.session

    def test_logs_wrong_codes_and_success(self, client, factor, caplog):
        with caplog.at_level(logging.INFO):
            sign_in(client)
            client.post(CODE, {"code": "123"})
            client.post(CODE, {"code": "aaaabbbbccccdddd"})
        said = [each.getMessage() for each in caplog.records if "accounts" in each.name]
        pk = factor.account_id
        assert said == [
            f"wrong code: account {pk} from 127.0.0.1",
            f"signed in: account {pk} from 127.0.0.1",
        ]


@pytest.mark.asvs("6.3.3")
class TestGuessing:
    def test_counts_for_the_account_over_all_addresses(self, factor, settings):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        answers = []
        for n in range(4):
            browser = Client(REMOTE_ADDR=f"10.4.4.{n}")
            sign_in(browser)
            answers.append(browser.post(CODE, {"code": "123456"}).status_code)
        assert answers == [200, 200, 200, 429]
        last = Client(REMOTE_ADDR="10.4.4.9")
        sign_in(last)
        assert last.post(CODE, {"code": "aaaabbbbccccdddd"}).status_code == 429

    def test_keeps_its_count_after_another_sign_in_with_the_password(
        self, client, factor, settings
    ):
        """Who has the password alone has so many tries, and not so many a sign-in."""
        settings.LIMIT_PASSWORDS = "4/15 minutes"
        answers = []
        for n in range(5):
            sign_in(Client(REMOTE_ADDR=f"10.5.5.{n}"))
            sign_in(client) if n < 3 else None
            answers.append(client.post(CODE, {"code": "123456"}).status_code)
        assert answers == [200, 200, 200, 200, 429]

    def test_resets_after_a_complete_sign_in(self, client, factor, settings):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        for code in ("1", "aaaabbbbccccdddd", "2", "3"):
            browser = Client()
            sign_in(browser)
            assert browser.post(CODE, {"code": code}).status_code < 429


@pytest.mark.asvs("6.3.3")
class TestASession:
    def test_from_before_the_second_factor_ends(self, client, editor, clock):
        other = Client()
        for browser in (client, other):
            sign_in(browser)
        set_up(client, clock)
        assert is_in(client)
        assert not is_in(other)

    def test_of_the_api_needs_the_code_too(self, client, editor, factor):
        client.force_login(editor)  # as by a door that did not ask
        assert not is_in(client)
        answer = client.post(
            "/api/v1/solves/", {"puzzle": "0" * 16}, content_type="application/json"
        )
        assert Solve.objects.get().owner is None if answer.status_code == 202 else True

    @pytest.mark.asvs("6.4.3")
    def test_by_a_mailed_link_still_needs_the_code(self, client, factor):
        factor.account.set_password("another one of nine")
        factor.account.save()
        data = {"username": "editor", "password": "another one of nine"}
        assert client.post("/account/sign-in/", data)["Location"].startswith(CODE)


def set_up(client, clock, around=0):
    """The page that shows the recovery codes."""
    begun = client.post(PAGE, {"password": PASSWORD}).content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", begun)[1]
    code = pyotp.TOTP(secret).generate_otp(clock[0] + around)
    return client.post(PAGE, {"code": code}).content.decode()


@pytest.mark.asvs("6.3.3")
class TestSettingUp:
    @pytest.fixture(autouse=True)
    def signed_in(self, client, editor):
        sign_in(client)

    def test_needs_the_password(self, client):
        answer = client.post(PAGE, {"password": "wrong"})
        assert answer.status_code == 400
        assert 'class="qr"' not in answer.content.decode()

    def test_shows_a_qr_code_within_the_content_policy(self, client):
        page = client.post(PAGE, {"password": PASSWORD}).content.decode()
        drawn = re.search(r'<svg[^>]*class="qr".*?</svg>', page)[0]
        assert "style" not in drawn
        assert "data:" not in page

    def test_has_no_effect_before_a_right_code(self, client, clock):
        client.post(PAGE, {"password": PASSWORD})
        answer = client.post(PAGE, {"code": "000000"})
        assert answer.status_code == 400
        assert not SecondFactor.objects.exists()
        assert sign_in(Client())["Location"] == "/solves/"

    def test_shows_ten_recovery_codes_and_stores_only_digests(self, client, clock):
        page = set_up(client, clock)
        codes = re.findall(r"\b[a-z2-9]{4}(?:-[a-z2-9]{4}){3}\b", page)
        assert len({*codes}) == 10
        kept = SecondFactor.objects.get()
        assert [model.digest_of(code) for code in codes] == kept.recovery
        assert codes[0] not in client.get(PAGE).content.decode()
        browser = Client()
        sign_in(browser)
        browser.post(CODE, {"code": codes[3]})
        assert is_in(browser)

    def test_uses_up_its_first_code(self, client, clock):
        set_up(client, clock)
        browser = Client()
        sign_in(browser)
        browser.post(CODE, {"code": code_of(SecondFactor.objects.get(), clock)})
        assert not is_in(browser)

    def test_again_replaces_secret_and_recovery_codes(self, client, clock):
        set_up(client, clock)
        before = SecondFactor.objects.get()
        set_up(client, clock)
        after = SecondFactor.objects.get()
        assert before.secret != after.secret
        assert not {*before.recovery} & {*after.recovery}

    def test_begins_with_the_password_in_each_browser(self, client, clock):
        assert client.post(PAGE, {"code": "123456"})["Location"] == PAGE

    def test_can_be_undone_only_with_the_password(self, client, clock):
        set_up(client, clock)
        assert client.post(f"{PAGE}remove/", {"password": "wrong"}).status_code == 400
        assert SecondFactor.objects.exists()
        assert client.post(f"{PAGE}remove/", {"password": PASSWORD})["Location"] == "/account/"
        assert sign_in(Client())["Location"] == "/solves/"

    def test_ends_with_the_account(self, client, clock, editor):
        from solver.accounts import ownership

        set_up(client, clock)
        ownership.delete(editor)
        assert not SecondFactor.objects.exists()


def test_page_opens_to_staff_and_to_owners_of_a_second_factor(client, factor):
    visitor = User.objects.create_user("visitor")
    client.force_login(visitor)
    assert client.get(PAGE)["Location"].startswith("/account/")
    assert "second-factor" not in client.get("/account/").content.decode()
    User.objects.filter(pk=factor.account_id).update(is_staff=False)
    sign_in(client)
    client.post(CODE, {"code": "aaaabbbbccccdddd"})
    assert client.get(PAGE).status_code == 200


@pytest.mark.asvs("6.4.4")
class TestALostFactor:
    def reset(self, client, user):
        data = {"action": "remove_second_factor", "_selected_action": [user.pk]}
        return client.post("/admin/solver/user/", data, follow=True)

    def test_can_be_removed_by_a_superuser_on_record(self, admin_client, factor, admin_user):
        assert "Saved." in self.reset(admin_client, factor.account).content.decode()
        assert sign_in(Client())["Location"] == "/solves/"
        entry = LogEntry.objects.get()
        assert (entry.user, entry.object_id) == (admin_user, str(factor.account_id))

    def test_cannot_be_removed_by_a_moderator(self, client, factor):
        from test_roles import member

        client.force_login(member("Moderator"))
        page = client.get("/admin/solver/user/").content.decode()
        assert "remove_second_factor" not in page
        self.reset(client, factor.account)
        assert SecondFactor.objects.exists()

    def test_can_be_removed_by_a_command(self, factor):
        call_command("remove_second_factor", "editor", verbosity=0)
        assert not SecondFactor.objects.exists()
        for name, words in (("editor", "has no second factor"), ("nobody", "no account")):
            with pytest.raises(CommandError, match=words):
                call_command("remove_second_factor", name)


def test_admin_never_shows_the_secret(admin_client, factor):
    from django.contrib import admin

    assert SecondFactor not in admin.site._registry
    page = admin_client.get(f"/admin/solver/user/{factor.account_id}/change/").content.decode()
    assert factor.secret not in page
