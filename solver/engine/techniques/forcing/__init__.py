"""Forcing: what follows from a candidate that is supposed to be true."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, near_miss

_forcing = partial(Rung, module=finder, near_miss=near_miss.supposed)

family = Family(
    "forcing",
    LazyMessage("Trying something."),
    LazyMessage("Suppose that a candidate is right, and see what follows for the others."),
    "start",
    rungs=(
        _forcing(
            "forcing chain contradiction", "1301", 8500, "extreme", 500, finder.chain_contradictions
        ),
        _forcing("forcing chain verity", "1302", 8501, "extreme", 500, finder.chain_verities),
        _forcing(
            "forcing net contradiction",
            "1303",
            8600,
            "extreme",
            700,
            finder.forcing_nets,
            on_any_size=True,
        ),
        _forcing("forcing net verity", "1304", 8601, "extreme", 700, finder.forcing_nets),
    ),
)
