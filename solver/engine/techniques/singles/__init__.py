"""Singles: a cell that can hold one digit only, or a digit that has one place left in a unit."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import full_house, hidden_single, naked_single, near_miss

_single = partial(Rung, near_miss=near_miss.naked_single, on_any_size=True)
_hidden = partial(_single, near_miss=near_miss.hidden_single)

family = Family(
    "single",
    LazyMessage("A single."),
    LazyMessage("One cell has one digit left, or one digit has one cell."),
    "unit of a single",
    rungs=(
        _single("full house", "0000", 100, "easy", 4, full_house.full_houses, full_house),
        _single("naked single", "0003", 200, "easy", 4, full_house.naked_singles, naked_single),
        _hidden("hidden single", "0002", 300, "easy", 14, full_house.hidden_singles, hidden_single),
    ),
)
