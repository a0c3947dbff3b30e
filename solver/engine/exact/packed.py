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
from .search import Stubborn

CONSTRAINTS = 324
CANDIDATE_BITS = 9 * CONSTRAINTS
# Guesses in a row without a solution, after which a SAT solver is the better tool.
PATIENCE = 16
# Dead ends in a row, after which it is for a count: if many bits are left at the first guess, and if not.
SHORT_PATIENCE, LONG_PATIENCE = 4, 32
MANY = 4 * 310  # a candidate is four bits
# Constraints with two members that are weighed before a guess. More would cost more than they save.
WEIGHED, WEIGHED_IN_COUNT = 8, 4

ALL = (1 << CONSTRAINTS) - 1
FIRST_OF_THREE = sum(ALL << (CONSTRAINTS * plane) for plane in (0, 3, 6))
TWO_PLANES, THIRD, TWO_THIRDS = 2 * CONSTRAINTS, 3 * CONSTRAINTS, 6 * CONSTRAINTS
# Rows and columns are constraints 0–161. Their 162 thirds are packed three times side by side.
LINE_COUNT = 162
TWO_LINE_COUNTS = 2 * LINE_COUNT
CELLS = (1 << 81) - 1
LINES = (1 << LINE_COUNT) - 1
LINE_1 = sum(1 << line for line in range(0, 3 * LINE_COUNT, 3))  # the first line of each band
LINE_2, LINE_3 = LINE_1 << 1, LINE_1 << 2
LINES_12, LINES_23 = LINE_1 | LINE_2, LINE_2 | LINE_3

_is_plain_line = re.compile(r"[0-9.]{81}").fullmatch


class LookupTables(NamedTuple):
    """The effects of an assignment. Entry b of a list is about bit b - 1 of the integer."""

    start: int  # nothing known
    members: list[int]  # of a constraint: the bits of its nine members
    keep: list[int]  # of a candidate bit: what stays if that candidate is placed
    others: list[int]  # of a candidate bit: all constraints but the four it meets
    gone: list[int]  # of a candidate bit: what does not stay if that candidate is placed
    changed: list[int]  # of a candidate bit: all constraints that are met or may lose members
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
    keep, others, lost, changed = ([0] * (CANDIDATE_BITS + 1) for _ in range(4))
    for candidate, bits in bits_of.items():
        gone = met = hit = 0
        for bit in bits:
            gone |= touched[bit % CONSTRAINTS]
            met |= 1 << bit % CONSTRAINTS
        for plane in range(9):
            hit |= gone >> CONSTRAINTS * plane & ALL
        gone = gone & ~own[candidate] | met << CANDIDATE_BITS
        effects = start & ~gone, ALL & ~met, gone, hit
        for bit in bits:
            keep[bit + 1], others[bit + 1], lost[bit + 1], changed[bit + 1] = effects
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
        lost,
        changed,
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
    planes = [
        f"{board >> (CONSTRAINTS * digit + 243) & CELLS:081b}" for digit in reversed(range(9))
    ]
    return [int("".join(bits), 2) for bits in zip(*planes, strict=True)][::-1]


def explore(board: int, is_count: bool = False) -> Iterator[int]:
    """Yield every solution of a packed board, as a packed board, always in the same order.

    With `is_count` it is faster, in another order. Raise Stubborn after so many guesses in a row without a
    solution, or dead ends in a count, that a SAT solver is the better tool, and BudgetSpent if a deadline runs
    out.
    """
    stack = [board]
    most = patience = 0 if is_count else PATIENCE
    while stack:
        board = follow_singles(stack.pop())
        if not board:
            patience -= is_count
            continue
        if not board >> CANDIDATE_BITS:
            patience = most
            yield board
            continue
        if not most:
            most = patience = SHORT_PATIENCE if board.bit_count() > MANY else LONG_PATIENCE
        patience -= not is_count
        if patience < 0:
            raise Stubborn
        spend(NODE)
        stack += _split(board, is_count)


