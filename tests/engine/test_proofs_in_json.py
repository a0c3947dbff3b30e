"""An outsider can check every proof from the JSON alone: the checker here knows no more than that."""

import json

import pytest
from outsider import faults_in, givens_in, left_in, rules_of
from puzzles import ALESCARGOT

from solver.engine import Solving, read
from solver.engine.core.geometry import geometry_of
from solver.engine.core.proof import Proof, Replay, ReplayBranch, proof_as_json
from solver.engine.ladder.listing import as_json, asked_for_by_default, steps_at
from solver.engine.methods.solving import iteration_as_json
from solver.engine.notation import Reading
from solver.engine.techniques import techniques
from solver.engine.techniques.rungs import families, rungs, slug

SHAPED = [
    "6x6 boxes:3x2 000600020300600005500010003500004003",
    "jigsaw:AAAAAABBBBCCDDBBCCDDEECCDDEEEEFFFFFF 005001030600000000000205026300000000",
    "9x9 diagonals 000010800070000000000650007050003400180000020023000106000000000800309000700000000",
    "9x9 anti-knight 008000000000006000000080903570809004600104000001050000004560090060000000000000005",
    "9x9 windows 000000050006400200082000000030000000000700608000900070400070800000020069000000400",
    "9x9 extra:r1c1+r2c4+r9c9 2050000000060000000009360089000507003001000000008000690000010401000859000036"
    "00080",
    "12x12 09070005400050000200010000000B0760A0A00B000C100808102000047000C0060A000331500020000000728003B00400"
    "000000000200415032C0008000C00096000B0000045000",
    "0E00100BA9308G407043080005EG6901B5A1G0C408F23E070G865F300007002AE700010C5000029020FAB00000D4C016100B00"
    "08G0090D0E40C8E009300F0700012004000356AB0G0079050010GB0604G00000B0009D10086B0000010F8A9070C09FD0108BA5"
    "000238000A402D7E50BC0DBE206090417080A2178B05FC0000G0",
]


def listed(grid, candidates, chosen):
    """What `steps` says at a position."""
    reading = Reading(grid, "line", candidates)
    found = list(steps_at(reading, chosen, uniqueness="on"))
    return json.loads(json.dumps(as_json(reading, found)))


def answer_for(name):
    """What `steps` says at the position in which the ladder comes upon a technique."""
    puzzle, *words = techniques()[name].shown_by.split()
    grid, board = read(puzzle), ()
    used = ["full-house", "naked-single", "hidden-single", slug(name), *words]
    options = {} if words == ["whole"] else {"techniques": used}
    for iteration in Solving(grid, "ladder", options):
        if any(step.technique == name for step in iteration.steps):
            break
        board = iteration.candidates
    return listed(grid, board, [rungs()[name]])


RESTING = [name for name, rung in rungs().items() if rung.rests_on_one_solution]
FIRST = {
    family.name: name for name, family in reversed(families().items()) if techniques().get(name)
}
SHOWN = [
    name
    for name in (*RESTING, *FIRST.values())
    if name in techniques() and techniques()[name].shown_by
]


@pytest.mark.parametrize("name", dict.fromkeys(SHOWN))
def test_json_alone_proves_each_step(name):
    answer = answer_for(name)
    assert answer["steps"]
    assert not faults_in(answer)


@pytest.mark.parametrize("name", [name for name in RESTING if "grave" not in name])
def test_uniqueness_proof_fails_without_its_cells(name):
    answer = answer_for(name)
    (step, *_) = answer["steps"]
    for argument in (step["proof"], *step["proof"].get("also", ())):
        argument.pop("cells", None)
    assert step in faults_in(answer)


@pytest.mark.parametrize("key", ["truths", "links", "guardians"])
def test_incomplete_proof_fails(key):
    answer = answer_for("uniqueness test 1" if key == "guardians" else "XY-wing")
    (step, *_) = answer["steps"]
    step["proof"][key] = step["proof"][key][1:]
    assert step in faults_in(answer)


def test_json_of_a_solve_proves_each_step_of_the_ladder():
    solve = Solving(read(ALESCARGOT), "ladder", {"pace": "all"})
    assert proved_in(solve) > 20


@pytest.mark.parametrize("line", SHAPED, ids=lambda line: line[:15])
def test_json_alone_proves_each_step_on_boards_of_any_shape(line):
    grid = read(line)
    solve = Solving(grid, "ladder")
    iterations = list(solve)
    assert proved_in(solve) > 20
    half = iterations[len(iterations) // 2].candidates
    answer = listed(grid, half, asked_for_by_default(grid.shape))
    assert {step["technique"] for step in answer["steps"]}
    assert not faults_in(answer)


def proved_in(solve):
    """The number of steps with a proof in the JSON of a solve, once all of them were checked."""
    told = json.loads(json.dumps([iteration_as_json(solve.grid, each) for each in solve]))
    rules, givens, proved = rules_of(str(solve.grid.shape)), givens_in(solve.grid.text), 0
    left = rules.all
    for iteration in told:
        for step in iteration["steps"]:
            if step["proof"]:
                assert rules.proves(step, left, givens), step
                proved += 1
        left = left_in(iteration["candidates"])
    return proved


def test_proof_names_digits_above_nine_as_steps_and_sets_do():
    net = Replay(assumed=9 * 256, branch=ReplayBranch((10 * 256 + 1,), 2))
    answer = proof_as_json(geometry_of(4), Proof((net,)))
    assert (answer["assumed"], answer["forced"]) == ("r1c1=A", ["r1c2=B"])
