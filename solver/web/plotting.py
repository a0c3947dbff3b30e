"""Scales, lines, bars and labels of charts, computed from plain numbers."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Point = tuple[float, float]
Item = TypeVar("Item")

MOST_POINTS = 400  # of a line, because more could not be seen
MOST_LABELS = 16  # under a chart, so that a finger can hit each


@dataclass(frozen=True)
class Scale:
    """Maps values from 0 to `highest` to positions from `start` on, upwards if `length` is negative."""

    highest: float
    length: float
    start: float = 0

    def __call__(self, value: float) -> float:
        return self.start + value * (self.length / (self.highest or 1))


def share(part: float, total: float, of: float = 100) -> float:
    """Return the length of a bar: the share that `part` has in `total`, scaled to `of` (100 for percent)."""
    return of * part / (total or 1)


# --- Lines --------------------------------------------------------------------------------------------


def thinned(last: int, *always: int) -> list[int]:
    """Return numbers from 0 to `last` as points of a line, thinned out if there are too many.

    Those in `always` and the last one stay.
    """
    return sorted({*range(0, last + 1, max(1, last // MOST_POINTS)), *always, last})


def step_path(points: Sequence[Point]) -> str:
    """Return the `d` of an SVG path through points, which stays level until the next point."""
    (x, y), *others = points
    commands = [f"M{x:.0f} {y:.1f}"]
    for at, (to, height) in enumerate(others, 1):
        if height != y:
            commands.append(f"H{to:.0f}V{height:.1f}")
            y = height
        elif at == len(others):
            commands.append(f"H{to:.0f}")
    return "".join(commands)


def polyline(points: Iterable[Point]) -> str:
    """Return the `points` of an SVG polyline."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


# --- Labels -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Label:
    """A number under a chart that links to its iteration."""

    number: int
    href: str
    x: float  # percent
    current: bool
    minor: bool  # hidden first if there is no room


def labels(
    total: int, current: int, href: Callable[[int], str], limit: int = MOST_LABELS
) -> list[Label]:
    """Return labels for as many numbers from 0 to `total` as have room, with `current` and the last one.

    `href` returns the address for a number, `limit` is the greatest number of labels.
    """
    return [
        Label(n, href(n), round(share(n, total), 2), n == current, minor=at % 2 == 1)
        for at, n in enumerate(_labelled(total, current, limit))
    ]


def _labelled(total: int, current: int, limit: int) -> list[int]:
    """Return 0 to `total`, or every 5th, 10th, 50th … of too many, with the current and last one."""
    stride = round_stride(total, limit)
    apart = max(1, stride // 2)  # no other label is closer than this to the current one or the last
    regular = [n for n in range(0, total, stride) if min(abs(n - current), total - n) >= apart]
    return sorted({*regular, current, total})


def round_stride(total: int, limit: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20 … that divides `total` into at most `limit` strides."""
    strides = (digit * 10**power for power in range(9) for digit in (1, 2, 5))
    return next(stride for stride in strides if total / stride <= limit)


def spread(items: Sequence[Item], limit: int) -> list[Item]:
    """Thin out a sequence: return every k-th item, at most `limit` of them, and the last item too."""
    stride = -(-len(items) // limit) or 1
    return [item for at, item in enumerate(items, 1) if at % stride == 0 or at == len(items)]
