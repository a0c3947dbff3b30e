"""The player of a story: the line of iterations that it goes along, what it says there, and its curve."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET
from solver.engine.techniques.description import IterationDescription
from solver.models import Solve, SolveQuerySet
from solver.solves.reading import Moment, curves_of

from ..plotting import Label, Scale, labels, step_path, thinned
from .solve_view import SolveView

WIDTH = 1000  # of the curve, stretched to the room there is
HEIGHT, TOP = 66, 16  # px
HEADROOM = 6  # px above the highest
LONG = 250  # iterations: a longer curve steps by whole px, so that it has few
MOST_MARKS = 60  # guesses and forks on the curve: more would hide it
BEFORE_END = 12  # of so many parts of the curve the last is under the number at its end
CURRENT, MINOR = ' aria-current="step"', ' class="minor"'
EARLY, LATE = 0.35, 0.7  # where the words at the playhead would meet the others
MOST_SAID = 3  # cells that a screen reader hears of by name

Href = Callable[[int], str]


@dataclass(frozen=True)
class Player:
    number: int
    total: int
    first: str | None
    previous: str | None
    next: str | None
    last: str | None
    text: str  # where the slider stands, for a screen reader
    say: str  # the moment, for a screen reader, when it is gone to
    own: int = 0  # where a solve goes on from this one: the iterations of this one,
    beyond: str = ""  # and the page that has those after them


def player_at(number: int, total: int, href: Href, text: str, say: str) -> Player:
    return Player(
        number=number,
        total=total,
        first=href(0) if number > 0 else None,
        previous=href(number - 1) if number > 0 else None,
        next=href(number + 1) if number < total else None,
        last=href(total) if number < total else None,
        text=text,
        say=say,
    )


# --- The line of iterations ---------------------------------------------------------------------------


@dataclass(frozen=True)
class StepLinks:
    """The addresses of the steps before and after the one that is looked at, across iterations."""

    previous: str
    next: str


@dataclass(frozen=True)
class SolveChain:
    """A story that may be told by two solves: one that stalled, and one that tells it again and goes on."""

    view: SolveView
    own: int  # iterations of the solve that is looked at
    # The curve: candidates left at the start and after each iteration, those beyond too.
    lefts: list[int]
    earlier: Solve | None = None  # what this solve goes on from, as far as the visitor may know it
    later: Solve | None = None  # what goes on from it

    @property
    def total(self) -> int:
        return len(self.lefts) - 1

    def href(self, number: int) -> str:
        """The address of an iteration; what is beyond the solve's own is in the later one."""
        if self.later and number > self.own:
            return _within(self.view, self.later, number)
        return self.view.at(number).href

    def previous(self, number: int) -> str:
        """From the first that the earlier solve does not have back into that one; empty at the start."""
        if self.earlier and number == self.earlier.iteration_count + 1:
            return _within(self.view, self.earlier, number - 1)
        return self.href(number - 1) if number else ""

    def next(self, number: int) -> str:
        """Empty at the end; where the later solve is still being solved, its page."""
        if number < self.total:
            return self.href(number + 1)
        return self.later.get_absolute_url() if self.later else ""

    def walk(self, number: int, listed: Sequence[int]) -> StepLinks:
        """From an iteration to the first of its listed steps, and from the last to the next iteration."""
        view = self.view
        before = [step for step in listed if view.step and step < view.step]
        after = [step for step in listed if step > (view.step or 0)]
        return StepLinks(
            view.at(number, before[-1] if before else None).href
            if view.step
            else self.previous(number),
            view.at(number, after[0]).href if after else self.next(number),
        )

    def player(self, number: int, say: str) -> Player:
        total, later = self.total, self.later
        text = _("%(number)d of %(total)d, %(left)d candidates left") % {
            "number": number,
            "total": total,
            "left": self.lefts[number],
        }
        return replace(
            player_at(number, total, self.href, text, say),
            previous=self.previous(number),
            next=self.next(number),
            last=self.href(total) if number < total else self.next(number),
            own=self.own,
            beyond=later.get_absolute_url() if later and total > self.own else "",
        )

    def say(self, shape: Geometry, told: IterationDescription) -> str:
        """`Iteration 12 of 15. Hidden single in box 2: row 1 column 5 is 4. 3 candidates removed.`"""
        if not told.number:
            return _("Start, before the first of %d iterations.") % self.total
        where = _("Iteration %(number)d of %(total)d.") % {
            "number": told.number,
            "total": self.total,
        }
        if not told.steps:
            return f"{where} {_('No rule found anything more.')}"
        if self.view.step:
            count = {"number": self.view.step, "total": len(told.steps)}
            step = told.steps[self.view.step - 1]
            return f"{where} {_('Step %(number)d of %(total)d.') % count} {step.title}. {step.why}"
        what = told.steps[0].title
        if len(told.steps) > 1:
            rest = len(told.steps) - 1
            what += ngettext(" and %d more step", " and %d more steps", rest) % rest
        solved = _say_placed(shape, [placed for each in told.steps for placed in each.step.placed])
        removed = told.removed
        gone = ngettext("%d candidate removed.", "%d candidates removed.", removed) % removed
        return f"{where} {what}{f': {solved}' if solved else ''}. {gone}"


