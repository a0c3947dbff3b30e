"""Colours: the places of one digit that are true or false by turns."""

from functools import partial

from ...core.i18n import LazyMessage
from ..chains.near_miss import of_two_digits
from ..near_misses import of_one_digit
from ..rungs import Family, Rung
from . import finder

_pair = partial(Rung, module=finder, near_miss=of_two_digits)
_colours = partial(Rung, module=finder, near_miss=of_one_digit)
_trap = partial(_colours, switches=("loose",))

family = Family(
    "colouring",
    LazyMessage("Colouring."),
    LazyMessage("One digit, in turn here or there: one of two colours is right everywhere."),
    "digit",
    rungs=(
        _pair("remote pair", "0703", 2800, "hard", 110, finder.remote_pairs),
        _trap("simple colours trap", "0500", 5330, "hard", 150, finder.simple_traps),
        _colours("simple colours wrap", "0501", 5331, "hard", 150, finder.simple_wraps),
        _colours("multi colours 1", "0502", 5360, "hard", 200, finder.multi_colours_1),
        _colours("multi colours 2", "0503", 5361, "hard", 200, finder.multi_colours_2),
    ),
)
