"""Lines and outlines on a board, as paths for both SVG and PNG. A cell is 60 wide."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, dist, pi, sin

from solver.engine.core.display import places_in_cell
from solver.engine.core.geometry import Geometry

SIDE = 60  # of a cell
EDGE = 2  # margin of a cell without candidates
GAP = 10.5  # between the centre of a candidate and the end of a line to it, or an outline around it
HEAD = 8  # length of an arrow's head
PIECES = 12  # straight pieces of a bend, for PNG

Point = tuple[float, float]


@dataclass(frozen=True)
class Path:
    """A start and pieces. A piece is the point it bends towards, or None, and its end."""

    start: Point
    pieces: tuple[tuple[Point | None, Point], ...]
    is_closed: bool = False

    @property
    def d(self) -> str:
        """The `d` attribute of an SVG path. For example, `M0 0L60 0Z`."""
        commands = [f"M{_pair(self.start)}"]
        for towards, end in self.pieces:
            commands.append(
                f"L{_pair(end)}" if towards is None else f"Q{_pair(towards)} {_pair(end)}"
            )
        return "".join(commands) + ("Z" if self.is_closed else "")

    def moved(self, x: float, y: float, scale: float) -> "Path":
        """Return the path, scaled, moved to a board whose corner is at `x`, `y`."""

        def move(point: Point) -> Point:
            return x + point[0] * scale, y + point[1] * scale

        pieces = tuple((towards and move(towards), move(end)) for towards, end in self.pieces)
        return Path(move(self.start), pieces, self.is_closed)

    @property
    def points(self) -> list[Point]:
        """The points of the path, in order, with curves broken into straight pieces."""
        points = [self.start]
        for towards, end in self.pieces:
            if towards is None:
                points.append(end)
            else:
                points += list(_bend(points[-1], towards, end))[1:]
        return [*points, self.start] if self.is_closed else points


def _pair(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


def _bend(start: Point, towards: Point, end: Point, pieces: int = PIECES) -> Iterator[Point]:
    for number in range(pieces + 1):
        t = number / pieces
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        yield (
            a * start[0] + b * towards[0] + c * end[0],
            a * start[1] + b * towards[1] + c * end[1],
        )


# --- Places -------------------------------------------------------------------------------------------


def corner_of(geometry: Geometry, cell: int) -> Point:
    row, column = divmod(cell, geometry.size)
    return column * SIDE, row * SIDE


def middle_of(geometry: Geometry, cell: int) -> Point:
    x, y = corner_of(geometry, cell)
    return x + SIDE / 2, y + SIDE / 2


def place_of(geometry: Geometry, candidate: int) -> Point:
    """Return the centre of a candidate on the board. A cell is 60 units wide.

    A candidate is a number: (digit - 1) × cells + cell.
    """
    index, cell = divmod(candidate, geometry.cell_count)
    rows, columns = places_in_cell(geometry.size)
    row, column = divmod(index, columns)
    x, y = corner_of(geometry, cell)
    within = SIDE - 2 * EDGE
    return x + EDGE + (column + 0.5) * within / columns, y + EDGE + (row + 0.5) * within / rows


def middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def part_way(start: Point, end: Point, share: float) -> Point:
    """Return the point on the line from `start` to `end` after a share of its length."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _approach(start: Point, end: Point, distance: float, largest_share: float) -> Point:
    """Return the point at a distance from `start` towards `end`, at most after `largest_share` of the way."""
    return part_way(start, end, min(distance / (dist(start, end) or 1), largest_share))


# --- Links --------------------------------------------------------------------------------------------

# How far a link may keep off the straight line.
BENDS = (0, 12, -12, 22, -22, 34, -34, 48, -48, 66, -66)


def link(start: Point, end: Point, around: Sequence[Point], within: float) -> Path:
    """Return the path of a link between two candidates. It bends around the points `around`.

    `within` is the width of the board.
    """
    length = dist(start, end) or 1
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (-along[1], along[0])
    if length < SIDE / 2 and around:  # in a cell: an arc
        return _arc(start, end, along, across, around)
    near = [point for point in around if _is_beside(point, start, end)]
    best, least = None, float("inf")
    for bend in BENDS:
        centre = middle([start, end])
        # A bend reaches half as far as its control point.
        towards = (centre[0] + 2 * bend * across[0], centre[1] + 2 * bend * across[1])
        cost = abs(bend) / 8 + _crossed(start, towards, end, near, within)
        if cost < least:
            best, least = towards, cost
        if cost < 1:
            break
    towards = best or middle([start, end])
    return _between(start, towards, end, is_straight=abs(_off(start, towards, end)) < 1)


