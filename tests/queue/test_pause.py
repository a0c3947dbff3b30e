"""A service that was found away is left alone for a while, and then asked by one."""

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from solver.operations import circuit_breaker
from solver.operations.circuit_breaker import SECONDS, CircuitBreaker
from solver.queue import tasks


class Clock:
    now = 1_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(circuit_breaker, "time", clock)
    return clock


def test_closed_breaker_lets_every_caller_ask(clock):
    service = CircuitBreaker()
    assert all(service.may_ask() for _ in range(3))


def test_open_breaker_lets_no_caller_ask(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS - 1
    assert not service.may_ask()


def test_half_open_breaker_lets_one_thread_try(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    with ThreadPoolExecutor(8) as threads:
        asked = list(threads.map(lambda _: service.may_ask(), range(200)))
    assert asked.count(True) == 1


def test_lost_trial_lets_another_caller_try(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    assert service.may_ask()
    clock.now += SECONDS
    assert service.may_ask()


def test_answer_of_the_service_closes_the_breaker(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    assert service.may_ask()
    service.end()
    assert all(service.may_ask() for _ in range(3))


def test_unreachable_broker_gets_no_request_for_each_solve(clock, monkeypatch):
    sent = []

    def send(*_):
        sent.append(1)
        clock.now += tasks.QUICK * 2  # a frozen one
        raise OSError("away")

    monkeypatch.setattr(tasks, "_breaker", CircuitBreaker())
    monkeypatch.setattr(tasks, "_send", send)
    monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=clock.monotonic))
    assert not any(tasks.enqueue("a solve", "interactive") for _ in range(5))
    assert len(sent) == 1
