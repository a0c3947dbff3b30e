"""Splits, exocets and tridagons: no puzzle stalls, every tree is checked, and a wrong one is refused."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise

import pytest
from puzzles import random_puzzles
from support import PROPERTY_PUZZLES, is_thorough, some
from test_sets import FATA_MORGANA, GOLDEN_NUGGET, position

from solver.engine import Budget, Grid, Solving, find_technique, read, solve
from solver.engine.core.board import Board
from solver.engine.core.masks import bits
from solver.engine.core.position import Position, carry_out_masks
from solver.engine.core.proof import (
    Proof,
    Renaming,
    Replay,
    depth_of,
    leaves_of,
    pack_proof,
    unpack_proof,
)
from solver.engine.core.proof_check import verify
from solver.engine.core.shape import parse
from solver.engine.core.steps import Step
from solver.engine.exact import enumerate_solutions
from solver.engine.ladder.hodoku_order import QueuedPosition
from solver.engine.ladder.listing import step_as_json
from solver.engine.ladder.search import named
from solver.engine.rating.path import easiest_path
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import GUESS, REVEAL
from solver.engine.techniques.forcing.branches import parts_of_split
from solver.engine.techniques.proof_text import branches_of, reasons_of
from solver.engine.techniques.rungs import rungs

TREES = ("split", "tridagon", "junior exocet", "senior exocet", "nested split")


def shown(name: str) -> tuple[Position, Step]:
    """The position of a technique's first example, and its first step there."""
    example = next(each for each in find_technique(name).examples if each.finds)
    place = Position.of_board(example.board())
    return place, next(rungs()[name].find(place)).step(place)


def replay_of(step: Step) -> Replay:
    return next(each for each in step.arguments if isinstance(each, Replay))


# The other one is rated to its end in test_rating, by the same steps.
@pytest.mark.fuzz
@pytest.mark.parametrize("puzzle", some([GOLDEN_NUGGET, FATA_MORGANA], 2))
def test_known_hard_puzzles_are_solved_to_the_end(puzzle):
    (solution,) = enumerate_solutions(read(puzzle)).solutions
    solving = Solving(read(puzzle), "ladder", {"uniqueness": "off"})
    iterations = list(solving)
    assert solving.outcome == "solved"
    assert tuple(mask.bit_length() for mask in iterations[-1].candidates) == tuple(solution)
    assert "split" in {step.technique for each in iterations for step in each.steps}


LARGE = (  # 16×16, where counts take too long
    "02900D04A000700F10000000G00500000E00G0007060009000700016028904G5000F03000008004C00048F"
    "0000013A6E0050000B06000010060054070000000000000780D34009E0003E000D00G0B07009G0300060E0"
    "0C04040609G0000A20010B000078300000020FC060090050G0BA67A0000090D001000003002C0000E000"
)


def test_large_board_is_solved_without_a_guess():
    (solution,) = enumerate_solutions(read(LARGE)).solutions
    solving = Solving(read(LARGE), "best", {"first": "ladder"})
    iterations = list(solving)
    taken = {step.technique for each in iterations for step in each.steps}
    assert solving.outcome == "solved"
    assert tuple(mask.bit_length() for mask in iterations[-1].candidates) == tuple(solution)
    assert {"forcing net contradiction", "split"} <= taken
    assert "guess" not in taken


def test_large_board_with_several_solutions_is_not_tried():
    several = read(LARGE[:-40] + "0" * 40)
    solving = Solving(several, "ladder")
    taken = {step.technique for each in solving for step in each.steps}
    assert enumerate_solutions(several).verdict == "multiple"
    assert solving.outcome == "stalled"
    assert not taken & {"forcing net contradiction", "split", "nested split"}


LARGEST = (  # 25×25, where splits take too long
    "HE7.IB..F.....69A4.NLG..D3.G.....4...L8.HD..J...59.LB....KE..G......6C3.4.7N..4AO.1H..P.BI"
    "F.L...M.E...K5J..6..H....M..8.IO..F6.5.O27M...3...P..FE.J...2....G.4..I.......LKPH.....8.3"
    "FB.NA176.......MLO.KGJ.9..3H...L.K.7BO....F.ELF........29COJ.N....163.K...BD.E..38PI76..N."
    ".2C..E8...M....F.1D5.C.G..6H..7.A3N.....O..69L.EP.B....C.....IF....G...K5..E.D.3...G......"
    "EJBCK43AI..P.8LB.3I.H4CMJ.19.2.5N.6G...O8G..CA....L...3I.M.4H.JK..H.NL.8.7.JEA.GK..1O..3M5"
    "94......K...7MOCE.H..8..NA..O.EL...KI..C.8P..297..M.FK8.O..N5.JH..4.7I.3.C.539..J2.8.P.IL."
    "A.GC1...7.I2....HD..6...8...OF.59..1...D..GI....3...J298K.....N.H7..6F..O.B8MK5..E1I."
)