def head(path: Path) -> Path:
    """Return the two strokes of an arrow's head at the end of a path."""
    previous, end = path.points[-2:]
    reach = dist(previous, end) or 1
    x, y = (end[0] - previous[0]) / reach * HEAD, (end[1] - previous[1]) / reach * HEAD
    left = (end[0] - x - y / 2, end[1] - y + x / 2)
    right = (end[0] - x + y / 2, end[1] - y - x / 2)
    return Path(left, ((None, end), (None, right)))


def _arc(start: Point, end: Point, along: Point, across: Point, around: Sequence[Point]) -> Path:
    """Return an arc between two points of a cell, on the side with more room."""
    sides = []
    for side in (1, -1):
        centre = middle([start, end])
        towards = (centre[0] + side * 26 * across[0], centre[1] + side * 26 * across[1])
        halfway = (centre[0] + side * 13 * across[0], centre[1] + side * 13 * across[1])
        free = min((dist(halfway, point) for point in around), default=99)
        sides.append((min(free, 12), side, towards))
    _, side, towards = max(sides)
    x, y = 7.5 * side * across[0], 7.5 * side * across[1]
    first = (start[0] + x + along[0] * 3, start[1] + y + along[1] * 3)
    last = (end[0] + x - along[0] * 3, end[1] + y - along[1] * 3)
    return Path(first, ((towards, last),))


def _off(start: Point, towards: Point, end: Point) -> float:
    """Return the signed distance of a point from the line between two others."""
    return (
        (end[0] - start[0]) * (start[1] - towards[1])
        - (start[0] - towards[0]) * (end[1] - start[1])
    ) / (dist(start, end) or 1)


def _is_beside(point: Point, start: Point, end: Point) -> bool:
    reach = 80
    return (
        min(start[0], end[0]) - reach < point[0] < max(start[0], end[0]) + reach
        and min(start[1], end[1]) - reach < point[1] < max(start[1], end[1]) + reach
        and min(dist(point, start), dist(point, end)) > 1
    )


def _crossed(
    start: Point, towards: Point, end: Point, around: Sequence[Point], within: float
) -> float:
    """Return the cost of a bend: how near it comes to points `around` or to the edge of the board."""
    cost = 0.0
    bend = list(_bend(start, towards, end, 16))[1:-1]
    for x, y in around:
        nearest = min((x - at[0]) ** 2 + (y - at[1]) ** 2 for at in bend)
        if nearest < 144:
            cost += 10 - nearest / 20
    for x, y in bend:
        if not (3 < x < within - 3 and 3 < y < within - 3):
            cost += 4
    return cost


def _between(start: Point, towards: Point, end: Point, is_straight: bool) -> Path:
    """Return the link, which ends at GAP from both candidates."""
    first, last = (_approach(point, towards, GAP, 0.45) for point in (start, end))
    return Path(first, ((None if is_straight else towards, last),))


def capsule(points: Sequence[Point]) -> Path:
    """Return a rounded outline around the centres of candidates that lie on a straight line."""
    return _rectangle(points, GAP, GAP)


def _rectangle(points: Sequence[Point], margin: float, radius: float) -> Path:
    """Return the bounding rectangle of points with a margin and rounded corners."""
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    return _rounded([(left, top), (right, top), (right, bottom), (left, bottom)], radius)


# --- Marks --------------------------------------------------------------------------------------------


def circle(at: Point, radius: float) -> Path:
    """Return a circle of eight bends, which looks exact."""
    corners = [
        (at[0] + radius * cos(turn * pi / 4), at[1] + radius * sin(turn * pi / 4))
        for turn in range(8)
    ]
    reach = radius / cos(pi / 8)
    towards = [
        (at[0] + reach * cos((turn + 0.5) * pi / 4), at[1] + reach * sin((turn + 0.5) * pi / 4))
        for turn in range(8)
    ]
    ends = [*corners[1:], corners[0]]
    return Path(corners[0], tuple(zip(towards, ends, strict=True)), is_closed=True)


def square(at: Point, half: float) -> Path:
    return _rectangle([at], half, 2.5)


def diamond(at: Point, half: float) -> Path:
    x, y = at
    return Path(
        (x, y - half),
        tuple((None, end) for end in ((x + half, y), (x, y + half), (x - half, y))),
        is_closed=True,
    )


# --- Outlines of cells --------------------------------------------------------------------------------


def frames(geometry: Geometry, cells: Sequence[int], inset: float) -> list[Path]:
    """Return the frame of a unit, `inset` inside the edges of its cells, or one for each of its pieces."""
    rows, columns = zip(*(divmod(cell, geometry.size) for cell in cells), strict=True)
    width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
    if width * height != len(cells):
        return hulls(geometry, cells, inset)
    return [_rectangle([middle_of(geometry, cell) for cell in cells], SIDE / 2 - inset, 2)]