def follow_singles(board: int) -> int:
    """Place singles and remove locked candidates of a packed board until there are none.

    Return the board, or 0 if it breaks the rules.
    """
    _, members, keep, others, _, _, bit, without_third, _, _ = tables()
    while True:
        # Constraints with at least one member left, and with at least two, first within each third.
        shifted, twice_shifted = board >> CONSTRAINTS, board >> TWO_PLANES
        once = board | shifted
        twice = (board & shifted | once & twice_shifted) & FIRST_OF_THREE
        once = (once | twice_shifted) & FIRST_OF_THREE
        once_2, once_3 = once >> THIRD, once >> TWO_THIRDS
        once_12 = once | once_2
        if (once_12 | once_3) & ALL != ALL:
            return 0
        twice |= twice >> THIRD | twice >> TWO_THIRDS | once & once_2 | once_12 & once_3
        unmet = board >> CANDIDATE_BITS
        singles = unmet & ~twice
        if singles:
            while singles:
                candidate = (board & members[singles.bit_length()]).bit_length()
                if not candidate:
                    return 0
                board &= keep[candidate]
                singles &= others[candidate]
            continue
        if not unmet:
            return board
        locked = _locked(
            once & LINES | (once_2 & LINES) << LINE_COUNT | (once_3 & LINES) << TWO_LINE_COUNTS
        )
        if not locked:
            return board
        while locked:
            third = locked.bit_length()
            board &= without_third[third]
            locked ^= bit[third]


def _locked(present: int) -> int:
    """Return the thirds of lines that lose their digit by locked candidates, both ways."""
    # Claiming: a line has its digit in one third only, so the box's other two lines lose theirs.
    claimed = present & ~(
        present << LINE_COUNT
        | present << TWO_LINE_COUNTS
        | present >> LINE_COUNT
        | present >> TWO_LINE_COUNTS
    )
    # Pointing: a box has its digit on one of its three lines only, so the line's other thirds lose it.
    pointed = present & ~_other_lines(present)
    return present & (
        _other_lines(claimed)
        | pointed << LINE_COUNT
        | pointed << TWO_LINE_COUNTS
        | pointed >> LINE_COUNT
        | pointed >> TWO_LINE_COUNTS
    )


def _other_lines(thirds: int) -> int:
    """Return, for each third, what the other two lines of its box have."""
    return (
        thirds << 1 & LINES_23
        | thirds >> 2 & LINE_1
        | thirds << 2 & LINE_3
        | thirds >> 1 & LINES_12
    )


def _split(board: int, is_count: bool) -> list[int]:
    """Return the boards of a guess, the one to try first last.

    Of the constraints with two members, choose the one with the greatest product of what its two sides remove.
    In a count it is the product of how many such constraints they may change, which is cheaper to find and as
    good on all but the hardest boards. If there is none, choose the constraint with the fewest members.
    """
    _, members, keep, _, gone, changed, bit, _, _, _ = tables()
    left = pairs = _with_two_members(board)
    weighed, seen, effect = WEIGHED, board, gone
    if is_count:
        weighed, seen, effect = WEIGHED_IN_COUNT, pairs, changed
    best, sides = -1, []
    for _ in range(weighed):
        if not left:
            break
        constraint = left.bit_length()
        left ^= bit[constraint]
        both = board & members[constraint]
        one = both.bit_length()
        other = (both ^ bit[one]).bit_length()
        weight = (seen & effect[one]).bit_count() * (seen & effect[other]).bit_count()
        if weight > best:
            best, sides = weight, [other, one]
    return [board & keep[side] for side in sides or _fewest(board)]


def _fewest(board: int) -> list[int]:
    """Return the candidate bits of the constraint with the fewest members, the highest first."""
    members, bit = tables().members, tables().bit
    unmet = board >> CANDIDATE_BITS
    fewest = min(
        (board & members[place + 1] for place in range(CONSTRAINTS) if unmet >> place & 1),
        key=int.bit_count,
    )
    sides = []
    while fewest:
        sides.append(fewest.bit_length())
        fewest ^= bit[sides[-1]]
    return sides


def _with_two_members(board: int) -> int:
    """Return the constraints not met yet that have two members left. None has fewer."""
    shifted, twice_shifted = board >> CONSTRAINTS, board >> TWO_PLANES
    some = board | shifted
    once = (some | twice_shifted) & FIRST_OF_THREE
    twice = (board & shifted | some & twice_shifted) & FIRST_OF_THREE
    thrice = board & shifted & twice_shifted & FIRST_OF_THREE
    once_2, once_3 = once >> THIRD, once >> TWO_THIRDS
    twice_2, twice_3 = twice >> THIRD, twice >> TWO_THIRDS
    thrice |= thrice >> THIRD | thrice >> TWO_THIRDS
    thrice |= twice & (once_2 | once_3) | twice_2 & (once | once_3) | twice_3 & (once | once_2)
    thrice |= once & once_2 & once_3
    return (board >> CANDIDATE_BITS) & ~thrice & ALL
