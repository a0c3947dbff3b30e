"""ER, EP and ED of a puzzle, as version 1.2.1 of Sudoku Explainer counts them.

These are the ratings of the hardest step, of the hardest up to the first placed digit, and of the very first
step. The techniques are tried in their order again and again, and the first deduction is carried out. Each
finder is in the folder of its family. The order of regions, cells and digits decides which deduction comes
first, and sometimes changes the rating, so it is kept throughout.

Steps beyond dynamic chains with rules, the nested ones of 9.5 and above, are not rated. In Sudoku Explainer
they depend on the order of its hash tables, so that the same puzzle gets different ratings.
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
from ..techniques.uniqueness import sudoku_explainer_graves as graves
from ..techniques.uniqueness import sudoku_explainer_loops as loops
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
    loops.unique_loops,
    subsets.naked_quads,
    fish.jellyfish,
    subsets.hidden_quads,
    graves.graves,
    aligned_exclusion.aligned_pairs,
    chains.cycles_and_chains,
    aligned_exclusion.aligned_triplets,
    forcing.nishio,
    forcing.multiple,
    forcing.dynamic,
    forcing.dynamic_with_rules,
)
HIGHEST = 9.4  # rating


@dataclass(frozen=True)
class ExplainerRatings:
    """The three ratings. One that is above `HIGHEST` is None."""

    er: float | None
    ep: float | None
    ed: float | None


def rate_by_explainer(position: Position) -> ExplainerRatings:
    """Return Sudoku Explainer's ER, EP and ED of a 9×9 position with one solution.

    Steps are applied to `position` until it is solved. ER is None if a step is harder than what is rated.
    """
    er = 0.0
    ep: float | None = None
    ed: float | None = None
    while not position.is_complete and not position.fault:
        deduction = _first(position)
        if deduction is None:
            return ExplainerRatings(None, ep, ed)
        er = max(er, round(deduction.rating, 1))
        ed = ed or er
        if deduction.placed:
            ep = ep or er
        carry_out_masks(position, deduction.placed, deduction.removed)
    return ExplainerRatings(er, ep, ed)


def _first(position: Position) -> Deduction | None:
    for find in FINDERS:
        deduction = next(find(position), None)
        if deduction is not None:
            return deduction if round(deduction.rating, 1) <= HIGHEST else None
        spend(NODE)
    return None
