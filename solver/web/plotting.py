"""Scales, lines, bars and labels of charts, worked out from plain numbers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Point = tuple[float, float]
Item = TypeVar("Item")

MOST_POINTS = 400  # of a line: more would not be seen
MOST_LABELS = 16  # under a chart, so that each can be hit with a finger


@dataclass(frozen=True)
class Scale:
    """Places for values from 0 to `highest`, from `start` on; up the page when `length` is negative."""

    highest: float
    length: float
    start: float = 0

    def __call__(self, value: float) -> float:
        return self.start + value * (self.length / (self.highest or 1))


def share(part: float, whole: float, of: float = 100) -> float:
    """The length of a bar: so much of the longest, or of 100 percent, as `part` is of `whole`."""
    return of * part / (whole or 1)


# --- Lines --------------------------------------------------------------------------------------------


def thinned(last: int, *kept: int) -> list[int]:
    """0 to `last` for a line; where that is too many every k-th, with those to be kept and the last."""
    return sorted({*range(0, last + 1, max(1, last // MOST_POINTS)), *kept, last})


def step_path(points: Sequence[Point]) -> str:
    """A path that stays level until the next point."""
    (x, y), *rest = points
    said = [f"M{x:.0f} {y:.1f}"]
    for at, (to, height) in enumerate(rest, 1):
        if height != y:
            said.append(f"H{to:.0f}V{height:.1f}")
            y = height
        elif at == len(rest):
            said.append(f"H{to:.0f}")
    return "".join(said)


def polyline(points: Iterable[Point]) -> str:
    """The points of a line that goes straight from each to the next."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


# --- Labels -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Label:
    """A number under a chart, which leads to what it numbers."""

    number: int
    href: str
    x: float  # percent
    current: bool
    minor: bool  # goes first where there is no room


def labels(
    total: int, current: int, href: Callable[[int], str], most: int = MOST_LABELS
) -> list[Label]:
    """Numbers of 0 to `total`, as many as there is room for, the current one and the last among them."""
    return [
        Label(n, href(n), round(share(n, total), 2), n == current, minor=at % 2 == 1)
        for at, n in enumerate(_labelled(total, current, most))
    ]


def _labelled(total: int, current: int, most: int) -> list[int]:
    """0 to `total`; where that is too many every 5th, 10th, 50th …, with the current one and the last."""
    stride = round_stride(total, most)
    apart = max(1, stride // 2)  # nothing stands closer than this to the current one or the last
    kept = [n for n in range(0, total, stride) if min(abs(n - current), total - n) >= apart]
    return sorted({*kept, current, total})


def round_stride(total: int, most: int) -> int:
    """1, 2, 5, 10, 20 …: the least with which no more than `most` of them reach `total`."""
    strides = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    return next(stride for stride in strides if total / stride <= most)


def spread(items: Sequence[Item], most: int) -> list[Item]:
    """Every k-th so that they are no more than `most`, with the last one."""
    stride = -(-len(items) // most) or 1
    return [item for at, item in enumerate(items, 1) if at % stride == 0 or at == len(items)]
