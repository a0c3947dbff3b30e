"""Kraken fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Kraken fish"),
        line=LazyMessage("a fish whose extra places agree by chains"),
        techniques=("kraken fish type 1", "kraken fish type 2"),
        look=LazyMessage(
            "It is a fish with places too many, and from each of them a chain leads to the same "
            "end. Then it does not matter which is true."
        ),
        steps=(
            LazyMessage("Find a fish with fins that removes nothing by itself."),
            LazyMessage("From each fin walk a chain: if the fin is true, a candidate is false."),
            LazyMessage(
                "If all of them reach a candidate that the fish removes, it is false in any case."
            ),
        ),
        mistake=LazyMessage("To leave a fin without a chain."),
        why=LazyMessage(
            "Either the fish is right or a fin is true, and each way ends at the same candidate."
        ),
        aliases={
            "kraken fish type 1": ("Kraken Fish",),
            "kraken fish type 2": ("Kraken-Fisch",),
        },
    ),
)
