"""The ladder of techniques that people use: the easiest step there is, then again from the bottom.

The first iteration removes the givens' digits from their peers. Each later one is one step of the lowest
rung that has one, or all steps that are found on this rung (option `pace`). A digit that is placed
leaves its peers in the same step. The order is HoDoKu's,
or that of the proofs' sizes. Nothing is guessed: if the top of the ladder
finds nothing, the method stalls.

Every step carries its proof (see `core.proof`), which the site verifies before the step is applied. Rules
that rest on the puzzle having one solution are skipped unless it is known to have one.
"""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from ..core.geometry import KEPT
from ..core.grid import Grid
from ..core.position import Position, candidates_of, carry_out
from ..core.shape import Shape
from ..core.steps import Step, iteration_of
from ..ladder.checking import checked
from ..ladder.hodoku_order import QueuedPosition, first_single, in_hodoku_order, leading_singles
from ..ladder.search import LARGEST, easiest, has_one_solution, named, on_shape, only_solution
from ..ladder.sets_order import by_fewest_sets
from ..techniques import techniques
from ..techniques.events import contradiction_step
from ..techniques.rungs import TRYING, Rung, rungs, slug
from ..techniques.singles import placed_digit
from ..techniques.splits.finder import ends_by_singles
from .base import Ending, Method, Option, Story

# The rungs that have a page.
OFFERED = {name: rung for name, rung in rungs().items() if name in techniques()}


SEARCHES = {"hodoku": in_hodoku_order, "score": easiest, "sets": by_fewest_sets}

# By the first two digits of their codes.
FAMILIES = {
    "00": "Singles",
    "01": "Locked candidates",
    "02": "Subsets",
    "03": "Fish",
    "04": "Patterns of one digit",
    "05": "Colours",
    "06": "Techniques that rely on one solution",
    "07": "Chains and loops",
    "08": "Wings",
    "09": "Almost locked sets",
    "11": "Sue de Coq",
    "12": "Templates",
    "13": "Forcing chains and nets",
    "14": "Counting sets",
}


def solve(grid: Grid, options: Mapping[str, Any]) -> Story:
    search = SEARCHES[options["order"]]
    position = QueuedPosition.of(grid) if search is in_hodoku_order else Position.of(grid)
    first, further = _selected(tuple(options["techniques"]), options["order"], grid.shape)
    known = _Known(grid, options["uniqueness"])
    takes_all, is_large = options["pace"] == "all", grid.size > LARGEST
    is_direct = search is in_hodoku_order and not takes_all
    singles = leading_singles(first) if is_direct else []

    def may_climb(rung: Rung) -> bool:
        if rung.index >= TRYING and ends_by_singles(position.masks):
            position.solution = position.solution or position.masks.of_digits(known.solution)
            if is_large:
                return bool(position.solution)
        return not rung.rests_on_one_solution or known.is_one

    number, done = 1, _clear_givens(grid)
    while True:
        if position.fault:
            done.append(contradiction_step(position.fault))
        yield iteration_of((number, tuple(done), candidates_of(position), 1, None, 0))
        if position.fault:
            return Ending("contradiction")
        if not position.open:
            return Ending("solved", (tuple(position.values),))
        if single := first_single(position, singles):
            steps = [checked(position, single.step(position))]
        else:
            steps = []
            for deduction in search(position, first, filter(may_climb, further)):
                if deduction is None:
                    yield None
                else:
                    steps.append(checked(position, deduction.step(position)))
                    if not takes_all:
                        break
            if not steps:
                return Ending("stalled")
        done = []
        for step in steps:
            # They were found together, so a later step may have nothing left to do.
            if step_done := carry_out(position, step):
                done.append(step_done)
        number += 1


@lru_cache(maxsize=KEPT)
def _selected(words: tuple[str, ...], order: str, shape: Shape) -> tuple[list[Rung], list[Rung]]:
    """Return the rungs (techniques of the ladder) of some names that work on a shape, in their order.

    Those before the first that `may_climb` asks about are a list of their own: they are tried at every step.
    """
    selected = on_shape(named(words), shape)
    if order == "score":
        selected.sort(key=lambda rung: rung.score)
    asked_about = (
        place
        for place, rung in enumerate(selected)
        if rung.index >= TRYING or rung.rests_on_one_solution
    )
    end = next(asked_about, len(selected))
    return selected[:end], selected[end:]


class _Known:
    """What is known of a puzzle's solutions, counted when it first matters, once a solve.

    A count cached for the process would cost no work later.
    """

    def __init__(self, grid: Grid, uniqueness: str) -> None:
        self._grid, self._uniqueness = grid, uniqueness

    @cached_property
    def is_one(self) -> bool:
        """Whether rules may rest on the puzzle having one solution."""
        if self._uniqueness == "auto":
            return has_one_solution(self._grid)
        return self._uniqueness == "on"

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The solution of the puzzle with its pencil marks, or () if it is not known to have just one."""
        return only_solution(self._grid)


def _clear_givens(grid: Grid) -> list[Step]:
    """Return the steps that remove the givens' digits from their peers."""
    if not grid.marks:
        return list(placed_digit.find_at_start(grid.geometry, grid.givens))
    pairs = zip(grid.givens, grid.marks, strict=True)
    candidates = [1 << (digit - 1) if digit else mask for digit, mask in pairs]
    placed = [cell for cell, digit in enumerate(grid.givens) if digit]
    return list(placed_digit.find_on(grid.geometry, candidates, placed))


method = Method(
    name="ladder",
    title="The ladder of techniques",
    summary=(
        "Always takes the easiest step that a person could find, and proves it. You choose which "
        "techniques it knows."
    ),
    article="",
    solve=solve,
    techniques=tuple(
        technique
        for technique in techniques().values()
        if technique.name in rungs() or technique is placed_digit.technique
    ),
    options=(
        Option(
            name="techniques",
            title="Techniques",
            help=("Those that HoDoKu uses by default are selected, and there are more."),
            choices={slug(name): name for name in OFFERED},
            families={
                slug(name): FAMILIES.get(rung.code[:2], "Others")
                for name, rung in sorted(OFFERED.items(), key=lambda item: item[1].code)
            },
            default=[slug(name) for name, rung in OFFERED.items() if rung.is_usual],
        ),
        Option(
            name="order",
            title="Which step is easier",
            help=(
                "HoDoKu has an order of techniques and a score for each of them. The two differ. By "
                "sets, a step is as hard as its proof is large, by any name."
            ),
            choices={
                "hodoku": "HoDoKu's order",
                "score": "HoDoKu's lower score",
                "sets": "the fewest truths and links",
            },
            default="hodoku",
        ),
        Option(
            name="pace",
            title="An iteration is",
            help=("One step, or everything that a technique finds on the board."),
            choices={"one": "one step", "all": "all steps of the easiest technique"},
            default="one",
        ),
        Option(
            name="uniqueness",
            title="Techniques that rely on one solution",
            help=("They are wrong if there are several solutions, so these are counted first."),
            choices={"auto": "if there is one", "on": "always", "off": "never"},
            default="auto",
        ),
    ),
)
