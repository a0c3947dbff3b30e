"""HoDoKu's regression library: each line is a position and the one step that a technique must find there.

    :0603:3:14+8..+9+72+5…:224 524 225::364 365::

The fields are: code, perhaps with a variant, then digits, grid, deleted, eliminated and placed candidates,
and more. `+` stands before a digit that is placed and not given. Candidates are written digit, row, column. A
variant is a number that sets switches, or `x` for a case in which nothing may be found. A fifth digit 1 of
the code means siamese fish. A case is *found* if some step of its code does exactly what it says, and *alone*
if also no step of its code and digits does anything else.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..core.errors import GridError
from ..core.masks import bits, mask_of
from ..core.position import Position
from ..notation import read_any
from ..techniques.chains.first_ways import chains_by_first_ways
from ..techniques.deduction import Deduction
from ..techniques.rungs import Switches, rungs, search_of
from .hodoku_order import GROUPED, LOOPS


@dataclass(frozen=True)
class Case:
    """One line of the library. `removed` and `placed` are masks of candidates."""

    line: str
    code: str
    variant: str
    digits: str
    position: Position
    removed: int
    placed: int

    @property
    def must_find_nothing(self) -> bool:
        return self.variant == "x"


@dataclass
class CodeTally:
    """The number of cases of a code: all, found, and found alone."""

    cases: int = 0
    found: int = 0
    alone: int = 0


def read_case(line: str) -> Case:
    """Return the case of a line of HoDoKu's library. Raise GridError if the line is none."""
    fields = line.strip().split(":")
    if not 7 <= len(fields) <= 9 or fields[0]:
        raise GridError("this is not a line of a library, which has six to eight colons")
    name, digits, grid, deleted, removed, placed = fields[1:7]
    code, _, variant = name.partition("-")
    read_any(line.strip(), 9, "hodoku")  # raises an error that names line, column and cell
    return Case(
        line.strip(),
        code,
        variant,
        digits,
        _position(grid, deleted),
        _candidates(removed),
        _candidates(placed),
    )


def _position(grid: str, deleted: str) -> Position:
    position, givens, cell, was_plus = Position(3), 0, 0, False
    for character in grid:
        if character == "+":
            was_plus = True
            continue
        if character.isdigit() and character != "0":
            position.place(cell, int(character))
            givens |= 0 if was_plus else 1 << cell
        was_plus = False
        cell += 1
    position.givens = givens
    for candidate in bits(_candidates(deleted)):
        digit, cell = position.masks.digit_and_cell(candidate)
        position.remove(cell, digit)
    return position


def _candidates(field: str) -> int:
    """Return a mask of candidates. For example, `418 715` has digit, row and column of two."""
    triples = [tuple(int(character) for character in word) for word in field.split()]
    return mask_of((d - 1) * 81 + (row - 1) * 9 + column - 1 for d, row, column in triples)


def cases(lines: Iterable[str]) -> Iterator[Case]:
    """Yield the cases of a file of HoDoKu's library. Lines that do not begin with a colon are remarks."""
    return (read_case(line) for line in lines if line.startswith(":"))


def judge(case: Case) -> tuple[bool, bool]:
    """Return (is found, is found alone): whether the case's step is found, and no other step of its digits.

    A case that must find nothing is right on both counts or on neither.
    """
    if case.must_find_nothing:
        return (not any(deductions_for(case)) and not any(deductions_for(case, is_loose=True)),) * 2
    deductions = list(deductions_for(case))
    if not any(_does(each, case) for each in deductions):
        return any(_does(each, case) for each in deductions_for(case, is_loose=True)), False
    return True, all(_does(f, case) for f in deductions if _digits(f, case.code) == case.digits)


def _does(deduction: Deduction, case: Case) -> bool:
    return deduction.removed == case.removed and deduction.placed == case.placed


def deductions_for(case: Case, is_loose: bool = False) -> Iterator[Deduction]:
    """Yield all steps of the case's technique, under the switches of its variant.

    HoDoKu leaves out what it happens to have found otherwise. `is_loose` yields all of that too.
    """
    switches = switches_of(case.code, case.variant, is_loose)
    deductions: Iterable[Deduction] = search_of(case.code[:4], switches)(case.position)
    if case.code in LOOPS and not is_loose and not switches.almost:
        deductions = chains_by_first_ways(case.position, is_grouped=case.code in GROUPED)
    return (each for each in deductions if rungs()[each.technique].code == case.code)


def switches_of(code: str, variant: str, is_loose: bool = False) -> Switches:
    """Return the switches that HoDoKu's tester sets for a technique's code and a variant.

    `is_loose` also switches on what HoDoKu leaves out.
    """
    is_almost = (code, variant) in ALMOST
    return Switches(
        missing=variant != "1",
        overlap=code[:2] == "09" and variant == "2",
        almost=is_almost,
        two=code == "0402" and variant == "1",
        thorough=not is_loose,
        loose=is_loose,
    )


ALMOST = {("0709", "2"), ("0710", "3"), ("0710", "4"), ("0711", "3"), ("0711", "4")}
ABOUT_WHAT_GOES = (
    "0706",
    "0707",
    "0708",
    "0709",
    "0710",
    "0711",
    "0901",
    "0902",
    "0903",
    "0904",
    "1101",
)


def _digits(deduction: Deduction, code: str) -> str:
    """Return the digits under which the library files a step."""
    mask = deduction.digits_mask
    if code in ABOUT_WHAT_GOES:
        mask = mask_of(candidate // 81 for candidate in bits(deduction.removed or deduction.placed))
    return "".join(str(index + 1) for index in bits(mask))


def tally(judged: Iterable[Case]) -> dict[str, CodeTally]:
    """Return, by code of technique, how many of the cases there are, are found, and are found alone.

    Codes ascend.
    """
    tallies: dict[str, CodeTally] = {}
    for case in judged:
        counted = tallies.setdefault(case.code, CodeTally())
        found, alone = judge(case)
        counted.cases += 1
        counted.found += found
        counted.alone += alone
    return dict(sorted(tallies.items()))
