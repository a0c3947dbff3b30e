"""An outsider can check every proof from the JSON alone: the checker here knows no more than that."""

import itertools
import json
import re

import pytest
from puzzles import ALESCARGOT

from solver.engine import Solving, read, read_any
from solver.engine.core.geometry import geometry_of
from solver.engine.core.proof import Proof, Replay, ReplayBranch, proof_as_json
from solver.engine.ladder.listing import as_json, steps_at
from solver.engine.methods.solving import iteration_as_json
from solver.engine.techniques import techniques
from solver.engine.techniques.rungs import families, rungs, slug

ROWS = COLUMNS = DIGITS = range(1, 10)
EVERYWHERE = [(row, column) for row in ROWS for column in COLUMNS]


# --- The checker --------------------------------------------------------------------------------------


def box_of(cell):
    row, column = cell
    return (row - 1) // 3 * 3 + (column - 1) // 3 + 1


def unit(name):
    """`row 4` as its cells."""
    kind, number = name.split()
    place = {"row": lambda c: c[0], "column": lambda c: c[1], "box": box_of}[kind]
    return [cell for cell in EVERYWHERE if place(cell) == int(number)]


def cell(name):
    row, column = re.fullmatch(r"r(\d)c(\d)", name).groups()
    return int(row), int(column)


def candidate(name):
    """`r3c7=4` as (digit, row, column)."""
    place, digit = name.split("=")
    return (int(digit), *cell(place))


def members(name):
    """`r3c7` or `4 in row 2` as the candidates of the set."""
    if " in " not in name:
        return {(digit, *cell(name)) for digit in DIGITS}
    digit, place = name.split(" in ")
    return {(int(digit), *each) for each in unit(place)}


UNITS = [f"{kind} {number}" for kind in ("row", "column", "box") for number in DIGITS]
SETS = [f"r{row}c{column}" for row, column in EVERYWHERE]
SETS += [f"{digit} in {name}" for digit in DIGITS for name in UNITS]
MEMBERS = {name: members(name) for name in SETS}


def made_false(true):
    return set().union(*(each for each in MEMBERS.values() if true in each)) - {true}


def position_in(text):
    """The candidates that are left, and the givens, of `position`: a line of digits, or HoDoKu's."""
    _, _, _, grid, deleted, *_ = text.split(":") if ":" in text else ["", "", "", text, ""]
    values = re.findall(r"\+?.", grid)
    left = {(digit, *place) for digit in DIGITS for place in EVERYWHERE}
    for place, value in zip(EVERYWHERE, values, strict=True):
        if value[-1] in "123456789":
            left -= made_false((int(value[-1]), *place))
    left -= {tuple(map(int, triple)) for triple in deleted.split()}
    digits = zip(EVERYWHERE, values, strict=True)
    return left, {place for place, value in digits if value in tuple("123456789")}


def holds(step, left, givens):
    """Whether all that a step does follows from its proof."""
    for argument in (step["proof"], *step["proof"].get("also", ())):
        proved = (
            replayed(argument, left) if "assumed" in argument else counted(argument, left, givens)
        )
        if proved is None:
            return False
        left = left - proved
    for name in step["placed"]:
        placed = candidate(name)
        if not any(left & each == {placed} for each in MEMBERS.values()):
            return False
        left -= made_false(placed)
    gone = [re.fullmatch(r"(r\dc\d)<>(\d)", name).groups() for name in step["removed"]]
    return not any((int(digit), *cell(name)) in left for name, digit in gone)


def counted(argument, left, givens):
    """What an inequality makes false; None where it does not hold."""
    truths, links = argument["truths"], argument["links"]
    guardians = {candidate(name) for name in argument.get("guardians", ())}
    if guardians and not are_guardians(argument, left - guardians, givens):
        return None
    rank = len(links) - len(truths) - bool(guardians)
    weight = {
        each: sum(each in MEMBERS[name] for name in links)
        - sum(each in MEMBERS[name] for name in truths)
        - (each in guardians)
        for each in left
    }
    if min(weight.values()) < 0:
        return None
    return {each for each in left if weight[each] > rank}


def are_guardians(argument, left, givens):
    """Whether the puzzle would have two solutions or none without the guardians."""
    corners = [cell(name) for name in argument.get("cells", ())]
    if not corners:
        solved = [MEMBERS[name] & left for name in SETS[:81] if len(MEMBERS[name] & left) == 1]
        placed = set().union(*solved)
        return all(len(each & left) == (1 if each & placed else 2) for each in MEMBERS.values())
    rows, columns = ({corner[at] for corner in corners} for at in (0, 1))
    digits = {digit for digit, *place in left if tuple(place) in corners}
    return (
        len(corners) == 4
        and {(row, column) for row in rows for column in columns} == set(corners)
        and len({box_of(corner) for corner in corners}) == 2
        and len(digits) == 2
        and not givens & set(corners)
    )


