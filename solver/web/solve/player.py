"""The player of a solve: its iterations across continued solves, its phrases, and its curve."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _, ngettext

from solver.engine.core.geometry import Geometry
from solver.engine.core.i18n import ALPHABET
from solver.engine.techniques.description import IterationDescription
from solver.models import Solve, SolveQuerySet
from solver.solves.reading import IterationSnapshot, curves_of, ranks_of

from ..plotting import Label, Scale, labels, step_path, thinned
from .solve_view import SolveView

WIDTH = 1000  # of the curve, stretched to the available width
HEIGHT, TOP = 66, 16  # px
HEADROOM = 6  # px above the highest point
LOWEST_BAR, WIDEST_BAR = 14, 20
LONG = 250  # iterations. A longer curve uses whole px, so that it has few steps.
MOST_MARKS = 60  # guesses and forks on the curve. More would hide it.
BEFORE_END = 12  # the last of this many parts of the curve lies under the number at its end
CURRENT, MINOR = ' aria-current="step"', ' class="minor"'
EARLY, LATE = 0.35, 0.7  # where the text at the playhead would overlap the others
MOST_SAID = 3  # cells that a screen reader hears by name

Href = Callable[[int], str]


def player_at(number: int, total: int, href: Href, text: str, say: str) -> dict[str, Any]:
    return {
        "number": number,
        "total": total,
        "first": href(0) if number > 0 else None,
        "previous": href(number - 1) if number > 0 else None,
        "next": href(number + 1) if number < total else None,
        "last": href(total) if number < total else None,
        "text": text,  # the slider's value for a screen reader
        "say": say,  # the iteration for a screen reader
    }


# --- The line of iterations ---------------------------------------------------------------------------


@dataclass(frozen=True)
class SolveChain:
    """The iterations of a solve, or of one that got stuck and the one that repeats and continues it."""

    view: SolveView
    own: int  # iterations of the solve on the page
    # The curve: candidates left at the start and after each iteration, later solves included.
    lefts: list[int]
    earlier: Solve | None = None  # the solve that this one continues, if the visitor may see it
    later: Solve | None = None  # the solve that continues this one
    ranks: list[int] = field(default_factory=list)  # how hard each iteration is, or [] (`ranks_of`)

    @property
    def total(self) -> int:
        return len(self.lefts) - 1

    def href(self, number: int) -> str:
        """Return the address of iteration `number`, in the later solve if this one does not have it."""
        if self.later and number > self.own:
            return _address_in(self.view, self.later, number)
        return self.view.at(number).href

    def previous(self, number: int) -> str:
        """Return the address of the iteration before `number`, in the earlier solve if that has it.

        Return "" at the start.
        """
        if self.earlier and number == self.earlier.iteration_count + 1:
            return _address_in(self.view, self.earlier, number - 1)
        return self.href(number - 1) if number else ""

    def next(self, number: int) -> str:
        """Return the address of the iteration after `number`, or "" at the end.

        If a later solve is still running, return its page.
        """
        if number < self.total:
            return self.href(number + 1)
        return self.later.get_absolute_url() if self.later else ""

    def step_links(self, number: int, listed: Sequence[int]) -> dict[str, Any]:
        """Return the addresses of the steps before and after the selected one in iteration `number`.

        `listed` are the numbers of its steps that the page lists. Before the first and after the last of them,
        the address is that of the neighbouring iteration.
        """
        view = self.view
        earlier = [step for step in listed if view.step and step < view.step]
        later = [step for step in listed if step > (view.step or 0)]
        return {
            "previous": view.at(number, earlier[-1] if earlier else None).href
            if view.step and len(listed) > 1
            else self.previous(number),
            "next": view.at(number, later[0]).href if later else self.next(number),
        }

    def player(self, number: int, say: str) -> dict[str, Any]:
        total, later = self.total, self.later
        text = _("%(number)d of %(total)d, candidates left: %(left)d") % {
            "number": number,
            "total": total,
            "left": self.lefts[number],
        }
        return player_at(number, total, self.href, text, say) | {
            "previous": self.previous(number),
            "next": self.next(number),
            "last": self.href(total) if number < total else self.next(number),
            # If another solve continues this one, its iterations follow on a page of their own.
            "own": self.own,
            "beyond": later.get_absolute_url() if later and total > self.own else "",
        }

    def say(self, geometry: Geometry, described: IterationDescription) -> str:
        """Return what happened in an iteration, for the player.

        For example, `Iteration 12 of 15. Hidden single in box 2: row 1 column 5 is 4.`
        """
        if not described.number:
            return _("Start, before iteration 1 of %d.") % self.total
        where = _("Iteration %(number)d of %(total)d.") % {
            "number": described.number,
            "total": self.total,
        }
        if not described.steps:
            return f"{where} {_('No technique found anything more.')}"
        if self.view.step:
            count = {"number": self.view.step, "total": len(described.steps)}
            step = described.steps[self.view.step - 1]
            return f"{where} {_('Step %(number)d of %(total)d.') % count} {step.title}. {step.why}"
        what = described.steps[0].title
        if len(described.steps) > 1:
            others = len(described.steps) - 1
            what += ngettext(" and %d more step", " and %d more steps", others) % others
        cells = [placed for step in described.steps for placed in step.step.placed]
        solved = _say_placed(geometry, cells)
        removed = described.removed
        removals = ngettext("%d candidate removed.", "%d candidates removed.", removed) % removed
        return f"{where} {what}{f': {solved}' if solved else ''}. {removals}"


def chain_of(view: SolveView, snapshot: IterationSnapshot, own: SolveQuerySet) -> SolveChain:
    """Return a solve with the one that it continues, or that continues it, among the visitor's `own`."""
    solve = view.solve
    chain = SolveChain(view, snapshot.total, snapshot.lefts, ranks=ranks_of(solve))
    if solve.continues_id:
        return replace(chain, earlier=_earlier(solve.continues_id, own))
    later = _later(solve, own) if solve.can_go_on else None
    lefts = curves_of([later])[later.pk] if later and later.is_over else []
    # Another version of the engine may have solved the first part differently.
    is_continuation = len(lefts) > len(chain.lefts) and lefts[: len(chain.lefts)] == chain.lefts
    if later and is_continuation:
        return replace(chain, later=later, lefts=lefts, ranks=ranks_of(later))
    return replace(chain, later=later)


