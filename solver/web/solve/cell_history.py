"""A cell that was asked for its life: each of its candidates, which step took it and why."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from solver import engine
from solver.boards.cells import SelectedCell
from solver.engine.core.geometry import Geometry, digits_of
from solver.engine.core.i18n import ALPHABET, say_cells, say_digits
from solver.engine.techniques.description import StepDescription, describe_step
from solver.solves.life import Event, Life, life_of
from solver.solves.reading import Moment

from ..plotting import Label, labels, share
from .iteration import mark_evidence
from .solve_view import SolveView

MOST_TICKS = 6


@dataclass(frozen=True)
class CandidateHistory:
    """A candidate as a line of time: it ends where it was lost, or is placed, or stays."""

    digit: str
    href: str  # shows this digit on the board
    chosen: bool
    ended: str  # lost, placed or open
    x: float  # percent of the story, where it ended
    when: str  # 6.5, iteration and step
    when_href: str
    rule: str
    why: SafeString | str


@dataclass(frozen=True)
class CellContext:
    """The life of a cell, as the page tells it."""

    name: str
    digit: str  # that the board shows
    words: str
    note: str  # about the digit that the board shows
    candidates: list[CandidateHistory]
    ticks: list[Label]
    x: float  # of the moment
    back: str
    say: str


def shown_digit(view: SolveView, moment: Moment) -> SelectedCell:
    """The asked cell with the digit that is named; else the one it lost now, holds, or may hold."""
    cell = moment.grid.geometry.cell_at(view.cell)
    if view.digit:
        return SelectedCell(cell, ALPHABET.index(view.digit))
    after = moment.iteration.candidates[cell]
    mask = moment.before[cell] & ~after or after
    return SelectedCell(cell, mask.bit_length() or 1)


def build_cell_context(view: SolveView, moment: Moment, asked: SelectedCell) -> CellContext:
    """The page of an asked cell, along the branches that lead to the moment."""
    grid = moment.grid
    shape, cell = grid.geometry, asked.cell
    life = life_of(view.solve, cell, moment)
    words = _words(shape, life, moment, cell, grid.givens[cell])
    return CellContext(
        name=shape.cell_names[cell],
        digit=ALPHABET[asked.digit],
        words=words,
        note=_note(shape, moment, asked),
        candidates=[
            _candidate(view, moment, life, digit, asked)
            for digit in digits_of(life.at_start)
            if not grid.givens[cell]
        ],
        ticks=labels(
            moment.total, moment.iteration.number, lambda to: view.at(to).href, MOST_TICKS
        ),
        x=round(share(moment.iteration.number, moment.total), 2),
        back=view.but(cell="", digit="").href,
        say=f"{shape.cell_names[cell]}. {words}",
    )


def _candidate(
    view: SolveView, moment: Moment, life: Life, digit: int, asked: SelectedCell
) -> CandidateHistory:
    shape, total = moment.grid.geometry, moment.total
    event = life.lost.get(digit)
    is_last = life.at_end == 1 << (digit - 1)
    ended = "lost" if event else "placed" if is_last else "open"
    if is_last:
        event = life.placed or max(life.lost.values(), key=lambda each: each.number, default=None)
    step = describe_step(shape, event.step, "title") if event and event.step else None
    return CandidateHistory(
        digit=ALPHABET[digit],
        href=view.but(digit=ALPHABET[digit]).href,
        chosen=digit == asked.digit,
        ended=ended,
        x=round(share(event.number if event else life.last, total), 2),
        when=_when(event),
        when_href=view.at(event.number, event.step_number or None).href if event else "",
        rule=step.title if step else "",
        why=_why(shape, event, step, ended),
    )


def _when(event: Event | None) -> str:
    if event is None:
        return ""
    return f"{event.number}.{event.step_number}" if event.step_number else f"{event.number}"


def _why(
    shape: Geometry, event: Event | None, told: StepDescription | None, ended: str
) -> SafeString | str:
    """What proves it, in as few words as a table has room for."""
    if event is None:
        return _("still possible here") if ended == "open" else ""
    if ended == "placed" and (told is None or len(told.cells) != 1):
        return _("the only digit left: placed")
    if told is None:
        return ""
    step = told.step
    technique = engine.techniques().get(step.technique)
    if technique and technique.is_about_a_set and len(told.cells) == len(step.digits):
        facts = {
            "cells": say_cells(shape, step.cells),
            "digits": say_digits(step.digits_mask),
        }
        return (
            ngettext("%(cells)s is %(digits)s", "%(cells)s hold %(digits)s", len(step.cells))
            % facts
        )
    return mark_evidence(told)


def _words(shape: Geometry, life: Life, moment: Moment, cell: int, given: int) -> str:
    """How many candidates it had, has at the moment, and what became of it."""
    if given:
        return _("Given: it is %(digit)s from the start.") % {"digit": ALPHABET[given]}
    count, now = life.at_start.bit_count(), moment.iteration.candidates[cell].bit_count()
    said = ngettext("%d candidate at the start", "%d candidates at the start", count) % count
    if moment.iteration.number and now > 1:
        said += ", " + _("%(count)d after iteration %(number)d") % {
            "count": now,
            "number": moment.iteration.number,
        }
    if life.at_end.bit_count() == 1:
        when = (
            life.placed.number
            if life.placed
            else max((each.number for each in life.lost.values()), default=0)
        )
        placed = _("%(digit)s placed in iteration %(number)d") if when else _("%(digit)s")
        said += ", " + placed % {"digit": ALPHABET[life.at_end.bit_length()], "number": when}
    elif life.last < moment.total:
        said += ", " + _("still open in iteration %d, where its branch ends") % life.last
    else:
        said += ", " + _("never solved")
    if moment.branch_starts:
        said += (
            ". " + _("Told along the branches that lead to iteration %d") % moment.iteration.number
        )
    return f"{said}."


def _note(shape: Geometry, moment: Moment, asked: SelectedCell) -> str:
    """Where the shown digit stands and may stand."""
    bit = 1 << (asked.digit - 1)
    may = {
        cell for cell, mask in enumerate(moment.iteration.candidates) if mask & bit and mask != bit
    }
    facts = {
        "digit": ALPHABET[asked.digit],
        "stands": sum(mask == bit for mask in moment.iteration.candidates),
        "may": len(may),
        "seen": len(may & set(shape.peers[asked.cell])),
    }
    if not may:
        return _("On the board: %(digit)s stands in %(stands)d cells.") % facts
    return (
        _(
            "On the board: %(digit)s stands in %(stands)d cells and may stand in %(may)d, "
            "%(seen)d of which this one sees."
        )
        % facts
    )
