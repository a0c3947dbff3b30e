"""Singles, locked candidates and subsets with their proofs at positions of any shape."""

import json
import random
from itertools import islice
from pathlib import Path

import pytest
from support import is_thorough, some

from solver.engine import Grid, enumerate_solutions
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.masks import bits, mask_of, masks
from solver.engine.core.position import Position, carry_out
from solver.engine.core.proof import Proof, SetCount, digit_and_unit, set_name, set_number
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import parse
from solver.engine.core.steps import Step
from solver.engine.ladder.listing import LAST_RESORTS
from solver.engine.ladder.search import on_shape, usual
from solver.engine.techniques.als.finder import xz
from solver.engine.techniques.locked.finder import claiming, pointing
from solver.engine.techniques.rungs import TRYING, rungs
from solver.engine.techniques.singles.full_house import full_houses, hidden_singles, naked_singles
from solver.engine.techniques.subsets.finder import hidden, naked

DATA = Path(__file__).resolve().parents[3] / "shared" / "units" / "data"


def held(name):
    path = DATA / name
    return [json.loads(row) for row in path.read_text().splitlines()] if path.exists() else []


PUZZLES = [row for row in held("puzzles-open.jsonl") if row["shape"]["size"] <= 12]
without_lists = pytest.mark.skipif(not PUZZLES, reason="needs the lists of boards of any shape")


def digits(text):
    return tuple(map(ALPHABET.index, text))


def found(position):
    """The deductions of the easiest kind that has any."""
    finders = [full_houses, naked_singles, hidden_singles, pointing, claiming]
    finders += [lambda p, size=size: naked(p, size) for size in (2, 3, 4)]
    finders += [lambda p, size=size: hidden(p, size) for size in (2, 3, 4)]
    return next((each for finder in finders if (each := list(finder(position)))), [])


@without_lists
def test_each_step_is_proved_and_keeps_the_digits_of_the_solution():
    steps = solved = 0
    for row in PUZZLES:
        own = digits(row["solution"])
        position = Position.of(Grid(parse(row["name"]), digits(row["givens"])))
        while deductions := found(position):
            for deduction in deductions:
                step = deduction.step(position)
                assert verify(position, step), (row["name"], step)
                assert all(own[cell] == digit for cell, digit in step.placed), (row["name"], step)
                assert not any(mask >> own[cell] - 1 & 1 for cell, mask in step.removed), (
                    row["name"],
                    step,
                )
                steps += 1
            carry_out(position, deductions[0].step(position))
            assert position.fault is None
        solved += position.is_complete
        assert not position.is_complete or tuple(position.values) == own
    print(steps, solved)
    assert steps > 10_000
    assert solved >= 85  # of 131, without fish, chains and what only pairs see


@pytest.mark.parametrize(
    "name", ["6x6", "9x9 diagonals", "7x7 latin", "9x9 anti-knight", "9x9 extra:r1c1+r2c4+r9c9"]
)
def test_position_begins_with_what_the_givens_leave(name):
    """All at once, and one digit after the other."""
    shape = parse(name)
    givens = [0] * shape.size**2
    givens[0], givens[-3] = 1, 2
    position, slowly = Position.of(Grid(shape, tuple(givens))), Position(shape)
    slowly.place(0, 1)
    slowly.place(len(givens) - 3, 2)
    assert (position.marks, position.places, position.open) == (
        slowly.marks,
        slowly.places,
        slowly.open,
    )
    for cell in bits(position.open):
        seen = {givens[peer] for peer in masks(shape).geometry.peers[cell]}
        assert position.marks[cell] == mask_of(
            d - 1 for d in range(1, shape.size + 1) if d not in seen
        )


def test_counts_come_before_nets_where_the_order_is_not_that_of_hodoku():
    nets, counts = ["forcing net contradiction", "forcing net verity"], ["sets"]
    for name, order in (
        ("9x9", nets + counts),
        ("9x9 windows", counts + nets),
        ("6x6", counts + nets),
    ):
        last = [rung.technique for rung in usual(parse(name)) if rung.index >= TRYING]
        assert last[:3] == order


def test_sets_of_a_proof_are_cells_and_whole_units():
    board = masks(parse("9x9 diagonals anti-knight extra:r1c1+r2c4+r9c9"))
    geometry = board.geometry
    assert len(board.sets) == 81 + 9 * 29
    diagonal = geometry.unit_at("diagonal 2")
    number = set_number(geometry, 4, diagonal)
    assert digit_and_unit(geometry, number) == (4, diagonal)
    assert board.sets[number] == board.units[diagonal] << board.floors[4]
    assert all(len(each) in (4, 5, 6) for each in board.sets_of)
    one, other = geometry.cell_at("r1c1"), geometry.cell_at("r2c4")
    for cell in (other, geometry.cell_at("r3c2")):
        assert board.excluded[board.candidate(5, one)] >> board.candidate(5, cell) & 1
        assert not board.excluded[board.candidate(5, one)] >> board.candidate(6, cell) & 1