def _later(solve: Solve, own: SolveQuerySet) -> Solve | None:
    """Return the visitor's continuation of a solve, or else the newest public one."""
    public = Solve.objects.filter(visibility=Solve.Visibility.PUBLIC, status=Solve.Status.FINISHED)
    return own.going_on_from(solve).first() or public.going_on_from(solve).first()


def _earlier(pk: UUID, own: SolveQuerySet) -> Solve | None:
    """Return the solve that another continues, if it is the visitor's own or public."""
    public = Solve.objects.filter(visibility=Solve.Visibility.PUBLIC)
    matches = (solves.filter(pk=pk).first() for solves in (own, public))
    return next((earlier for earlier in matches if earlier), None)


def _address_in(view: SolveView, solve: Solve, number: int) -> str:
    """Return the address of an iteration in another solve of the same puzzle, with the same view."""
    return f"{solve.get_absolute_url()}{view.at(number).href}"


def _say_placed(geometry: Geometry, placed: list[tuple[int, int]]) -> str:
    if len(placed) > MOST_SAID:
        return ngettext("%d cell solved", "%d cells solved", len(placed)) % len(placed)
    return ", ".join(
        [
            _("row %(row)d column %(column)d is %(digit)s")
            % {
                "row": cell // geometry.size + 1,
                "column": cell % geometry.size + 1,
                "digit": ALPHABET[digit],
            }
            for cell, digit in placed
        ]
    )


