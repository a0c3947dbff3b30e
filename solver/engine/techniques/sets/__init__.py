"""Sets: what counting proves, whatever the pattern."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, kinds, named

_counted = partial(Rung, level="extreme", module=finder, is_only_ours=True)

family = Family(
    "sets",
    LazyMessage("Counting sets."),
    LazyMessage("Some sets have so many true candidates that others are used up."),
    "start",
    rungs=(
        _counted(finder.SETS, "1401", 8650, score=800, search=finder.find),
        _counted(
            named.SK_LOOP, "1402", 8651, score=800, search=finder.find_sk_loops, is_usual=False
        ),
        _counted(
            named.MSLS, "1403", 8652, score=800, search=finder.find_locked_sets, is_usual=False
        ),
    ),
    kinds=kinds.kinds,
)
