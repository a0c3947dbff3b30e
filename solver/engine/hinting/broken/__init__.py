"""Twins of finders: each says the first condition of a technique that fails at some cells, in its order."""

from collections.abc import Callable, Sequence

from ...core.position import Position
from ...techniques.rungs import Rung
from .chains import grave, linked, of_one_digit, of_two_digits, supposed
from .patterns import corners, finned_fish, fish, rectangle, w_wing, wing
from .sets import almost_locked, sue_de_coq
from .units import hidden_single, hidden_subset, locked, naked_single, naked_subset

Condition = Callable[[Position, Sequence[int], Rung], str]

# By the beginning of the technique's name.
CONDITIONS: tuple[tuple[str, Condition], ...] = (
    ("naked single", naked_single),
    ("full house", naked_single),
    ("hidden single", hidden_single),
    ("pointing", locked),
    ("claiming", locked),
    ("naked", naked_subset),
    ("locked", naked_subset),
    ("hidden pair", hidden_subset),
    ("hidden triple", hidden_subset),
    ("hidden quadruple", hidden_subset),
    ("X-wing", fish),
    ("swordfish", fish),
    ("jellyfish", fish),
    ("XY-wing", wing),
    ("XYZ-wing", wing),
    ("W-wing", w_wing),
    ("uniqueness test", rectangle),
    ("hidden rectangle", corners),
    ("avoidable rectangle", corners),
    ("bivalue universal grave", grave),
    ("finned", finned_fish),
    ("sashimi", finned_fish),
    ("skyscraper", of_one_digit),
    ("two-string kite", of_one_digit),
    ("turbot fish", of_one_digit),
    ("empty rectangle", of_one_digit),
    ("simple colours", of_one_digit),
    ("multi colours", of_one_digit),
    ("X-chain", of_one_digit),
    ("remote pair", of_two_digits),
    ("XY-chain", of_two_digits),
    ("ALS", almost_locked),
    ("Death Blossom", almost_locked),
    ("Sue de Coq", sue_de_coq),
    ("forcing", supposed),
    ("continuous", linked),
    ("discontinuous", linked),
    ("grouped", linked),
    ("AIC", linked),
)
