"""Patterns of one digit and two strong links."""

from functools import partial

from ...core.geometry import geometry_of
from ...core.i18n import LazyMessage
from ...core.shape import Shape
from ..chains import finder as chains
from ..near_misses import of_one_digit
from ..rungs import Family, Rung
from . import finder


def _has_regions(shape: Shape) -> bool:
    """Return whether each cell has a box or region beside its row and column."""
    return all(len(units) > 2 for units in geometry_of(shape).units_of)


_pattern = partial(Rung, module=finder, near_miss=of_one_digit)
_kite = partial(_pattern, suits=_has_regions)
_empty = partial(_kite, switches=("two",))
_dual = partial(Rung, module=finder, is_usual=False, suits=_has_regions)

family = Family(
    "single-digit pattern",
    LazyMessage("A pattern of one digit."),
    LazyMessage("Two units have two places each for one digit, and see each other."),
    "digit",
    rungs=(
        _pattern("skyscraper", "0400", 3000, "hard", 130, finder.skyscrapers),
        _kite("two-string kite", "0401", 3100, "hard", 150, finder.kites),
        _pattern("turbot fish", "0403", 3120, "hard", 120, chains.turbot_fish),
        _empty("empty rectangle", "0402", 3170, "hard", 120, finder.empty_rectangles),
        _dual("dual two-string kite", "0404", 3110, "hard", 150, finder.dual_kites),
        _dual("dual empty rectangle", "0405", 3180, "hard", 120, finder.dual_empty_rectangles),
    ),
)
