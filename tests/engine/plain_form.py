"""The lowest twin by a plain search: every order of columns, then row after row."""

from collections.abc import Iterator
from itertools import permutations, product

from solver.engine import Grid

MOST_CANONICAL = "".join(
    str((3 * (r % 3) + r // 3 + c) % 9 + 1) for r in range(9) for c in range(9)
)
Row = tuple[int, ...]


def plain_form(grid: Grid) -> str:
    """The lowest twin's line by depth-first search: every order of columns, then row after row."""
    size = grid.size
    upright = [grid.givens[start : start + size] for start in range(0, size * size, size)]
    best: list[Row] = []
    for board in (upright, list(zip(*upright, strict=True))):
        for columns in _orders(grid.box):
            _extend([tuple(row[c] for c in columns) for row in board], grid.box, [], {0: 0}, best)
    return "".join(str(digit) for row in best for digit in row)


def _orders(box: int) -> Iterator[list[int]]:
    insides = list(permutations(range(box)))
    for bands in permutations(range(box)):
        for within in product(insides, repeat=box):
            yield [
                band * box + line
                for band, inside in zip(bands, within, strict=True)
                for line in inside
            ]


def _extend(
    board: list[Row], box: int, taken: list[int], names: dict[int, int], best: list[Row]
) -> None:
    """Try every next row; `best` is replaced from the row on where something lower is found."""
    depth = len(taken)
    if depth == len(board):
        return
    if depth % box:
        band = taken[-1] // box
        rows = [row for row in range(band * box, band * box + box) if row not in taken]
    else:
        bands = {row // box for row in taken}
        rows = [row for row in range(len(board)) if row // box not in bands]
    seen = set()
    for row in rows:
        if not any(board[row]):  # empty rows of a band, and empty bands, are alike
            band = range(row // box * box, row // box * box + box)
            kind = -1 if not any(any(board[r]) for r in band) else row // box
            if kind in seen:
                continue
            seen.add(kind)
        renamed = dict(names)
        text = tuple(renamed.setdefault(digit, len(renamed)) for digit in board[row])
        if depth < len(best) and text > best[depth]:
            continue
        if depth == len(best) or text < best[depth]:
            best[depth:] = [text]
        _extend(board, box, [*taken, row], renamed, best)
