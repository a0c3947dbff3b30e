"""Forcing chains, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import kind

_MAIN = (
    kind(
        "forcing chain contradiction",
        title="Forcing chain",
        line="what leads to a clash is false",
        look="Take a candidate and suppose that it is true. If that leaves a cell without a digit, "
        "or a digit without a place in a row, column or box, it is false.",
        steps=(
            "Pick a candidate, such as one of a cell with two.",
            "Suppose that it is true, and walk on: each step follows from the one before it.",
            "Walk another way from the same candidate.",
            "If the ways clash in a cell, row, column or box, remove the candidate.",
        ),
        mistake="To stop where nothing clashes and to call the candidate true. That proves "
        "nothing.",
        why="What is true never leads to a clash. So the candidate was false.",
        aliases=(
            "Nishio Forcing Chains",
            "Digit Forcing Chains",
            "Nishio",
            "Contradiction Forcing Chains",
            "Erzwungene Kette",
        ),
    ),
)
(_CHAIN,) = _MAIN
_VERITY = _CHAIN.variant(
    "forcing chain verity",
    line="each way leads to the same",
    look="Take a cell with two or three candidates and follow each of them. If every one leads to "
    "the same, that is so.",
    steps=(
        "Pick a cell with two or three candidates, or a digit with so many places.",
        "Suppose the first, and walk on: each step follows from the one before it.",
        "Do the same with each of the others.",
        "What all of them have in common is true: remove what all of them rule out.",
    ),
    mistake="To follow only one and to call the rest a proof. All ways have to be followed.",
    why="One of the candidates is true. What follows from each of them follows without knowing "
    "which.",
    aliases=(
        "Cell Forcing Chains",
        "Unit Forcing Chains",
        "Region Forcing Chains",
        "Multiple Forcing Chains",
        "Double Forcing Chains",
        "Zwangsketten",
    ),
)
_NET = LazyMessage(
    "Suppose that it is true, and fill in what follows: cells with one candidate left, and digits "
    "with one place left. Each may rest on all that came before."
)
kinds = (
    *_MAIN,
    _VERITY,
    _CHAIN.variant(
        "forcing net contradiction",
        line="all that follows, until there is a clash",
        steps=(
            _CHAIN.steps[0],
            _NET,
            "If a cell is left without a digit, or a digit without a place, stop.",
            "Remove the candidate with which you began.",
        ),
        aliases=("Dynamic Contradiction Forcing Chains", "Bowman's Bingo", "Nishio Net"),
    ),
    _VERITY.variant(
        "forcing net verity",
        line="all that follows from each, and what is in common",
        steps=(_VERITY.steps[0], _NET, *_VERITY.steps[2:]),
        aliases=(
            "Dynamic Forcing Chains",
            "Dynamic Cell Forcing Chains",
            "Dynamic Region Forcing Chains",
            "Dynamic Double Forcing Chains",
            "Nested Forcing Chains",
            "Quad Forcing Chains",
            "Zwangsnetz",
        ),
    ),
)
