"""The statements of the course as loops: the same rows, found one after the other.

They are for reading next to the sets. A test checks that each finds what its statement finds. A board
is a set of digits a cell, a unit is a list of cells, and a row is (cell, digit).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Board = Sequence[set[int]]
Units = Sequence[Sequence[int]]
Rows = set[tuple[int, int]]
Line = Mapping[int, int]  # a digit for each cell of a unit
COMBOS = [{*combo} for size in range(1, 10) for combo in combinations(range(1, 10), size)]


def candidates_as_rows(givens: Sequence[int]) -> Rows:
    rows = set()
    for cell, given in enumerate(givens):
        for digit in range(1, 10):
            if given in (0, digit):
                rows.add((cell, digit))
    return rows


def placed_digits(board: Board, placed: Mapping[int, int], units: Units) -> Rows:
    rows = set()
    for cell, digit in placed.items():
        for unit in units:
            if cell in unit:
                for peer in unit:
                    if peer != cell and digit in board[peer]:
                        rows.add((peer, digit))
    return rows


def hidden_singles(board: Board, placed: Mapping[int, int], units: Units) -> Rows:
    rows = set()
    for unit in units:
        for digit in range(1, 10):
            places = []
            for cell in unit:
                if digit in board[cell]:
                    places.append(cell)
            if len(places) == 1 and places[0] not in placed:
                rows.add((places[0], digit))
    return rows


def enclosed_sets(board: Board, units: Units) -> Rows:
    rows = set()
    for unit in units:
        for combo in COMBOS:
            fit = [cell for cell in unit if board[cell] <= combo]
            if len(fit) == len(combo):
                for cell in {*unit} - {*fit}:
                    for digit in board[cell] & combo:
                        rows.add((cell, digit))
    return rows


def units(board: Board, units: Units, sees: Sequence[set[int]]) -> Rows:
    rows = set()
    for unit in units:
        for digit in range(1, 10):
            places = [cell for cell in unit if digit in board[cell]]
            if not places:
                continue
            for cell in range(len(board)):
                if digit in board[cell] and all(place in sees[cell] for place in places):
                    rows.add((cell, digit))
    return rows


def guess(board: Board, placed: Mapping[int, int]) -> Rows:
    tried = None
    for cell in range(len(board)):
        if cell in placed:
            continue
        if tried is None or len(board[cell]) < len(board[tried]):
            tried = cell
    return set() if tried is None else {(tried, digit) for digit in board[tried]}


def join(lines: Mapping[int, Sequence[Line]], order: Iterable[int]) -> list[dict[int, int]]:
    boards: list[dict[int, int]] = [{}]
    for unit in order:
        longer = []
        for board in boards:
            for line in lines[unit]:
                both = board.keys() & line.keys()
                if all(board[cell] == line[cell] for cell in both):
                    longer.append({**board, **line})
        boards = longer
    return boards
