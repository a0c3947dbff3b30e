"""The history of a selected cell: its candidates, and which step removed each of them and why."""

from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from solver import engine
from solver.boards.cells import SelectedCell
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET, say_cells, say_digits
from solver.engine.techniques.description import StepDescription, describe_step
from solver.solves.cell_history import CellHistory, Event, cell_history_of
from solver.solves.reading import IterationSnapshot

from ..plotting import labels, share
from .iteration import mark_evidence
from .solve_view import SolveView

MOST_TICKS = 6


def selected_digit(view: SolveView, snapshot: IterationSnapshot) -> SelectedCell:
    """Return the selected cell, and its digit: the one in the address, or else one that the cell just lost.

    If it lost none, take a digit that is placed or still possible.
    """
    cell = snapshot.grid.geometry.cell_at(view.cell)
    if view.digit:
        return SelectedCell(cell, ALPHABET.index(view.digit))
    after = snapshot.iteration.candidates[cell]
    mask = snapshot.before[cell] & ~after or after
    return SelectedCell(cell, mask.bit_length() or 1)


def build_cell_context(
    view: SolveView, snapshot: IterationSnapshot, selected: SelectedCell
) -> dict[str, Any]:
    """Return the history of the selected cell for the page, along the branches that lead to this iteration."""
    grid = snapshot.grid
    geometry, cell = grid.geometry, selected.cell
    life = cell_history_of(view.solve, cell, snapshot)
    text = _words(life, snapshot, cell, grid.givens[cell])
    return {
        "name": geometry.cell_names[cell],
        "digit": ALPHABET[selected.digit],  # that the board shows
        "words": text,
        "note": _note(geometry, snapshot, selected),  # about that digit
        "candidates": [
            _candidate(view, snapshot, life, digit, selected)
            for digit in digits_of(life.at_start)
            if not grid.givens[cell]
        ],
        "ticks": labels(
            snapshot.total, snapshot.iteration.number, lambda to: view.at(to).href, MOST_TICKS
        ),
        # Of the current iteration, in percent.
        "x": round(share(snapshot.iteration.number, snapshot.total), 2),
        "back": view.but(cell="", digit="").href,
        "say": f"{geometry.cell_names[cell]}. {text}",
    }


def _candidate(
    view: SolveView,
    snapshot: IterationSnapshot,
    life: CellHistory,
    digit: int,
    selected: SelectedCell,
) -> dict[str, Any]:
    geometry, total = snapshot.grid.geometry, snapshot.total
    event = life.lost.get(digit)
    is_last = life.at_end == 1 << (digit - 1)
    ended = "lost" if event else "placed" if is_last else "open"
    if is_last:
        event = life.placed or max(life.lost.values(), key=lambda lost: lost.number, default=None)
    step = describe_step(geometry, event.step, "title") if event and event.step else None
    return {
        "digit": ALPHABET[digit],
        "href": view.but(digit=ALPHABET[digit]).href,  # shows this digit on the board
        "chosen": digit == selected.digit,
        "ended": ended,  # lost, placed or open
        # The end, in percent of the story.
        "x": round(share(event.number if event else life.last, total), 2),
        "when": _when(event),  # iteration and step, for example 6.5
        "when_href": view.at(event.number, event.step_number or None).href if event else "",
        "rule": step.title if step else "",
        "why": _why(geometry, event, step, ended),
    }


def _when(event: Event | None) -> str:
    if event is None:
        return ""
    return f"{event.number}.{event.step_number}" if event.step_number else f"{event.number}"


def _why(
    geometry: Geometry, event: Event | None, described: StepDescription | None, ended: str
) -> SafeString | str:
    """Return why the candidate was removed or placed, short enough for a table."""
    if event is None:
        return _("still possible here") if ended == "open" else ""
    if ended == "placed" and (described is None or len(described.cells) != 1):
        return _("the only digit left: placed")
    if described is None:
        return ""
    step = described.step
    technique = engine.techniques().get(step.technique)
    if technique and technique.is_about_a_set and len(described.cells) == len(step.digits):
        facts = {"cells": say_cells(geometry, step.cells), "digits": say_digits(step.digits_mask)}
        return (
            ngettext("%(cells)s is %(digits)s", "%(cells)s contain %(digits)s", len(step.cells))
            % facts
        )
    return mark_evidence(described)


def _words(life: CellHistory, snapshot: IterationSnapshot, cell: int, given: int) -> str:
    """Return how many candidates the cell had and has, and how it ended."""
    if given:
        return _("Given: it is %(digit)s from the start.") % {"digit": ALPHABET[given]}
    count, now = life.at_start.bit_count(), snapshot.iteration.candidates[cell].bit_count()
    text = ngettext("%d candidate at the start", "%d candidates at the start", count) % count
    if snapshot.iteration.number and now > 1:
        text += ", " + _("%(count)d after iteration %(number)d") % {
            "count": now,
            "number": snapshot.iteration.number,
        }
    if life.at_end.bit_count() == 1:
        when = (
            life.placed.number
            if life.placed
            else max((event.number for event in life.lost.values()), default=0)
        )
        placed = _("%(digit)s placed in iteration %(number)d") if when else _("%(digit)s")
        text += ", " + placed % {"digit": ALPHABET[life.at_end.bit_length()], "number": when}
    elif life.last < snapshot.total:
        text += ", " + _("still open in iteration %d, where its branch ends") % life.last
    else:
        text += ", " + _("never solved")
    if snapshot.branch_starts:
        text += ". " + _("Along the branches that lead to iteration %d") % snapshot.iteration.number
    return f"{text}."


def _note(geometry: Geometry, snapshot: IterationSnapshot, selected: SelectedCell) -> str:
    """Return in how many cells the selected digit is placed and possible."""
    bit = 1 << (selected.digit - 1)
    possible = {
        cell
        for cell, mask in enumerate(snapshot.iteration.candidates)
        if mask & bit and mask != bit
    }
    facts = {
        "digit": ALPHABET[selected.digit],
        "stands": sum(mask == bit for mask in snapshot.iteration.candidates),
        "may": len(possible),
        "seen": len(possible & set(geometry.peers[selected.cell])),
    }
    if not possible:
        return _("Cells with %(digit)s on the board: %(stands)d.") % facts
    return (
        _(
            "Cells with %(digit)s on the board: %(stands)d. Cells where it may stand: "
            "%(may)d, of which this one sees %(seen)d."
        )
        % facts
    )
