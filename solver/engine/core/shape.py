"""The shape of a board: its size, its regions, further sets of cells, and pairs of cells that differ.

A board is a list of sets of cells that have no digit twice. A set with as many cells as there are digits is a
*unit*, which has each digit once. A smaller one is a *group*, down to a *pair*. Each board has one canonical
name, which is short enough for a title, an address and a column:

    9x9                         the usual board
    6x6                         boxes of 2 rows and 3 columns: as square as can be, and wider than tall
    6x6 boxes:3x2               other boxes, rows before columns
    5x5 latin                   rows and columns alone; a prime size has no other plain board
    9x9 diagonals anti-knight   further sets, in the order of `EXTRAS`
    9x9 extra:r1c1+r2c1+r2c2    any other set of cells
    jigsaw:AABB…                the region of each cell, A, B and C in the order in which they are met

Two ways to say the same board give one name: boxes as a jigsaw, both diagonals one by one, four extra regions
that are the windows. To add a further kind of units, add it to `EXTRAS`.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from .i18n import UNIT_PHRASES, LazyMessage, quote

SMALLEST, LARGEST = 4, 25  # rows of a board that a name can ask for
LARGEST_JIGSAW = 16
MOST_GROUPS = 64  # further sets of cells
LONGEST_NAME = 8_000  # characters
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})")

Cells = tuple[int, ...]
Boxes = tuple[int, int]  # rows and columns of a box


class Extra(NamedTuple):
    """A kind of further units, or of pairs of cells that differ.

    `title`, `rule` and `phrase`, the name of one of its units, are for people. `units` returns the cells of
    each unit on a board of a size with some boxes, or none if the board has no such units. `moves` are the
    steps down and right from one cell of a pair to the other. `game` is what people call a 9×9 board with it.
    """

    kind: str  # of its units, for their names
    title: LazyMessage
    rule: LazyMessage
    units: Callable[[int, Boxes | None], list[Cells]] = lambda _size, _boxes: []
    moves: tuple[tuple[int, int], ...] = ()
    phrase: LazyMessage | None = None
    game: LazyMessage | None = None


def _diagonal_down(size: int, _boxes: Boxes | None) -> list[Cells]:
    return [tuple(row * size + row for row in range(size))]


def _diagonal_up(size: int, _boxes: Boxes | None) -> list[Cells]:
    return [tuple(row * size + size - 1 - row for row in range(size))]


def _diagonals(size: int, boxes: Boxes | None) -> list[Cells]:
    return _diagonal_down(size, boxes) + _diagonal_up(size, boxes)


def _windows(size: int, boxes: Boxes | None) -> list[Cells]:
    """Return boxes that begin in the second row and column, one row or column apart."""
    if boxes is None or boxes[0] != boxes[1]:
        return []
    box = boxes[0]
    starts = range(1, size - box, box + 1)
    places = list(product(range(box), range(box)))
    return [
        tuple((top + row) * size + left + column for row, column in places)
        for top, left in product(starts, starts)
    ]


def _disjoint(size: int, boxes: Boxes | None) -> list[Cells]:
    """Return for each place in a box the cells that have it in their boxes."""
    if boxes is None:
        return []
    rows, columns = boxes
    starts = list(product(range(0, size, rows), range(0, size, columns)))
    return [
        tuple((top + row) * size + left + column for top, left in starts)
        for row, column in product(range(rows), range(columns))
    ]


def _only_on_nine(*cells: int) -> Callable[[int, Boxes | None], list[Cells]]:
    return lambda size, _boxes: [cells] if size == 9 else []


_KNIGHT = ((1, 2), (1, -2), (2, 1), (2, -1))
_KING = ((1, 1), (1, -1))  # the others share a row or column

# In the order of a canonical name. Cells of a single unit are those of SukakuExplainer.
EXTRAS = {
    "diagonals": Extra(
        "diagonal",
        LazyMessage("diagonals"),
        LazyMessage("Both diagonals have each digit once."),
        _diagonals,
        phrase=LazyMessage("diagonal {number}"),
        game=LazyMessage("Sudoku X"),
    ),
    "diagonal-down": Extra(
        "diagonal",
        LazyMessage("falling diagonal"),
        LazyMessage("The diagonal from top left to bottom right has each digit once."),
        _diagonal_down,
        phrase=LazyMessage("diagonal {number}"),
    ),
    "diagonal-up": Extra(
        "diagonal",
        LazyMessage("rising diagonal"),
        LazyMessage("The diagonal from bottom left to top right has each digit once."),
        _diagonal_up,
        phrase=LazyMessage("diagonal {number}"),
    ),
    "windows": Extra(
        "window",
        LazyMessage("windows"),
        LazyMessage("Each window has each digit once."),
        _windows,
        phrase=LazyMessage("window {number}"),
        game=LazyMessage("Windoku"),
    ),
    "disjoint": Extra(
        "group",
        LazyMessage("disjoint groups"),
        LazyMessage("The cells at the same place of their boxes have each digit once."),
        _disjoint,
        phrase=LazyMessage("group {number}"),
    ),
    "center-dot": Extra(
        "center dot",
        LazyMessage("center dot"),
        LazyMessage("The cells in the middle of the boxes have each digit once."),
        _only_on_nine(10, 13, 16, 37, 40, 43, 64, 67, 70),
        phrase=LazyMessage("the center dot"),
    ),
    "asterisk": Extra(
        "asterisk",
        LazyMessage("asterisk"),
        LazyMessage("The nine cells of the asterisk have each digit once."),
        _only_on_nine(13, 20, 24, 37, 40, 43, 56, 60, 67),
        phrase=LazyMessage("the asterisk"),
    ),
    "girandola": Extra(
        "girandola",
        LazyMessage("girandola"),
        LazyMessage("The nine cells of the girandola have each digit once."),
        _only_on_nine(0, 8, 13, 37, 40, 43, 67, 72, 80),
        phrase=LazyMessage("the girandola"),
    ),
    "anti-knight": Extra(
        "pair",
        LazyMessage("anti-knight"),
        LazyMessage("Cells a knight’s move apart have different digits."),
        moves=_KNIGHT,
    ),
    "anti-king": Extra(
        "pair",
        LazyMessage("anti-king"),
        LazyMessage("Cells that touch at a corner have different digits."),
        moves=_KING,
    ),
}
UNIT_PHRASES.update({extra.kind: extra.phrase for extra in EXTRAS.values() if extra.phrase})
_BOTH_DIAGONALS = ("diagonal-down", "diagonal-up")


@dataclass(frozen=True)
class Shape:
    """A board without digits. Shapes with the same name are equal. Made by `parse`, `make_shape` and `boxed`.

    `regions` has the number of the region of each cell, from 0 in the order in which they are met, or None for
    a Latin square. `groups` are the sets that no word of `extras` names, their cells in reading order.
    """

    name: str
    size: int = field(compare=False, repr=False)
    boxes: Boxes | None = field(compare=False, repr=False)
    regions: Cells | None = field(compare=False, repr=False)
    extras: tuple[str, ...] = field(compare=False, repr=False)
    groups: tuple[Cells, ...] = field(compare=False, repr=False)
    # Rows of a box, if the board has square boxes and nothing else, or 0.
    square_box: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        rows, columns = self.boxes or (0, 0)
        is_plain = rows == columns and not (self.extras or self.groups)
        object.__setattr__(self, "square_box", rows if is_plain else 0)

    def __str__(self) -> str:
        return self.name

    def as_json(self) -> dict[str, str]:
        """Return the name as a field of JSON, or no field for a plain board, which its size says."""
        return {} if self.square_box else {"shape": self.name}

    @property
    def title(self) -> str:
        """The name for people, in their language. For example, `6×6`, `Windoku` or `Jigsaw 9×9, diagonals`."""
        name, *words = self.name.split()
        extra = EXTRAS.get(words[0]) if name == "9x9" and len(words) == 1 else None
        if extra and extra.game:
            return str(extra.game)
        base = f"{self.size}×{self.size}"
        if self.regions is None:
            base = str(LazyMessage("{size} without boxes", size=base))
        elif self.boxes is None:
            base = str(LazyMessage("Jigsaw {size}", size=base))
        elif self.boxes != usual_boxes(self.size):
            rows, columns = self.boxes
            boxes = f"{rows}×{columns}"
            base = str(LazyMessage("{size} with boxes of {boxes}", size=base, boxes=boxes))
        extras = [str(EXTRAS[name].title) for name in self.extras]
        groups = [str(LazyMessage("extra regions"))] if self.groups else []
        return ", ".join([base, *extras, *groups])

    @property
    def has_boxes_alone(self) -> bool:
        """Whether the units are rows, columns and boxes, as the words about most techniques have it."""
        return self.boxes is not None and not self.extras and not self.groups

    @property
    def rules(self) -> tuple[LazyMessage, ...]:
        """What holds beside rows, columns and boxes, a sentence for each rule."""
        rules = [EXTRAS[name].rule for name in self.extras]
        if self.boxes is None and self.regions is not None:
            rules.insert(0, LazyMessage("Each region inside thick lines has each digit once."))
        if self.groups:
            rules.append(LazyMessage("No extra region has a digit twice."))
        return tuple(rules)


@lru_cache(maxsize=64)
def boxed(box: int) -> Shape:
    """Return the board with boxes of `box` rows and columns and nothing else. 3 makes the usual 9×9 board."""
    if box < 1:
        raise ValueError(f"box size is {box}, must be at least 1")
    size = box * box
    return Shape(f"{size}x{size}", size, (box, box), _regions(size, (box, box)), (), ())


@lru_cache(maxsize=256)
def parse(name: str) -> Shape:
    """Return the shape of a name, which need not be the canonical one. Raise ValueError if it names none."""
    words = name.strip().split()
    if not words or len(name) > LONGEST_NAME:
        raise ValueError(f"{quote(name)} is not a shape; use a name such as 6x6 or 9x9 diagonals")
    base, *rest = words
    size, regions = _base(base)
    boxes = usual_boxes(size)
    extras, groups = [], []
    for word in rest:
        what, _colon, value = word.partition(":")
        if what == "boxes" and regions is None:
            boxes = _boxes(value, size)
        elif word == "latin" and regions is None:
            boxes = None
        elif what == "extra":
            groups.append(_cells(value, size))
        elif word in EXTRAS:
            extras.append(word)
        else:
            words_known = ", ".join(["latin", "boxes:2x3", *EXTRAS, "extra:r1c1+r1c2"])
            raise ValueError(f"{quote(word)} is no part of a shape; use {words_known}")
    return make_shape(size, regions or _regions(size, boxes), extras, groups)


def make_shape(
    size: int,
    regions: Sequence[object] | None,
    extras: Iterable[str] = (),
    groups: Iterable[Iterable[int]] = (),
) -> Shape:
    """Return the shape of a board of `size` rows, in its canonical form.

    `regions` has a mark for each cell, equal for the cells of a region, or is None for a Latin square. `extras`
    are names of `EXTRAS`. `groups` are further sets of cells. Raise ValueError if they make no board.
    """
    _check_size(size, SMALLEST, LARGEST)
    numbers = None if regions is None else _numbered(regions, size)
    boxes = _boxes_of(numbers, size)
    sets = {frozenset(group) for group in groups}
    _check_groups(sets, size)
    names = _all_named(set(extras), sets, size, boxes)
    known = _sets_of(names, size, boxes)
    lines = _lines(size) | _members(numbers)
    kept = sorted(
        tuple(sorted(each)) for each in sets if not _is_implied(each, lines | known, sets)
    )
    if numbers is not None and _members(numbers) <= _lines(size):
        numbers = boxes = None
    words = [*_base_words(size, numbers, boxes), *names]
    words += ["extra:" + "+".join(cell_name(cell, size) for cell in cells) for cells in kept]
    return Shape(" ".join(words), size, boxes, numbers, tuple(names), tuple(kept))


def shape_of_fields(fields: Mapping[str, object]) -> Shape:
    """Return the shape that an object of JSON says. Raise ValueError, naming the field, for what is no board.

    `size` is the number of rows, `boxes` rows and columns of a box, or null for none. `regions` has a letter
    for each cell. `extras` are names of `EXTRAS`. `extra_regions` are lists of cells, by name (`r3c7`) or by
    number from 0.
    """
    for name in fields:
        if name not in FIELDS:
            raise ValueError(f"{quote(name)} is no part of a shape; use {', '.join(FIELDS)}")
    size, regions = fields.get("size"), fields.get("regions")
    if not isinstance(size, int) or isinstance(size, bool):
        raise ValueError("size must be the number of rows")
    words = [f"{size}x{size}" if regions is None else f"jigsaw:{_letters(regions, size)}"]
    if fields.get("boxes", ()) is None:
        words.append("latin")
    elif "boxes" in fields:
        boxes = _listed(fields, "boxes")
        words.append("boxes:" + "x".join(map(str, boxes)))
    words += map(str, _listed(fields, "extras"))
    for cells in _listed(fields, "extra_regions"):
        if not isinstance(cells, list):
            raise ValueError("extra_regions must be a list of lists of cells")
        names = [cell_name(cell, size) if isinstance(cell, int) else str(cell) for cell in cells]
        words.append("extra:" + "+".join(names))
    return parse(" ".join(words))


FIELDS = ("size", "boxes", "regions", "extras", "extra_regions")


def _letters(regions: object, size: int) -> str:
    """Return a letter for the region of each cell, from a text or from a list of rows."""
    text = "".join(map(str, regions)) if isinstance(regions, list) else str(regions)
    letters = "".join(text.split())
    if len(letters) != size * size:
        raise ValueError(
            f"regions has {len(letters)} letters, not one for each of {size * size} cells"
        )
    return letters


def _listed(fields: Mapping[str, object], name: str) -> list[object]:
    value = fields.get(name, [])
    if not isinstance(value, list) or len(value) > MOST_GROUPS:
        raise ValueError(f"{name} must be a list of at most {MOST_GROUPS}")
    return value


def usual_boxes(size: int) -> Boxes | None:
    """Return rows and columns of the boxes of a board, as square as can be and wider than tall, if any."""
    rows = next(each for each in range(math.isqrt(size), 0, -1) if size % each == 0)
    return (rows, size // rows) if rows > 1 else None


def units_of_extra(name: str, shape: Shape) -> list[Cells]:
    """Return the cells of each unit of an extra, in the order in which they are numbered."""
    return EXTRAS[name].units(shape.size, shape.boxes)


def pairs_of_extra(name: str, size: int) -> list[tuple[int, int]]:
    """Return the pairs of cells that an extra keeps different, each once, the first cell lower."""
    pairs = []
    for row, column in product(range(size), range(size)):
        for down, right in EXTRAS[name].moves:
            if row + down < size and 0 <= column + right < size:
                cell = row * size + column
                pairs.append((cell, cell + down * size + right))
    return pairs


def cell_name(cell: int, size: int) -> str:
    """Return the name of a cell on a board of `size` rows. For example, `r3c7`."""
    return f"r{cell // size + 1}c{cell % size + 1}"


# --- Reading a name -----------------------------------------------------------------------------------


def _base(word: str) -> tuple[int, str | None]:
    """Return the size that the first word of a name says, and the letters of a jigsaw."""
    if word.startswith("jigsaw:"):
        letters = word.removeprefix("jigsaw:")
        size = math.isqrt(len(letters))
        _check_size(size, SMALLEST, LARGEST_JIGSAW)
        if not (letters.isascii() and letters.isalpha()):
            raise ValueError("write a letter for the region of each cell after jigsaw:")
        return size, letters.upper()
    found = _SIZE.fullmatch(word)
    if not found or found[1] != found[2]:
        raise ValueError(
            f"{quote(word)} is no size of a board; write it as 9x9, or jigsaw: and letters"
        )
    _check_size(int(found[1]), SMALLEST, LARGEST)
    return int(found[1]), None


def _check_size(size: int, least: int, most: int) -> None:
    if not least <= size <= most:
        raise ValueError(f"a board of this kind has {least} to {most} rows, not {size}")


def _boxes(value: str, size: int) -> Boxes:
    found = _SIZE.fullmatch(value)
    if not found or int(found[1]) * int(found[2]) != size:
        raise ValueError(
            f"{quote(value)} are no boxes of {size} cells; write rows x columns of a box"
        )
    return int(found[1]), int(found[2])


def _cells(value: str, size: int) -> list[int]:
    cells = []
    for name in value.split("+"):
        found = _CELL.fullmatch(name)
        row, column = (int(found[1]), int(found[2])) if found else (0, 0)
        if not (1 <= row <= size and 1 <= column <= size):
            raise ValueError(f"{quote(name)} names no cell of a {size}×{size} board")
        cells.append((row - 1) * size + column - 1)
    return cells


# --- One name for a board -----------------------------------------------------------------------------


def _regions(size: int, boxes: Boxes | None) -> Cells | None:
    """Return the number of the box of each cell."""
    if boxes is None:
        return None
    rows, columns = boxes
    across = size // columns
    return tuple(
        row // rows * across + column // columns for row in range(size) for column in range(size)
    )


def _numbered(regions: Sequence[object], size: int) -> Cells:
    """Return regions as numbers, from 0 in the order in which they are met."""
    if len(regions) != size * size:
        raise ValueError(f"regions of {len(regions)} cells make no {size}×{size} board")
    marks = {mark: number for number, mark in enumerate(dict.fromkeys(regions))}
    for mark, count in Counter(regions).items():
        if count != size:
            raise ValueError(f"region {quote(str(mark))} has {count} cells, not {size}")
    return tuple(marks[mark] for mark in regions)


def _boxes_of(regions: Cells | None, size: int) -> Boxes | None:
    """Return rows and columns of the boxes that the regions are, or None if they are none."""
    if regions is None:
        return None
    divisors = (rows for rows in range(2, size) if size % rows == 0)
    kinds = ((rows, size // rows) for rows in divisors)
    return next((boxes for boxes in kinds if _regions(size, boxes) == regions), None)


def _check_groups(sets: set[frozenset[int]], size: int) -> None:
    if len(sets) > MOST_GROUPS:
        raise ValueError(f"a board has at most {MOST_GROUPS} extra regions, not {len(sets)}")
    for each in sets:
        if not 2 <= len(each) <= size:
            raise ValueError(f"an extra region has 2 to {size} cells, not {len(each)}")
        if not all(0 <= cell < size * size for cell in each):
            raise ValueError(f"an extra region has a cell that a {size}×{size} board has not")


def _all_named(
    asked: set[str], sets: set[frozenset[int]], size: int, boxes: Boxes | None
) -> list[str]:
    """Return the extras of a board in their order: those asked for, and those that some sets are."""
    for name in asked:
        if name not in EXTRAS:
            raise ValueError(f"{quote(name)} is not known; use one of {', '.join(EXTRAS)}")
        extra = EXTRAS[name]
        if not extra.moves and not extra.units(size, boxes):
            raise ValueError(f"this board has no {name}")
    found = {
        name
        for name, extra in EXTRAS.items()
        if name in asked
        or (
            not extra.moves
            and (units := extra.units(size, boxes))
            and sets.issuperset(map(frozenset, units))
        )
    }
    if found.issuperset(_BOTH_DIAGONALS):
        found.add("diagonals")
    if "diagonals" in found:
        found -= set(_BOTH_DIAGONALS)
    if "disjoint" in found:
        found.discard("center-dot")  # which is the group of the places in the middle
    return [name for name in EXTRAS if name in found]


def _sets_of(names: list[str], size: int, boxes: Boxes | None) -> set[frozenset[int]]:
    return {
        frozenset(cells)
        for name in names
        for cells in (*EXTRAS[name].units(size, boxes), *pairs_of_extra(name, size))
    }


def _lines(size: int) -> set[frozenset[int]]:
    """Return the rows and columns of a board."""
    rows = {frozenset(range(start, start + size)) for start in range(0, size * size, size)}
    return rows | {frozenset(range(start, size * size, size)) for start in range(size)}


def _members(regions: Cells | None) -> set[frozenset[int]]:
    """Return the cells of each region."""
    members: dict[int, set[int]] = {}
    for cell, number in enumerate(regions or ()):
        members.setdefault(number, set()).add(cell)
    return {frozenset(cells) for cells in members.values()}


def _is_implied(
    each: frozenset[int], known: set[frozenset[int]], groups: set[frozenset[int]]
) -> bool:
    """Return whether a set lies inside a unit, a named set or a larger group, which say the same and more."""
    return any(each <= other for other in known) or any(each < other for other in groups)


def _base_words(size: int, regions: Cells | None, boxes: Boxes | None) -> list[str]:
    if regions is None:
        return [f"{size}x{size}", "latin"]
    if boxes is None:
        return ["jigsaw:" + "".join(_LETTERS[number] for number in regions)]
    other = [] if boxes == usual_boxes(size) else [f"boxes:{boxes[0]}x{boxes[1]}"]
    return [f"{size}x{size}", *other]
