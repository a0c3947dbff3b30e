"""Sets in general, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Sets in general"),
        line=LazyMessage("so many need it, so many have room"),
        techniques=("SK loop", "sets", "MSLS"),
        look=LazyMessage(
            "Every technique counts in the same way. A set is all candidates of a cell, or all "
            "places of a digit in a row, column or box. Some sets need one, and as many others "
            "have room for one. Then the room is used up."
        ),
        steps=(
            LazyMessage(
                "Choose what needs something: a cell needs a digit, a row, column or box needs a "
                "digit once."
            ),
            LazyMessage("Collect the candidates that could give it."),
            LazyMessage("Cover all of them with as many others, each of which takes one at most."),
            LazyMessage("Remove every other candidate from the cover."),
        ),
        mistake=LazyMessage(
            "To count a candidate twice. Of the sets that need something, no two may share one."
        ),
        why=LazyMessage(
            "If n sets need one each, and n sets with room for one each have all that they can "
            "get, nothing is left there for anyone else."
        ),
        aliases={
            "sets": (
                "Set Logic",
                "Rank 0",
                "Rank 0 Logic",
                "Mengenlogik",
                "Truths and links",
            ),
            "SK loop": ("SK Loops", "SK-Loop", "Domino Loop"),
            "MSLS": ("Multi-Sector Locked Sets", "Multi-Fish"),
        },
    ),
)
