"""Backdoors: the fewest cells that, once their digits are known, let singles finish a puzzle.

The word is Williams, Gomes and Selman's, for any search (2003). A puzzle that singles solve has an empty
backdoor. The hardest known puzzles have one of three cells.
"""

from collections.abc import Sequence
from itertools import count

from ..core.deadline import NODE, limited, spend
from ..core.position import Position
from ..exact import singles

NODES = 10_000  # tries: the hardest 9×9 puzzles take a thousand, large boards may need more


def backdoor_in_time(position: Position, solution: Sequence[int]) -> tuple[int, ...] | None:
    """Return the cells of a smallest backdoor of a position with one solution, or None after NODES tries.

    Raise BudgetSpent if an enclosing deadline runs out.
    """
    with limited(NODES):
        return smallest_backdoor(position, solution)
    return None


def smallest_backdoor(position: Position, solution: Sequence[int]) -> tuple[int, ...]:
    """Return the cells of a smallest backdoor of a position with one solution, in reading order.

    Raise BudgetSpent if a deadline runs out.
    """
    geometry = position.masks.geometry
    digits = [1 << (digit - 1) for digit in solution]
    start = [
        1 << (value - 1) if value else mask
        for value, mask in zip(position.values, position.marks, strict=True)
    ]
    singles.follow(geometry, start)
    if start == digits:
        return ()
    # The cells whose digits were given, by the candidates that singles leave then.
    boards: dict[tuple[int, ...], tuple[int, ...]] = {tuple(start): ()}
    cells = list(range(geometry.cell_count))
    for size in count(1):
        more: dict[tuple[int, ...], tuple[int, ...]] = {}
        for board, given in boards.items():
            for cell in cells:
                if board[cell] == digits[cell]:
                    continue
                spend(NODE)
                masks = list(board)
                masks[cell] = digits[cell]
                singles.follow(geometry, masks, [cell])
                if masks == digits:
                    return tuple(sorted((*given, cell)))
                more.setdefault(tuple(masks), (*given, cell))
        boards = more
        if size == 1:
            # A cell that follows from another one gives no more than that one does.
            cells = [
                cell
                for board, (cell,) in more.items()
                if not any(other[cell] == digits[cell] for other in more if other is not board)
            ]
    raise AssertionError("all cells together are a backdoor")
