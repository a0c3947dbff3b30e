"""A story of any length costs a bounded part of it for each request: the rest is told by the next address."""

import pytest
from support import json_of

from solver import engine
from solver.engine.core.storage_codec import size_of
from solver.queue import submission
from solver.solves import writing
from solver.solves.portions import MOST_TOLD, Portion
from solver.solves.reading import iter_iterations

pytestmark = pytest.mark.django_db


@pytest.fixture
def long_solve(settings):
    """A 25×25 board by branches: 120 iterations, of which one answer tells some 50."""
    settings.SOLVE_ITERATIONS = 120
    solve = submission.submit(engine.read_line("0" * 625, 25), "branches")
    writing.record(solve.pk)
    solve.refresh_from_db()
    assert solve.iteration_count == 120
    return solve


def size_told(solve, iterations):
    numbers = {iteration["number"] for iteration in iterations}
    return sum(size_of(each, 25) for each in iter_iterations(solve) if each.number in numbers)


def test_long_solve_answers_its_first_iterations_and_the_next_address(client, long_solve):
    told = json_of(client.get(f"/api/v1/solves/{long_solve.pk}/"))
    first = told["iterations"]
    assert told["iteration_count"] == 120
    assert [each["number"] for each in first] == list(range(1, len(first) + 1))
    assert told["iterations_next"] == f"{told['iterations_url']}?after={len(first)}"
    assert MOST_TOLD / 2 < size_told(long_solve, first) <= MOST_TOLD


def test_pages_of_bounded_size_lead_to_the_last_iteration(client, long_solve):
    told = json_of(client.get(f"/api/v1/solves/{long_solve.pk}/"))
    numbers, address = [each["number"] for each in told["iterations"]], told["iterations_next"]
    while address:
        page = client.get(address).json()
        assert size_told(long_solve, page["results"]) <= MOST_TOLD
        numbers += [each["number"] for each in page["results"]]
        address = page["next"]
    assert numbers == list(range(1, 121))


def test_short_solve_answers_all_iterations_without_a_next_address(client, settings):
    settings.SOLVE_ITERATIONS = 40
    solve = submission.submit(engine.read_line("0" * 625, 25), "branches")
    writing.record(solve.pk)
    told = json_of(client.get(f"/api/v1/solves/{solve.pk}/"))
    assert len(told["iterations"]) == 40
    assert "iterations_next" not in told


def test_every_page_has_at_least_one_iteration(long_solve):
    portion = Portion(long_solve, after=7, most=1)
    assert [each.number for each in portion] == [8]
    assert not portion.is_end
