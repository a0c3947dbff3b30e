"""The drawing of a step on a board, on the page, in SVG and in PNG: marks, links and outlines.

It is made from the step's proof and the parts that the proof names, and not from the technique, so every proof
can be drawn. Each role has a shape, and the legend explains the shapes in words.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist
from typing import Literal, NamedTuple, get_args

from solver.engine.core.geometry import Geometry
from solver.engine.core.proof import digit_and_unit
from solver.engine.core.steps import candidate_numbers
from solver.engine.techniques.wording import LETTERS

from . import strokes
from .strokes import Path, Point

Shape = Literal["ring", "dotted", "diamond", "disc", "square", "frame"]
Sign = Literal[Shape, "strong", "weak", "truth", "link", "solid", "dashed", "arrow"]
MOST_LINKS = 12  # links that are drawn. If there are more, the nodes are numbered


class Mark(NamedTuple):
    """A mark on a candidate. `note` is its number or letter if the order says more than lines."""

    shape: Shape
    note: str = ""


class LinkMark(NamedTuple):
    """A line: strong (one end is true), weak (not both are), or an arrow to what follows."""

    path: Path
    sign: Sign


class Outline(NamedTuple):
    """An outline of a unit or a group (truth, link), or of a set of cells (solid, dashed) with its letter."""

    path: Path
    sign: Sign
    letter: str = ""
    at: Point = (0, 0)  # of the letter
    is_filled: bool = False


class Key(NamedTuple):
    """A line of the legend: what a sign means in this drawing."""

    sign: Sign
    words: str
    letter: str = ""

    @property
    def is_mark(self) -> bool:
        return self.sign in get_args(Shape)


@dataclass(frozen=True)
class Drawing:
    """Marks by candidate number, and what is drawn behind the digits."""

    marks: Mapping[int, Mark] = field(default_factory=dict)
    lines: tuple[LinkMark, ...] = ()
    outlines: tuple[Outline, ...] = ()
    keys: tuple[Key, ...] = ()
    width: int = 0  # of the board, in the unit of the paths
    branches: tuple[str, ...] = ()  # letters of branches that are drawn one at a time
    keeps_evidence: bool = (
        False  # the evidence cells stay highlighted, as for a rule of the articles
    )

    @property
    def is_blank(self) -> bool:
        return not (self.marks or self.lines or self.outlines)


def members_of(geometry: Geometry, candidates: set[int], number: int) -> set[int]:
    """Return those of some candidates that are in one set of a proof.

    Sets are numbered: the cells, then each digit in each unit.
    """
    cells, meant = geometry.cell_count, digit_and_unit(geometry, number)
    if meant is None:
        return {candidate for candidate in candidates if candidate % cells == number}
    digit, unit = meant
    return {(digit - 1) * cells + cell for cell in geometry.links[unit].cells} & candidates


class Sketch:
    """A drawing in progress, on a board with these candidates."""

    def __init__(
        self,
        geometry: Geometry,
        candidates: Iterable[int],
        removed: Iterable[int],
        branch: int = 0,
    ) -> None:
        self.geometry = geometry
        self.branch = branch  # the one that is drawn of `branches`, if there are any
        self.branches: tuple[str, ...] = ()
        still_open = ((cell, mask) for cell, mask in enumerate(candidates) if mask & (mask - 1))
        self.candidates = set(candidate_numbers(geometry, still_open))
        self.removed = set(removed)
        self.marks: dict[int, Mark] = {}
        self.keys: list[Key] = []
        self._links: list[tuple[tuple[int, ...], tuple[int, ...], Sign]] = []
        self._outlines: list[Outline] = []
        self._letters = 0
        self.keeps_evidence = False

    def members(self, number: int) -> set[int]:
        return members_of(self.geometry, self.candidates, number)

    def mark(self, candidates: Iterable[int], shape: Shape, note: str = "") -> None:
        """Mark candidates with a shape and a note. Removed candidates are skipped, and a first mark stays."""
        for candidate in candidates:
            if candidate in self.candidates:
                self.marks.setdefault(candidate, Mark(shape, note))

    def key(self, sign: Sign, words: str, letter: str = "") -> None:
        if Key(sign, words, letter) not in self.keys:
            self.keys.append(Key(sign, words, letter))

    def join(self, one: Iterable[int], two: Iterable[int], sign: Sign) -> None:
        """Link two nodes of one or several candidates each, unless they are linked already.

        `sign` is the style.
        """
        ends = (tuple(one), tuple(two))
        if not any({*ends} == {*link[:2]} and sign != "arrow" for link in self._links):
            self._links.append((*ends, sign))

    def join_nearest(self, one: Sequence[int], two: Sequence[int], sign: Sign) -> None:
        """Link the two nearest candidates of two sets, one of each, unless a set is empty. `sign` is the style.

        A set is empty if its cells have one candidate left, because these are drawn as if they were filled.
        """
        if not (one and two):
            return
        places = {c: strokes.place_of(self.geometry, c) for c in (*one, *two)}
        near, far = min(
            ((a, b) for a in one for b in two), key=lambda pair: dist(*(places[c] for c in pair))
        )
        self.join((near,), (far,), sign)

    @property
    def link_count(self) -> int:
        return len(self._links)

    def without_links(self, sign: Sign) -> None:
        self._links = [link for link in self._links if link[2] != sign]

    def group(self, candidates: tuple[int, ...]) -> None:
        """Outline several candidates that form one node of a chain, once."""
        path = strokes.capsule([strokes.place_of(self.geometry, c) for c in candidates])
        if Outline(path, "solid") not in self._outlines:
            self._outlines.append(Outline(path, "solid"))

    def unit(self, unit: int, sign: Literal["truth", "link"], letter: str = "") -> None:
        cells = self.geometry.links[unit].cells
        self._frame(cells, sign, 2.0 if sign == "truth" else 3.5, letter)

    def cell(self, cell: int, sign: Literal["truth", "link"], letter: str = "") -> None:
        self._frame((cell,), sign, 2.5 if sign == "truth" else 6, letter)

    def frame_set(self, number: int, sign: Literal["truth", "link"], letter: str = "") -> None:
        """Frame a set of a proof: a cell, or the unit of a digit's places."""
        meant = digit_and_unit(self.geometry, number)
        if meant:
            self.unit(meant[1], sign, letter)
        else:
            self.cell(number, sign, letter)

    def _frame(self, cells: Sequence[int], sign: Sign, inset: float, letter: str) -> None:
        """Add a frame once, and each of its letters once, to the right of the one before."""
        first, *others = strokes.frames(self.geometry, cells, inset)
        same = [other for other in self._outlines if (other.path, other.sign) == (first, sign)]
        if not same or (letter and all(other.letter != letter for other in same)):
            x, y = strokes.corner_of(self.geometry, min(cells))
            self._outlines.append(Outline(first, sign, letter, (x + 3 + 15 * len(same), y + 3)))
            self._outlines += [Outline(path, sign) for path in others]

    def hull(self, cells: Iterable[int], has_letter: bool = True) -> str:
        """Outline a set of cells, with ties between separate pieces. Return its letter, or an empty string.

        Solid and dashed outlines alternate. The letter is drawn next to the set if `has_letter`.
        """
        letter = LETTERS[self._letters % len(LETTERS)] if has_letter else ""
        sign: Sign = "solid" if self._letters % 2 == 0 else "dashed"
        self._letters += has_letter
        pieces = strokes.pieces_of(self.geometry, set(cells))
        for one, two in pairwise(pieces):
            self._outlines.append(Outline(self._tie(one, two), sign))
        for place, piece in enumerate(pieces):
            (path,) = strokes.hulls(self.geometry, piece, 4)
            x, y = strokes.corner_of(self.geometry, min(piece))
            self._outlines.append(
                Outline(path, sign, "" if place else letter, (x + 3, y + 3), bool(letter))
            )
        return letter

    def _tie(self, one: set[int], two: set[int]) -> Path:
        """Return a path between the nearest cells of two pieces, around the digits between them."""
        near, far = min(((a, b) for a in one for b in two), key=lambda pair: self._distance(*pair))
        start, end = (strokes.middle_of(self.geometry, cell) for cell in (near, far))
        longest = max(abs(end[0] - start[0]), abs(end[1] - start[1])) or 1
        share = (strokes.SIDE / 2 - 4 - strokes.GAP) / longest
        first, last = strokes.part_way(start, end, share), strokes.part_way(end, start, share)
        return strokes.link(first, last, self._placed(), self.geometry.size * strokes.SIDE)

    def _distance(self, one: int, two: int) -> int:
        (a, b), (c, d) = (divmod(cell, self.geometry.size) for cell in (one, two))
        return (a - c) ** 2 + (b - d) ** 2

    def finish(self) -> Drawing:
        return Drawing(
            marks=self.marks,
            lines=tuple(self._lines()),
            outlines=tuple(self._outlines),
            keys=tuple(self.keys),
            width=self.geometry.size * strokes.SIDE,
            branches=self.branches,
            keeps_evidence=self.keeps_evidence,
        )

    def _lines(self) -> Iterable[LinkMark]:
        width = self.geometry.size * strokes.SIDE
        joined = {candidate for one, two, _ in self._links for candidate in (*one, *two)}
        around = [strokes.place_of(self.geometry, c) for c in sorted({*self.marks, *joined})]
        around += [strokes.place_of(self.geometry, c) for c in sorted(self.removed)]
        around += self._placed()
        for one, two, sign in self._links:
            ends = [
                strokes.middle([strokes.place_of(self.geometry, c) for c in node])
                for node in (one, two)
            ]
            own = {strokes.place_of(self.geometry, c) for c in (*one, *two)}
            others = [point for point in around if point not in own]
            path = strokes.link(ends[0], ends[1], others, width)
            yield LinkMark(path, sign)
            if sign == "arrow":
                yield LinkMark(strokes.head(path), sign)

    def _placed(self) -> list[Point]:
        """Return the centres of the cells that have a digit."""
        is_open = {candidate % self.geometry.cell_count for candidate in self.candidates}
        return [
            strokes.middle_of(self.geometry, cell)
            for cell in range(self.geometry.cell_count)
            if cell not in is_open
        ]
