"""Whatever cells are pressed at a position, the answer is true, and no part of it contradicts another."""

import random
import re
from itertools import combinations

import pytest
from support import some

from solver.engine.core.masks import bits, mask_of
from solver.engine.core.position import Position
from solver.engine.core.proof import Role
from solver.engine.ladder.stored import positions
from solver.engine.techniques.rungs import rungs
from solver.web.learn.drill import Attempt, judge

SELECTIONS = 12  # of each position, besides single cells
CELL = re.compile(r"r\dc\d")


def selections(rng: random.Random, position: Position, cells: list[int]) -> list[set[int]]:
    """Return single cells, the step with a cell exchanged, and other cells that are as many."""
    whole = range(81)
    found = [{cell} for cell in rng.sample(whole, SELECTIONS)]
    for _ in range(SELECTIONS // 2):
        found.append({*rng.sample(cells, len(cells) - 1), rng.choice(whole)})
        open_cells = [*bits(position.open)]
        found.append(set(rng.sample(open_cells, min(len(open_cells), rng.randint(1, 7)))))
    return found


class Claims:
    """The sentences of an answer, each checked on the position by itself."""

    def __init__(self, position: Position, cells: set[int]) -> None:
        self.position, self.cells, self.masks = position, cells, position.masks
        self.names = self.masks.geometry.cell_names

    def marks(self, cells) -> int:
        mask = 0
        for cell in cells:
            mask |= self.position.marks[cell]
        return mask

    def named(self, text: str) -> set[int]:
        return {self.names.index(name) for name in CELL.findall(text)}

    def digits(self, text: str) -> int:
        return mask_of(int(digit) - 1 for digit in re.findall(r"\b\d\b", CELL.sub("", text)))

    def unit(self, text: str) -> set[int]:
        unit = next(each for each in self.masks.geometry.units if str(each.phrase) in text)
        return set(unit.cells)

    def places(self, digit: int, cells) -> set[int]:
        return {cell for cell in cells if self.position.marks[cell] & digit}

    def seen(self, cells) -> set[int]:
        return {other for other in range(81) if all(self.sees(other, cell) for cell in cells)}

    def sees(self, one: int, other: int) -> bool:
        return other in self.masks.geometry.peers[one]

    def common_units(self, cells) -> int:
        return sum(set(cells) <= set(unit.cells) for unit in self.masks.geometry.units)

    def also_goes(self, said: str) -> bool:
        """`5 can also go to r3c4 in row 3.`"""
        digit, (other,) = self.digits(said.split(" can ")[0]), self.named(said)
        return bool(self.position.marks[other] & digit) and other in self.unit(said)

    def nothing_seen(self, said: str) -> bool:
        """`Nothing that sees r1c1 and r2c2 contains 5 any more: nothing would be removed.`"""
        cells, digits = self.named(said), self.digits(said)
        return not any(self.position.marks[cell] & digits for cell in self.seen(cells))

    def count_of(self, said: str) -> bool:
        """`Choose 4 cells.`"""
        return int(re.findall(r"\d+", said)[0]) != len(self.cells)

    def holds_exactly(self, said: str) -> bool:
        """`r1c1 contains 2 and 3; it must contain exactly two digits.`"""
        (cell,) = self.named(said)
        digits = self.digits(said.split(";")[0])
        return self.position.marks[cell] == digits and digits.bit_count() != 2

    def hold_together(self, said: str) -> bool:
        return self.marks(self.cells) == self.digits(said.split(";")[0].split("contain ")[1])

    def only_places(self) -> list[set[int]]:
        return [
            places
            for digit in range(9)
            for unit in self.masks.geometry.units
            if len(places := self.places(1 << digit, unit.cells)) == 2 and places <= self.cells
        ]

    def fewer_in_lines(self, said: str) -> bool:
        """`Number of rows: 2, of columns: 3; there must be 2 of each.`"""
        rows, columns, must = map(int, re.findall(r"\d+", said))
        facts = len({cell // 9 for cell in self.cells}), len({cell % 9 for cell in self.cells})
        return (rows, columns) == facts and (rows, columns) != (must, must)

    def no_almost_sets(self) -> bool:
        return not any(
            self.almost(one) and self.almost(self.cells - {*one})
            for size in range(1, len(self.cells))
            for one in combinations(self.cells, size)
        )

    def almost(self, cells) -> bool:
        return self.common_units(cells) > 0 and self.marks(cells).bit_count() == len(cells) + 1

    def no_pivot(self) -> bool:
        return not any(
            all(self.sees(cell, other) for other in self.cells - {cell}) for cell in self.cells
        )

    def shares_none(self, said: str) -> bool:
        shared = 511
        for cell in self.named(said):
            shared &= self.position.marks[cell]
        return not shared

    def is_true(self, said: str) -> bool | None:
        """Return whether a sentence is true, or None if it says nothing that can be checked here."""
        checks = {
            r"can also go to": lambda: self.also_goes(said),
            r"^Nothing that sees (r\dc\d|both)": lambda: self.nothing_seen(said),
            r"^Choose \d+ cells?\.$": lambda: self.count_of(said),
            r"^Choose at least three cells": lambda: len(self.cells) < 3,
            r"^Choose at least four cells": lambda: len(self.cells) < 4,
            r"it must contain exactly two digits": lambda: self.holds_exactly(said),
            r"^The three cells contain": lambda: (
                self.hold_together(said) and self.marks(self.cells).bit_count() != 3
            ),
            r"^The cells contain .*same two": lambda: (
                self.hold_together(said) and self.marks(self.cells).bit_count() != 2
            ),
            r"^None of the three cells sees": self.no_pivot,
            r"share no candidate\.": lambda: self.shares_none(said),
            r"do not lie in one row, column or box": lambda: (
                not self.common_units(self.named(said))
            ),
            r"do not lie in one box and one line": lambda: self.common_units(self.named(said)) < 2,
            r"can still be": lambda: (
                self.digits(said) == self.position.marks[next(iter(self.named(said)))]
            ),
            r"sees none of the other cells": lambda: (
                not any(self.sees(cell, other) for cell in self.named(said) for other in self.cells)
            ),
            r"^No two of the cells are the only places": lambda: (
                not [
                    places
                    for places in self.only_places()
                    if self.digits(said) & self.marks(places)
                    and any(
                        self.places(1 << digit, unit.cells) == places
                        for digit in bits(self.digits(said))
                        for unit in self.masks.geometry.units
                    )
                ]
            ),
            r"^Number of rows": lambda: self.fewer_in_lines(said),
            r"^The cells are not two sets": self.no_almost_sets,
            r"^No two of the cells contain the same two digits": lambda: (
                not any(
                    self.position.marks[one] == self.position.marks[other]
                    and self.position.marks[one].bit_count() == 2
                    for one, other in combinations(self.cells, 2)
                )
            ),
            r"see each other: that is a naked pair": lambda: self.sees(*self.named(said)),
            r"is already filled with": lambda: (
                self.position.values[next(iter(self.named(said)))]
                == next(bits(self.digits(said))) + 1
            ),
        }
        for pattern, check in checks.items():
            if re.search(pattern, said):
                return check()
        return None


def chain_of(step, position: Position) -> set[int]:
    nodes = step.step(position).parts_of(Role.NODE)
    return {candidate % 81 for node in nodes for candidate in node}


def steps_at(technique: str, position: Position) -> list[tuple[set[int], set[int]]]:
    """The cells of each step, and all that may be pressed for it: a chain is made of its ends."""
    found = rungs()[technique].find(position)
    return [(cells := set(bits(step.cells)), cells | chain_of(step, position)) for step in found]


def check_answer(technique, pairs, position: Position, cells: set[int], attempt: Attempt) -> None:
    """Check an answer where a technique has these steps."""
    said = f"{attempt.feedback} {attempt.why_not}"
    is_whole = any(step <= cells <= whole for step, whole in pairs)
    assert is_whole <= attempt.is_found, said
    # Of a colouring some places are enough.
    is_part = technique.startswith("simple colours") and any(cells < step for step, _ in pairs)
    assert attempt.is_found <= (is_whole or is_part), said
    if "make a step" in said:
        name = re.search(r"technique: (.*)\.$", attempt.feedback)[1]
        others = {rung.technique.lower(): rung for rung in rungs().values()}
        other = steps_at(others[name.lower()].technique, position)
        assert any(step <= cells <= whole for step, whole in other), said
        assert "missing" not in said
        return
    for sentence in re.split(r"(?<=\.) (?=[A-Z0-9])", attempt.why_not):
        assert Claims(position, cells).is_true(sentence) is not False, (sentence, attempt.pressed)
    if not cells or attempt.is_found:
        return
    right = Claims(position, cells).named(
        " ".join(re.findall(r"(?:r\dc\d(?:, )?)+ (?:is|are) right", attempt.feedback))
    )
    missing = int((re.search(r"(\d+) cells? (?:is|are) missing", attempt.feedback) or "00")[1])
    assert any(
        right <= whole and (not missing or len(step - right) == missing) for step, whole in pairs
    )
    wrong = Claims(position, cells).named(attempt.feedback) - right
    assert right | wrong == cells
    filled = {cell for cell in cells if position.values[cell]}
    told = re.findall(r"((?:r\dc\d(?:, )?)+) (?:is|are) filled already", attempt.feedback)
    assert Claims(position, cells).named(" ".join(told)) == filled - right


@pytest.mark.fuzz
@pytest.mark.parametrize("technique", positions())
def test_answer_is_true_whatever_cells_are_pressed(technique):
    """Of a sample, each technique has other kinds of selections than the one before it."""
    turn = list(positions()).index(technique)
    rng = random.Random(technique)
    stored = rng.choice(positions()[technique])
    position = stored.position
    pairs = steps_at(technique, position)
    step = next(rungs()[technique].find(position))
    for cells in some(selections(rng, position, [*bits(step.cells)]), 5, turn):
        attempt = judge(stored.grid, position, rungs()[technique], cells)
        check_answer(technique, pairs, position, cells, attempt)


def test_chain_is_found_by_its_ends_or_by_all_of_its_cells():
    for technique in ("XY-chain", "X-chain", "turbot fish"):
        stored = positions()[technique][0]
        step = next(rungs()[technique].find(stored.position))
        ends, whole = {*bits(step.cells)}, chain_of(step, stored.position)
        assert len(ends) == 2 < len(whole)
        for cells in (ends, whole):
            assert judge(stored.grid, stored.position, rungs()[technique], cells).is_found
        said = judge(stored.grid, stored.position, rungs()[technique], whole - {min(ends)})
        assert said.feedback.endswith("1 cell is missing.")
        assert not said.wrong


def test_part_of_a_colouring_is_right_once_it_shows_the_step():
    for stored in positions()["simple colours trap"]:
        position, rung = stored.position, rungs()["simple colours trap"]
        step = next(rung.find(position)).step(position)
        blue, yellow = ({each % 81 for each in part} for part in step.parts_of(Role.COLOUR))
        attempt = judge(stored.grid, position, rung, set(step.cells[:1]))
        assert not attempt.is_found
        assert not attempt.wrong
        sizes = set()
        for size in range(2, len(step.cells)):
            for cells in map(set, combinations(step.cells, size)):
                found = judge(stored.grid, position, rung, cells).is_found
                if found:
                    sizes.add(size)
                    peers = position.masks.geometry.peers
                    assert any(
                        cells & blue & set(peers[cell]) and cells & yellow & set(peers[cell])
                        for cell, _mask in step.removed
                    )
            if sizes:
                return
    pytest.fail("no part is enough")


def test_step_of_another_technique_is_told_to_be_one():
    """At a position of a skyscraper there are chains, whose cells make a step but not this one."""
    for stored in positions()["skyscraper"]:
        position = stored.position
        for name in ("two-string kite", "empty rectangle", "XY-wing"):
            for step in rungs()[name].find(position):
                cells = {*bits(step.cells)}
                attempt = judge(stored.grid, position, rungs()["skyscraper"], cells)
                if len(cells) > 2 and not attempt.is_found and attempt.wrong:
                    assert "make a step, but one of another technique" in attempt.feedback
                    assert not attempt.why_not
                    return
    pytest.fail("no such step")
