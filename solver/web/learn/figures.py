"""The table at the end of a lesson: the figures of the article, counted from the stored solve."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.translation import gettext as _

from solver.engine.core.geometry import Unit
from solver.engine.core.i18n import say_unit
from solver.engine.core.steps import Iteration
from solver.engine.techniques.events import CONTRADICTION, GUESS, JOIN, LINES
from solver.engine.techniques.singles import placed_digit
from solver.models import Solve
from solver.puzzles.course import Lesson
from solver.solves.reading import iter_iterations, start_of

from ..labels import say_rule

BAR = 120  # width of the longest bar
# Cells changed by each pass of the article's UPDATE … FROM: `bench/word_for_word.py` of 8050bb0.
BY_HASH_JOINS = (55, 55, 53, 35, 23, 15, 5, 13, 11, 8, 7, 5, 6, 9, 8, 5, 7, 6, 1, 0)
BY_MERGE_JOINS = (55, 55, 50, 42, 21, 15, 25, 8, 13, 7, 7, 8, 7, 8, 6, 6, 5, 2, 0)


# A title, a head, lines of cells with the length of a bar or 0, a note, and whether there are bars.
Table = dict[str, Any]
Line = tuple[list[str], int]


def table_of(lesson: Lesson, solve: Solve) -> Table:
    return TABLES[lesson.name](solve)


def _table(title: str, head: list[str], lines: list[Line], note: str) -> Table:
    has_bars = any(bar for _cells, bar in lines)
    return {"title": title, "head": head, "lines": lines, "note": note, "has_bars": has_bars}


def _number(count: int) -> str:
    return f"{count:,}"


def _with_bars(rows: Sequence[tuple[list[str], int]]) -> list[Line]:
    largest = max((count for _cells, count in rows), default=0) or 1
    return [
        ([*cells, _number(count)], max(1, round(BAR * count / largest)) if count else 0)
        for cells, count in rows
    ]


# --- Rows left ------------------------------------------------------------------------------------------


def _rows_left(solve: Solve) -> Table:
    """Return the rows left in article 003's runs: with no rule, with the delete rule alone, with all."""
    start = sum(mask.bit_count() for mask in start_of(solve))
    iterations = list(iter_iterations(solve))
    deleted = sum(
        step.removed_count
        for step in iterations[0].steps
        if step.technique == placed_digit.technique.name
    )
    rows = [([_("no rule at all")], start), ([_("the delete rule alone")], start - deleted)]
    rows += [
        ([_("after round %d") % iteration.number], _left(iteration)) for iteration in iterations
    ]
    return _table(
        _("Rows of candidate as the rules run"),
        [_("after"), _("rows")],
        _with_bars(rows),
        _(
            "A round that affects no row is the last. 81 rows would be a solution; where more are left, "
            "the article lists them."
        ),
    )


def _left(iteration: Iteration) -> int:
    return sum(mask.bit_count() for mask in iteration.candidates)


# --- The sets of a board ------------------------------------------------------------------------------


def _kinds(solve: Solve) -> Table:
    """Return how many rows the units of each kind have in the relation of all units."""
    kinds: dict[str, list[Unit]] = {}
    for unit in solve.grid.geometry.units:
        kinds.setdefault(unit.kind, []).append(unit)
    rows = [
        (
            [f"{units[0].phrase} – {units[-1].phrase}", _number(len(units))],
            sum(len(u.cells) for u in units),
        )
        for units in kinds.values()
    ]
    return _table(
        _("The rows of unit_cell on this board"),
        [_("units"), _("sets"), _("rows")],
        _with_bars(rows),
        _("All of them are alike to a statement. A digit stands once in each."),
    )


# --- What each rule affected --------------------------------------------------------------------------


