"""Sets: what counting proves, whatever the pattern."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, named

_counted = partial(Rung, level="extreme", module=finder)
_named = partial(_counted, score=800, is_usual=False, suits=lambda shape: bool(shape.square_box))

family = Family(
    "sets",
    LazyMessage("Counting sets."),
    LazyMessage("Some sets have so many true candidates that others are used up."),
    "start",
    rungs=(
        _counted(finder.SETS, "1401", 8650, score=800, search=finder.find),
        _named(named.SK_LOOP, "1402", 8651, search=finder.find_sk_loops),
        _named(named.MSLS, "1403", 8652, search=finder.find_locked_sets),
    ),
)
