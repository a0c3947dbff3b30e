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
_linked = partial(Rung, near_miss=near_miss.linked, level="unfair")
_chain = partial(_linked, module=finder, switches=("almost", "thorough"))
_loop = partial(
    _linked, search=loops.continuous, module=loops, switches=("almost", "thorough", "loose")
)
_discontinuous = partial(_chain, search=finder.discontinuous)
_aic = partial(_chain, search=finder.aics)
_plain, _grouped = (False,), (True,)

family = Family(
    "chain",
    LazyMessage("A chain."),
    LazyMessage("If this is false, that is true: follow the chain to its other end."),
    "start",
    rungs=(
        _of_one_digit("X-chain", "0701", 5400, "unfair", 260, finder.x_chains),
        _of_two_digits("XY-chain", "0702", 5500, "unfair", 260, finder.xy_chains),
        _loop("continuous nice loop", "0706", 5600, score=280, given=_plain),
        _discontinuous("discontinuous nice loop", "0707", 5601, score=280, given=_plain),
        _aic("AIC", "0708", 5602, score=280, given=_plain, retells=finder.DISCONTINUOUS),
        _loop("grouped continuous nice loop", "0709", 5650, score=300, given=_grouped),
        _discontinuous("grouped discontinuous nice loop", "0710", 5651, score=300, given=_grouped),
        _aic("grouped AIC", "0711", 5652, score=300, given=_grouped, retells=finder.GROUPED_LOOP),
    ),
)
