"""One 9×9 board in one integer: every rule of the game is tested in a handful of operations.

A Sudoku is an exact cover: of 729 candidates (a digit in a cell), each of 324 constraints (a cell has a
digit, or a row, column or box has one place for a digit) must keep just one of its nine members. The
integer has ten planes of 324 bits. Bit c of plane k < 9 says that member k of constraint c is still a
candidate. So every candidate is in the integer four times, once under each constraint it is a member of.
Bit c of plane 9 says that constraint c is not met yet. Planes laid over each other show for all
constraints at once how many members they have left.

Members are numbered so that planes 0–2, 3–5 and 6–8 are the three boxes that a row or column crosses. So
the same folding shows what a third of a line has, for locked candidates.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from ..core.deadline import NODE, spend
from ..core.geometry import digits_of
from ..core.grid import Grid

CONSTRAINTS = 324
CANDIDATE_BITS = 9 * CONSTRAINTS
# Guesses in a row without a solution, after which a SAT solver is the better tool.
PATIENCE = 16
# Constraints with two members that are weighed before a guess. More would cost more than they save.
WEIGHED = 8

ALL = (1 << CONSTRAINTS) - 1
FIRST_OF_THREE = sum(ALL << (CONSTRAINTS * plane) for plane in (0, 3, 6))
THIRD = 3 * CONSTRAINTS
# Rows and columns are constraints 0–161. Their 162 thirds are packed three times side by side.
LINE_COUNT = 162
LINES = (1 << LINE_COUNT) - 1
LINE_1 = sum(1 << line for line in range(0, 3 * LINE_COUNT, 3))  # the first line of each band
LINE_2, LINE_3 = LINE_1 << 1, LINE_1 << 2
LINES_12, LINES_23 = LINE_1 | LINE_2, LINE_2 | LINE_3

_is_plain_line = re.compile(r"[0-9.]{81}").fullmatch


class Stubborn(Exception):
    """Too many guesses in a row without a solution."""


class LookupTables(NamedTuple):
    """The effects of an assignment. Entry b of a list is about bit b - 1 of the integer."""

    start: int  # nothing known
    members: list[int]  # of a constraint: the bits of its nine members
    keep: list[int]  # of a candidate bit: what stays if that candidate is placed
    others: list[int]  # of a candidate bit: all constraints but the four it meets
    bit: list[int]  # the bit itself
    without_third: list[int]  # of a line's third: what stays without its three candidates
    given: list[dict[str, int]]  # of a cell, not by bit: `keep` by the digit's character
    own: list[list[int]]  # of a cell, not by bit: the four bits of each candidate


@cache
def tables() -> LookupTables:
    bits_of = {(cell, digit): _bits_of(cell, digit) for cell in range(81) for digit in range(9)}
    own = {candidate: sum(1 << bit for bit in bits) for candidate, bits in bits_of.items()}
    members = [0] * (CONSTRAINTS + 1)
    touched = [0] * CONSTRAINTS  # by constraint: every bit of every member
    by_bit: dict[int, int] = {}
    for candidate, bits in bits_of.items():
        for bit in bits:
            members[bit % CONSTRAINTS + 1] |= 1 << bit
            touched[bit % CONSTRAINTS] |= own[candidate]
            by_bit[bit] = own[candidate]
    start = (1 << (10 * CONSTRAINTS)) - 1
    keep, others = [0] * (CANDIDATE_BITS + 1), [0] * (CANDIDATE_BITS + 1)
    for candidate, bits in bits_of.items():
        gone = met = 0
        for bit in bits:
            gone |= touched[bit % CONSTRAINTS]
            met |= 1 << bit % CONSTRAINTS
        gone = gone & ~own[candidate] | met << CANDIDATE_BITS
        for bit in bits:
            keep[bit + 1] = start & ~gone
            others[bit + 1] = ALL & ~met
    without_third = [0] * (3 * LINE_COUNT + 1)
    for third in range(3):
        for line in range(LINE_COUNT):
            gone = 0
            for plane in range(3 * third, 3 * third + 3):
                gone |= by_bit[line + CONSTRAINTS * plane]
            without_third[third * LINE_COUNT + line + 1] = start & ~gone
    return LookupTables(
        start,
        members,
        keep,
        others,
        [0, *(1 << bit for bit in range(CANDIDATE_BITS))],
        without_third,
        [{str(d + 1): keep[bits_of[cell, d][0] + 1] for d in range(9)} for cell in range(81)],
        [[own[cell, digit] for digit in range(9)] for cell in range(81)],
    )


def _bits_of(cell: int, digit: int) -> list[int]:
    """Return the four bits of a candidate: in its row, its column, its box and its cell. Digits are from 0."""
    row, column = divmod(cell, 9)
    box, place = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    return [
        9 * digit + row + CONSTRAINTS * column,
        81 + 9 * digit + column + CONSTRAINTS * row,
        162 + 9 * digit + box + CONSTRAINTS * place,
        243 + cell + CONSTRAINTS * digit,
    ]


def is_plain_line(text: str) -> bool:
    """Return whether a text is 81 characters, each a digit, or `0` or `.` for an empty cell."""
    return _is_plain_line(text) is not None


def load_line(text: str) -> int:
    """Return the board of a line of 81 digits, `0` or `.` for an empty cell, packed into one int.

    If two givens clash, the board is broken and has no solution.
    """
    board = tables().start
    for given, character in zip(tables().given, text, strict=True):
        if character in given:
            board &= given[character]
    return board


def load(grid: Grid) -> int:
    """Return a 9×9 grid, with its pencil marks if it has any, packed into one int."""
    board = load_line(grid.text)
    for own, mask in zip(tables().own, grid.marks or (), strict=False):
        for digit in digits_of(~mask & 0x1FF):
            board &= ~own[digit - 1]
    return board


def digits(board: int) -> tuple[int, ...]:
    """Return the digit of each cell of a solved packed board."""
    members = tables().members
    return tuple(
        ((board & members[constraint]).bit_length() - 1) // CONSTRAINTS + 1
        for constraint in range(244, 325)
    )


def candidates(board: int) -> list[int]:
    """Return the mask of candidates of each cell of a packed board. Digit d is bit d - 1."""
    return [
        sum(1 << digit for digit in range(9) if board >> (CONSTRAINTS * digit + constraint) & 1)
        for constraint in range(243, 324)
    ]


def explore(board: int) -> Iterator[int]:
    """Yield every solution of a packed board, as a packed board.

    Raise Stubborn after `PATIENCE` guesses in a row without a solution, and BudgetSpent if a deadline runs out.
    """
    keep = tables().keep
    stack = [board]
    patience = PATIENCE
    while stack:
        board = follow_singles(stack.pop())
        if not board:
            continue
        if not board >> CANDIDATE_BITS:
            patience = PATIENCE
            yield board
            continue
        patience -= 1
        if patience < 0:
            raise Stubborn
        spend(NODE)
        stack += _split(board, keep)


def follow_singles(board: int) -> int:
    """Place singles and remove locked candidates of a packed board until there are none.

    Return the board, or 0 if it breaks the rules.
    """
    _, members, keep, others, bit, without_third, _, _ = tables()
    while True:
        # Constraints with at least one member left, and with at least two, first within each third.
        shifted, twice_shifted = board >> CONSTRAINTS, board >> 2 * CONSTRAINTS
        once = board | shifted
        twice = (board & shifted | once & twice_shifted) & FIRST_OF_THREE
        once = (once | twice_shifted) & FIRST_OF_THREE
        once_2, once_3 = once >> THIRD, once >> 2 * THIRD
        once_12 = once | once_2
        if (once_12 | once_3) & ALL != ALL:
            return 0
        twice |= twice >> THIRD | twice >> 2 * THIRD | once & once_2 | once_12 & once_3
        singles = (board >> CANDIDATE_BITS) & ~twice
        if singles:
            while singles:
                candidate = (board & members[singles.bit_length()]).bit_length()
                if not candidate:
                    return 0
                board &= keep[candidate]
                singles &= others[candidate]
            continue
        if not board >> CANDIDATE_BITS:
            return board
        locked = _locked(once & LINES, once_2 & LINES, once_3 & LINES)
        if not locked:
            return board
        while locked:
            third = locked.bit_length()
            board &= without_third[third]
            locked ^= bit[third]


def _locked(first: int, second: int, third: int) -> int:
    """Return the thirds of lines that lose their digit, if they have it: locked candidates, both ways."""
    # Claiming: a line has its digit in one third only, so the box's other two lines lose theirs.
    claimed = (
        first & ~(second | third)
        | (second & ~(first | third)) << LINE_COUNT
        | (third & ~(first | second)) << 2 * LINE_COUNT
    )
    present = first | second << LINE_COUNT | third << 2 * LINE_COUNT
    # Pointing: a box has its digit on one of its three lines only, so the line's other thirds lose it.
    pointed = present & ~_other_lines(present)
    pointed_1, pointed_2 = pointed & LINES, pointed >> LINE_COUNT & LINES
    pointed_3 = pointed >> 2 * LINE_COUNT
    gone = (
        _other_lines(claimed)
        | (pointed_2 | pointed_3)
        | (pointed_1 | pointed_3) << LINE_COUNT
        | (pointed_1 | pointed_2) << 2 * LINE_COUNT
    )
    return gone & present


def _other_lines(thirds: int) -> int:
    """Return, for each third, what the other two lines of its box have."""
    return (
        thirds << 1 & LINES_23
        | thirds >> 2 & LINE_1
        | thirds << 2 & LINE_3
        | thirds >> 1 & LINES_12
    )


def _split(board: int, keep: list[int]) -> list[int]:
    """Return the boards of a guess, the one to try first last.

    Of the constraints with two members, choose the one with the greatest product of what its two sides remove.
    If there is none, choose the constraint with the fewest members.
    """
    members, bit = tables().members, tables().bit
    pairs = _with_two_members(board)
    best, sides = -1, []
    for _ in range(WEIGHED):
        if not pairs:
            break
        constraint = pairs.bit_length()
        pairs ^= bit[constraint]
        both = board & members[constraint]
        first = both.bit_length()
        one, other = board & keep[first], board & keep[(both ^ bit[first]).bit_length()]
        size = board.bit_count()
        weight = (size - one.bit_count()) * (size - other.bit_count())
        if weight > best:
            best, sides = weight, [other, one]
    if sides:
        return sides
    unmet = board >> CANDIDATE_BITS
    fewest = min(
        (
            board & members[constraint + 1]
            for constraint in range(CONSTRAINTS)
            if unmet >> constraint & 1
        ),
        key=int.bit_count,
    )
    while fewest:
        candidate = fewest.bit_length()
        sides.append(board & keep[candidate])
        fewest ^= bit[candidate]
    return sides


def _with_two_members(board: int) -> int:
    """Return the constraints not met yet that have two members left. None has fewer."""
    shifted, twice_shifted = board >> CONSTRAINTS, board >> 2 * CONSTRAINTS
    some = board | shifted
    once = (some | twice_shifted) & FIRST_OF_THREE
    twice = (board & shifted | some & twice_shifted) & FIRST_OF_THREE
    thrice = board & shifted & twice_shifted & FIRST_OF_THREE
    once_2, once_3 = once >> THIRD, once >> 2 * THIRD
    twice_2, twice_3 = twice >> THIRD, twice >> 2 * THIRD
    thrice |= thrice >> THIRD | thrice >> 2 * THIRD
    thrice |= twice & (once_2 | once_3) | twice_2 & (once | once_3) | twice_3 & (once | once_2)
    thrice |= once & once_2 & once_3
    return (board >> CANDIDATE_BITS) & ~thrice & ALL
