"""The board to play on: one field per cell. It works without the script, which draws over it."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext as _

from solver.boards.cells import style_of
from solver.boards.ground import ground_of, name_further_sets, places_of
from solver.engine.core.display import Borders, places_in_cell
from solver.engine.core.i18n import ALPHABET
from solver.engine.hinting import Game

from .play_request import field_of


def draw_play(game: Game) -> dict[str, Any]:
    geometry = game.geometry
    ground, (_rows, across) = ground_of(geometry.shape), places_in_cell(geometry.size)
    rows = [
        {
            "name": str(unit.number),
            "cells": [
                _cell(game, cell, unit.number, column, ground.edges)
                for column, cell in enumerate(unit.cells, 1)
            ],
        }
        for unit in geometry.rows
    ]
    numbers = [str(number) for number in range(1, geometry.size + 1)]
    keys = tuple(ALPHABET[1 : geometry.size + 1])
    return {
        "size": geometry.size,
        "across": across,  # places of a cell beside each other
        "ground": ground,
        "sets": name_further_sets(geometry),  # beside rows and columns, for the script
        "columns": numbers,
        "rows": rows,
        "keys": keys,  # of the keypad
        "longest": geometry.size + 1,  # characters of a field
        "style": style_of(geometry.size),
    }


def _cell(game: Game, cell: int, row: int, column: int, edges: Borders) -> dict[str, Any]:
    geometry = game.geometry
    is_given = bool(game.grid.givens[cell])
    further = "" if geometry.shape.square_box else places_of(geometry, cell)
    classes = {
        "given" if is_given else "open": True,
        "marks": bool(game.marks[cell]) and not game.values[cell],
        "right": cell in edges.right,
        "bottom": cell in edges.below,
    }
    return {
        "name": geometry.cell_names[cell],
        "label": _label(get_language() or "", row, column, further, is_given),
        # As typed: a digit, or marks followed by a question mark.
        "value": field_of(game, cell),
        "is_given": is_given,
        # Its classes.
        "css": " ".join(f"cell--{name}" for name, has_it in classes.items() if has_it),
    }


@lru_cache(maxsize=4_000)
def _label(_language: str, row: int, column: int, further: str, is_given: bool) -> str:
    label = _("Row %(row)s, column %(column)s") % {"row": row, "column": column} + further
    return _("%(where)s, given") % {"where": label} if is_given else label
