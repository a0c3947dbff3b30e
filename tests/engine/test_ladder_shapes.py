"""Shapes of techniques that positions show seldom; each made by hand, all other cells open."""

from solver.engine.core.geometry import geometry_of
from solver.engine.core.position import Position
from solver.engine.core.proof_check import verify
from solver.engine.core.steps import Step
from solver.engine.techniques.description import describe_step
from solver.engine.techniques.rungs import Switches, rungs

SHAPE = geometry_of(3)


def position(marks: str) -> Position:
    """Of `r1c3:38 …`: the digits of some cells."""
    made: Position = Position(3)
    for word in marks.split():
        name, _, digits = word.partition(":")
        made.keep(SHAPE.cell_names.index(name), sum(1 << int(digit) - 1 for digit in digits))
    return made


def steps(technique: str, marks: str, switches: Switches | None = None) -> list[Step]:
    here = position(marks)
    found = [each.step(here) for each in rungs()[technique].find(here, switches)]
    assert all(verify(here, step) for step in found)
    return found


def removed(step: Step) -> set[str]:
    return set(describe_step(SHAPE, step).removed)


class TestRemotePair:
    SIX = "r1c3:38 r1c8:38 r9c8:38 r9c4:38 r3c4:38 r2c5:38"

    def test_six_cells_remove_more_than_any_shorter_pair(self):
        *shorter, whole = steps("remote pair", self.SIX)
        assert len(whole.cells) == 6
        assert {"r2c1<>3", "r3c7<>8", "r9c3<>3"} <= removed(whole)
        assert all(removed(step) < removed(whole) for step in shorter)

    def test_description_names_the_cells_in_chain_order(self):
        whole = steps("remote pair", self.SIX)[-1]
        words = describe_step(SHAPE, whole).why
        assert words.startswith("r1c3, r1c8, r9c8, r9c4, r3c4 and r2c5 contain only 3 and 8")


class TestSueDeCoq:
    def test_counts_twice_an_extra_digit_of_both_parts(self):
        marks = "r1c3:1259 r3c3:1259 r7c3:256 r8c3:256 r1c1:13679 r2c1:13679 r2c2:13679 r3c1:13679"
        (step,) = steps("Sue de Coq", marks)
        assert {"r9c3<>6", "r1c2<>6", "r2c3<>5", "r2c3<>7"} <= removed(step)
        assert "counting 6, which is in B and in C, twice" in describe_step(SHAPE, step).why

    def test_finds_no_step_if_the_parts_share_a_digit_of_the_crossing(self):
        marks = "r1c3:1269 r3c3:1269 r7c3:256 r8c3:256 r1c1:13679 r2c1:13679 r2c2:13679 r3c1:13679"
        assert not steps("Sue de Coq", marks)


class TestUniqueness:
    def test_needs_a_unit_with_places_for_a_hidden_rectangle(self):
        others = [f"r3c{c}:3456789" for c in (2, 3, 5, 6, 7, 8, 9)]
        others += [f"r{r}c4:3456789" for r in (2, 4, 5, 6, 7, 8, 9)]
        near = "r1c1:12 r1c4:123 r3c1:124"
        held = " ".join([near, "r3c4:1256", *others])
        assert {"r3c4<>1"} in [removed(step) for step in steps("hidden rectangle", held)]
        placed = " ".join([near.replace("123", "13").replace("124", "14"), "r3c4:156", *others])
        assert not [s for s in steps("hidden rectangle", placed) if "r3c4<>1" in removed(s)]


class TestLooseDefinitions:
    """What the library may call so, though better is found: it is looked for where the usual finds nothing."""

    PAIR = "r1c1:12 r1c2:12"

    def test_accepts_a_naked_pair_as_an_xy_chain(self):
        assert not steps("XY-chain", self.PAIR)
        found = steps("XY-chain", self.PAIR, Switches(loose=True))
        assert {"r1c3<>1"} <= removed(found[0])
