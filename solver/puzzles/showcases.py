"""Showcases: an example puzzle and a method for each technique and each lesson."""

from dataclasses import dataclass
from functools import cache

from solver import engine
from solver.engine.methods.base import Method, Value
from solver.engine.methods.rules import RULES
from solver.engine.techniques import Technique
from solver.engine.techniques.rungs import slug
from solver.models import Puzzle, Solve, SolveQuerySet
from solver.models.puzzle import translate_title

from .course import Lesson
from .starters import EXAMPLES, OF_SHAPES

NODES = 25_000  # for a method to show its techniques
ITERATIONS = 60
BY_ITSELF: tuple[str, ...] = ()
ALL_RULES = tuple(RULES)
LADDER = "ladder"
# Techniques that lead to the shown one.
SINGLES = ("full-house", "naked-single", "hidden-single")


@dataclass(frozen=True)
class Showcase:
    """A puzzle and a method whose solve has steps of a technique."""

    title: str
    grid: engine.Grid
    method: str
    rules: tuple[str, ...]  # the chosen rules or techniques, or () for the method's default

    @property
    def called(self) -> str:
        """The showcase's title in the language of the page."""
        return translate_title(self.title)

    @property
    def options(self) -> dict[str, Value]:
        return _options(self.method, self.rules)


def methods_using(technique: Technique) -> list[Method]:
    """Return the methods that may use a technique, in the order of the articles."""
    return [method for method in engine.methods().values() if technique in method.techniques]


@cache
def showcase_for(name: str) -> Showcase | None:
    """Return an example puzzle and a method that show a technique at work, or None.

    `name` is the technique's. Its own example comes first. If no method uses the technique by default, the
    method `rules` is tried with all rules.
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


def _options(method: str, rules: tuple[str, ...]) -> dict[str, Value]:
    option = "techniques" if method == LADDER else "rules"
    return engine.find_method(method).read_options({option: list(rules)} if rules else {})


def solves_of(showcase: Showcase) -> SolveQuerySet:
    """Return the public solves of a showcase's puzzle by its method and options, in any state."""
    return Solve.objects.filter(
        **{f"puzzle__{name}": each for name, each in Puzzle.identity(showcase.grid).items()},
        method=showcase.method,
        options=showcase.options,
        visibility=Solve.Visibility.PUBLIC,
        start=None,
    )


def showcase_of(lesson: Lesson) -> Showcase:
    examples = (*EXAMPLES, *OF_SHAPES)
    grid = next(example.grid for example in examples if example.title == lesson.puzzle)
    return Showcase(lesson.puzzle, grid, lesson.method, BY_ITSELF)
