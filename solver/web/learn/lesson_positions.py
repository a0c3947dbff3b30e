"""The position of a stored solve that a lesson opens at, and the question it asks there.

The choices and the answer are counted on that board. No lesson stores its answer.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from solver import engine
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET, say_set, say_unit
from solver.engine.core.steps import Step, carried_out
from solver.engine.techniques.events import GUESS, JOIN
from solver.engine.techniques.locked import pointing
from solver.engine.techniques.singles import hidden_single, placed_digit
from solver.engine.techniques.subsets import enclosed_combo
from solver.models import Solve
from solver.puzzles import showcases
from solver.puzzles.course import Lesson
from solver.solves.reading import get_snapshot, iter_iterations, start_of

from ..solve.sets import board_before

MOST_WALKED = 120  # iterations searched for the position
MOST_CHOICES = 4
NOTHING = Step("", None, (), 0)


@dataclass(frozen=True)
class LessonPosition:
    """A board before a statement, the step in question, and its result. Number 0 is the start."""

    solve: Solve
    number: int  # of the iteration
    at: int  # of the step, from 1, or 0 at the start
    step: Step
    before: tuple[int, ...]

    @property
    def geometry(self) -> Geometry:
        return self.solve.grid.geometry

    @property
    def after(self) -> tuple[int, ...]:
        return carried_out(self.before, (self.step,))

    @property
    def unseen(self) -> Step:
        """The lesson's step as its question shows it: what it is about, without its result."""
        gives_away = self.step.technique in (hidden_single.technique.name, GUESS)
        return self.step._replace(
            placed=(), removed=(), cells=() if gives_away else self.step.cells
        )

    @property
    def href(self) -> str:
        step = f"&step={self.at}" if self.at else ""
        return f"{self.solve.get_absolute_url()}?iteration={self.number}{step}"


@dataclass(frozen=True)
class Question:
    words: str
    choices: list[str]
    answer: int  # index of the right choice


def find_position(lesson: Lesson) -> LessonPosition | None:
    """Return the step of a stored solve at which a lesson opens, or None while no solve is stored."""
    stored = showcases.solves_of(_showcase(lesson)).filter(status=Solve.Status.FINISHED)
    solve = stored.filter(iteration_count__gt=0).last()
    if solve is None:
        return None
    if not lesson.rules:
        return LessonPosition(solve, 0, 0, NOTHING, start_of(solve))
    place = max(_steps(lesson, solve), key=SORT_KEYS[lesson.name], default=None)
    if place is None:
        return None
    iteration, index = place
    before, _together = board_before(get_snapshot(solve, iteration.number), index)
    step = iteration.steps[index]
    return LessonPosition(solve, iteration.number, index + 1, step, before)


@cache
def _showcase(lesson: Lesson) -> showcases.Showcase:
    return showcases.showcase_of(lesson)


Place = tuple[engine.Iteration, int]
TECHNIQUES = {
    "peers": placed_digit.technique.name,
    "hidden-singles": hidden_single.technique.name,
    "enclosed-sets": enclosed_combo.technique.name,
    "branches": GUESS,
    "joins": JOIN,
    "units": pointing.technique.name,
}


def _steps(lesson: Lesson, solve: Solve) -> Iterator[Place]:
    """Yield the steps that the lesson's statement found, in order."""
    for iteration in islice(iter_iterations(solve), MOST_WALKED):
        for index, step in enumerate(iteration.steps):
            if step.technique == TECHNIQUES[lesson.name]:
                yield iteration, index


def _first(place: Place) -> int:
    return -place[0].number


def _of_a_small_set(place: Place) -> tuple[bool, int]:
    """Prefer two or three digits that remove many rows."""
    step = place[0].steps[place[1]]
    return len(step.digits) in (2, 3), step.removed_count


def _second_join(place: Place) -> bool:
    lines, boards = place[0].steps[place[1]].counts
    return lines != boards


SORT_KEYS: dict[str, Callable[[Place], Any]] = {
    "peers": _first,
    "hidden-singles": _first,
    "enclosed-sets": _of_a_small_set,
    "branches": _first,
    "joins": lambda place: (_second_join(place), _first(place)),
    "units": lambda place: (place[0].steps[place[1]].unit, place[0].steps[place[1]].removed_count),
}


# --- Questions ----------------------------------------------------------------------------------------


def build_question(lesson: Lesson, position: LessonPosition) -> Question:
    return QUESTIONS[lesson.name](position)


def _ask_rows(position: LessonPosition) -> Question:
    geometry, right = position.geometry, sum(mask.bit_count() for mask in position.before)
    facts = {"givens": position.solve.grid.clue_count, "open": geometry.cell_count}
    facts["open"] -= facts["givens"]
    text = _(
        "%(givens)d cells have their digit, %(open)d are open and may be any of nine. How "
        "many rows does candidate have before the first rule?"
    )
    return _of_numbers(text % facts, right, 9 * facts["open"], 9 * geometry.cell_count, 81)


