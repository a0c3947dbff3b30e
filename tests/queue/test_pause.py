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


def test_lets_everybody_ask_a_service_that_answers(clock):
    service = CircuitBreaker()
    assert all(service.may_ask() for _ in range(3))


def test_lets_nobody_ask_for_a_while_after_a_failure(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS - 1
    assert not service.may_ask()


def test_lets_one_of_many_threads_try_when_it_is_over(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    with ThreadPoolExecutor(8) as threads:
        asked = list(threads.map(lambda _: service.may_ask(), range(200)))
    assert asked.count(True) == 1


def test_lets_another_try_when_the_one_never_came_back(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    assert service.may_ask()
    clock.now += SECONDS
    assert service.may_ask()


def test_is_over_for_all_once_the_service_answered(clock):
    service = CircuitBreaker()
    service.begin()
    clock.now += SECONDS
    assert service.may_ask()
    service.end()
    assert all(service.may_ask() for _ in range(3))


def test_keeps_a_broker_that_is_away_from_being_asked_for_each_solve(clock, monkeypatch):
    rung = []

    def ring(*_):
        rung.append(1)
        clock.now += tasks.QUICK * 2  # a frozen one
        raise OSError("away")

    monkeypatch.setattr(tasks, "_breaker", CircuitBreaker())
    monkeypatch.setattr(tasks, "_send", ring)
    monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=clock.monotonic))
    assert not any(tasks.enqueue("a solve", "interactive") for _ in range(5))
    assert len(rung) == 1
