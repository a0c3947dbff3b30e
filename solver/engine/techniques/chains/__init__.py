"""Chains and loops: nodes linked strongly and weakly in turn."""

from functools import partial

from ...core.i18n import LazyMessage
from ..near_misses import of_one_digit
from ..rungs import Family, Rung
from . import finder, loops, near_miss

_of_one_digit = partial(Rung, module=finder, near_miss=of_one_digit, switches=("thorough",))
_of_two_digits = partial(
    Rung, module=finder, near_miss=near_miss.of_two_digits, switches=("thorough", "loose")
)
_linked = partial(Rung, near_miss=near_miss.linked)
_loop = partial(_linked, module=loops, switches=("thorough", "loose"))
_chain = partial(_linked, module=finder, switches=("thorough",))
_grouped_loop = partial(_loop, switches=("almost", "thorough", "loose"))
_grouped = partial(_chain, switches=("almost", "thorough"))

family = Family(
    "chain",
    LazyMessage("A chain."),
    LazyMessage("If this is false, that is true: follow the chain to its other end."),
    "start",
    rungs=(
        _of_one_digit("X-chain", "0701", 5400, "unfair", 260, finder.x_chains),
        _of_two_digits("XY-chain", "0702", 5500, "unfair", 260, finder.xy_chains),
        _loop("continuous nice loop", "0706", 5600, "unfair", 280, loops.continuous),
        _chain("discontinuous nice loop", "0707", 5601, "unfair", 280, finder.discontinuous),
        _chain("AIC", "0708", 5602, "unfair", 280, finder.aics, retells="discontinuous nice loop"),
        _grouped_loop(
            "grouped continuous nice loop", "0709", 5650, "unfair", 300, loops.grouped_continuous
        ),
        _grouped(
            "grouped discontinuous nice loop",
            "0710",
            5651,
            "unfair",
            300,
            finder.grouped_discontinuous,
        ),
        _grouped(
            "grouped AIC",
            "0711",
            5652,
            "unfair",
            300,
            finder.grouped_aics,
            retells="grouped discontinuous nice loop",
        ),
    ),
)
