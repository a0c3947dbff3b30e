"""The curves of compared solves in one chart: candidates left by iteration."""

from typing import Any

from solver.solves.comparison import SolveTotals
from solver.web.solve.player import Href

from ..labels import say_method
from ..plotting import Scale, labels, round_stride, share, step_path, thinned

WIDTH, HEIGHT = 1000, 300  # the width is stretched to the available width
NAME_HEIGHT = 18  # px, of a curve's name at its end
NAME_RISE = 8  # px, of its baseline above the end
MARK = 26  # px, for the mark beside a name and the space around both
# The chart's minimum width and the width of a letter, in px, that names are placed for.
WINDOWS = {"wide": (780, 8.0), "narrow": (280, 6.8)}
MOST_LEVELS = 5
MOST_MARKS = 10  # on a curve
CUT = 1.5  # a start this many times higher than everything after it is cut off


def draw_curves(tallies: list[SolveTotals], number: int, href: Href) -> dict[str, Any]:
    total = max(len(tally.lefts) for tally in tallies) - 1
    start = max(tally.lefts[0] for tally in tallies)
    later = max((count for tally in tallies for count in tally.lefts[1:]), default=start)
    stride = round_stride(max(later, 1), MOST_LEVELS)
    highest = -(-later // stride) * stride
    is_cut = start > CUT * highest > 0
    top = highest if is_cut else max(start, 1)
    across = Scale(total, WIDTH)
    up = Scale(1, -HEIGHT, start=HEIGHT)  # for shares of the top

    def height_of(count: int) -> float:
        return round(up(min(count, top) / top), 1)

    method_names = [say_method(tally.solve.method, tally.solve.options) for tally in tallies]
    ends = [
        (round(share(len(tally.lefts) - 1, total), 2), height_of(tally.lefts[-1]))
        for tally in tallies
    ]
    names = {window: _names(method_names, ends, *sizes) for window, sizes in WINDOWS.items()}
    return {
        "curves": [
            {
                "name": method_names[at],
                # From 1: a colour, a dash pattern and the shape of its marks, in compare.css.
                "style": at + 1,
                "path": step_path(
                    [(across(n), height_of(tally.lefts[n])) for n in thinned(len(tally.lefts) - 1)]
                ),
                # X in percent, y.
                "marks": [
                    (round(share(x, total), 2), height_of(tally.lefts[int(x)]))
                    for x in _places_of_marks(at, len(tallies), len(tally.lefts) - 1, total)
                ],
                "end_x": ends[at][0],  # percent
                "end_y": ends[at][1],
                "names": {window: placed[at] for window, placed in names.items()},  # by window
            }
            for at, tally in enumerate(tallies)
        ],
        "levels": [{"left": count, "y": height_of(count)} for count in range(0, top + 1, stride)],
        "labels": labels(total, number, href),
        "x": round(share(number, total), 2),  # of the playhead, in percent
        "start": start,
        "cut": top if is_cut else None,  # the scale ends here, below the start
    }


def _places_of_marks(at: int, count: int, last: int, total: int) -> list[float]:
    """Return where curve number `at` of `count` has its marks, in iterations.

    No two curves have one at the same place, so that curves on top of each other can be told apart.
    """
    stride = max(1, -(-total // MOST_MARKS))
    return [n + (at + 1) / (count + 1) for n in range(1 + at * stride // count, last, stride)]


def _names(
    names: list[str], ends: list[tuple[float, float]], width: float, letter: float
) -> list[dict[str, Any]]:
    """Return a place for each name, as near to the end of its curve as the other names allow.

    A name begins at the end if there is room, because its curve comes from the left. Among names at the same
    height those to the left go higher. Among names that end at their curve, the others do. So no connecting
    line runs through another name.
    """

    longs = [share(len(name) * letter + MARK, width) for name in names]
    is_before = [x > 50 and x + long > 100 for (x, _y), long in zip(ends, longs, strict=True)]

    def turn(at: int) -> tuple[float, bool, float]:
        x, y = ends[at]
        return -y, is_before[at], x if is_before[at] else -x

    placed: dict[int, dict[str, Any]] = {}
    taken: list[tuple[float, float, float]] = []  # from, to, height
    for at in sorted(range(len(names)), key=turn):
        x, end_y = ends[at]
        start = x - longs[at] if is_before[at] else x
        stop = start + longs[at]
        y = end_y - NAME_RISE
        while any(
            start < other_stop and other_start < stop and abs(y - other_y) < NAME_HEIGHT
            for other_start, other_stop, other_y in taken
        ):
            y -= NAME_HEIGHT / 2
        taken.append((start, stop, y))
        placed[at] = {
            "y": round(y, 1),
            "is_before": is_before[at],
            # From the end, so that a line connects them.
            "is_far": end_y - y > 2 * NAME_RISE,
        }
    return [placed[at] for at in range(len(names))]