def chain_of(view: SolveView, moment: Moment, own: SolveQuerySet) -> SolveChain:
    """The line with what is before and beyond it; `own` are the visitor's solves."""
    line, solve = SolveChain(view, moment.total, moment.lefts), view.solve
    if solve.continues_id:
        return replace(line, earlier=_earlier(solve.continues_id, own))
    later = _later(solve, own) if solve.can_go_on else None
    lefts = curves_of([later])[later.pk] if later and later.is_over else []
    # Another version of the engine may have told the first part otherwise.
    is_one = len(lefts) > len(line.lefts) and lefts[: len(line.lefts)] == line.lefts
    return replace(line, later=later, lefts=lefts if is_one else line.lefts)


def _later(solve: Solve, own: SolveQuerySet) -> Solve | None:
    """The visitor's own, else the newest that is public."""
    public = Solve.objects.filter(visibility=Solve.Visibility.PUBLIC, status=Solve.Status.FINISHED)
    return own.going_on_from(solve).first() or public.going_on_from(solve).first()


def _earlier(pk: UUID, own: SolveQuerySet) -> Solve | None:
    """What a solve goes on from, where that is the visitor's own, or public."""
    public = Solve.objects.filter(visibility=Solve.Visibility.PUBLIC)
    found = (seen.filter(pk=pk).first() for seen in (own, public))
    return next((earlier for earlier in found if earlier), None)


def _within(view: SolveView, solve: Solve, number: int) -> str:
    """An iteration of another solve of the same puzzle, looked at in the same way."""
    return f"{solve.get_absolute_url()}{view.at(number).href}"


def _say_placed(shape: Geometry, placed: list[tuple[int, int]]) -> str:
    if len(placed) > MOST_SAID:
        return ngettext("%d cell solved", "%d cells solved", len(placed)) % len(placed)
    return ", ".join(
        [
            _("row %(row)d column %(column)d is %(digit)s")
            % {
                "row": cell // shape.size + 1,
                "column": cell % shape.size + 1,
                "digit": ALPHABET[digit],
            }
            for cell, digit in placed
        ]
    )


# --- The curve ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Curve:
    """Candidates left as a step-line, which is the slider: the past of the iteration apart from its future."""

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
    numbers = labels(total, number, href)
    across = Scale(total, WIDTH)
    up = Scale(max(lefts), HEADROOM - HEIGHT, start=HEIGHT)
    points = [
        (n, (across(n), up(lefts[n]) if total <= LONG else round(up(lefts[n]))))
        for n in thinned(total, number)
    ]
    part = number / max(total, 1)
    return Curve(
        past=step_path([point for n, point in points if n <= number]),
        future=step_path([point for n, point in points if n >= number]),
        x=round(100 * part, 2),
        dot_y=round(TOP + up(lefts[number]), 1),
        # Above all that the curve does under the number.
        end_y=round(TOP + up(max(lefts[-1 - total // BEFORE_END :])) - 6, 1),
        left=lefts[number],
        at_start=lefts[0],
        at_end=lefts[-1],
        marks="".join([f"M{across(n):.0f} 0V{HEIGHT}" for n in marked])
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
    drawn = [
        f'<line class="scrub__tick" x1="{each.x}%" x2="{each.x}%" y1="{top}" y2="{bottom}" />'
        for each in numbers
    ]
    return mark_safe("".join(drawn))  # noqa: S308 - numbers


def _links(numbers: list[Label]) -> SafeString:
    iteration, start = _("Iteration %(number)s"), _("Start")
    drawn = [
        f'<a data-go tabindex="-1" data-keep="at {each.number}" href="{escape(each.href)}"'
        f"{CURRENT if each.current else ''}{MINOR if each.minor else ''}"
        f' aria-label="{escape(iteration % {"number": each.number} if each.number else start)}">'
        f'<rect class="scrub__hit" x="{each.x}%" y="100" width="24" height="18"'
        ' transform="translate(-12)" />'
        f'<text class="axis axis--tick" x="{each.x}%" y="114">{each.number}</text></a>'
        for each in numbers
    ]
    return mark_safe("".join(drawn))  # noqa: S308 - numbers, and what is escaped
