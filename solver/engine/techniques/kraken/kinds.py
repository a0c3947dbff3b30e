"""Kraken fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Kraken fish"),
        line=LazyMessage("an X-wing whose extra places agree by chains"),
        techniques=("kraken fish type 1", "kraken fish type 2"),
        look=LazyMessage(
            "Look for an X-wing with places too many, such that from each extra place a chain "
            "leads to the same end. Then it does not matter which is true."
        ),
        steps=(
            LazyMessage(
                "Find two rows, or more, that would fit as many columns but for extra places."
            ),
            LazyMessage("From each extra place walk a chain: if it is true, a candidate is false."),
            LazyMessage(
                "If all of them reach a candidate that the columns would lose, it is false in any"
                " case."
            ),
        ),
        mistake=LazyMessage("To leave an extra place without a chain."),
        why=LazyMessage(
            "Either the rows fit the columns or an extra place is true, and each way ends at the "
            "same candidate."
        ),
        aliases={
            "kraken fish type 1": ("Kraken Fish",),
            "kraken fish type 2": ("Kraken-Fisch",),
        },
        under="finned X-wing",
    ),
)
