"""The solve, the rating and the hints take the same path through a puzzle."""

from itertools import islice

import pytest
from puzzles import ARTICLE_000, ARTICLE_001, random_puzzles
from support import PROPERTY_PUZZLES, is_thorough

from bench.one_path import compare
from solver.engine import Solving, read
from solver.engine.core.deadline import LOOK, Deadline, seconds_left, spend
from solver.engine.core.position import Position, carry_out
from solver.engine.core.proof_check import verify
from solver.engine.hinting import Game, hint
from solver.engine.ladder.listing import LAST_RESORTS, asked_for_by_default
from solver.engine.ladder.one_path import climbed, step_on_path, steps_along
from solver.engine.ladder.search import all_steps
from solver.engine.ladder.sets_order import FEWEST, by_fewest_sets, sets_of
from solver.engine.ladder.stored import positions
from solver.engine.rating.path import hardest_by_sets
from solver.engine.techniques.rungs import rungs


def untouched(puzzle):
    grid = read(puzzle)
    return Game(grid, grid.givens, (0,) * 81)


@pytest.mark.property
def test_solve_rating_and_hints_give_the_same_steps():
    for grid, _solution in random_puzzles(PROPERTY_PUZZLES // 10, seed=35):
        figures = compare(grid)
        assert not figures["ratings that differ"], grid.text
        assert not figures["hints that differ"], grid.text
        assert figures["by hints (stored)"]


def test_comparison_notices_a_solve_that_goes_another_way(monkeypatch):
    monkeypatch.setattr(
        "bench.one_path.Solving", lambda grid, name: Solving(grid, name, {"order": "score"})
    )
    assert compare(read(ARTICLE_001))["hints that differ"]


def test_hint_beside_the_path_is_what_is_seen_most_easily():
    game = untouched(ARTICLE_000)
    first = next(steps_along(game.grid, is_unique=True))
    assert hint(game, 3).step.placed == first.placed
    elsewhere = Game(game.grid, game.values, (*game.marks[:80], 0b111111111 & ~0b10))
    given = hint(elsewhere, 3).step
    assert game.geometry.units[given.unit].kind == "box"


def test_stored_steps_stand_for_a_search(monkeypatch):
    game = untouched(ARTICLE_001)
    told = [
        step for iteration in list(Solving(game.grid, "ladder"))[1:] for step in iteration.steps
    ]
    monkeypatch.setattr("solver.engine.hinting.hints.steps_along", None)
    monkeypatch.setattr("solver.engine.hinting.hints.next_step", None)
    assert hint(game, 3, path=told).step.placed == told[0].placed


def test_search_for_the_path_leaves_half_of_the_seconds_to_what_follows():
    def endless():
        while True:
            sum(range(100))  # a step of some microseconds, as the looks at the clock are made for
            spend()
        yield

    grid = read(ARTICLE_001)
    with Deadline(seconds=0.2):
        assert step_on_path(Position.of(grid), grid, endless()) is None
        assert seconds_left() > 0
        spend(LOOK)


def test_steps_after_another_placement_are_not_on_the_path():
    grid = read(ARTICLE_001)
    steps = list(steps_along(grid, is_unique=True))
    position = Position.of(grid)
    for step in steps[:5]:
        assert step_on_path(position, grid, steps).placed == step.placed
        carry_out(position, step)
    last = next(step for step in reversed(steps) if step.placed)
    position.place(*last.placed[0])
    assert step_on_path(position, grid, steps) is None


@pytest.mark.parametrize("is_unique", [True, False])
def test_path_leaves_out_what_is_only_listed(is_unique):
    blossom, rectangle = rungs()["Death Blossom"], rungs()["uniqueness test 1"]
    shape = read(ARTICLE_000).shape
    assert blossom in asked_for_by_default(shape)
    assert blossom not in climbed(shape, is_unique)
    assert (rectangle in climbed(shape, is_unique)) == is_unique


class TestOrderBySets:
    @pytest.mark.fuzz
    def test_takes_the_smallest_of_all_steps_that_patterns_have(self):
        grid = read(ARTICLE_001)
        position, chosen = Position.of(grid), climbed(grid.shape, True)
        patterns = [rung for rung in chosen if rung.index < LAST_RESORTS]
        for _ in range(12 if is_thorough() else 6):
            found = next(filter(None, by_fewest_sets(position, chosen)))
            sizes = [sum(sets_of(each.prove())) for each in all_steps(position, patterns)]
            assert sum(sets_of(found.prove())) == min(sizes)
            assert verify(position, found.step(position))
            carry_out(position, found.step(position))

    def test_bound_of_a_rung_is_never_above_its_proofs(self):
        for name, stored in positions().items():
            code, position = rungs()[name].code, stored[0].position
            for found in islice(rungs()[name].find(position), 20):
                assert sum(sets_of(found.prove())) >= FEWEST.get(code[:2], 6), name

    def test_solve_by_it_reaches_the_end_and_its_hardest_step_is_rated(self):
        grid = read(ARTICLE_001)
        solving = Solving(grid, "ladder", {"order": "sets"})
        told = [step for iteration in list(solving)[1:] for step in iteration.steps]
        assert solving.outcome == "solved"
        hardest = max(told, key=lambda step: sum(sets_of(step.proof)))
        rated = hardest_by_sets(grid)
        assert (rated.technique, rated.sets) == (hardest.technique, sum(sets_of(hardest.proof)))
