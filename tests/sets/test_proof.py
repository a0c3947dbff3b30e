"""The proofs of the ladder in SQL: what the engine's checker accepts is accepted, and no more."""

import itertools

from puzzles import ARTICLE_001

from solver import engine
from solver.engine.core import proof_check as engines
from solver.engine.core.board import Board
from solver.engine.core.geometry import geometry_of
from solver.engine.core.position import Position, carry_out
from solver.engine.core.proof import Proof, Replay, ReplayBranch, SetCount, set_number
from solver.engine.core.steps import Step
from solver.engine.techniques.rungs import rungs
from solver.sets import proof

SHAPE = geometry_of(3)


def board_of(position):
    """Its candidates and placed digits as masks, as a stored story has them."""
    masks = [
        1 << value - 1 if value else mark
        for value, mark in zip(position.values, position.marks, strict=True)
    ]
    return Board(position.masks.geometry, masks)


def both(database, position, step):
    """What the statements say of a proof and what the engine says, which is one."""
    givens = [cell for cell in range(81) if position.givens >> cell & 1]
    with database.solving():
        found = proof.verify(database, board_of(position), givens, step)
    assert found == engines.verify(position, step), step
    return found


def story_of(givens, **options):
    """Each position of a ladder's story with the step that comes next."""
    grid = engine.read(givens)
    position = Position.of(grid)
    for iteration in itertools.islice(engine.Solving(grid, "ladder", options), 1, None):
        for step in iteration.steps:
            yield position, step
            carry_out(position, step)


def with_proof(step, *arguments):
    return step._replace(proof=Proof(arguments))


def worse(argument):
    """Proofs that lack something, or say something else."""
    if isinstance(argument, SetCount):
        for at in range(len(argument.links)):
            links = argument.links[:at] + argument.links[at + 1 :]
            yield argument._replace(links=links)
        yield argument._replace(links=(*argument.links, (argument.links[0] + 40) % 324))
        yield argument._replace(truths=argument.truths[1:])
        yield argument._replace(truths=(*argument.truths, 17))
    else:
        branch = argument.branch
        yield argument._replace(branch=branch._replace(ending=(branch.ending + 1) % 324))
        for at in range(len(branch.forced)):
            forced = branch.forced[:at] + branch.forced[at + 1 :]
            yield argument._replace(branch=branch._replace(forced=forced))


def test_sql_check_agrees_with_the_engine_on_every_proof(database):
    count = refused = 0
    for position, step in story_of(ARTICLE_001):
        assert both(database, position, step)
        count += 1
        if step.technique in ("naked single", "hidden single", "full house"):
            continue
        first, *more = step.arguments
        for other in itertools.islice(worse(first), 4):
            refused += not both(database, position, with_proof(step, other, *more))
    assert count > 20
    assert refused >= 4


def x_wing():
    position = Position(3)
    for row, column in itertools.product((1, 5), (1, 3, 4, 5, 6, 8, 9)):
        position.keep(SHAPE.cell_at(f"r{row}c{column}"), 0b111111011)
    return position


def test_fish_without_one_of_its_links_fails(database):
    position = x_wing()
    step = next(rungs()["X-wing"].find(position)).step(position)
    assert both(database, position, step)
    (count,) = step.arguments
    with database.solving():
        rows = database.find("count_sets", board_of(position), **proof.bound(count))
    found = {(row.cell, row.digit) for row in rows}
    assert len(found) == 14
    assert found == {
        proof.cell_and_digit(SHAPE, each) for each in proof.made_false(board_of(position), count)
    }
    for other in worse(count):
        assert not both(database, position, with_proof(step, other))
    assert not both(database, position, with_proof(step))
    assert not both(database, Position(3), step)
    weaker = count._replace(links=(*count.links, set_number(geometry_of(3), 3, 20)))
    assert not both(database, position, with_proof(step, weaker))


def test_guardians_need_a_rectangle_without_givens(database):
    position = Position(3)
    for name, mask in {"r1c1": 3, "r1c4": 3, "r2c1": 3, "r2c4": 0b10011}.items():
        position.keep(SHAPE.cell_at(name), mask)
    step = next(rungs()["uniqueness test 1"].find(position)).step(position)
    assert both(database, position, step)
    (count,) = step.arguments
    for other in (count._replace(cells=(0, 3, 9, 13)), count._replace(guardians=())):
        assert not both(database, position, with_proof(step, other))
    position.givens = 1
    assert not both(database, position, step)


class TestReplay:
    """r1c1 is 1 or 2, r1c2 is 2 or 3, r1c3 is 1 or 3, r2c1 is 2: so r1c1 is 1, and what follows."""

    position = Position(3)
    for name, mask in {"r1c1": 0b11, "r1c2": 0b110, "r1c3": 0b101, "r2c1": 0b10}.items():
        position.keep(SHAPE.cell_at(name), mask)

    def holds(self, database, assumed, branch, removed):
        step = Step("forcing net contradiction", None, (0,), 1, (), removed)
        return both(database, self.position, with_proof(step, Replay(assumed, branch)))

    def test_accepts_only_forced_placements(self, database):
        candidate = self.position.masks.candidate
        two_in_r1c1, three_in_r1c2 = candidate(2, 0), candidate(3, 1)
        removed = ((0, 0b10),)
        assert self.holds(
            database, two_in_r1c1, ReplayBranch((), 9), removed
        )  # r2c1 is left without a 2
        assert self.holds(database, two_in_r1c1, ReplayBranch((three_in_r1c2,), 9), removed)
        assert not self.holds(database, two_in_r1c1, ReplayBranch((), 10), removed)
        one_in_r5c5 = candidate(1, SHAPE.cell_at("r5c5"))
        assert not self.holds(database, two_in_r1c1, ReplayBranch((one_in_r5c5,), 9), removed)
        assert not self.holds(database, candidate(5, 0), ReplayBranch((), 9), removed)

    def test_needs_a_branch_for_every_open_place(self, database):
        candidate = self.position.masks.candidate
        removed = ((0, 0b10),)
        each = ReplayBranch((), 9)
        two_in_r1c1 = candidate(2, 0)
        assert self.holds(database, two_in_r1c1, ReplayBranch((), 2, (each, each)), removed)
        assert not self.holds(database, two_in_r1c1, ReplayBranch((), 2, (each,)), removed)
        assert not self.holds(
            database, two_in_r1c1, ReplayBranch((), 2, (each, each, each)), removed
        )
        assert not self.holds(
            database, two_in_r1c1, ReplayBranch((), 2, (each, ReplayBranch((), 10))), removed
        )