# --- The curve ----------------------------------------------------------------------------------------


def draw_curve(chain: SolveChain, number: int, marked: Sequence[int] = ()) -> dict[str, Any]:
    """Return the curve of candidates left, or bars, for the player at iteration `number`.

    `marked` are iterations to mark.
    """
    lefts, href = chain.lefts, chain.href
    total = len(lefts) - 1
    numbers = labels(total, number, href)
    across = Scale(total, WIDTH)
    up = Scale(max(lefts), HEADROOM - HEIGHT, start=HEIGHT)
    points = [
        (n, (across(n), up(lefts[n]) if total <= LONG else round(up(lefts[n]))))
        for n in thinned(total, number)
    ]
    part = number / max(total, 1)
    return {
        "past": step_path([point for n, point in points if n <= number]),  # SVG paths
        "future": step_path([point for n, point in points if n >= number]),
        # Instead of the line.
        "bars": draw_bars(chain.ranks, number) if chain.ranks else None,
        "x": round(100 * part, 2),  # percent
        "dot_y": round(TOP + up(lefts[number]), 1),
        "end_y": round(TOP + up(max(lefts[-1 - total // BEFORE_END :])) - 6, 1),
        "left": lefts[number],
        "at_start": lefts[0],
        "at_end": lefts[-1],
        # Path of the guesses and forks.
        "marks": "".join([f"M{across(n):.0f} 0V{HEIGHT}" for n in marked])
        if len(marked) <= MOST_MARKS
        else "",
        "is_late": part >= LATE,  # the text stands left of the playhead
        "says_start": part > EARLY,
        "says_end": part < LATE,
        "ticks": _ticks(numbers),
        "links": _links(numbers),  # the numbers below, each linked to its iteration
    }


def draw_bars(ranks: Sequence[int], number: int) -> dict[str, Any]:
    """Return a bar for each of `ranks`, on the scale of the curve. The hardest fills the height."""
    total, hardest = len(ranks), max(ranks)
    across = Scale(total, WIDTH)
    up = Scale(hardest, LOWEST_BAR - HEIGHT, start=HEIGHT - LOWEST_BAR)
    bars = [
        (n, rank, f"M{across(n):.0f} {HEIGHT}V{up(rank):.0f}") for n, rank in enumerate(ranks, 1)
    ]
    quiet = [(n, bar) for n, rank, bar in bars if not rank or rank < hardest]
    return {
        "past": "".join([bar for n, bar in quiet if n <= number]),  # SVG paths
        "future": "".join([bar for n, bar in quiet if n > number]),
        "hardest": "".join([bar for _n, rank, bar in bars if rank and rank == hardest]),
        "width": round(min(WIDEST_BAR, WIDTH / total * 0.6), 1),  # of a bar
    }


def _ticks(numbers: list[Label]) -> SafeString:
    drawn = [
        f'<line class="scrub__tick" x1="{label.x}%" x2="{label.x}%" y1="90" y2="98" />'
        for label in numbers
    ]
    return mark_safe("".join(drawn))  # noqa: S308 - numbers


def _links(numbers: list[Label]) -> SafeString:
    iteration, start = _("Iteration %(number)s"), _("Start")
    drawn = [
        f'<a data-go tabindex="-1" data-keep="at {label.number}" href="{escape(label.href)}"'
        f"{CURRENT if label.current else ''}{MINOR if label.minor else ''}"
        f' aria-label="{escape(iteration % {"number": label.number} if label.number else start)}">'
        f'<rect class="scrub__hit" x="{label.x}%" y="100" width="24" height="18"'
        ' transform="translate(-12)" />'
        f'<text class="axis axis--tick" x="{label.x}%" y="114">{label.number}</text></a>'
        for label in numbers
    ]
    return mark_safe("".join(drawn))  # noqa: S308 - numbers, and what is escaped
