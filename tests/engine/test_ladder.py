"""The ladder of techniques: each step is proved by counting or replay, and takes no true candidate."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

import pytest
from puzzles import ALESCARGOT, ALESCARGOT_SOLUTION, random_puzzles, sample
from support import PROPERTY_PUZZLES, some

from solver.engine import Grid, GridError, Solving, enumerate_solutions, read, read_any
from solver.engine.core.geometry import digits_of, geometry_of
from solver.engine.core.masks import bits, mask_of
from solver.engine.core.position import Position, candidates_of, carry_out
from solver.engine.core.proof import (
    PatternPart,
    Proof,
    Replay,
    ReplayBranch,
    SetCount,
    pack_proof,
    set_number,
    unpack_proof,
)
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import boxed
from solver.engine.core.steps import Step
from solver.engine.ladder.checking import NotProved, checking
from solver.engine.ladder.listing import (
    as_json,
    as_text,
    asked_for_by_default,
    position_of,
    steps_at,
)
from solver.engine.ladder.reglib import Case, cases, judge, read_case
from solver.engine.ladder.search import all_steps, easiest, named, usual
from solver.engine.methods.ladder import OFFERED
from solver.engine.symmetry import Transformation
from solver.engine.techniques.deduction import Deduction
from solver.engine.techniques.rungs import rungs, slug

LIBRARY = Path("/work/shared/ladder/data/reglib-open.txt")
HARD = "080603054009100600060025000008000000300400260240000000090080000600700030000050002"
# Positions of puzzles of our own making, in the form of the library: the step and nothing else of its code.
OWN = [
    (
        ":0100:8:42.....3...843......71..6....6.+1.42..+4..6..9..1.....+67..+4..15..293..5......8"
        ".....:197 198 199 519 529 539 626:878 879::"
    ),
    (
        ":0800:9:195+2+4+6+387..8....4+6.+4+6....+9+2..4.5.2+7+35.+76..+419..+37.4+8+6+5..9+482+7"
        "5+1+87+15..6+2+4+4+5+21+6+7+9+38:325 326 335 336:946::"
    ),
    (
        ":0401:7:....6..9..+6.4......41.9+25..3+8+6+5+1+472+929+4..+8...1+57+9+26+3+48.+1+8+2+5+9"
        ".3.6..1479+8....68+3..1::719::"
    ),
    (
        ":0702:6:...+2+48.+1+34+3.+1....2.21.3..+4.+3..+41+2.68...5+8+31+2.+1+8+2+6+79+354.1.8..2"
        "3..7.+3+214+9.2.3.6...+1:523 571 573 579 596 639 717 723 726 731 737 739 923 951:681::"
    ),
    (
        ":0600-2:89:.....+5.+38.....4+51+6..5..+1.72+5+6+28+473+9+1+8+73+1+92+6451+4+9+5+36+28+7."
        "..+25.+7647+5+4+613+8+2+92.6+4+7.+1+5+3:331 911 912 922 931:872 972::"
    ),
    (
        ":0300:3:.+7+2.6.4+5+8....4.7265+6+48+7+2+3+1+9295...+17..3..+9.....+4..1...54+5..+2.8.+7"
        "....5...17.6..9+5..:654 656 664 666 856 866:344 346 394 398::"
    ),
]


def position_from(**candidates: str) -> Position:
    """Named cells hold these candidates, all others every one: `r1c1="12"`."""
    position = Position(3)
    for name, digits in candidates.items():
        cell = position.masks.geometry.cell_at(name)
        position.keep(cell, sum(1 << (int(digit) - 1) for digit in digits))
    return position


def without(digit: int, *names: str) -> dict[str, str]:
    """Cells that hold everything but a digit."""
    return dict.fromkeys(names, "123456789".replace(str(digit), ""))


def x_wing() -> Position:
    """3 has two places in row 1 and in row 5, in columns 2 and 7."""
    columns = (1, 3, 4, 5, 6, 8, 9)
    return position_from(
        **without(3, *(f"r{row}c{column}" for row in (1, 5) for column in columns))
    )


def step_of(position: Position, name: str) -> Step:
    return next(rungs()[name].find(position)).step(position)


def with_proof(step: Step, *arguments) -> Step:
    return step._replace(proof=Proof(arguments))


class TestFacts:
    def test_stay_equal_to_a_fresh_position_after_each_change(self):
        rng = random.Random(5)
        for grid, solution in random_puzzles(10, seed=5):
            position = Position.of(grid)
            for _ in range(60):
                open_cells = [c for c in range(81) if position.marks[c]]
                if not open_cells:
                    break
                cell = rng.choice(open_cells)
                wrong = [d for d in digits_of(position.marks[cell]) if d != solution[cell]]
                if wrong and rng.random() < 0.7:
                    position.remove(cell, rng.choice(wrong))
                else:
                    position.place(cell, solution[cell])
                anew = Position.of(Grid(3, tuple(position.values)))
                for other, mark in enumerate(position.marks):
                    anew.keep(other, mark)
                assert (position.marks, position.places) == (anew.marks, anew.places)
                assert position.naked == anew.naked
                assert position.last_cells == anew.last_cells
                hidden = [position.hidden(digit) for digit in range(1, 10)]
                assert hidden == [anew.hidden(digit) for digit in range(1, 10)]
            assert position.fault is None

    def test_name_a_cell_without_a_candidate(self):
        position = position_from(r4c4="5")
        position.place(position.masks.geometry.cell_at("r4c9"), 5)
        assert position.fault.cells == (position.masks.geometry.cell_at("r4c4"),)

    def test_name_a_unit_without_a_place_for_a_digit(self):
        position = position_from(**without(7, *(f"r2c{column}" for column in range(1, 10))))
        assert position.fault.unit == 1
        assert position.fault.digits_mask == 1 << 6


class TestVerify:
    def test_accepts_a_fish_of_two_truths_and_two_links(self):
        position = x_wing()
        step = step_of(position, "X-wing")
        truths = (set_number(geometry_of(3), 3, 0), set_number(geometry_of(3), 3, 4))
        links = (set_number(geometry_of(3), 3, 10), set_number(geometry_of(3), 3, 15))
        assert step.arguments == (SetCount(truths, links),)
        assert len(step.removed) == 14
        assert verify(position, step)

    def test_rejects_a_truth_that_no_link_covers(self):
        position = x_wing()
        step = step_of(position, "X-wing")
        (count,) = step.arguments
        assert not verify(position, with_proof(step, count._replace(links=count.links[:1])))

    def test_rejects_a_removal_beyond_the_inequality(self):
        position = x_wing()
        step = step_of(position, "X-wing")
        (count,) = step.arguments
        weaker = count._replace(links=(*count.links, set_number(geometry_of(3), 3, 20)))
        assert not verify(position, with_proof(step, weaker))
        assert not verify(position, with_proof(step))

    def test_rejects_a_truth_with_more_places_than_in_the_proof(self):
        position = x_wing()
        step = step_of(position, "X-wing")
        assert not verify(Position(3), step)

    def test_needs_a_rectangle_without_givens_for_guardians(self):
        position = position_from(r1c1="12", r1c4="12", r2c1="12", r2c4="125")
        step = step_of(position, "uniqueness test 1")
        assert verify(position, step)
        (count,) = step.arguments
        others = count._replace(cells=(0, 3, 9, 13))
        assert not verify(position, with_proof(step, others))
        assert not verify(position, with_proof(step, count._replace(guardians=())))
        position.givens = 1
        assert not verify(position, step)

    def test_accepts_a_replay_only_of_forced_placements(self):
        position = position_from(r1c1="12", r1c2="23", r1c3="13", r2c1="2")
        one_in_r1c1 = position.masks.candidate(1, 0)
        two_in_r1c2 = position.masks.candidate(2, 1)
        removing = Step("forcing net contradiction", None, (0,), 1, (), ((0, 0b1),))
        # With 1 in r1c1, r1c3 is 3, so r1c2 is 2, which r2c1 needs too.
        three_in_r1c3 = position.masks.candidate(3, 2)
        right = Replay(one_in_r1c1, ReplayBranch((three_in_r1c3, two_in_r1c2), 9))
        unforced = Replay(one_in_r1c1, ReplayBranch((two_in_r1c2,), 9))
        unfinished = Replay(one_in_r1c1, ReplayBranch((three_in_r1c3,), 9))
        assert verify(position, with_proof(removing, right))
        assert not verify(position, with_proof(removing, unforced))
        assert not verify(position, with_proof(removing, unfinished))

    def test_needs_a_branch_for_each_alternative(self):
        position = position_from(r1c1="123", r1c2="12", r1c3="12")
        one = position.masks.candidate(1, 0)
        branches = (ReplayBranch((position.masks.candidate(2, 2),), 2), ReplayBranch((), 2))
        removing = Step("forcing net verity", None, (0,), 1, (), ((0, 0b1),))
        whole = Replay(one, ReplayBranch((), 1, (ReplayBranch((), 2),)))
        assert verify(position, with_proof(removing, whole))
        assert not verify(position, with_proof(removing, Replay(one, ReplayBranch((), 1))))
        assert not verify(
            position, with_proof(removing, Replay(one, ReplayBranch((), 1, branches)))
        )

    def test_reads_back_every_kind_of_proof(self):
        branch = ReplayBranch((4, 700), 20, (ReplayBranch((), 3), ReplayBranch((8,), 323)))
        proof = Proof(
            (SetCount((1, 2), (3, 4, 4), (9,), (0, 1, 9, 10)), Replay(5, branch)),
            (PatternPart(4, (1, 2)), PatternPart(7, ())),
        )
        assert unpack_proof(pack_proof(proof)) == proof
        assert unpack_proof(()) == Proof(())


def climb(position: Position, chosen) -> Step | None:
    """The easiest step, carried out once it is verified."""
    found = next((each for each in easiest(position, chosen) if each), None)
    if found is None:
        return None
    step = found.step(position)
    assert verify(position, step), step
    carry_out(position, step)
    return step


def is_true(step: Step, solution) -> bool:
    return all(solution[cell] == digit for cell, digit in step.placed) and all(
        solution[cell] not in digits_of(mask) for cell, mask in step.removed
    )


@pytest.mark.property
def test_every_step_has_a_proof_and_removes_no_true_candidate():
    solved = 0
    for grid, solution in random_puzzles(PROPERTY_PUZZLES // 4, seed=11):
        position = Position.of(grid)
        while step := climb(position, usual()):
            assert is_true(step, solution), (grid.text, step)
        solved += position.is_complete
    assert solved > PROPERTY_PUZZLES // 5


@pytest.mark.property
def test_every_step_at_hard_positions_has_a_proof():
    """Every rung at once, also those that are not climbed by default, but the largest fish."""
    small = [r for n, r in rungs().items() if not n.endswith(("squirmbag", "whale", "leviathan"))]
    rows = sample("top1465-sample.txt")[: PROPERTY_PUZZLES // 50]
    puzzles = [(read(text), [int(d) for d in known]) for text, _, known in rows]
    puzzles = puzzles or [(read(ALESCARGOT), list(map(int, ALESCARGOT_SOLUTION)))]
    seen = set()
    for grid, solution in puzzles:
        position = Position.of(grid)
        while climb(position, usual()[:7]):
            pass
        for found in itertools.islice(all_steps(position, small), 2000):
            step = found.step(position)
            seen.add(step.technique)
            assert verify(position, step), (grid.text, step)
            assert is_true(step, solution), (grid.text, step)
    assert len(seen) > 10


@pytest.mark.property
def test_ladder_without_uniqueness_loses_no_solution():
    chosen = [rung for rung in usual() if not rung.rests_on_one_solution]
    for grid, _ in random_puzzles(PROPERTY_PUZZLES // 20, seed=21):
        clues = [cell for cell, digit in enumerate(grid.givens) if digit]
        hidden = random.Random(grid.text).sample(clues, 3)
        several = Grid(3, tuple(0 if c in hidden else d for c, d in enumerate(grid.givens)))
        solutions = enumerate_solutions(several, limit=200).solutions
        position = Position.of(several)
        for _ in range(40):
            step = climb(position, chosen)
            if step is None:
                break
            assert all(is_true(step, solution) for solution in solutions), (several.text, step)


def test_every_rung_has_its_own_code_slug_and_index():
    for of in (attrgetter("code"), attrgetter("index"), lambda rung: slug(rung.technique)):
        names: dict[object, list[str]] = {}
        for name, rung in rungs().items():
            names.setdefault(of(rung), []).append(name)
        twice = {value: several for value, several in names.items() if len(several) > 1}
        assert not twice, f"choose another, it is used twice: {twice}"
    indexes = [rung.index for rung in rungs().values()]
    assert indexes == sorted(indexes)


@pytest.mark.parametrize(
    ("position", "name"),
    [
        (position_from(r1c1="12", r1c2="12"), "locked pair"),
        (position_from(r1c1="12", r1c5="12"), "naked pair"),
        (position_from(r5c5="12", r5c9="13", r1c5="23"), "XY-wing"),
        (x_wing(), "X-wing"),
    ],
)
def test_easiest_step_comes_from_the_lowest_rung(position, name):
    found = next(each for each in easiest(position, usual()) if each)
    assert found.technique == name


def test_locked_pair_counts_as_no_naked_pair():
    position = position_from(r1c1="12", r1c2="12")
    names = {found.technique for found in all_steps(position, usual()[:13])}
    assert "locked pair" in names
    assert "naked pair" not in names


def test_hidden_rectangle_works_with_two_diagonal_floor_cells():
    """1 has to be in r1c4 and r2c1 where r1c1 is 2, so r2c4 would be 2 too."""
    in_row, in_column = (
        (f"r1c{c}" for c in (2, 3, 5, 6, 7, 8, 9)),
        (f"r{r}c1" for r in range(3, 10)),
    )
    position = position_from(
        r1c1="12", r1c4="123", r2c1="124", r2c4="12", **without(1, *in_row, *in_column)
    )
    step = step_of(position, "hidden rectangle")
    assert step.removed == ((0, 0b10),)
    assert verify(position, step)


# A puzzle with several solutions came to it: of what a verity removes, some is forced in the proof of the rest.
NETS = (
    "347 8 69 1 34 5 2379 679 2379 3469 346 5 34 2 7 19 689 189 37 2 1 8 6 9 37 5 4 589 179 4 6 3589 123 12579"
    " 789 125789 5689 169 2 7 4589 14 1459 3 1589 589 17 3 59 4589 124 6 4789 125789 2 3469 69 349 7 8 459 1"
    " 359 349 5 8 2 1 6 3479 479 379 1 349 7 3459 59 34 8 2 6"
)


def test_removals_of_a_verity_prove_one_after_the_other():
    position = position_of(read_any(NETS))
    found = list(rungs()["forcing net verity"].find(position))
    assert any(each.removed & (each.removed - 1) for each in found)
    assert all(verify(position, each.step(position)) for each in found)


class TestKrakenFish:
    def test_reaches_by_a_chain_cells_that_no_fin_sees(self):
        """An X-wing of 1 in rows 1 and 5 but for r5c9; with that, r9c9 is 2 and r9c5 is 1."""
        columns = (1, 3, 4, 5, 6, 8, 9)
        position = position_from(
            **without(1, *(f"r1c{c}" for c in columns)),
            **without(1, *(f"r5c{c}" for c in columns if c != 9)),
            r9c9="12",
            r9c5="12",
        )
        r9c2 = position.masks.geometry.cell_at("r9c2")
        steps = (found.step(position) for found in rungs()["kraken fish type 1"].find(position))
        step = next(step for step in steps if r9c2 in dict(step.removed))
        (count,) = step.arguments
        assert (len(count.truths), len(count.links)) == (4, 5)
        assert verify(position, step)
        assert not verify(position, with_proof(step, count._replace(truths=count.truths[:3])))


class TestCheckedSolving:
    @pytest.fixture(autouse=True)
    def _is_on(self, monkeypatch):
        monkeypatch.setattr(checking, "is_on", True)

    def test_accepts_every_proved_step(self):
        assert list(Solving(read(HARD), "ladder"))[-1].candidates

    def test_ends_before_an_unproved_step(self, monkeypatch):
        honest = Deduction.step

        def wrong(found: Deduction, position: Position) -> Step:
            step = honest(found, position)
            return step if found.placed else with_proof(step)

        monkeypatch.setattr(Deduction, "step", wrong)
        with pytest.raises(NotProved, match=r"\w+ at r\dc\d, r\dc\d<>\d.* not proved"):
            list(Solving(read(HARD), "ladder"))


def test_checked_ladder_leaves_out_uniqueness_on_several_solutions():
    resting = {name for name, rung in OFFERED.items() if rung.rests_on_one_solution}
    chosen = [slug(name) for name in ("naked single", "hidden single", *sorted(resting))]
    used: dict[str, set[str]] = {"auto": set(), "on": set()}
    for grid, _ in random_puzzles(30, seed=6):
        clues = [cell for cell, digit in enumerate(grid.givens) if digit]
        hidden = random.Random(grid.text).sample(clues, 2)
        several = Grid(3, tuple(0 if c in hidden else d for c, d in enumerate(grid.givens)))
        if len(enumerate_solutions(several, limit=2).solutions) == 2:
            for uniqueness, names in used.items():
                options = {"techniques": chosen, "uniqueness": uniqueness}
                story = Solving(several, "ladder", options)
                names |= {step.technique for each in story for step in each.steps} & resting
    assert not used["auto"]
    assert used["on"]


class TestStepsAt:
    def test_have_proof_and_reason_for_a_library_line(self):
        reading = read_any(OWN[1])
        answer = as_json(reading, list(steps_at(reading, named(["0800"]))))
        assert answer["position"].startswith(":0000:x:")
        step = answer["steps"][0]
        assert step["technique"] == "xy-wing"
        assert len(step["proof"]["truths"]) == 3
        assert len(step["proof"]["links"]) == 4
        assert step["why"].endswith(".")

    def test_leave_out_uniqueness_on_several_solutions(self):
        several = "0" * 81
        uniqueness = [rung for rung in rungs().values() if rung.rests_on_one_solution]
        reading = read_any(several)
        assert list(steps_at(reading, uniqueness)) == []

    def test_do_not_exist_at_a_contradiction(self):
        reading = read_any("123456780000000009" + "0" * 63)
        assert list(steps_at(reading, asked_for_by_default(boxed(3)))) == []

    def test_print_one_sentence_if_none_exists(self):
        assert list(as_text(read_any("0" * 81), [])) == ["No step was found here."]

    def test_select_techniques_by_name_or_code_in_any_spelling(self):
        typed = ["XY-Wing", " 0800 ", "als xz", "bivalue universal grave + 1"]
        assert [rung.code for rung in named(typed)] == ["0610", "0800", "0901"]

    def test_reject_an_unknown_technique_by_name(self):
        with pytest.raises(ValueError, match="no technique 'magic'"):
            named(["xy-wing", "magic"])


@pytest.mark.parametrize("line", OWN)
def test_own_library_cases_give_exactly_their_step(line):
    case = read_case(line)
    assert judge(case) == (True, True)


def test_negative_library_case_gives_no_step():
    code, rest = OWN[1][1:].split(":", 1)
    grid = rest.split(":")
    case = read_case(f":{code}-x:{grid[0]}:{grid[1]}:{grid[2]} {grid[3]}:::")
    assert judge(case) == (True, True)
    assert judge(read_case(OWN[1].replace(":0800:", ":0800-x:"))) == (False, False)


def test_library_case_with_another_removal_fails():
    assert judge(read_case(OWN[0].replace(":878 879:", ":878:"))) == (False, False)


@pytest.mark.parametrize("line", [":0800:3:" + "." * 81, "0800:3::::::", ":0800:3:12:::::"])
def test_malformed_library_line_raises_grid_error(line):
    with pytest.raises(GridError):
        read_case(line)


def test_ladder_solves_a_puzzle_beyond_wings_and_fish():
    position = Position.of(read(HARD))
    used = set()
    while step := climb(position, usual()):
        used.add(step.technique)
    assert position.is_complete
    assert max(rungs()[name].index for name in used) > rungs()["XYZ-wing"].index
    assert tuple(candidates_of(position)) == tuple(1 << (d - 1) for d in position.values)


def twins(known: list[Case], seed: int) -> Iterator[Case]:
    """Each case with its board turned round at random."""
    rng = random.Random(seed)
    return (turned(case, Transformation.random(3, rng)) for case in known)


def turned(case: Case, turn: Transformation) -> Case:
    """The case of the twin; its `line` is still that of the library."""
    cell_of = {source: cell for cell, source in enumerate(turn.sources)}

    def candidates(mask: int) -> int:
        return mask_of((turn.digits[c // 81 + 1] - 1) * 81 + cell_of[c % 81] for c in bits(mask))

    old, position = case.position, Position(3)
    for cell, value in enumerate(old.values):
        if value:
            position.place(cell_of[cell], turn.digits[value])
    for cell in bits(old.open):
        position.keep(cell_of[cell], mask_of(turn.digits[i + 1] - 1 for i in bits(old.marks[cell])))
    position.givens = mask_of(cell_of[cell] for cell in bits(old.givens))
    return replace(
        case,
        position=position,
        digits="".join(sorted(str(turn.digits[int(digit)]) for digit in case.digits)),
        removed=candidates(case.removed),
        placed=candidates(case.placed),
    )


@pytest.mark.property
@pytest.mark.parametrize("seed", range(1 + PROPERTY_PUZZLES // 4_000))
def test_library_cases_hold_on_transformed_boards(seed):
    """A sample of the cases in `make test`, all of them by five seeds in `make properties`."""
    if not LIBRARY.exists():
        pytest.skip("the regression library is not here")
    known = list(cases(LIBRARY.read_text().splitlines()))
    sampled = known if PROPERTY_PUZZLES > 1_000 else known[:: len(known) // 40]
    turned = zip(sampled, twins(sampled, seed), strict=True)
    assert [case.line for case, twin in turned if not judge(twin)[0]] == []


@pytest.mark.fuzz
def test_ladder_finds_every_case_of_the_open_library_half():
    if not LIBRARY.exists():
        pytest.skip("the regression library is not here")
    known = some(cases(LIBRARY.read_text().splitlines()), 3)
    missed = [case.line for case in known if not judge(case)[0]]
    assert missed == []
