"""Splits: what is wrong in every branch, if each branch ends with a count."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import exocet, finder, tridagon

_split = partial(Rung, level="extreme")
# Not on 25×25, where a search for splits takes minutes.
_any_size = partial(
    _split,
    module=finder,
    on_any_size=True,
    suits=lambda shape: shape.size <= 16,
    lack=LazyMessage(
        "each candidate here is possible in one of the cases, for every choice of cell or digit"
    ),
)
_pattern = partial(_split, suits=lambda shape: shape.square_box == 3)
_exocet = partial(_pattern, search=exocet.find, module=exocet)

family = Family(
    "splits",
    LazyMessage("Splitting into branches."),
    LazyMessage(
        "Try each candidate of a cell, or each place of a digit, and see what all of them rule out."
    ),
    "start",
    rungs=(
        _any_size(finder.SPLIT, "1404", 8660, score=1000, search=finder.find),
        _pattern(tridagon.NAME, "1405", 8670, score=1200, search=tridagon.find, module=tridagon),
        _exocet(exocet.JUNIOR, "1406", 8680, score=1200, given=(True,)),
        _exocet(exocet.SENIOR, "1407", 8681, score=1400, given=(False,)),
        _any_size(finder.NESTED, "1408", 8690, score=2000, search=finder.find_nested),
    ),
)
