"""Subsets: as many cells of a unit as they have digits, or as many digits as they have cells."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, near_miss

_naked = partial(Rung, module=finder, near_miss=near_miss.naked_subset, on_any_size=True)
# Elsewhere a naked subset removes at once all that its cells see.
_locked = partial(_naked, on_any_size=False, suits=lambda shape: bool(shape.square_box))
_hidden = partial(_naked, near_miss=near_miss.hidden_subset)

family = Family(
    "subset",
    LazyMessage("A subset."),
    LazyMessage("Some cells of a row, column or box share as many digits as there are cells."),
    "unit",
    rungs=(
        _locked("locked pair", "0110", 1000, "medium", 40, finder.naked, given=(2, True)),
        _locked("locked triple", "0111", 1100, "medium", 60, finder.naked, given=(3, True)),
        _naked("naked pair", "0200", 1300, "medium", 60, finder.naked, given=(2,)),
        _naked("naked triple", "0201", 1400, "medium", 80, finder.naked, given=(3,)),
        _naked("naked quadruple", "0202", 2000, "hard", 120, finder.naked, given=(4,)),
        _hidden("hidden pair", "0210", 1500, "medium", 70, finder.hidden, given=(2,)),
        _hidden("hidden triple", "0211", 1600, "medium", 100, finder.hidden, given=(3,)),
        _hidden("hidden quadruple", "0212", 2100, "hard", 150, finder.hidden, given=(4,)),
    ),
    elsewhere=LazyMessage(
        "Some cells that see each other share as many digits as there are cells."
    ),
)
