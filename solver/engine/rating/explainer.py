"""ER, EP and ED of a puzzle, as version 1.2.1 of Sudoku Explainer counts them.

These are the ratings of the hardest step, of the hardest up to the first placed digit, and of the very first
step. The techniques are tried in their order again and again, and the first deduction is carried out. Each
finder is in the folder of its family. The order of regions, cells and digits decides which deduction comes
first, and sometimes changes the rating, so it is kept throughout.

From 9.5 on dynamic chains have other chains in them. These are in the order of SukakuExplainer, the version of
the program that is kept up. There they depend on the order of its hash tables, and since 2019 this order is
that of cells and digits, so each run gives the same ratings.
"""

from dataclasses import dataclass

from ..core.deadline import NODE, spend
from ..core.position import Position, carry_out_masks
from ..techniques import aligned_exclusion
from ..techniques.chains import sudoku_explainer as chains
from ..techniques.deduction import Deduction, Search
from ..techniques.fish import sudoku_explainer as fish
from ..techniques.forcing import sudoku_explainer as forcing
from ..techniques.locked import sudoku_explainer as locked
from ..techniques.singles import sudoku_explainer as singles
from ..techniques.subsets import sudoku_explainer as subsets
from ..techniques.uniqueness import sudoku_explainer as uniqueness
from ..techniques.wings import sudoku_explainer as wings

# In the order in which it tries them. The rating of each is in its finder.
FINDERS: tuple[Search, ...] = (
    singles.hidden_singles,
    locked.direct_locking,
    subsets.direct_hidden_pairs,
    singles.naked_singles,
    subsets.direct_hidden_triplets,
    locked.locking,
    subsets.naked_pairs,
    fish.x_wings,
    subsets.hidden_pairs,
    subsets.naked_triplets,
    fish.swordfish,
    subsets.hidden_triplets,
    wings.xy_wings,
    wings.xyz_wings,
    uniqueness.unique_loops,
    subsets.naked_quads,
    fish.jellyfish,
    subsets.hidden_quads,
    uniqueness.graves,
    aligned_exclusion.aligned_pairs,
    chains.cycles_and_chains,
    aligned_exclusion.aligned_triplets,
    forcing.nishio,
    forcing.multiple,
    forcing.dynamic,
    forcing.dynamic_with_rules,
)
# These come last. The first number is the least rating that each can give.
NESTED: tuple[tuple[float, Search], ...] = (
    (9.5, forcing.nested_chains),
    (10.0, forcing.nested_multiple),
    (10.5, forcing.nested_dynamic),
)
HIGHEST = 11.9  # rating; the hardest puzzles that are known have it


@dataclass(frozen=True)
class ExplainerRatings:
    """The three ratings. One that is above `HIGHEST` is None.

    All are None too if the search was cut short by a deadline.
    """

    er: float | None
    ep: float | None
    ed: float | None
    is_cut_short: bool = False


CUT_SHORT = ExplainerRatings(None, None, None, is_cut_short=True)


def rate_by_explainer(position: Position, highest: float = HIGHEST) -> ExplainerRatings:
    """Return Sudoku Explainer's ER, EP and ED of a 9×9 position with one solution.

    Steps are applied to `position` until it is solved. ER is None if a step is harder than `highest`.
    """
    er = 0.0
    ep: float | None = None
    ed: float | None = None
    while not position.is_complete and not position.fault:
        deduction = first_deduction(position, highest)
        if deduction is None:
            return ExplainerRatings(None, ep, ed)
        er = max(er, round(deduction.rating, 1))
        ed = ed or er
        if deduction.placed:
            ep = ep or er
        carry_out_masks(position, deduction.placed, deduction.removed)
    return ExplainerRatings(er, ep, ed)


def first_deduction(position: Position, highest: float = HIGHEST) -> Deduction | None:
    """Return the step that is taken at a position. Return None if none is rated at most `highest`."""
    for find in FINDERS + tuple(find for least, find in NESTED if least <= highest):
        deduction = next(find(position), None)
        if deduction is not None:
            return deduction if round(deduction.rating, 1) <= highest else None
        spend(NODE)
    return None