def test_naked_pair_of_a_diagonal_takes_its_digits_from_all_that_sees_both_cells():
    position = Position(parse("9x9 diagonals"))
    geometry = position.masks.geometry
    for name in ("r1c1", "r5c5"):
        position.keep(geometry.cell_at(name), 0b11)
    (pair,) = naked(position, 2)
    step = pair.step(position)
    assert geometry.units[step.unit].name == "diagonal 1"
    assert verify(position, step)
    lost = {geometry.cell_names[cell] for cell, _mask in step.removed}
    assert lost == {f"r{n}c{n}" for n in (2, 3, 4, 6, 7, 8, 9)} | {"r1c5", "r5c1", "r1c9", "r9c1"}
    count = step.arguments[0]
    row = geometry.unit_at("row 1")
    other = count._replace(links=tuple(set_number(geometry, d, row) for d in (1, 2)))
    assert not verify(position, step._replace(proof=Proof((other, *step.arguments[1:]))))


def test_locked_sets_prove_what_sees_a_common_by_a_link_for_each():
    """r7c3 sees the 5 of the one set along the diagonal, and that of the other along the column."""
    position = Position(parse("9x9 diagonals"))
    geometry = position.masks.geometry
    for name, digits_mask in (("r1c9", 0b11000), ("r1c2", 0b101000), ("r1c3", 0b111000)):
        position.keep(geometry.cell_at(name), digits_mask)
    steps = [each.step(position) for each in xz(position)]
    assert steps
    assert all(verify(position, step) for step in steps)
    assert any((geometry.cell_at("r7c3"), 1 << 4) in step.removed for step in steps)


def test_pair_may_be_a_link_of_a_proof_but_no_truth():
    position = _with_ones_only_at(("r4c4", "r4c6"))
    geometry = position.masks.geometry
    (found,) = (d for d in pointing(position) if d.digits_mask == 1)
    step = found.step(position)
    assert "r2c5" in {geometry.cell_names[cell] for cell, _ in step.removed}
    sets = {set_name(geometry, n) for count in step.arguments for n in count.links}
    assert "1 in pair r2c5 r4c4" in sets
    count = step.arguments[0]
    pair = next(n for each in step.arguments for n in each.links if n >= len(position.masks.sets))
    wrong = step._replace(proof=Proof((count._replace(truths=(pair,)), *step.arguments[1:])))
    assert verify(position, step)
    assert not verify(position, wrong)


def _with_ones_only_at(names):
    """Box 5 has its 1 in these cells alone."""
    position = Position(parse("9x9 anti-knight"))
    geometry = position.masks.geometry
    for cell in geometry.units[geometry.unit_at("box 5")].cells:
        if geometry.cell_names[cell] not in names:
            position.remove(cell, 1)
    return position


def test_proof_from_one_solution_needs_digits_that_can_be_swapped():
    """Two boxes are not enough where further cells see a corner: r9c1 is on a diagonal."""
    names = {"9x9": True, "9x9 anti-king": False, "9x9 diagonals": False, "9x9 diagonal-down": True}
    for name, holds in names.items():
        position = Position(parse(name))
        cells = [position.masks.geometry.cell_at(each) for each in ("r4c1", "r4c2", "r9c1", "r9c2")]
        for cell in cells[:3]:
            position.keep(cell, 0b11)
        guardians = tuple(position.masks.candidate(digit, cells[3]) for digit in range(3, 10))
        count = SetCount((), (cells[3],), guardians, tuple(cells))
        removed = ((cells[3], 0b11),)
        step = Step(
            "uniqueness test 1", None, tuple(cells), 0b11, (), removed, proof=Proof((count,))
        )
        assert verify(position, step) == holds, name


@pytest.mark.fuzz
@pytest.mark.parametrize("name", ["6x6 anti-knight", "6x6 diagonals extra:r1c1+r2c4+r5c5"])
def test_each_technique_is_proved_where_cells_see_each_other_in_other_ways(name):
    """Positions of two to four candidates a cell, with one solution among them. Nothing is placed yet."""
    shape, proved = parse(name), 0
    (solution,) = enumerate_solutions(Grid(shape, (0,) * 36), limit=1).solutions
    for seed in some((3, 4, 5), 3, turn=len(name)):
        rng, position = random.Random(seed), Position(shape)
        for cell, digit in enumerate(solution):
            more = rng.sample(range(6), rng.choice((1, 1, 1, 2, 3)))
            position.keep(cell, mask_of({digit - 1, *more}))
        for rung in on_shape(rungs().values(), shape):
            if rung.is_usual and not rung.rests_on_one_solution and rung.index < LAST_RESORTS:
                for found in islice(rung.find(position), 20):
                    step = found.step(position)
                    assert verify(position, step), step
                    assert not any(mask >> solution[c] - 1 & 1 for c, mask in step.removed), step
                    proved += 1
    assert proved > (500 if is_thorough() else 100)
