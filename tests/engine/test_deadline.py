import threading
import time
from contextlib import suppress

import pytest

from solver.engine import BudgetSpent, Deadline
from solver.engine.core.deadline import LOOK, NODE, limited, nodes_left, spend, unlimited


def work(steps):
    """Spend so many steps one by one; return how many of them there was room for."""
    for done in range(steps):
        try:
            spend()
        except BudgetSpent:
            return done
    return steps


def test_deadline_ends_at_the_same_step_at_any_look():
    for before in (0, 1, LOOK - 1, LOOK, LOOK + 1):
        with Deadline(nodes=1_000, seconds=3_600) as deadline:
            spend(before)
            assert work(20_000) == 1_000 * NODE - before
        assert deadline.is_out_of_nodes
        assert not deadline.is_out_of_time


def test_work_without_a_deadline_does_not_end():
    assert work(3 * LOOK) == 3 * LOOK
    assert nodes_left(70) == 70


def test_spent_deadline_raises_again():
    """A search that was cut short leaves something unknown, so none may go on from there."""
    with Deadline(nodes=1) as deadline:
        assert work(100) == NODE
        for _ in range(3):
            with pytest.raises(BudgetSpent):
                spend(0)
        with Deadline(nodes=50), pytest.raises(BudgetSpent):
            spend(0)
    assert deadline.is_spent
    spend()


def test_reentered_deadline_continues_its_count():
    deadline = Deadline(nodes=10)
    for _ in range(4):
        with deadline:
            assert work(2 * NODE + NODE // 2) == 2 * NODE + NODE // 2
    assert work(1_000) == 1_000
    with deadline, pytest.raises(BudgetSpent):
        spend()


def test_inner_deadline_charges_the_outer_ones():
    with Deadline(nodes=100) as outer:
        assert work(10 * NODE) == 10 * NODE
        with Deadline(nodes=40) as inner:
            assert work(10_000) == 40 * NODE
        assert (inner.is_spent, outer.is_spent) == (True, False)
        with Deadline(nodes=70) as inner:
            left = 100 * NODE - 10 * NODE - 40 * NODE - 1  # the step it ran out at counts too
            assert nodes_left(1_000) == left // NODE
            assert work(10_000) == left
        assert (inner.is_spent, outer.is_spent) == (False, True)


def test_seconds_count_cpu_time_and_no_waiting():
    """On a busy machine an easy puzzle would come out as unknown."""
    with Deadline(seconds=0.2) as deadline:
        time.sleep(0.3)
        spend(2 * LOOK)
        assert work(10**9) < 10**9
    assert deadline.is_out_of_time


@pytest.fixture
def cpu_time(monkeypatch):
    """The seconds that this thread has computed, to be set."""
    seconds = [0.0]
    monkeypatch.setattr("solver.engine.core.deadline.time.thread_time", lambda: seconds[0])
    return seconds


def test_seconds_count_only_inside_the_deadline(cpu_time):
    deadline = Deadline(seconds=0.5)
    with deadline:
        cpu_time[0] += 0.3
        spend(2 * LOOK)
    cpu_time[0] += 100
    with deadline:
        cpu_time[0] += 0.1
        spend(2 * LOOK)
        assert not deadline.is_spent
        cpu_time[0] += 0.2
        with pytest.raises(BudgetSpent):
            spend(2 * LOOK)
    assert deadline.is_out_of_time


def test_short_inner_searches_still_look_at_the_clock():
    with Deadline(seconds=0.0) as deadline, suppress(BudgetSpent):
        for _ in range(LOOK):
            with Deadline(nodes=5):
                spend(2)
    assert deadline.is_out_of_time


def test_work_of_our_own_is_outside_the_deadline(cpu_time):
    with Deadline(nodes=10, seconds=0.2) as deadline:
        assert work(NODE) == NODE
        with unlimited():
            assert work(100 * NODE) == 100 * NODE
            cpu_time[0] += 100
        assert work(LOOK) == 9 * NODE
    assert not deadline.is_out_of_time


def test_limited_work_ends_with_its_own_budget_alone():
    with limited(nodes=10) as budget:
        spend(11 * NODE)
    assert budget.is_spent
    with pytest.raises(BudgetSpent), Deadline(nodes=5), limited(nodes=10) as budget:
        spend(6 * NODE)
    assert not budget.is_spent


def test_deadline_ticks_during_work(monkeypatch):
    now, ticks = [0.0], []
    monkeypatch.setattr("solver.engine.core.deadline.time.monotonic", lambda: now[0])
    with Deadline(on_tick=lambda: ticks.append(now[0])), Deadline(nodes=10**6):
        for now[0] in (0.5, 1.1, 1.2, 5.0):
            spend(LOOK + 1)
    assert ticks == [1.1, 5.0]


def test_exception_of_a_tick_ends_the_work(monkeypatch):
    def lost():
        raise LookupError("somebody else has it")

    monkeypatch.setattr("solver.engine.core.deadline.TICK", 0.0)
    with Deadline(on_tick=lost), pytest.raises(LookupError):
        spend(LOOK + 1)


def test_deadline_counts_only_its_own_thread():
    left = []
    with Deadline(nodes=1):
        thread = threading.Thread(target=lambda: left.append(nodes_left(9)))
        thread.start()
        thread.join()
    assert left == [9]
