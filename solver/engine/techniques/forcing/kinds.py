"""Forcing chains, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Forcing chain"),
        line=LazyMessage("each way leads to the same"),
        techniques=(
            "forcing chain contradiction",
            "forcing chain verity",
            "forcing net contradiction",
            "forcing net verity",
        ),
        look=LazyMessage(
            "Take a cell with two or three candidates and follow each of them. If every one "
            "leads to the same, that is so."
        ),
        steps=(
            LazyMessage("Pick a cell with two candidates, or a digit with two places."),
            LazyMessage("Suppose one, and write down what follows by singles."),
            LazyMessage("Suppose the other, and do the same."),
            LazyMessage(
                "What both have in common is true. If one leaves a cell without a digit, or a "
                "digit without a place, the other is true."
            ),
        ),
        mistake=LazyMessage(
            "To follow only one and to call the rest a proof. All ways have to be followed."
        ),
        why=LazyMessage(
            "One of the candidates is true. What follows from each of them follows without "
            "knowing which."
        ),
        aliases={
            "forcing chain contradiction": (
                "Nishio Forcing Chains",
                "Digit Forcing Chains",
                "Nishio",
                "Contradiction Forcing Chains",
                "Erzwungene Kette",
            ),
            "forcing chain verity": (
                "Cell Forcing Chains",
                "Unit Forcing Chains",
                "Region Forcing Chains",
                "Multiple Forcing Chains",
                "Double Forcing Chains",
                "Zwangsketten",
            ),
            "forcing net contradiction": ("Dynamic Forcing Chains", "Bowman's Bingo"),
            "forcing net verity": ("Quad Forcing Chains", "Zwangsnetz"),
        },
    ),
)
