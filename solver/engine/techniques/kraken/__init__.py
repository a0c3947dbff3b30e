"""Kraken fish: a fish that is not quite one, whose fins chains take care of."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder

_kraken = partial(Rung, level="extreme", score=500, module=finder, is_usual=False)

family = Family(
    "fish with chains",
    LazyMessage("A fish with chains."),
    LazyMessage("Almost a fish: even the extra cells lead to the same removal."),
    "digit",
    rungs=(
        _kraken(
            *("kraken fish type 1", "0371", 8450),
            search=finder.type_1,
            lack=LazyMessage(
                "from no fish here do chains lead from all its extra places to a candidate that it "
                "would remove"
            ),
        ),
        _kraken(
            *("kraken fish type 2", "0372", 8451),
            search=finder.type_2,
            lack=LazyMessage(
                "for no fish here do chains lead from all places of a column and all extra places to "
                "the same candidate"
            ),
        ),
    ),
)
