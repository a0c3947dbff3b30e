"""Kraken fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

_MAIN = (
    Kind(
        title=LazyMessage("Kraken fish"),
        line=LazyMessage("an X-wing whose extra places agree by chains"),
        techniques=("kraken fish type 1",),
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
        },
        under="finned X-wing",
    ),
)
(_KRAKEN,) = _MAIN

kinds = (
    *_MAIN,
    _KRAKEN.variant(
        "kraken fish type 2",
        line=LazyMessage("an X-wing whose column agrees with its extra places"),
        look=LazyMessage(
            "Look for an X-wing with places too many, and at one of its columns. If from each of its "
            "places in the rows, and from each extra place, a chain leads to the same end, that is so."
        ),
        steps=(
            _KRAKEN.steps[0],
            LazyMessage(
                "Choose one of the columns. It has the digit in one of these rows, or an extra place is true."
            ),
            LazyMessage(
                "From each of these places walk a chain: if it is true, a candidate is false. It may "
                "be of another digit."
            ),
            LazyMessage("If all of them reach the same candidate, remove it."),
        ),
        mistake=LazyMessage("To leave out a place of the column, or an extra place."),
        aliases={"kraken fish type 2": ("Kraken-Fisch",)},
    ),
)