def test_digits_of_the_only_solution_are_revealed_where_the_ladder_ends():
    (solution,) = enumerate_solutions(read(LARGEST)).solutions
    whole = solve(read(LARGEST), "best", {"first": "ladder"})
    assert (whole.outcome, whole.solutions) == ("solved", (solution,))
    taken = Counter(step.technique for each in whole.iterations for step in each.steps)
    assert 0 < taken[REVEAL] < 9
    assert GUESS not in taken
    assert taken["forcing net contradiction"]
    for before, each in pairwise(whole.iterations):
        if each.steps[0].technique == REVEAL:
            if taken[REVEAL]:  # at the first
                left = replace(read(LARGEST), marks=before.candidates)
                assert solve(left, "ladder").outcome == "stalled"
                del taken[REVEAL]
            ((cell, digit),) = each.steps[0].placed
            assert digit == solution[cell]
            assert len(each.steps) == 1
            assert "counts one solution" in describe_step(read(LARGEST).geometry, *each.steps).why
        assert each.number == before.number + 1
        assert all(
            mask >> (digit - 1) & 1 for mask, digit in zip(each.candidates, solution, strict=True)
        )


NESTED = (  # 16×16, where splits in splits take too long
    "...81E.7....D..9B5...8.6...3.G1.1..2..G..F5...8.....D.2..4..6....D61.7.2A.453...9A.....D7."
    "G.26.5.....A.93D..8E..3..7.5.....E.1..A..5..B.D.34.9E.GE4D7..F..A..8...3...69....BG...2..."
    "...3..8...7..C...98E......F.4FG.6...8......3..7E.3.4B..1.DA...1.5....A.C...8"
)


def test_search_for_splits_leaves_a_quarter_of_the_budget():
    solving = Solving(read(NESTED), "best", {"first": "ladder"}, Budget(nodes=50_000))
    taken = {step.technique for each in solving for step in each.steps}
    assert solving.outcome == "solved"
    assert {"split", REVEAL} <= taken
    assert GUESS not in taken


class TestPairsThatDiffer:
    FEW = Grid(
        parse("9x9 anti-knight"),
        tuple(
            map(
                int,
                "080070300900000200600000700040000000000000000000005000000009000000600000300020050",
            )
        ),
    )

    @pytest.fixture(scope="class")
    def solving(self):
        solving = Solving(self.FEW, "ladder")
        return solving, list(solving)

    def test_board_is_solved_without_a_guess(self, solving):
        """Counts see no pairs, so they took points that break them for solutions, and had nothing to try."""
        assert solving[0].outcome == "solved"
        assert "split" in {step.technique for each in solving[1] for step in each.steps}

    @pytest.mark.fuzz
    def test_rating_knows_what_need_not_be_tried(self, solving):
        """From where the first split is needed. What comes before it is as in the solve."""
        iterations = iter(solving[1])
        for each in iterations:
            if "split" in {step.technique for step in each.steps}:
                break
            before = each.candidates
        position = QueuedPosition.of(replace(self.FEW, marks=before))
        path = (step.technique for step in easiest_path(position, is_unique=True))
        assert "split" in path
        assert not position.solution & ~(position.candidates | position.placed)
        if is_thorough():
            assert [*path]
            assert position.is_complete
            assert position.solution == position.placed


class TestTree:
    @pytest.mark.parametrize("name", TREES)
    def test_verify_accepts_it_and_storage_keeps_it(self, name):
        place, step = shown(name)
        assert verify(place, step)
        assert unpack_proof(pack_proof(step.proof)) == step.proof

    @pytest.mark.parametrize("name", [name for name in TREES if name != "senior exocet"])
    def test_verify_refuses_it_without_a_branch_and_for_another_candidate(self, name):
        place, step = shown(name)
        replay = replay_of(step)
        fewer = replay.branch._replace(branches=replay.branch.branches[1:])
        broken = step._replace(proof=Proof((replay._replace(branch=fewer),)))
        assert not verify(place, broken)
        true = next(
            candidate
            for candidate in bits(place.candidates)
            if candidate not in {each.assumed for each in step.arguments}
        )
        wrong = step._replace(proof=Proof((Replay(true, replay.branch),)))
        assert not verify(place, wrong)


