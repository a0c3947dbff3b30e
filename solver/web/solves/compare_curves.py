"""The curves of several solves over each other: candidates left, iteration by iteration."""

from dataclasses import dataclass

from solver.record.comparison import Tally
from solver.web.solve.player import Href

from ..plotting import Label, Scale, labels, round_stride, share, step_path, thinned
from ..words import say_method

WIDTH, HEIGHT = 1000, 300  # the width is stretched to the room there is
NAME_HEIGHT = 20  # px, of a curve's name beside its end
MOST_LEVELS = 5
STYLES = 6  # of curves, in compare.css
CUT = 1.5  # a start that many times higher than everything after it is cut off


@dataclass(frozen=True)
class Curve:
    name: str
    style: int  # 1 to STYLES, a colour and a dash each
    path: str
    name_y: float
    end_x: float  # percent
    end_y: float


@dataclass(frozen=True)
class Level:
    left: int
    y: float


@dataclass(frozen=True)
class Curves:
    curves: list[Curve]
    levels: list[Level]
    labels: list[Label]
    x: float  # percent, of the playhead
    start: int
    cut: int | None  # the scale ends here, below the start


def draw_curves(tallies: list[Tally], number: int, href: Href) -> Curves:
    total = max(len(tally.lefts) for tally in tallies) - 1
    start = max(tally.lefts[0] for tally in tallies)
    after = max((left for tally in tallies for left in tally.lefts[1:]), default=start)
    stride = round_stride(max(after, 1), MOST_LEVELS)
    highest = -(-after // stride) * stride
    is_cut = start > CUT * highest > 0
    top = highest if is_cut else max(start, 1)
    across = Scale(total, WIDTH)
    up = Scale(1, -HEIGHT, start=HEIGHT)  # of shares of the top

    def height_of(left: int) -> float:
        return round(up(min(left, top) / top), 1)

    names_y = _apart([height_of(tally.lefts[-1]) for tally in tallies])
    return Curves(
        curves=[
            Curve(
                name=say_method(tally.solve.method),
                style=at % STYLES + 1,
                path=step_path(
                    [(across(n), height_of(tally.lefts[n])) for n in thinned(len(tally.lefts) - 1)]
                ),
                name_y=name_y,
                end_x=round(share(len(tally.lefts) - 1, total), 2),
                end_y=height_of(tally.lefts[-1]),
            )
            for at, (tally, name_y) in enumerate(zip(tallies, names_y, strict=True))
        ],
        levels=[Level(left, height_of(left)) for left in range(0, top + 1, stride)],
        labels=labels(total, number, href),
        x=round(share(number, total), 2),
        start=start,
        cut=top if is_cut else None,
    )


def _apart(heights: list[float]) -> list[float]:
    """Heights of names, in the order of their curves' ends, a line apart and inside the chart."""
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed: dict[int, float] = {}
    lowest = HEIGHT - NAME_HEIGHT * (len(order) - 1)
    previous = float("-inf")
    for rank, at in enumerate(order):
        room_below = lowest + rank * NAME_HEIGHT
        previous = max(previous + NAME_HEIGHT, min(heights[at], room_below))
        placed[at] = previous
    return [placed[at] for at in range(len(heights))]
