"""The request of the page to play on: a game, and a question about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from solver import engine
from solver.engine.core.errors import CellFact
from solver.engine.core.geometry import mask_of_digits
from solver.engine.core.grid import Grid
from solver.engine.core.i18n import ALPHABET, characters_of
from solver.engine.core.shape import parse
from solver.engine.core.steps import Step
from solver.engine.hinting import STAGES, Game
from solver.engine.notation import Reading
from solver.engine.notation.base import refuse_large
from solver.engine.notation.of_shape import read_board
from solver.models import Puzzle, Solve
from solver.solves.reading import get_snapshot, path_of
from solver.web.entry.forms import SubmissionForm
from solver.web.shortcuts import iteration_number, read_number, visible_solves

WHAT = ("check", "hint", "steps", "why", "why-not")  # the questions about a game
EMPTY = ("", "0", ".")


@dataclass(frozen=True)
class PlayRequest:
    """A game and a question about it. A library puzzle has an address of its own.

    `stage` is the stage of a hint, `part` the part of its reason if it has several, from 1, `names` whether
    exact names are requested, `step` a number in the list of all steps, from 1. "Why" asks about `candidate`,
    "why not" about `technique` and `cells`. `method` is that of the solve the player came from, for the way
    back. `known` are the steps of the puzzle's path, if a hint is asked for and a worker stored them.
    """

    game: Game
    puzzle: Puzzle | None = None
    what: str = ""
    stage: int = 1
    names: bool = False
    step: int = 0
    part: int = 1
    candidate: str = ""
    technique: str = ""
    cells: str = ""
    method: str = ""
    faults: tuple[engine.GridError, ...] = ()  # of the form's fields, which were left empty
    known: Iterable[Step] | None = None

    @property
    def path(self) -> str:
        """The path of the page to play on, without the query."""
        return reverse("puzzle-play", args=[self.puzzle.pk]) if self.puzzle else reverse("play")

    @property
    def shape(self) -> str:
        """The name of the board's shape if the puzzle's line needs it."""
        return "" if self.puzzle else shape_of(self.game)

    @property
    def position(self) -> dict[str, str]:
        """The parameters of a query string that define the game: puzzle, values, marks and method."""
        game = self.game
        params = {} if self.puzzle else {"puzzle": game.grid.text}
        if self.shape:
            params["shape"] = self.shape
        if game.own:
            params["values"] = game.values_text
        if any(game.marks):
            params["marks"] = game.marks_text
        if self.method:
            params["method"] = self.method
        return params

    @property
    def href(self) -> str:
        params: dict[str, str | int] = dict(self.position)
        if self.what:
            params["ask"] = self.what
        if self.what == "hint":
            params["stage"] = self.stage
        if self.names:
            params["names"] = 1
        if self.step:
            params["step"] = self.step
        if self.part > 1:
            params["part"] = self.part
        if self.candidate:
            params["candidate"] = self.candidate
        if self.what == "why-not":
            params |= {"technique": self.technique, "cells": self.cells}
        return f"{self.path}?{urlencode(params)}" if params else self.path

    def but(self, **changes: object) -> "PlayRequest":
        return replace(self, **changes)  # type: ignore[arg-type]


def shape_of(game: Game) -> str:
    """Return the name of a game's board, or "" for a plain one."""
    shape = game.grid.shape
    return "" if shape.square_box else shape.name


def read_play_request(
    request: HttpRequest, data: QueryDict, puzzle: Puzzle | None, solve: Solve | None
) -> PlayRequest:
    """Return the game and the question in `data` of a GET or POST. Raise GridError if the game is invalid.

    A published `puzzle` or a `solve` may be the source of the game.
    """
    game, faults = game_of(data, puzzle, solve, request)
    stage = read_number(data.get("stage", ""), 2)
    what = data.get("ask", "")
    method = solve.method if solve else data.get("method", "")
    return PlayRequest(
        game=game,
        puzzle=puzzle,
        what=what if what in WHAT else "",
        stage=1 if stage is None else min(stage, len(STAGES) - 1),
        names=data.get("names") == "1",
        step=read_number(data.get("step", ""), 4) or 0,
        part=read_number(data.get("part", ""), 4) or 1,
        candidate=data.get("candidate", "")[:10],
        technique=data.get("technique", "")[:50],
        cells=data.get("cells", "")[:100],
        method=method if method in engine.methods() else "",
        faults=faults,
        known=path_of(game.grid, partial(visible_solves, request)) if what == "hint" else None,
    )


