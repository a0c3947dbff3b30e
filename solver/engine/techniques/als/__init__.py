"""Almost locked sets: cells of a unit with one digit more than there are cells, and what several of them do."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import chain, death_blossom, finder, near_miss, sue_de_coq

_sets = partial(Rung, near_miss=near_miss.almost_locked, switches=("overlap",))
_joined = partial(_sets, switches=("overlap", "loose"))
_blossom = partial(_joined, module=death_blossom, is_usual=False, is_only_listed=True)
_sue_de_coq = partial(Rung, module=sue_de_coq, near_miss=near_miss.sue_de_coq)

family = Family(
    "almost locked sets",
    LazyMessage("Almost locked sets."),
    LazyMessage("Some cells of a unit have one digit more than there are cells."),
    "boxes",
    rungs=(
        _sue_de_coq("Sue de Coq", "1101", 5300, "unfair", 250, sue_de_coq.sue_de_coqs),
        _sets("ALS-XZ", "0901", 5700, "unfair", 300, finder.xz, finder),
        _sets("ALS-XY-wing", "0902", 5800, "unfair", 320, finder.xy_wings, finder),
        _joined("ALS chain", "0903", 5900, "unfair", 340, chain.als_chains, chain),
        _blossom("Death Blossom", "0904", 6000, "unfair", 360, death_blossom.death_blossoms),
    ),
)
