"""The drivers, one a method: which rule runs when, and what its rows do to the board."""

from collections.abc import Callable, Mapping
from typing import Any

from solver.engine.core.grid import Grid
from solver.engine.core.i18n import gettext
from solver.engine.methods import find_method
from solver.engine.methods.base import Story

from ..database import Database
from . import best, branches, combos, guessing, joins, rules

Solver = Callable[[Database, Grid, Mapping[str, Any]], Story]


def solvers() -> dict[str, Solver]:
    """Return the drivers by the name of the engine's method, which has the same iterations."""
    return {
        "best": best.solve,
        "combos": combos.solve,
        "branches": branches.solve,
        "guessing": guessing.solve,
        "rules": rules.solve,
        "joins": joins.solve,
    }


def refuse_unknown(method: str, options: Mapping[str, Any]) -> None:
    """Raise ValueError if a method, or a rule that is chosen in it, has no statement."""
    if method not in solvers():
        offered = ", ".join(solvers())
        raise ValueError(
            gettext(
                "{method} has no statements; choose one of {offered}",
                method=method,
                offered=offered,
            )
        )
    chosen = find_method(method).read_options(options).get("rules")
    for name in chosen if isinstance(chosen, list) else ():
        if name not in rules.RULES:
            raise ValueError(
                gettext("no statement does what the rule {name} does; leave it out", name=name)
            )