def _affected(solve: Solve) -> Table:
    """Return the rows that each rule deleted or inserted, and the sum that the articles' loops test."""
    iterations = list(iter_iterations(solve))
    names = dict.fromkeys(
        step.technique
        for iteration in iterations
        for step in iteration.steps
        if step.technique != CONTRADICTION
    )
    lines = []
    for iteration in iterations:
        counts = Counter[str]()
        for step in iteration.steps:
            counts[step.technique] += len(step.placed) or step.removed_count
        cells = [_number(counts[name]) if counts[name] else "–" for name in names]
        total = sum(counts[name] for name in names)
        lines.append(([str(iteration.number), *cells, _number(total)], 0))
    return _table(
        _("Rows that each rule affected"),
        [_("round"), *map(say_rule, names), _("sum")],
        lines,
        _(
            "If a rule places a digit, its row counts, but not the rows that this "
            "removes from the peers."
        ),
    )


# --- Passes ---------------------------------------------------------------------------------------------


def _passes(solve: Solve) -> Table:
    """Return how many cells each pass changes: with all combos of a cell, and by the article's UPDATE."""
    changed = (
        len({cell for step in iteration.steps for cell, _digit in step.removed})
        for iteration in iter_iterations(solve)
    )
    lines = [
        ([str(number), *("" if count is None else _number(count) for count in counts)], 0)
        for number, counts in enumerate(zip_longest(changed, BY_HASH_JOINS, BY_MERGE_JOINS), 1)
    ]
    return _table(
        _("Cells that each pass changes, in three ways"),
        [
            _("pass"),
            _("all combos of a cell"),
            _("one combo a cell, by hash joins"),
            _("one combo a cell, by merge joins"),
        ],
        lines,
        _(
            "The first way is this solve: a cell loses the digits of all its combos at once. The other "
            "two are the article’s UPDATE word for word in PostgreSQL 15, which takes one combo for each "
            "cell. They differ only in the plan that the server chose, so in which combo it met first. A "
            "pass that changes nothing is the last."
        ),
    )


# --- Branches -------------------------------------------------------------------------------------------


def _branches(solve: Solve) -> Table:
    geometry = solve.grid.geometry
    last = {iteration.branch: iteration for iteration in iter_iterations(solve)}
    lines = []
    for iteration in iter_iterations(solve):
        step = iteration.steps[0] if iteration.steps else None
        if step is None or step.technique != GUESS:
            continue
        (cell, digit), *_more = step.placed
        end = last[iteration.branch].steps
        is_broken = any(step.technique == CONTRADICTION for step in end)
        others = [
            other
            for other in last.values()
            if other.parent == iteration.branch and other is not iteration
        ]
        ending = (
            _("contradiction: rolled back")
            if is_broken
            else _("guessed again")
            if others
            else _("solved")
        )
        parent = "" if iteration.parent is None else str(iteration.parent)
        guess = f"{geometry.cell_names[cell]}={digit}"
        lines.append(([str(iteration.branch), parent, str(iteration.depth), guess, ending], 0))
    return _table(
        _("Each guess and its result"),
        [_("branch"), _("from branch"), _("depth"), _("guess"), _("ended")],
        lines,
        _(
            "A branch is what follows from one guess. Its depth is the number of guesses it stands on."
        ),
    )


# --- Joins ----------------------------------------------------------------------------------------------


def _joins(solve: Solve) -> Table:
    """Return the lines of each unit after each filter, then the partial boards after each join."""
    geometry, line_counts, rows = solve.grid.geometry, {}, []
    for iteration in iter_iterations(solve):
        for step in iteration.steps:
            if step.technique == LINES and step.unit is not None and step.unit not in line_counts:
                line_counts[step.unit] = step.counts
            elif step.technique == JOIN and step.unit is not None:
                lines, boards = step.counts
                sizes = [_number(count) for count in (*line_counts[step.unit], lines)]
                rows.append(([say_unit(geometry, step.unit), *sizes], boards))
    return _table(
        _("27 tables, their sizes at each filter, and what came through each join"),
        [
            _("unit"),
            _("adding up to 45"),
            _("different digits"),
            _("that others agree with"),
            _("partial boards"),
        ],
        _with_bars(rows),
        _("From top to bottom in the order of the joins."),
    )


TABLES: dict[str, Callable[[Solve], Table]] = {
    "candidates-as-rows": _rows_left,
    "peers": _affected,
    "hidden-singles": _affected,
    "enclosed-sets": _passes,
    "branches": _branches,
    "joins": _joins,
    "units": _kinds,
}
