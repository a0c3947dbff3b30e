"""Forcing: what follows from a candidate that is supposed to be true."""

from functools import partial

from ...core.i18n import LazyMessage
from ..rungs import Family, Rung
from . import finder, near_miss

_forcing = partial(Rung, level="extreme", module=finder, near_miss=near_miss.supposed)
_chain = partial(_forcing, score=500)
_net = partial(_forcing, score=700, search=finder.forcing_nets)

family = Family(
    "forcing",
    LazyMessage("Trying something."),
    LazyMessage("Suppose that a candidate is right, and see what follows for the others."),
    "start",
    rungs=(
        _chain(
            *(finder.CHAIN_CONTRADICTION, "1301", 8500),
            search=finder.chain_contradictions,
            lack=LazyMessage("no candidate here leads to a clash step by step"),
        ),
        _chain(
            *(finder.CHAIN_VERITY, "1302", 8501),
            search=finder.chain_verities,
            lack=LazyMessage(
                "nothing here follows step by step from every candidate of a cell, or every place of a "
                "digit"
            ),
        ),
        _net(
            *(finder.NET_CONTRADICTION, "1303", 8600),
            on_any_size=True,
            lack=LazyMessage("no candidate here leads to a clash"),
        ),
        _net(finder.NET_VERITY, "1304", 8601),
    ),
)
