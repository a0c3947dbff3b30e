"""Somebody asks too often, too much at once, or with too many wrong passwords, and is told to wait."""

import threading
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
import redis
from django.conf import settings as configured
from django.db import connection
from django.test import Client, RequestFactory
from limits.storage import memory
from puzzles import ARTICLE_000

from solver.engine import GridError
from solver.engine.notation.base import limits
from solver.jobs.importing import read_puzzle
from solver.models import Puzzle, Solve, Token, User
from solver.operations import circuit_breaker, limits as counting
from solver.operations.limits import address_of, spend
from solver.web.entry.board import cached_entry

pytestmark = pytest.mark.django_db
SOLVES = "/api/v1/solves/"
PASSWORD = "nine rows of nine"
LARGE = "1" + "0" * 255


@pytest.fixture(autouse=True)
def empty_redis():
    empty_limits()


def empty_limits():
    redis.from_url(configured.REDIS_URL).flushdb()
    counting._own.cache_clear()
    counting._breaker.end()


def submit(client, **extra):
    return client.post(SOLVES, {"puzzle": ARTICLE_000}, content_type="application/json", **extra)


@pytest.mark.asvs("2.4.1")
class TestSubmitting:
    def test_gets_429_with_retry_after_beyond_the_rate(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "2/day"
        answers = [submit(client) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert 0 < int(answers[2]["Retry-After"]) <= 24 * 3600 + 1
        assert "Try again in" in answers[2].json()["detail"]
        assert Solve.objects.count() == 2

    def test_has_a_default_rate_of_120_per_minute(self):
        assert "120/minute" in _defaults()["LIMIT_SUBMISSIONS"]

    def test_counts_submissions_by_form_too(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "2/day"
        submit(client)
        data = {"puzzle": ARTICLE_000, "method": "rules"}
        answers = [client.post("/solves/", data) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [302, 429]
        assert "Too many requests" in answers[1].content.decode()
        assert answers[1]["Retry-After"]

    def test_counts_by_account_for_a_token(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "1/day"
        submit(client)
        token = Token.objects.make(User.objects.create_user("setter"), "script")[1]
        bearer = {"Authorization": f"Bearer {token}"}
        assert submit(client, headers=bearer).status_code == 202
        assert submit(Client(REMOTE_ADDR="10.0.0.9"), headers=bearer).status_code == 429

    def test_does_not_count_reading(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "1/day"
        for _ in range(3):
            assert client.get(SOLVES).status_code == 200


@pytest.mark.asvs("2.4.1")
def test_any_request_counts_for_its_address(client, settings):
    settings.LIMIT_REQUESTS = "2/day"
    assert [client.get("/techniques/").status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/api/v1/")["Content-Type"] == "application/problem+json"
    assert client.get("/livez").status_code == 200  # machines that look after the site are let in
    assert Client(REMOTE_ADDR="10.0.0.9").get("/techniques/").status_code == 200


def test_parallel_requests_never_exceed_the_limit():
    with ThreadPoolExecutor(16) as hands:
        waits = list(hands.map(lambda _: spend("10/day", "everybody"), range(100)))
    assert waits.count(None) == 10


@pytest.mark.asvs("4.1.3")
class TestClientAddress:
    """Of whom a request is counted, behind proxies and before them."""

    def address_seen(self, forwarded="", remote="10.0.0.1"):
        extra = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
        return address_of(RequestFactory().get("/", REMOTE_ADDR=remote, **extra))

    @pytest.mark.parametrize("forwarded", ["", "1.1.1.1", "2.2.2.2, 3.3.3.3"])
    def test_ignores_the_header_without_a_proxy(self, forwarded):
        assert self.address_seen(forwarded) == "10.0.0.1"

    @pytest.mark.parametrize("invented", ["", "1.1.1.1, ", "2.2.2.2, 3.3.3.3, ", "x, , "])
    def test_comes_from_our_own_proxy(self, settings, invented):
        settings.NUM_PROXIES = 1
        assert self.address_seen(f"{invented}198.51.100.7") == "198.51.100.7"

    def test_comes_from_the_outer_of_two_proxies(self, settings):
        settings.NUM_PROXIES = 2
        assert self.address_seen("1.1.1.1, 198.51.100.7, 10.0.0.2") == "198.51.100.7"

    def test_ignores_a_header_with_too_few_entries(self, settings):
        settings.NUM_PROXIES = 2
        assert self.address_seen("1.1.1.1") == "10.0.0.1"

    @pytest.mark.parametrize(
        ("address", "seen"),
        [
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("::ffff:198.51.100.7", "198.51.100.7"),
            ("٣.1.1.1", "nowhere"),
            ("", "nowhere"),
        ],
    )
    def test_counts_ipv6_by_network(self, address, seen):
        assert self.address_seen(remote=address) == seen

    def test_cannot_be_changed_by_rotating_a_header(self, client, settings):
        settings.LIMIT_SUBMISSIONS, settings.NUM_PROXIES = "2/day", 1
        answers = [
            submit(client, headers={"X-Forwarded-For": f"1.1.1.{n}, 198.51.100.7"})
            for n in range(3)
        ]
        assert [answer.status_code for answer in answers] == [202, 202, 429]


@pytest.mark.asvs("16.5.2")
class TestWithoutRedis:
    @pytest.fixture(autouse=True)
    def away(self, settings, monkeypatch):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        # A count in memory forgets a part at the turn of a day; this one stands in the midst of it.
        monkeypatch.setattr(memory, "time", SimpleNamespace(time=lambda: 1_000_030_000.0))
        # Or Redis is tried again some seconds later.
        monkeypatch.setattr(circuit_breaker, "time", SimpleNamespace(monotonic=lambda: 1_000.0))

    def test_each_process_still_enforces_the_rate(self, client, settings):
        settings.LIMIT_SUBMISSIONS = "2/day"
        assert [submit(client).status_code for _ in range(3)] == [202, 202, 429]

    @pytest.mark.asvs("6.3.1")
    def test_wrong_passwords_lock_out_as_ever(self, client, settings):
        settings.LIMIT_PASSWORDS = "2/15 minutes"
        User.objects.create_user("setter", password=PASSWORD)
        tries = [{"username": "setter", "password": word} for word in ("wrong", "wrong", PASSWORD)]
        answers = [client.post("/account/sign-in/", data) for data in tries]
        assert [answer.status_code for answer in answers] == [200, 200, 429]

    def test_only_the_first_request_tries_redis(self, monkeypatch):
        asked = []
        monkeypatch.setattr(
            counting, "_shared", lambda url: asked.append(url) or limiting_that_fails()
        )
        for _ in range(5):
            spend("10/day", "everybody")
        assert len(asked) == 1


def limiting_that_fails():
    return counting.SlidingWindowCounterRateLimiter(
        counting.RedisStorage("redis://127.0.0.1:1/0", **counting.BRIEFLY)
    )


@pytest.mark.asvs("6.3.1")
class TestWrongPasswords:
    """At the site's own sign-in and at the admin's, which Django brings."""

    @pytest.fixture(autouse=True)
    def accounts(self, settings):
        settings.LIMIT_PASSWORDS = "3/15 minutes"
        User.objects.create_superuser("root", password=PASSWORD)

    def sign_in(self, client, password, door, name="root"):
        return client.post(door, {"username": name, "password": password})

    @pytest.mark.asvs("16.3.1")
    @pytest.mark.parametrize("door", ["/account/sign-in/", "/admin/login/"])
    def test_lock_out_even_the_right_one(self, client, door, caplog):
        answers = [self.sign_in(client, f"wrong {n}", door) for n in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert "Too many passwords were tried" in answers[3].content.decode()
        assert 0 < int(answers[3]["Retry-After"]) <= 901
        assert self.sign_in(client, PASSWORD, door).status_code == 429
        assert client.get("/admin/").status_code == 302
        root = User.objects.get()
        assert f"locked out: account {root.pk} from 127.0.0.1" in caplog.text
        assert caplog.text.count("wrong password: account") == 3
        assert "wrong 1" not in caplog.text

    def test_add_up_over_both_forms(self, client):
        for door in ("/account/sign-in/", "/admin/login/", "/account/sign-in/"):
            self.sign_in(client, "wrong", door)
        assert self.sign_in(client, PASSWORD, "/admin/login/").status_code == 429

    def test_do_not_lock_out_other_addresses(self, client):
        for _ in range(4):
            self.sign_in(client, "wrong", "/account/sign-in/")
        elsewhere = Client(REMOTE_ADDR="10.0.0.9")
        assert self.sign_in(elsewhere, PASSWORD, "/account/sign-in/").status_code == 302

    def test_expire_after_the_right_one(self, client):
        for _ in range(3):
            self.sign_in(client, "wrong", "/account/sign-in/")
            self.sign_in(client, "wrong", "/account/sign-in/")
            assert self.sign_in(client, PASSWORD, "/account/sign-in/").status_code == 302

    @pytest.mark.parametrize("name", ["nobody", "\x00", "x" * 5000, "٣"])
    def test_of_unknown_names_lock_out_too(self, client, name):
        doors = [self.sign_in(client, "wrong", "/account/sign-in/", name) for _ in range(4)]
        assert {answer.status_code for answer in doors[:3]} == {200}


@pytest.mark.asvs("2.4.1", "15.1.3")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("now")  # the next day a stranger's network is another one
class TestUnfinishedSolves:
    def test_have_a_limit_for_each_owner(self, client, settings):
        settings.UNFINISHED_SOLVES = 2
        answers = [submit(client) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [202, 202, 429]
        assert answers[2]["Retry-After"]
        assert "You already have 2 waiting or running" in answers[2].json()["detail"]
        client.force_login(User.objects.create_user("setter"))
        assert submit(client).status_code == 202

    @pytest.mark.asvs("2.3.3")
    def test_have_a_limit_on_the_comparison_page(self, client, settings):
        settings.UNFINISHED_SOLVES = 4  # and comparing five takes more
        answer = client.post("/compare/", {"puzzle": ARTICLE_000})
        assert answer.status_code == 429
        assert "You already have 4 waiting or running" in answer.content.decode()
        assert not Solve.objects.exists()

    @pytest.mark.asvs("2.3.4")
    def test_have_the_same_limit_for_parallel_requests(self, settings):
        settings.UNFINISHED_SOLVES = 3
        start = threading.Barrier(8)

        def submit_one(_):
            start.wait()
            try:
                return submit(Client()).status_code
            finally:
                connection.close()

        with ThreadPoolExecutor(8) as hands:
            answers = list(hands.map(submit_one, range(8)))
        assert sorted(answers) == [202] * 3 + [429] * 5
        assert Solve.objects.count() == 3


@pytest.mark.asvs("5.2.1")
class TestLargeBodies:
    @pytest.mark.parametrize("address", [SOLVES, "/solves/", "/account/sign-in/", "/admin/login/"])
    def test_get_413_without_being_read(self, client, address):
        body = b'{"puzzle": "' + b"0" * 10_000_000 + b'"}'
        answer = client.post(address, body, content_type="application/json")
        assert answer.status_code == 413
        assert "at most 1,000,000 bytes" in answer.content.decode()
        assert (answer["Content-Type"] == "application/problem+json") == (address == SOLVES)
        assert not Puzzle.objects.exists()

    def test_get_400_for_1500_fields(self, client):
        data = {f"field{n}": "1" for n in range(1_500)}
        assert client.post("/solves/", data).status_code == 400


class TestLargeBoards:
    """A site may take smaller ones only: no door lets a larger one in."""

    @pytest.fixture(autouse=True)
    def only_nine(self, monkeypatch):
        monkeypatch.setattr(limits, "size", 9)

    @pytest.mark.parametrize(
        ("address", "data"),
        [
            (SOLVES, {"puzzle": LARGE}),
            ("/api/v1/batches/", {"puzzles": [ARTICLE_000, LARGE]}),
        ],
    )
    def test_get_400_from_the_api(self, client, address, data):
        answer = client.post(address, data, content_type="application/json")
        assert answer.status_code == 400
        assert "a 16×16 board; use a board of at most 9×9" in answer.content.decode()

    @pytest.mark.parametrize(
        "data", [{"puzzle": LARGE}, {"size": "16", "r1c1": "1"}], ids=["pasted", "typed"]
    )
    def test_get_400_from_the_form(self, client, data):
        answer = client.post("/solves/", data | {"method": "rules"}, follow=True)
        assert answer.status_code == 400
        assert "use a board of at most 9×9" in answer.content.decode()
        assert not Puzzle.objects.exists()

    def test_have_no_link_on_the_front_page(self, client):
        cached_entry.cache_clear()  # the limit of a running site does not change
        page = client.get("/?size=16").content.decode()
        assert 'data-board="9x9" aria-current="true"' in page
        assert "16x16" not in page

    def test_raise_in_an_import(self):
        with pytest.raises(GridError, match="at most 9×9"):
            read_puzzle(LARGE)


def _defaults():
    from support import ROOT

    lines = (ROOT / "sudokusite" / "settings.py").read_text().splitlines()
    return {line.split(" = ")[0]: line for line in lines if line.startswith("LIMIT_")}
