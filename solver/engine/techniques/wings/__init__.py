"""Wings: a pivot and its pincers, or two cells alike that a unit joins."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, near_miss

_joined = partial(Rung, module=finder, near_miss=near_miss.w_wing)
_pivoted = partial(Rung, module=finder, near_miss=near_miss.wing)

family = Family(
    "wing",
    LazyMessage("A wing."),
    LazyMessage(
        "A few cells with two or three digits, one of which has to be the same at both ends."
    ),
    "boxes",
    rungs=(
        _joined("W-wing", "0803", 3200, "hard", 150, finder.w_wings),
        _pivoted("XY-wing", "0800", 3300, "hard", 160, finder.xy_wings),
        _pivoted("XYZ-wing", "0801", 3400, "hard", 180, finder.xyz_wings),
    ),
)
