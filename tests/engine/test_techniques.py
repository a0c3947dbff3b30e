"""Every technique is found by the walk, keeps its own examples, and never takes a true candidate."""

import itertools
import random
import subprocess
import sys
from collections import Counter

import pytest
from puzzles import random_puzzles
from support import PROPERTY_PUZZLES

from solver.engine import Solving, Step, count_solutions, find_technique, techniques
from solver.engine.core.board import Board
from solver.engine.core.discovery import discover
from solver.engine.core.errors import Contradiction
from solver.engine.core.geometry import digits_of, geometry_of
from solver.engine.core.steps import apply
from solver.engine.methods.rules import RULES
from solver.engine.techniques.atlas import kinds, kinds_by_technique
from solver.engine.techniques.base import Technique
from solver.engine.techniques.catalogue import _entries
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.events import GUESS
from solver.engine.techniques.rungs import Family, rungs
from solver.puzzles.showcases import showcase_for


def said(text: str) -> set[str]:
    """`r1c3<>12 r4c5=7` as single facts."""
    facts = set()
    for word in text.split():
        sign = "<>" if "<>" in word else "="
        cell, digits = word.split(sign)
        facts |= {f"{cell}{sign}{digit}" for digit in digits}
    return facts


def done(shape, steps: list[Step]) -> set[str]:
    return {fact for step in steps for fact in describe_step(shape, step).done}


def place_of(name: str) -> str:
    """Return the technique with the file that its examples stand in."""
    if name in rungs():
        return f"{name} in {rungs()[name].module.__package__}, examples.txt,"
    return f"{name} in {find_technique(name).find.__module__}"


def test_each_technique_has_one_home():
    """A second rung, module, entry of examples or kind of the same name would silently win over the first."""
    found = discover("solver.engine.techniques", Family)
    of_rungs = [rung for family in found for rung in family.rungs]
    of_articles = discover("solver.engine.techniques", Technique)
    homes = {
        "family": [family.name for family in found],
        "rung": [rung.technique for rung in of_rungs],
        "code": [rung.code for rung in of_rungs],
        "place in the order": [rung.index for rung in of_rungs],
        "module": [each.name for each in of_articles],
        "entry of examples.txt": [name for name, _entry in _entries()],
        "kind": [name for kind in kinds() for name in kind.techniques],
    }
    twice = [
        f"two places have the {what} {name}"
        for what, names in homes.items()
        for name, count in Counter(names).items()
        if count > 1
    ]
    assert not twice
    for each in of_articles:
        rung = rungs().get(each.name)
        assert not rung or folder_of(each.find) == folder_of(rung.module.explain), each.name


def folder_of(function) -> str:
    return function.__module__.rpartition(".")[0]


def test_each_rung_has_an_entry_in_the_examples():
    """Only of the rarest fish no puzzle is known that needs it."""
    missing = rungs().keys() - techniques().keys() - {"siamese finned mutant jellyfish"}
    assert not missing, f"add an entry to examples.txt, after a blank line: {sorted(missing)}"
    unknown = {name for name, _entry in _entries()} - rungs().keys()
    assert not unknown, f"examples.txt has entries of techniques without a rung: {sorted(unknown)}"


@pytest.mark.parametrize("name", techniques())
def test_each_technique_keeps_its_examples(name):
    technique = find_technique(name)
    assert any(example.finds for example in technique.examples), (
        f"{place_of(name)} needs a position in which it fires"
    )
    assert any(not example.finds for example in technique.examples), (
        f"{place_of(name)} needs a position in which it nearly fires, with nothing after =>"
    )
    for example in technique.examples:
        board = example.board()
        untouched = board.candidates.copy()
        steps = list(technique.find(board))
        found, expected = done(board.geometry, steps), said(example.finds)
        assert found == expected, f"{place_of(name)} found the first, and names the second"
        assert board.candidates == untouched
        assert all(describe_step(board.geometry, step).why.endswith(".") for step in steps)


@pytest.mark.parametrize("name", [name for name, each in techniques().items() if each.shown_by])
def test_showcase_of_each_technique_uses_that_technique(name):
    shown_by = showcase_for(name)
    assert count_solutions(shown_by.grid) == 1, f"the puzzle of {name} has not one solution"
    chosen = {"techniques": list(shown_by.rules)} if shown_by.rules else {}
    story = Solving(shown_by.grid, shown_by.method, chosen)
    met = (step.technique for iteration in story for step in iteration.steps)
    assert name in met, (
        f"{place_of(name)} needs another puzzle: the ladder meets it nowhere in this"
    )


@pytest.mark.parametrize("name", techniques())
def test_each_technique_has_a_definition_a_source_and_a_kind(name):
    technique = find_technique(name)
    assert technique.definition, f"the module of {name} has no docstring, which is its definition"
    assert technique.source, f"{name} names no source of the rule"
    assert name in kinds_by_technique(), (
        f"no kind of kinds.txt has {name}: its page teaches nothing"
    )


def random_units(count: int) -> list[tuple[int, ...]]:
    rng = random.Random(7)
    return [
        tuple(sum(1 << d for d in rng.sample(range(9), rng.randint(1, 5))) for _ in range(9))
        for _ in range(count)
    ]


def by_every_combo(masks: tuple[int, ...], sizes: range) -> list[int] | None:
    """The article's way: try all sets of digits; None on a contradiction."""
    left = list(masks)
    for combo in range(1, 1 << len(masks)):
        fitting = sum(mask & ~combo == 0 for mask in masks)
        if fitting > combo.bit_count():
            return None
        if fitting == combo.bit_count() and fitting in sizes:
            left = [
                kept & ~combo if mask & ~combo else kept
                for mask, kept in zip(masks, left, strict=True)
            ]
    return left


def by_technique(name: str, masks: tuple[int, ...]) -> list[int] | None:
    board = Board(geometry_of(3), [*masks, *[511] * 72])
    try:
        steps = [s for s in find_technique(name).find(board) if s.unit == 0]
    except Contradiction:
        return None
    for step in steps:
        apply(board, step)
    return board.candidates[:9]


@pytest.mark.property
@pytest.mark.parametrize(
    ("name", "sizes"), [("enclosed combo", range(1, 10)), ("partial match", range(2, 9))]
)
def test_technique_removes_the_same_as_trying_every_combo(name, sizes):
    contradictions = 0
    for masks in random_units(5 * PROPERTY_PUZZLES):
        expected = by_every_combo(masks, sizes)
        contradictions += expected is None
        assert by_technique(name, masks) == expected, masks
    assert 0 < contradictions < 5 * PROPERTY_PUZZLES


@pytest.mark.property
@pytest.mark.parametrize("box", [2, 3, 4])
def test_no_step_removes_a_true_candidate(box):
    """Each step of each method, while no guess is standing, leaves the one solution possible."""
    share = {2: 4, 3: 1, 4: 100}[box]  # a large board takes longer than a hundred usual ones
    for grid, solution in random_puzzles(PROPERTY_PUZZLES // share, seed=box, box=box):
        # These three use every technique there is.
        for name, given in (("combos", {}), ("guessing", {}), ("rules", {"rules": list(RULES)})):
            for iteration in itertools.islice(Solving(grid, name, given), 40):
                if any(step.technique == GUESS for step in iteration.steps):
                    break
                for step in iteration.steps:
                    assert all(solution[cell] == digit for cell, digit in step.placed), step
                    for cell, mask in step.removed:
                        assert solution[cell] not in digits_of(mask), (grid.text, step)


def test_engine_needs_no_django():
    code = "import sys, solver.engine; print([m for m in ('django', 'celery') if m in sys.modules])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )
