"""What requests cost, and who has spent too much; the web server's part is in tests/services/test_turns.py."""

import time

import pytest
import redis
from django.conf import settings as configured

from solver.operations import limits, price
from solver.operations.price import Prices, payers_of
from solver.operations.serving import NOBODY, served

HERE = ("10.0.0.1",)


@pytest.fixture(autouse=True)
def forgotten(settings):
    """Nothing spent, by an allowance of which little comes back within a test: 200 ms at once."""
    settings.LIMIT_PROCESSOR = "1000/day"
    redis.from_url(configured.REDIS_URL).flushdb()
    limits._breaker.end()


@pytest.fixture(params=["with Redis", "without"])
def prices(request, settings):
    if request.param == "without":
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
    return Prices()


def test_burst_below_the_allowance_needs_no_wait(prices):
    prices.charge(HERE, 190)
    assert prices.wait(HERE) == 0
    prices.charge(HERE, 30)
    assert prices.wait(HERE) > 60
    assert prices.wait(("10.0.0.2",)) == 0


def test_allowance_recovers_with_time(prices, settings, monkeypatch):
    settings.LIMIT_PROCESSOR = "60000/minute"  # 12,000 at once, and then 800 a second
    now = time.monotonic()
    monkeypatch.setattr(price.time, "monotonic", lambda: now)
    prices.charge(HERE, 20_000)
    assert prices.wait(HERE) == pytest.approx(10, abs=0.01)
    monkeypatch.setattr(price.time, "monotonic", lambda: now + 10.1)
    assert prices.wait(HERE) == 0
    assert prices.is_scarce(HERE)
    monkeypatch.setattr(price.time, "monotonic", lambda: now + 60)
    assert not prices.is_scarce(HERE)


@pytest.mark.asvs("2.4.1")
def test_no_minute_costs_more_than_the_allowance(settings):
    """Somebody who spends whatever there is, for three minutes by the clock of this process alone."""
    settings.LIMIT_PROCESSOR, settings.REDIS_URL = "15000/minute", "redis://127.0.0.1:1/0"
    spent, prices = [], Prices()
    start = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        for tenth in range(1_800):
            patch.setattr(price.time, "monotonic", lambda: start + tenth / 10)  # noqa: B023
            while not prices.wait(HERE):
                prices.charge(HERE, 50)
                spent.append(tenth)
    for begin in range(0, 1_200, 10):
        in_a_minute = 50 * sum(begin <= tenth < begin + 600 for tenth in spent)
        assert in_a_minute <= 15_000 + 50
    assert 50 * len(spent) > 36_000  # and nobody is kept from what is theirs


def test_next_charge_shares_the_price_with_other_processes():
    one, other = Prices(), Prices()
    one.charge(HERE, 500)
    assert other.wait(HERE) == 0
    other.charge(HERE, 20)
    assert other.wait(HERE) >= one.wait(HERE) > 0


def test_small_charges_get_collected_before_sending(prices):
    for _ in range(10):
        prices.charge(HERE, 1)
    assert prices._untold == {"10.0.0.1": 10}
    prices.note("10.0.0.1", 15)
    prices.charge(HERE, 1)
    assert prices._untold == {}


def test_account_counts_apart_from_its_address(prices):
    theirs = payers_of("10.0.0.1", "account 5")
    prices.charge(HERE, 500)
    assert prices.wait(theirs) == 0
    prices.charge(theirs, 500)
    assert prices.wait(payers_of("10.0.0.9", "account 5")) > 0  # from anywhere
    assert prices.wait(payers_of("10.0.0.1", "account 6")) == 0  # and nobody else's


def test_accounts_of_one_address_share_a_limit(prices):
    for account in range(5):
        prices.charge(payers_of("10.0.0.1", f"account {account}"), 190)
    assert prices.wait(payers_of("10.0.0.1", "account 99")) > 0
    assert prices.wait(payers_of("10.0.0.9", "account 99")) == 0


def test_staff_have_a_larger_allowance(prices):
    for account in range(5):
        prices.charge(payers_of("10.0.0.1", f"account {account}"), 190)
    prices.charge(payers_of("10.0.0.1", "staff 7"), 700)
    assert prices.wait(payers_of("10.0.0.1", "staff 7")) == 0
    prices.charge(payers_of("10.0.0.1", "staff 7"), 200)
    assert prices.wait(payers_of("10.0.0.1", "staff 7")) > 0


def test_without_a_setting_no_client_waits(prices, settings):
    settings.LIMIT_PROCESSOR = ""
    prices.charge(HERE, 1_000_000)
    assert (prices.wait(HERE), prices.is_scarce(HERE)) == (0, False)


def test_clients_without_debt_get_forgotten(prices, monkeypatch):
    monkeypatch.setattr(price, "KEPT", 3)
    for number in range(10):
        prices.charge((f"10.0.0.{number}",), 25)
    prices._free = dict.fromkeys(prices._free, 0.0)
    prices.charge(HERE, 25)
    assert len(prices._free) == 1


@pytest.mark.django_db
class TestPayer:
    @pytest.fixture(autouse=True)
    def nobody_yet(self):
        served.account = None

    def test_token_identifies_the_account(self, client, django_user_model):
        from solver.models import Token

        owner = django_user_model.objects.create_user("setter")
        _, token = Token.objects.make(owner, "script")
        client.get("/api/v1/", headers={"Authorization": f"Bearer {token}"})
        assert served.account == f"account {owner.pk}"
        client.get("/api/v1/", headers={"Authorization": "Bearer of nobody"})
        assert served.account == NOBODY

    def test_session_identifies_the_account(self, client, django_user_model):
        owner = django_user_model.objects.create_user("setter")
        client.force_login(owner)
        client.get("/solves/")
        assert served.account == f"account {owner.pk}"
        client.logout()
        client.get("/solves/")
        assert served.account == NOBODY