def hulls(geometry: Geometry, cells: Collection[int], inset: float) -> list[Path]:
    """Return rounded outlines of cells, one for each connected piece, `inset` inside their edges."""
    return [_outline(geometry, piece, inset) for piece in pieces_of(geometry, cells)]


def pieces_of(geometry: Geometry, cells: Collection[int]) -> list[set[int]]:
    """Return cells as pieces that are connected by sides, in reading order."""
    remaining, pieces = set(cells), []
    while remaining:
        queue = [min(remaining)]
        piece = set(queue)
        for cell in queue:
            for other in _neighbours(geometry, cell):
                if other in remaining and other not in piece:
                    piece.add(other)
                    queue.append(other)
        remaining -= piece
        pieces.append(piece)
    return pieces


def _neighbours(geometry: Geometry, cell: int) -> Iterator[int]:
    row, column = divmod(cell, geometry.size)
    if row:
        yield cell - geometry.size
    if column:
        yield cell - 1
    if column < geometry.size - 1:
        yield cell + 1
    if row < geometry.size - 1:
        yield cell + geometry.size


def _outline(geometry: Geometry, cells: set[int], inset: float) -> Path:
    """Return a clockwise outline of the cells. Holes are not drawn, as no technique's sets have any."""
    following: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for cell in cells:
        y, x = divmod(cell, geometry.size)
        sides = (
            (y == 0 or cell - geometry.size not in cells, (x, y), (x + 1, y)),
            (x == geometry.size - 1 or cell + 1 not in cells, (x + 1, y), (x + 1, y + 1)),
            (cell + geometry.size not in cells, (x + 1, y + 1), (x, y + 1)),
            (x == 0 or cell - 1 not in cells, (x, y + 1), (x, y)),
        )
        for is_edge, one, two in sides:
            if is_edge:
                following.setdefault(one, []).append(two)
    start = min(following, key=lambda corner: (corner[1], corner[0]))
    corners, at, before = [start], following[start].pop(), start
    while at != start:
        corners.append(at)
        # If two outlines touch at a corner, turn right: the cells there are connected elsewhere.
        options = following[at]
        turn = (before[1] - at[1], at[0] - before[0])  # to the right, as y goes down
        ahead = max(options, key=lambda to: (to[0] - at[0]) * turn[0] + (to[1] - at[1]) * turn[1])
        options.remove(ahead)
        before, at = at, ahead
    return _rounded(_inset(_turns(corners), inset), 7)


def _turns(corners: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the corners without those on a straight side."""
    count = len(corners)
    return [
        corners[n]
        for n in range(count)
        if not (
            corners[n - 1][0] == corners[n][0] == corners[(n + 1) % count][0]
            or corners[n - 1][1] == corners[n][1] == corners[(n + 1) % count][1]
        )
    ]


def _inset(corners: list[tuple[int, int]], inset: float) -> list[Point]:
    points = []
    for n, (x, y) in enumerate(corners):
        inward_x = inward_y = 0.0
        for one, two in ((corners[n - 1], (x, y)), ((x, y), corners[(n + 1) % len(corners)])):
            # Clockwise: the inside is to the right.
            inward_x += (one[1] > two[1]) - (one[1] < two[1])
            inward_y += (two[0] > one[0]) - (two[0] < one[0])
        points.append((x * SIDE + inward_x * inset, y * SIDE + inward_y * inset))
    return points


def _rounded(corners: Sequence[Point], radius: float) -> Path:
    pieces: list[tuple[Point | None, Point]] = []
    count = len(corners)
    for n, corner in enumerate(corners):
        enter = _approach(corner, corners[n - 1], radius, 0.5)
        leave = _approach(corner, corners[(n + 1) % count], radius, 0.5)
        pieces += [(None, enter), (corner, leave)]
    return Path(pieces[-1][1], tuple(pieces), is_closed=True)


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """Yield the dashes of a line as lists of points, for PNG.

    `on` and `off` are the lengths of dash and gap.
    """
    dash, remaining, is_on = [points[0]], on, True
    for one, two in pairwise(points):
        length, done = dist(one, two), 0.0
        while length - done > remaining:
            done += remaining
            at = part_way(one, two, done / length)
            if is_on:
                yield [*dash, at]
            dash, is_on = [at], not is_on
            remaining = on if is_on else off
        remaining -= length - done
        dash.append(two)
    if is_on and len(dash) > 1:
        yield dash
