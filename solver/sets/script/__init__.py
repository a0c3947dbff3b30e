"""A solve as a script for psql: the same rules over temporary tables, a board after each pass, nothing stored.

The SELECT of a rule is exactly that of its file, as a function. The driver of its method is PL/pgSQL.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from textwrap import fill
from typing import Any

from solver.engine.core.board import Board
from solver.engine.core.geometry import Geometry
from solver.engine.core.grid import Grid
from solver.engine.core.i18n import ALPHABET
from solver.engine.core.shape import Shape
from solver.engine.methods import find_method

from ..methods import refuse_unknown
from ..methods.joins import commons_of
from ..methods.rules import RULES
from ..sql_rules import BOUND, SqlRule, part as text_of, rules, sized

FOLDER = Path(__file__).parent
STEPS = "turn int[], unit int, cells int[], digits int, cell int, digit int"
GIVES = {
    "check": "unit int, cells int[], digits int",
    "guess": "cell int, digits int",
    "fork": "branch int, cell int, digits int",
}
TAKES = {"sources": "int[]", "kinds": "text[]", "sign": "int", "branches": "int[]"}
USED: dict[str, tuple[str, ...]] = {
    "combos": ("enclosed_combo",),
    "rules": ("check", "placed_digit"),
    "branches": ("check", "placed_digit", "push", "claiming", "fork"),
    "guessing": (
        *("check", "placed_digit", "naked_single", "hidden_single", "complete_match"),
        *("partial_match", "pointing", "guess"),
    ),
    "joins": ("check", "placed_digit", "naked_single"),
}


USED["best"] = USED["guessing"]


def script(
    grid: Grid, method: str, options: Mapping[str, Any], order: Sequence[int] = ()
) -> Iterator[str]:
    """Yield the pieces of a script for psql that runs a method on a grid.

    `order` are the units in the order of the joins, which are left out without it. Raise ValueError, before the
    first piece, if something has no SQL statement.
    """
    refuse_unknown(method, options)
    return _pieces(grid, method, options, order)


def _pieces(
    grid: Grid, method: str, options: Mapping[str, Any], order: Sequence[int]
) -> Iterator[str]:
    chosen = find_method(method)
    title = f"{chosen.title} (article {chosen.article})" if chosen.article else chosen.title
    parts = [options["first"], "guessing"] if method == "best" else [method]
    chosen_rules = options.get("rules", ()) if "rules" in parts else ()
    yield (
        f"-- Sudoku by sets: {title}, as SQL.\n"
        f"-- {grid.line}\n"
        "-- psql -X -f this-file.sql    PostgreSQL 14 or newer; needs no right but TEMPORARY, keeps nothing.\n"
    )
    board = Board.of(grid)
    values = {
        "masks": _array(board.candidates),
        "givens": _array(grid.givens),
        "last": ALPHABET[grid.size],
        "order": f"{_array(order)}::int[]",
        "commons": f"{_array(commons_of(grid.geometry, order))}::text[]",
        "sign": "-1" if options.get("guess") == "most" else "1",
        "rules": _rule_rows(chosen_rules, board.further_kinds),
        "start": "(SELECT max(iteration) FROM board)" if method == "best" else "0",
        "go_on": _text("going_on") if method == "best" else "",
        "lines": text_of("lines", grid.shape),
        "agree": _body(rules()["agree"], grid.shape),
        "join": _body(rules()["join"], grid.shape),
        "kinds": _kinds("row", "column", "box", *board.further_kinds).replace("'", "''"),
        **_set_rows(grid.geometry),
    }
    is_plain = bool(grid.shape.square_box)
    values["board"] = _filled("board" if is_plain else "shaped_board", grid.shape, values).strip()
    yield _filled("head", grid.shape, values)
    needed = (name for part in parts for name in USED[part])
    used = dict.fromkeys((*needed, *(RULES[name].name for name in chosen_rules)))
    for name in used:
        yield _function(rules()[name], grid.shape)
    if "check" in used:
        yield _filled("checked", grid.shape, values)
    for part in parts:
        yield _filled(part, grid.shape, values)
    yield _filled("tail", grid.shape, values)


def _function(rule: SqlRule, board: Shape) -> str:
    """Return a rule as a function, below the comments of its header."""
    says = "\n".join(
        fill(words, 112, initial_indent="-- ", subsequent_indent="-- ")
        for words in (f"{rule.title}. {rule.idea}", f"T-SQL: {rule.article}", rule.postgresql)
    )
    takes = ", ".join(f"{name} {TAKES[name]}" for name in rule.binds)
    return (
        f"\n{says}\nCREATE FUNCTION pg_temp.find_{rule.name}({takes})\n"
        f"RETURNS TABLE ({GIVES.get(rule.name, STEPS)}) LANGUAGE sql AS $rule$\n{_body(rule, board)}$rule$;\n"
    )


def _body(rule: SqlRule, board: Shape) -> str:
    """Return its SELECT with `$1` for the first value that it is given."""
    places = {name: f"${number}" for number, name in enumerate(rule.binds, 1)}
    return BOUND.sub(lambda match: places[match["name"]], rule.shown(board))


def _rule_rows(names: Sequence[str], further: Sequence[str]) -> str:
    """Return the rules of a round as rows. For example, (1, 'naked single', 'naked_single()', true)."""
    rows = []
    for nth, name in enumerate(names, 1):
        rule = RULES[name]
        kinds = _kinds(name, *(further if name == "box" else ())) if "kinds" in rule.given else ""
        given = "pg_temp.all_placed()" if rule.name == "placed_digit" else kinds
        call = f"{rule.name}({given})".replace("'", "''")
        rows.append(f"({nth}, '{rule.technique}', '{call}', {str(rule.inserts).lower()})")
    return ", ".join(rows)


def _kinds(*names: str) -> str:
    return f"ARRAY[{', '.join(repr(name) for name in names)}]"


def _set_rows(geometry: Geometry) -> dict[str, str]:
    """Return the sets of a board as rows, and how many of them are units."""
    rows = (
        f"({index}, '{each.kind.partition(' ')[0] if each.kind.startswith('pair ') else each.kind}', "
        f"{_array(each.cells)})"
        for index, each in enumerate(geometry.links)
    )
    return {"sets": ",\n  ".join(rows), "whole": str(len(geometry.units))}


def _array(values: Sequence[Any]) -> str:
    return f"'{{{','.join(map(str, values))}}}'"


def _filled(name: str, board: Shape, values: Mapping[str, str]) -> str:
    """Return a part of the script for a board of this size, with `:masks` and the like replaced."""
    return sized(_text(name), board, values)


@cache
def _text(name: str) -> str:
    return (FOLDER / f"{name}.sql").read_text()