def _ask_peers(position: LessonPosition) -> Question:
    (cell,) = position.step.cells
    names, peers = position.geometry.cell_names, position.geometry.peers[cell]
    text = _(
        "%(digit)s stands in %(cell)s. %(peers)d other cells share its row, column or box. A "
        "cell with a given has one row, an open cell has nine. How many rows are deleted "
        "because of this one %(digit)s?"
    ) % {"digit": _digits(position), "cell": names[cell], "peers": len(peers)}
    return _of_numbers(text, position.step.removed_count, len(peers), 27, len(peers) + 7)


def _ask_hidden(position: LessonPosition) -> Question:
    assert position.step.unit is not None
    unit = position.geometry.units[position.step.unit]
    counts = {
        digit: sum(position.before[cell] >> digit - 1 & 1 for cell in unit.cells)
        for digit in digits_of(position.geometry.all_digits_mask)
    }
    hidden = position.step.digits[0]
    wrong = sorted((count, digit) for digit, count in counts.items() if count > 1)
    offered = sorted([hidden, *(digit for _count, digit in wrong[: MOST_CHOICES - 1])])
    text = _(
        "Group the rows of %(unit)s by digit. Which digit is in a group of its own, with one row?"
    )
    return Question(
        text % {"unit": unit.phrase}, [ALPHABET[digit] for digit in offered], offered.index(hidden)
    )


def _ask_enclosed(position: LessonPosition) -> Question:
    step, geometry = position.step, position.geometry
    assert step.unit is not None
    unit = geometry.units[step.unit]
    rows = sum((position.before[cell] & step.digits_mask).bit_count() for cell in unit.cells)
    text = _(
        "In %(unit)s, %(count)d cells contain only digits of %(set)s: %(cells)s. How many "
        "candidates of the other cells of %(unit)s, each a table row, can be deleted?"
    ) % {
        "unit": unit.phrase,
        "count": len(step.cells),
        "set": say_set(step.digits_mask),
        "cells": ", ".join(geometry.cell_names[cell] for cell in step.cells),
    }
    return _of_numbers(text, step.removed_count, rows, rows - step.removed_count, 0)


def _ask_guess(position: LessonPosition) -> Question:
    right = position.step.cells[0]
    masks = position.before
    others = [
        cell for cell, mask in enumerate(masks) if mask.bit_count() > masks[right].bit_count()
    ]
    apart = others[:: max(1, len(others) // (MOST_CHOICES - 1))][: MOST_CHOICES - 1]
    offered = sorted([right, *apart])
    text = _(
        "No rule finds anything more. The statement orders the open cells by how many candidates they have, "
        "then by place, and takes the first. Which of these cells is it?"
    )
    names = position.geometry.cell_names
    return Question(text, [names[cell] for cell in offered], offered.index(right))


def _ask_join(position: LessonPosition) -> Question:
    step, geometry = position.step, position.geometry
    assert step.unit is not None
    lines, boards = step.counts
    boards_before = _boards_before(position)
    text = _(
        "%(boards)d partial boards have come through so far; %(unit)s can be filled in %(lines)d ways. They "
        "are joined where they agree on the cells that both fill. How many partial boards come through?"
    ) % {"boards": boards_before, "unit": say_unit(geometry, step.unit), "lines": lines}
    return _of_numbers(text, boards, boards_before * lines, boards_before + lines, lines)


def _ask_units(position: LessonPosition) -> Question:
    step, geometry = position.step, position.geometry
    assert step.unit is not None
    seeing = [geometry.peers[cell] for cell in step.cells]
    text = _(
        "In %(unit)s, %(digit)s has its places in %(cells)s. How many cells see all of them, and lose a row?"
    ) % {
        "unit": geometry.units[step.unit].phrase,
        "digit": _digits(position),
        "cells": ", ".join(geometry.cell_names[cell] for cell in step.cells),
    }
    in_all, in_any = set.intersection(*map(set, seeing)), set.union(*map(set, seeing))
    return _of_numbers(text, step.removed_count, len(in_all), len(in_any), 0)


def _boards_before(position: LessonPosition) -> int:
    earlier = next(iter_iterations(position.solve, position.number - 2), None)
    counts = earlier.steps[0].counts if earlier and earlier.steps else ()
    return counts[1] if len(counts) == 2 else 1


def _digits(position: LessonPosition) -> str:
    return ", ".join(ALPHABET[digit] for digit in position.step.digits)


def _of_numbers(text: str, right: int, *wrong: int) -> Question:
    offered = sorted({right, *_but(right, wrong)})
    return Question(text, [f"{number:,}" for number in offered], offered.index(right))


def _but(right: int, wrong: Iterable[int]) -> list[int]:
    return [number for number in dict.fromkeys(wrong) if number != right][: MOST_CHOICES - 1]


QUESTIONS: dict[str, Callable[[LessonPosition], Question]] = {
    "candidates-as-rows": _ask_rows,
    "peers": _ask_peers,
    "hidden-singles": _ask_hidden,
    "enclosed-sets": _ask_enclosed,
    "branches": _ask_guess,
    "joins": _ask_join,
    "units": _ask_units,
}
