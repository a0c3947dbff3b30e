"""Climb the ladder at a position: find the easiest steps or all of them, or take them to the end."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain

from ..core.deadline import spend
from ..core.grid import Grid
from ..core.i18n import gettext, quote
from ..core.position import Position, carry_out_masks
from ..core.shape import Shape, boxed
from ..exact import enumerate_solutions
from ..techniques.chains.links import GROUPED
from ..techniques.deduction import Deduction
from ..techniques.rungs import (
    COUNTED,
    LARGEST as LARGEST,
    TRYING,
    Rung,
    by_slug,
    rungs,
    slug,
)
from ..techniques.splits.finder import ends_by_singles

NODES = 25_000  # for the count that says whether there is one solution


def usual(shape: Shape | None = None) -> list[Rung]:
    """Return the rungs (techniques of the ladder) that are used by default on boards of a shape, or on 9×9."""
    return [rung for rung in on_shape(rungs().values(), shape or boxed(3)) if rung.is_usual]


def on_shape(chosen: Iterable[Rung], shape: Shape) -> list[Rung]:
    """Return those of the rungs (techniques of the ladder) that work on boards of a shape.

    Where the order is not HoDoKu's, what counts comes before nets, which suppose something.
    """
    fitting = [
        rung for rung in chosen if (shape.size <= LARGEST or rung.on_any_size) and rung.suits(shape)
    ]
    return fitting if shape.square_box else sorted(fitting, key=_counts_first)


def _counts_first(rung: Rung) -> int:
    return TRYING - 1 if rung.index // 10 == COUNTED // 10 else rung.index


def telling_solution(position: Position, chosen: Iterable[Rung]) -> Iterable[Rung]:
    """Return rungs. Before one that tries, the position is told its only solution if branches end by singles.

    What is right need not be tried. The steps are the same, and found sooner.
    """
    return _telling(position, chosen) if ends_by_singles(position.masks) else chosen


def _telling(position: Position, chosen: Iterable[Rung]) -> Iterator[Rung]:
    for rung in chosen:
        if rung.index >= TRYING and not position.solution and not position.fault:
            known = Grid(position.masks.geometry.shape, tuple(position.values))
            position.solution = position.masks.of_digits(only_solution(known))
        yield rung


def named(words: Iterable[str], among: Container[str] | None = None) -> list[Rung]:
    """Return rungs (techniques of the ladder) by slug, by name in any case, or by code, easiest first.

    Raise ValueError naming the first word that is no technique, or no technique in `among`.
    """
    chosen = []
    for word in words:
        rung = by_slug().get(slug(word)) or _by_code(word.strip())
        if rung is None or (among is not None and rung.technique not in among):
            raise ValueError(gettext("there is no technique {name}", name=repr(word)))
        chosen.append(rung)
    return sorted(set(chosen), key=lambda rung: rung.index)


def named_on_shape(
    words: Iterable[str], shape: Shape, among: Container[str] | None = None
) -> list[Rung]:
    """Return rungs (techniques of the ladder) by slug, by name in any case, or by code, easiest first.

    Raise ValueError naming the first word that is no technique, is not in `among`, or does not work on the
    shape.
    """
    chosen = named(words, among)
    fitting = on_shape(chosen, shape)
    for rung in chosen:
        if not rung.suits(shape):
            raise ValueError(
                gettext(
                    "{name} is not proved for the board {shape}",
                    name=rung.technique,
                    shape=quote(str(shape)),
                )
            )
        if rung not in fitting:
            raise ValueError(
                gettext(
                    "{name} can only be found on boards up to {size}×{size}",
                    name=rung.technique,
                    size=LARGEST,
                )
            )
    return fitting


def _by_code(code: str) -> Rung | None:
    return next((rung for rung in rungs().values() if rung.code == code), None)


def has_one_solution(grid: Grid) -> bool:
    """Return whether the givens alone, without pencil marks, are known to have one solution."""
    return bool(only_solution(Grid(grid.shape, grid.givens)))


def only_solution(grid: Grid) -> tuple[int, ...]:
    """Return the solution of a grid, a digit a cell, or () if it is not known to have just one."""
    count = enumerate_solutions(grid, limit=2, nodes=NODES)
    return count.solutions[0] if count.verdict == "unique" else ()


def easiest(
    position: Position, chosen: Iterable[Rung], further: Iterable[Rung] = ()
) -> Iterator[Deduction | None]:
    """Yield all steps of the first technique in `chosen` that has any. Yield None for each one before it.

    Those in `further` are tried after them. If no technique has a step, yield nothing but None.
    """
    for rung in chain(chosen, further):
        spend()
        deductions = rung.find(position)
        first = next(deductions, None)
        if first is not None:
            yield first
            yield from deductions
            return
        yield None


def climb(position: Position, chosen: Sequence[Rung]) -> list[Rung]:
    """Take the first step of the easiest technique in `chosen` that has one, until solved or none is left.

    Change `position`, and return the rungs (techniques) of the steps taken, in order.
    """
    path = []
    while not position.fault and not position.is_complete:
        deduction = next(filter(None, easiest(position, chosen)), None)
        if deduction is None:
            break
        carry_out_masks(position, deduction.placed, deduction.removed)
        path.append(rungs()[deduction.technique])
    return path


def all_steps(position: Position, chosen: Sequence[Rung]) -> Iterator[Deduction]:
    """Yield the steps of all techniques in `chosen`, easiest first, each effect once a technique.

    A chain without a group is not yielded as a grouped chain too.
    """
    done: dict[str, set[tuple[int, int]]] = {}
    for rung in chosen:
        mine = done.setdefault(rung.technique, set())
        known = mine | done.get(rung.technique.removeprefix(GROUPED), set())
        for found in rung.find(position):
            spend()
            effect = (found.removed, found.placed)
            if effect not in known:
                known.add(effect)
                mine.add(effect)
                yield found
