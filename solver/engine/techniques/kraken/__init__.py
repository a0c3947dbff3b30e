"""Kraken fish: a fish that is not quite one, whose fins chains take care of."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder

_kraken = partial(Rung, module=finder, is_usual=False)

family = Family(
    "fish with chains",
    LazyMessage("A fish with chains."),
    LazyMessage("Almost a fish: even the extra cells lead to the same removal."),
    "digit",
    rungs=(
        _kraken("kraken fish type 1", "0371", 8450, "extreme", 500, finder.type_1),
        _kraken("kraken fish type 2", "0372", 8451, "extreme", 500, finder.type_2),
    ),
)
