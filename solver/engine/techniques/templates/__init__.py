"""Templates: all ways to put one digit on the board."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder

_templates = partial(Rung, module=finder, is_usual=False)

family = Family(
    "templates",
    LazyMessage("Templates."),
    LazyMessage("All ways to place this digit have something in common."),
    "digit",
    rungs=(
        _templates("template set", "1201", 8700, "extreme", 10000, finder.templates),
        _templates("template delete", "1202", 8800, "extreme", 10000, finder.templates),
    ),
)
