"""The drivers, one a method: which rule runs when, and what its rows do to the board."""

from collections.abc import Callable, Mapping
from typing import Any

from solver.engine.core.errors import wrong_value
from solver.engine.core.grid import Grid
from solver.engine.methods import find_method
from solver.engine.methods.base import Story

from ..database import Database
from . import best, branches, combos, guessing, joins, rules

Solver = Callable[[Database, Grid, Mapping[str, Any]], Story]


def solvers() -> dict[str, Solver]:
    """Return, by a method's name, the function that runs it as SQL. Its iterations are the engine's."""
    return {
        "best": best.solve,
        "combos": combos.solve,
        "branches": branches.solve,
        "guessing": guessing.solve,
        "rules": rules.solve,
        "joins": joins.solve,
    }


def refuse_unknown(method: str, options: Mapping[str, Any]) -> None:
    """Raise ValueError if a method, or a rule or first method chosen in its options, has no SQL statement."""
    if method not in solvers():
        raise _without_statements(method, solvers())
    chosen = find_method(method).read_options(options)
    if method == "best" and "ladder" in (chosen["first"], chosen["then"]):
        raise _without_statements("ladder", best.FIRST)
    rules_chosen = chosen.get("rules")
    for name in rules_chosen if isinstance(rules_chosen, list) else ():
        if name not in rules.RULES:
            raise wrong_value(
                "no statement does what the rule {name} does; leave it out", name=name
            )


def _without_statements(method: str, offered: Mapping[str, Solver]) -> ValueError:
    return wrong_value(
        "{method} has no statements; choose one of {offered}",
        method=method,
        offered=", ".join(offered),
    )