def replayed(argument, left):
    assumed = candidate(argument["assumed"])
    return {assumed} if assumed in left and ends(argument, left - made_false(assumed)) else None


def ends(branch, left):
    for name in branch["forced"]:
        forced = candidate(name)
        if not any(left & each == {forced} for each in MEMBERS.values()):
            return False
        left = left - made_false(forced)
    if "pattern" in branch:
        cells, digits = (
            [cell(name) for name in branch["pattern"]["cells"]],
            branch["pattern"]["digits"],
        )
        left = left | {
            (digit, *place)
            for digit in DIGITS
            for place in EVERYWHERE
            if place not in cells or digit in digits
        }
    if branch.get("truths"):
        proved = counted(branch, left, set())
        if proved is None:
            return False
        left = left - proved
    after = [left - made_false(true) for true in sorted(left & MEMBERS[branch["ending"]])]
    branches = branch.get("branches", [])
    return len(after) == len(branches) and all(
        is_alike(here, after, branches, each) if "like" in each else ends(each, here)
        for here, each in zip(after, branches, strict=True)
    )


def is_alike(here, after, branches, branch):
    """Whether what is left, with its digits renamed, is in a branch that is followed."""
    names = {int(digit): int(name) for digit, name in branch["renamed"].items()}
    number = branch["like"] - 1
    return (
        sorted(names) == sorted(names.values()) == list(DIGITS)
        and "like" not in branches[number]
        and {(names[digit], *place) for digit, *place in here} <= after[number]
    )


# --- What it is shown ---------------------------------------------------------------------------------


def answer_for(name):
    """What `steps` says at the position in which the ladder comes upon a technique."""
    puzzle, *words = techniques()[name].shown_by.split()
    grid, board = read(puzzle), ()
    used = ["full-house", "naked-single", "hidden-single", slug(name), *words]
    options = {} if words == ["whole"] else {"techniques": used}
    filled = dict.fromkeys((place for place, digit in enumerate(grid.givens) if digit), "")
    for iteration in Solving(grid, "ladder", options):
        if any(step.technique == name for step in iteration.steps):
            break
        board = iteration.candidates
        filled |= {place: "+" for step in iteration.steps for place, _ in step.placed}
    digits = "".join(
        f"{filled[at]}{mask.bit_length()}" if at in filled else "." for at, mask in enumerate(board)
    )
    legal, _ = position_in(digits.replace("+", ""))
    deleted = " ".join(
        f"{digit}{row}{column}"
        for digit, row, column in sorted(legal)
        if not board[(row - 1) * 9 + column - 1] >> (digit - 1) & 1
    )
    reading = read_any(f":0000:x:{digits}:{deleted}::", 9, "hodoku")
    found = list(steps_at(reading, [rungs()[name]], uniqueness="on"))
    return json.loads(json.dumps(as_json(reading, found)))


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
    for step in answer["steps"]:
        assert holds(step, *position_in(answer["position"])), step


@pytest.mark.parametrize("name", [name for name in RESTING if "grave" not in name])
def test_uniqueness_proof_fails_without_its_cells(name):
    answer = answer_for(name)
    (step, *_) = answer["steps"]
    for argument in (step["proof"], *step["proof"].get("also", ())):
        argument.pop("cells", None)
    assert not holds(step, *position_in(answer["position"]))


@pytest.mark.parametrize("key", ["truths", "links", "guardians"])
def test_incomplete_proof_fails(key):
    answer = answer_for("uniqueness test 1" if key == "guardians" else "XY-wing")
    (step, *_) = answer["steps"]
    step["proof"][key] = step["proof"][key][1:]
    assert not holds(step, *position_in(answer["position"]))


def test_json_of_a_solve_proves_each_step_of_the_ladder():
    solve = Solving(read(ALESCARGOT), "ladder", {"pace": "all"})
    answer = json.loads(json.dumps([iteration_as_json(solve.grid, each) for each in solve]))
    _, givens = position_in(ALESCARGOT)
    left, proved = set(itertools.product(DIGITS, ROWS, COLUMNS)), 0
    for iteration in answer:
        for step in iteration["steps"]:
            if step["technique"] in rungs():
                assert holds(step, left, givens), step
                proved += 1
        left = {
            (int(digit), *place)
            for place, digits in zip(EVERYWHERE, iteration["candidates"], strict=True)
            for digit in digits
        }
    assert proved > 20


def test_proof_names_digits_above_nine_as_steps_and_sets_do():
    net = Replay(assumed=9 * 256, branch=ReplayBranch((10 * 256 + 1,), 2))
    answer = proof_as_json(geometry_of(4), Proof((net,)))
    assert (answer["assumed"], answer["forced"]) == ("r1c1=A", ["r1c2=B"])