def test_tridagon_counts_branches_that_are_alike_once():
    place, step = shown("tridagon")
    replay = replay_of(step)
    assert len(list(leaves_of(replay.branch))) <= 12
    assert depth_of(replay.branch) <= 3
    alike = [each for each in replay.branch.branches if each.like]
    assert len(alike) == 2
    for wrong in (Renaming(0, tuple(range(1, 10))), Renaming(1, alike[0].like.digits)):
        branches = tuple(
            each._replace(like=wrong) if each.like else each for each in replay.branch.branches
        )
        broken = replay._replace(branch=replay.branch._replace(branches=branches))
        assert not verify(place, step._replace(proof=Proof((broken,))))


def test_exocet_is_proved_by_few_leaves():
    for name in ("junior exocet", "senior exocet"):
        _place, step = shown(name)
        assert all(len(list(leaves_of(each.branch))) <= 24 for each in step.arguments)


@pytest.mark.parametrize("name", ["split", "nested split"])
def test_reasons_of_a_branch_name_what_it_follows_from(name):
    place, step = shown(name)
    masks, left = place.masks, place.candidates | place.placed
    parts = parts_of_split(masks, left, step)
    assert [part.supposed[-1] for part in parts] == [
        candidate for candidate, _branch in branches_of(masks.geometry, step)
    ]
    assert any(part.forced for part in parts)
    for part in parts:
        known = {*part.supposed, *part.earlier}
        for reason in reasons_of(masks, left, known, part.forced):
            others = left & masks.sets[reason.number] & ~(1 << reason.candidate)
            for cause in reason.causes:
                assert cause in known
                others &= ~masks.excluded[cause]
            assert not others
            known.add(reason.candidate)
        assert known >= {*part.forced}


def test_old_proofs_are_read_as_they_were_stored():
    """A count, and a replay of two branches, as version 0.3 packed them."""
    count, replay = [0, 1, 3, 1, 7, 0, 0], [1, 5, 1, 9, 2, 2, 0, 4, 0, 1, 8, 6, 0]
    proof = unpack_proof([2, *count, *replay])
    assert pack_proof(proof) == (2, *count, *replay)
    assert [each.forced for each in proof.arguments[1].branch.branches] == [(), (8,)]


@pytest.mark.property
def test_no_split_removes_a_true_candidate():
    names = [name for name in TREES if name != "nested split"]
    for puzzle, solution in random_puzzles(max(4, PROPERTY_PUZZLES // 25), seed=36):
        place = Position.of(puzzle)
        true = {(digit - 1) * 81 + cell for cell, digit in enumerate(solution)}
        for rung in named(names):
            for deduction in islice(rung.find(place), 2):
                assert verify(place, deduction.step(place))
                assert not true & set(bits(deduction.removed)), (rung.technique, puzzle.text)


@pytest.mark.fuzz
def test_what_is_kept_of_an_earlier_position_changes_no_answer():
    place = position(GOLDEN_NUGGET)
    for _ in range(3 if is_thorough() else 2):
        deduction = next(rungs()["split"].find(place))
        fresh = Position.of_board(_board_of(place))
        assert next(rungs()["split"].find(fresh)).removed == deduction.removed
        carry_out_masks(place, deduction.placed, deduction.removed)


def test_puzzle_with_two_solutions_ends_without_a_step():
    place = Position.of_board(
        next(each for each in find_technique("nested split").examples if not each.finds).board()
    )
    assert not list(rungs()["nested split"].find(place))


def _board_of(place: Position) -> Board:
    marks = [
        1 << (value - 1) if value else mark
        for value, mark in zip(place.values, place.marks, strict=True)
    ]
    return Board(place.masks.geometry, marks)


def test_json_has_the_count_of_each_branch():
    place, step = shown("split")
    answer = json.loads(json.dumps(step_as_json(place.masks.geometry, rungs()["split"], step)))
    (first, *_others) = answer["proof"]["branches"]
    assert {"forced", "ending"} <= first.keys()
    assert any(each.get("truths") for each in answer["proof"]["branches"])
