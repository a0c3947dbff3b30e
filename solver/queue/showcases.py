"""Each technique and each lesson at work: an example puzzle that shows it, and a public solve of it."""

from dataclasses import dataclass
from functools import cache
from itertools import islice

from django.db import transaction

from solver import engine
from solver.engine.methods.base import Method, Value
from solver.engine.methods.rules import RULES
from solver.engine.techniques import Technique
from solver.engine.techniques.rungs import slug
from solver.library.starters import EXAMPLES
from solver.models import Solve, SolveQuerySet
from solver.queue import submission
from solver.queue.course import COURSE, Lesson
from solver.record.reading import walk

NODES = 25_000  # that a method may take to show its techniques
ITERATIONS = 60
MOST_WALKED = 120  # iterations of a stored solve, whose steps are singles mostly
BY_ITSELF: tuple[str, ...] = ()
ALL_RULES = tuple(RULES)
LADDER = "ladder"
# What leads to the technique that is shown.
SINGLES = ("full-house", "naked-single", "hidden-single")


@dataclass(frozen=True)
class Showcase:
    """A puzzle and a method whose solve has steps of a technique."""

    title: str
    grid: engine.Grid
    method: str
    # Or techniques, that are chosen; what the method does by itself, if empty.
    rules: tuple[str, ...]
    order: str = ""  # of the ladder; its own by itself


@dataclass(frozen=True)
class Position:
    """The step of a stored solve that shows a technique best; `index` counts its iteration's steps from 0."""

    solve: Solve
    iteration: engine.Iteration
    index: int

    @property
    def step(self) -> engine.Step:
        return self.iteration.steps[self.index]


def methods_using(technique: Technique) -> list[Method]:
    """The methods that may use a technique, in the order of the articles."""
    return [method for method in engine.methods().values() if technique in method.techniques]


@cache
def showcase_for(name: str) -> Showcase | None:
    """Its own puzzle, or the first example and method that show it; None when none does.

    What no method does by itself may still be shown by the one whose rules can all be chosen.
    """
    technique = engine.find_technique(name)
    if technique.shown_by:
        puzzle, _, way = technique.shown_by.partition(" ")
        alone = tuple(dict.fromkeys((*SINGLES, *way.split(), slug(name))))
        return Showcase(
            name, engine.read_line(puzzle), LADDER, BY_ITSELF if way == "whole" else alone
        )
    methods = [method.name for method in methods_using(technique)]
    for chosen in (BY_ITSELF, ALL_RULES):
        for starter in EXAMPLES:
            grid = engine.read_line(starter.givens)
            for method in methods if chosen is BY_ITSELF else ("rules",):
                if name in _techniques_in(grid, method, chosen):
                    return Showcase(starter.title, grid, method, chosen)
    return None


@cache
def _techniques_in(grid: engine.Grid, method: str, rules: tuple[str, ...]) -> frozenset[str]:
    budget = engine.Budget(iterations=ITERATIONS, nodes=NODES)
    solving = engine.Solving(grid, method, _options(method, rules), budget)
    return frozenset(step.technique for iteration in solving for step in iteration.steps)


def _options(method: str, rules: tuple[str, ...], order: str = "") -> dict[str, Value]:
    option = "techniques" if method == LADDER else "rules"
    chosen = ({option: list(rules)} if rules else {}) | ({"order": order} if order else {})
    return engine.find_method(method).read_options(chosen)


def solves_of(showcase: Showcase) -> SolveQuerySet:
    """The public solves of a showcase, in whatever state."""
    return Solve.objects.filter(
        puzzle__givens=showcase.grid.text,
        method=showcase.method,
        options=_options(showcase.method, showcase.rules, showcase.order),
        visibility=Solve.Visibility.PUBLIC,
        start=None,
    )


def solve_showcase(showcase: Showcase, lane: str = Solve.Lane.INTERACTIVE) -> Solve:
    """Its public solve, submitted now unless there is one already."""
    kept = solves_of(showcase).exclude(status=Solve.Status.FAILED).first()
    if kept:
        return kept
    with transaction.atomic():  # public before a worker can finish it
        options = _options(showcase.method, showcase.rules, showcase.order)
        solve = submission.submit(showcase.grid, showcase.method, options, lane=lane)
        solve.visibility = Solve.Visibility.PUBLIC
        solve.save(update_fields=["visibility"])
    return solve


def showcase_of(lesson: Lesson) -> Showcase:
    givens = next(example.givens for example in EXAMPLES if example.title == lesson.puzzle)
    return Showcase(lesson.puzzle, engine.read_line(givens), lesson.method, BY_ITSELF)


def solve_showcases() -> int:
    """A public solve for every technique and lesson without one; returns how many were submitted."""
    before = Solve.objects.count()
    of_techniques = map(showcase_for, engine.techniques())
    for showcase in (*of_techniques, *map(showcase_of, COURSE)):
        if showcase:
            solve_showcase(showcase, Solve.Lane.SITE)
    return Solve.objects.count() - before


def find_position(technique: Technique) -> Position | None:
    """The position where a stored solve shows a technique best; None while there is no such solve."""
    showcase = showcase_for(technique.name)
    solve = showcase and solves_of(showcase).filter(status=Solve.Status.FINISHED).last()
    if not solve:
        return None
    positions = [
        Position(solve, iteration, index)
        for iteration in islice(walk(solve), MOST_WALKED)
        for index, step in enumerate(iteration.steps)
        if step.technique == technique.name
    ]
    return max(positions, key=_tells_much, default=None)


def _tells_much(position: Position) -> tuple[int, bool, int]:
    """Sets of up to three digits before single ones, steps that lead to a digit, and some four removals."""
    step = position.step
    size = len(step.digits)
    return (size if size <= 3 else 0, bool(step.placed), -abs(step.removed_count - 4))
