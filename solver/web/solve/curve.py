"""The curve of candidates left along a solve, which is its slider."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ..plotting import Label, Point, Scale, labels, step_path, thinned
from .player import Href

WIDTH = 1000  # stretched to the room there is
HEIGHT, TOP = 66, 16  # px
HEADROOM = 6  # px above the highest
LONG = 250  # iterations: a longer curve steps by whole px, so that it has few
MOST_MARKS = 60  # guesses and forks on the curve: more would hide it
BEFORE_END = 12  # of so many parts of the curve the last is under the number at its end
CURRENT, MINOR = ' aria-current="step"', ' class="minor"'
EARLY, LATE = 0.35, 0.7  # where the words at the playhead would meet the others


@dataclass(frozen=True)
class Curve:
    """Candidates left as a step-line, the past of the current iteration apart from its future."""

    past: str  # paths
    future: str
    x: float  # percent
    dot_y: float
    end_y: float
    left: int
    at_start: int
    at_end: int
    marks: str  # path of the guesses and forks
    is_late: bool  # the words stand left of the playhead
    says_start: bool
    says_end: bool
    # As HTML: there are some fifteen of each, and a template takes ten times as long for them.
    ticks: SafeString
    low_ticks: SafeString  # of the lower curve
    links: SafeString  # the numbers below, each of which leads to its iteration


def draw_curve(lefts: list[int], number: int, href: Href, marked: Sequence[int] = ()) -> Curve:
    """`lefts[n]` is how many candidates are left after iteration n, with those at the start first."""
    total = len(lefts) - 1
    across = Scale(total, WIDTH)
    up = Scale(max(lefts), HEADROOM - HEIGHT, start=HEIGHT)

    def point(n: int) -> Point:
        return across(n), up(lefts[n]) if total <= LONG else round(up(lefts[n]))

    shown = thinned(total, number)
    part = number / max(total, 1)
    numbers = labels(total, number, href)
    return Curve(
        past=step_path([point(n) for n in shown if n <= number]),
        future=step_path([point(n) for n in shown if n >= number]),
        x=round(100 * part, 2),
        dot_y=round(TOP + up(lefts[number]), 1),
        # Above all that the curve does under the number.
        end_y=round(TOP + up(max(lefts[-1 - total // BEFORE_END :])) - 6, 1),
        left=lefts[number],
        at_start=lefts[0],
        at_end=lefts[-1],
        marks="".join(f"M{across(n):.0f} 0V{HEIGHT}" for n in marked)
        if len(marked) <= MOST_MARKS
        else "",
        is_late=part >= LATE,
        says_start=part > EARLY,
        says_end=part < LATE,
        ticks=_ticks(numbers, 90, 98),
        low_ticks=_ticks(numbers, 31, 37),
        links=_links(numbers),
    )


def _ticks(numbers: list[Label], top: int, bottom: int) -> SafeString:
    drawn = (
        f'<line class="scrub__tick" x1="{each.x}%" x2="{each.x}%" y1="{top}" y2="{bottom}" />'
        for each in numbers
    )
    return mark_safe("".join(drawn))  # noqa: S308 - numbers


def _links(numbers: list[Label]) -> SafeString:
    iteration, start = _("Iteration %(number)s"), _("Start")
    drawn = (
        f'<a data-go tabindex="-1" data-keep="at {each.number}" href="{escape(each.href)}"'
        f"{CURRENT if each.current else ''}{MINOR if each.minor else ''}"
        f' aria-label="{escape(iteration % {"number": each.number} if each.number else start)}">'
        f'<rect class="scrub__hit" x="{each.x}%" y="100" width="24" height="18"'
        ' transform="translate(-12)" />'
        f'<text class="axis axis--tick" x="{each.x}%" y="114">{each.number}</text></a>'
        for each in numbers
    )
    return mark_safe("".join(drawn))  # noqa: S308 - numbers, and what is escaped