def game_of(
    data: QueryDict, puzzle: Puzzle | None, solve: Solve | None, request: HttpRequest
) -> tuple[Game, tuple[engine.GridError, ...]]:
    """Return the game in `data`, and the faults of its fields."""
    if solve:
        return game_of_solve(solve, request), ()
    if puzzle is None and "size" in data:
        return game_of_entry(data), ()
    reading = Reading(puzzle.grid, "line") if puzzle else read_puzzle(data)
    refuse_large(reading.grid)
    if "r1c1" in data:  # the form without the script: one field per cell
        return read_fields(reading.grid, data)
    return Game.read(reading, data.get("values"), data.get("marks")), ()


def read_puzzle(data: Mapping[str, Any]) -> Reading:
    """Return the puzzle of `puzzle`, on the board that `shape` names. Raise GridError if it is none."""
    text = data.get("puzzle", "")
    try:
        shape = parse(str(data["shape"])) if data.get("shape") else None
    except ValueError as error:
        raise engine.GridError(str(error)) from None
    return read_board(text, shape) if shape and not shape.square_box else engine.read_any(text)


def game_of_entry(data: QueryDict) -> Game:
    """Return the game of the front page's form, from its text or else its board.

    Raise GridError without one.
    """
    form = SubmissionForm.from_data(data)
    if form.grid is None:
        raise engine.GridError(
            form.error or "there is no puzzle here; type one into the board, or paste one"
        )
    givens = Grid(form.grid.shape, form.grid.givens)
    return Game.of(Reading(givens, "line", form.grid.marks))


def game_of_solve(solve: Solve, request: HttpRequest) -> Game:
    """Return the game at the iteration of a solve that the request names.

    Solved cells are filled, and the candidates become marks. Raise Http404 if there is no such iteration.
    """
    snapshot = get_snapshot(solve, iteration_number(request), None, "")
    grid = Grid(solve.grid.shape, solve.grid.givens)
    return game_of_candidates(grid, snapshot.iteration.candidates)


def game_of_candidates(grid: Grid, candidates: tuple[int, ...]) -> Game:
    geometry = grid.geometry
    singles = {
        cell: mask.bit_length()
        for cell, mask in enumerate(candidates)
        if mask and mask & (mask - 1) == 0
    }
    values = tuple(given or singles.get(cell, 0) for cell, given in enumerate(grid.givens))
    marks = tuple(
        0 if values[cell] or mask == geometry.all_digits_mask else mask
        for cell, mask in enumerate(candidates)
    )
    return Game(grid, values, marks)


# --- The form without a script ------------------------------------------------------------------------


def read_fields(grid: Grid, fields: Mapping[str, str]) -> tuple[Game, tuple[engine.GridError, ...]]:
    """Return the game of a form's fields, by cell name: a digit, or marks and `?`.

    Givens of `grid` stay. An invalid field leaves its cell empty, and its fault is returned with the game.
    """
    geometry, size = grid.geometry, grid.size
    faults = []
    values, marks = list(grid.givens), [0] * geometry.cell_count
    for cell, name in enumerate(geometry.cell_names):
        text = fields.get(name, "").strip().upper()
        if grid.givens[cell] or text in EMPTY:
            continue
        digits = [ALPHABET.find(c) if c.isascii() else -1 for c in text.removesuffix("?")]
        if not digits or not all(1 <= digit <= size for digit in digits):
            fault = engine.GridError(
                "{cell} contains “{text}”; use one digit, or marks from 1 to {highest}",
                cell=CellFact(cell, size),
                text=text[:20],
                highest=ALPHABET[size],
            )
            faults.append(fault)
        elif len(digits) == 1 and not text.endswith("?"):
            values[cell] = digits[0]
        else:
            marks[cell] = mask_of_digits(digits)
    return Game(grid, tuple(values), tuple(marks)), tuple(faults)


def field_of(game: Game, cell: int) -> str:
    """Return the text of a cell's field in the form of a game. For example, `5` or `149?`."""
    if game.values[cell]:
        return ALPHABET[game.values[cell]]
    marks = "".join(characters_of(game.marks[cell]))
    return f"{marks}?" if marks else ""
