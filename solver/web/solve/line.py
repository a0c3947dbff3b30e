"""The line of iterations that the player goes along: a solve's own, and those of what goes on from it."""

from dataclasses import dataclass, replace
from uuid import UUID

from solver.models import Solve, SolveQuerySet
from solver.solves.reading import Moment, curves_of

from .position import SolveView


@dataclass(frozen=True)
class Line:
    """A story that may be told by two solves: one that stalled, and one that tells it again and goes on."""

    view: SolveView
    own: int  # iterations of the solve that is looked at
    lefts: list[
        int
    ]  # the curve: candidates left at the start and after each iteration, those beyond too
    earlier: Solve | None = None  # what this solve goes on from, as far as the visitor may know it
    later: Solve | None = None  # what goes on from it

    @property
    def total(self) -> int:
        return len(self.lefts) - 1

    @property
    def beyond(self) -> str:
        """The page that has the iterations after the solve's own; empty where there are none."""
        return self.later.get_absolute_url() if self.later and self.total > self.own else ""

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


def own_line(view: SolveView, moment: Moment) -> Line:
    return Line(view, moment.total, moment.lefts)


def line_of(view: SolveView, moment: Moment, own: SolveQuerySet) -> Line:
    """The line with what is before and beyond it; `own` are the visitor's solves."""
    line, solve = own_line(view, moment), view.solve
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
