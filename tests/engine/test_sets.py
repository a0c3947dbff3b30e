"""All that counting proves is found without a pattern, and each proof is checked by another's count."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from puzzles import ALESCARGOT, random_puzzles
from support import PROPERTY_PUZZLES, ROOT

from solver.engine import Deadline, Solving, read
from solver.engine.core.errors import BudgetSpent
from solver.engine.core.geometry import geometry_of
from solver.engine.core.masks import bits
from solver.engine.core.position import Position
from solver.engine.core.proof import SetCount, set_number
from solver.engine.core.proof_check import verify
from solver.engine.exact import enumerate_solutions
from solver.engine.ladder.listing import as_text, counting_at, position_of, steps_at
from solver.engine.ladder.search import climb, named, usual
from solver.engine.ladder.sets_order import sets_of
from solver.engine.ladder.stored import positions
from solver.engine.notation import read_any
from solver.engine.techniques.rungs import rungs
from solver.engine.techniques.sets.finder import LARGE, called, counted, find, is_all_found
from solver.engine.techniques.sets.names import name_of
from solver.engine.techniques.sets.program import Program

EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"
FATA_MORGANA = "........3..1..56...9..4..7......9.5.7.......8.5.4.2....8..2..9...35..1..6........"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
SK_LOOP = (
    "r1c3<>7 r2c5<>3 r2c5<>8 r2c6<>8 r3c1<>2 r5c2<>4 r5c2<>8 r5c8<>3 r5c8<>9 r7c3<>1 r8c4<>5 r8c5<>4 "
    "r9c1<>6"
)


def position(text: str, before: str = "") -> Position:
    """The position of a puzzle after the techniques in `before`."""
    found = Position.of(read(text))
    climb(found, named(before.split()) if before else [])
    return found


def removed_at(place: Position) -> int:
    removed = 0
    for deduction in find(place):
        removed |= deduction.removed
    return removed


def solutions_lose_nothing(place: Position, solution) -> bool:
    true = {(digit - 1) * 81 + cell for cell, digit in enumerate(solution)}
    return not true & set(bits(removed_at(place)))


class TestAllThatCountingProves:
    @pytest.mark.parametrize(("puzzle", "count"), [(EASTER_MONSTER, 34), (GOLDEN_NUGGET, 2)])
    def test_step_by_step_is_verified(self, puzzle, count):
        place = position(puzzle)
        for deduction in find(place):
            assert verify(place, deduction.step(place))
        assert removed_at(place).bit_count() == count
        assert place.fact(is_all_found)
        (solution,) = enumerate_solutions(read(puzzle)).solutions
        assert solutions_lose_nothing(place, solution)

    def test_ends_where_each_candidate_is_possible_in_parts(self):
        """Each candidate is 1 at a point of the program whose whole multiple fills every set exactly."""
        place = position(FATA_MORGANA)
        while removed_at(place):
            for deduction in find(place):
                for candidate in bits(deduction.removed):
                    digit, cell = place.masks.digit_and_cell(candidate)
                    place.remove(cell, digit)
        program = Program(place.masks, place.candidates | place.placed)
        assert all(program.possible_with(candidate) for candidate in program.candidates)
        assert program.is_exact
        assert program.refutation() is None

    def test_has_no_smaller_certificate_than_a_fish(self):
        """An X-wing is two truths and two links, and its name is found from them."""
        marks = {(row, column) for row in (0, 4) for column in range(9) if column not in (2, 7)}
        place = Position(3)
        for row, column in marks:
            place.remove(9 * row + column, 5)
        steps = [deduction.step(place) for deduction in find(place)]
        assert {called(place.masks.geometry, step) for step in steps} == {"x-wing"}
        assert sum(step.removed_count for step in steps) == 14


@pytest.mark.property
def test_large_count_is_as_small_as_one_that_is_found_afresh():
    """A certificate that was found earlier in a solve is told only if few sets prove it."""
    sizes, before = [], None
    for iteration in Solving(read(EASTER_MONSTER), "ladder"):
        if iteration.steps and iteration.steps[0].technique == "sets":
            afresh = counted(Position.of(replace(read(EASTER_MONSTER), marks=tuple(before))))
            told = sum(sets_of(iteration.steps[0].proof))
            sizes.append((told, afresh.steps[0].size))
        before = iteration.candidates
    assert any(told > LARGE for told, _ in sizes)
    assert all(told <= max(LARGE, least) for told, least in sizes)


NAMED = {
    "X-wing": {"x-wing"},
    "swordfish": {"swordfish"},
    "jellyfish": {"jellyfish"},
    "naked pair": {"naked-pair"},
    "hidden pair": {"hidden-pair"},
    "Sue de Coq": {"sue-de-coq"},
    "XY-wing": {"xy-wing", "als-xz"},
    "XYZ-wing": {"als-xz"},
    "two-string kite": {"turbot-fish"},
    "turbot fish": {"turbot-fish"},
    "finned X-wing": {""},
    "ALS chain": {""},
}


@pytest.mark.parametrize("technique", NAMED)
def test_count_of_a_pattern_has_its_name(technique):
    names = {
        name_of(geometry_of(3), argument)
        for stored in positions()[technique]
        for deduction in rungs()[technique].find(stored.position)
        for argument in deduction.prove().arguments
    }
    assert names == NAMED[technique]


def test_digits_of_several_lines_are_a_multi_fish_or_fireworks():
    geometry = geometry_of(3)

    def place(digit: int, unit: int) -> int:
        return set_number(geometry, digit, unit)

    rows = [place(digit, row) for digit in (1, 2) for row in (0, 4)]
    columns = [place(digit, 9 + column) for digit in (1, 2) for column in (2, 5)]
    assert name_of(geometry, SetCount(tuple(rows), tuple(columns))) == "multi-fish"
    lines = [place(digit, unit) for digit in (1, 2, 3) for unit in (0, 9)]
    links = [*(place(digit, 18) for digit in (1, 2, 3)), 0, 5, 45]  # r1c1, r1c6, r6c1
    assert name_of(geometry, SetCount(tuple(lines), tuple(links))) == "fireworks"
    links[-1] = 49  # r6c5, in neither line
    assert name_of(geometry, SetCount(tuple(lines), tuple(links))) == ""


def test_no_count_removes_a_true_candidate():
    for puzzle, solution in random_puzzles(max(4, PROPERTY_PUZZLES // 25), seed=35):
        place = Position.of(puzzle)
        for deduction in find(place):
            assert verify(place, deduction.step(place))
        assert solutions_lose_nothing(place, solution), puzzle.text


def test_sk_loop_is_named_with_all_that_it_proves():
    reading = read_any(EASTER_MONSTER, 9)
    geometry = reading.grid.geometry
    for technique in ("sets", "sk-loop"):
        steps = [step for _rung, step in steps_at(reading, named([technique]))]
        loops = [step for step in steps if called(geometry, step) == "sk-loop"]
        assert len(loops) == 1
        (count,) = loops[0].arguments
        assert len(count.truths) == len(count.links) == 16
        told = {
            f"{geometry.cell_names[cell]}<>{d.bit_length()}"
            for cell, d in loops[0].removed
            if d & d - 1 == 0
        }
        assert told <= set(SK_LOOP.split())
        assert loops[0].removed_count == len(SK_LOOP.split())


def test_command_tells_name_proof_and_whether_all_is_found():
    def answer(puzzle: str) -> dict:
        words = [
            sys.executable,
            "manage.py",
            "steps",
            puzzle,
            "--techniques",
            "sets",
            "--format",
            "json",
        ]
        run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
        return json.loads(run.stdout)

    found = answer(EASTER_MONSTER)
    assert found["counting"] == "all found"
    assert {step["technique"] for step in found["steps"]} == {"sets"}
    assert {"sk-loop", "msls"} <= {step.get("called") for step in found["steps"]}
    largest = max(found["steps"], key=lambda step: len(step["proof"]["truths"]))
    assert len(set(largest["proof"]["truths"])) < len(largest["proof"]["truths"])


def test_a_search_that_is_cut_short_never_says_that_nothing_exists():
    place = position(ALESCARGOT)
    with pytest.raises(BudgetSpent), Deadline(nodes=20):
        counting_at(place, named(["sets"]))
    assert counting_at(place, named(["sets"])) in ("all found", "none exists")
    assert counting_at(place, named(["x-wing"])) == ""
    assert "No proof by counting exists here." in as_text(
        read_any(ALESCARGOT, 9), [], "none exists"
    )


def test_counts_then_splits_are_the_last_rungs_that_are_climbed():
    last = [rung.technique for rung in usual() if rung.code.startswith("14")]
    assert last == ["sets", "split", "tridagon", "junior exocet", "senior exocet", "nested split"]
    assert [rung.technique for rung in usual()][-6:] == last
    assert position_of(read_any(EASTER_MONSTER, 9)).fact(counted).steps
