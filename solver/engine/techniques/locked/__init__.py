"""Locked candidates: the places of a digit in a box that lie on one line, or the other way round."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import claiming, finder, near_miss, pointing

_locked = partial(Rung, near_miss=near_miss.locked, on_any_size=True)

family = Family(
    "locked candidates",
    LazyMessage("Locked candidates."),
    LazyMessage("Where a box and a line cross, one digit is locked in."),
    "unit with digit",
    rungs=(
        _locked("pointing", "0100", 1200, "medium", 50, finder.pointing, pointing),
        _locked("claiming", "0101", 1210, "medium", 50, finder.claiming, claiming),
    ),
    elsewhere=LazyMessage(
        "All places of a digit in a unit lie in another one, or see the same cell."
    ),
)
