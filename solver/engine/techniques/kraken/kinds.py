"""Kraken fish, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "kraken fish type 1",
        title="Kraken fish",
        line="an X-wing whose extra places agree by chains",
        look="Look for an X-wing with places too many, such that from each extra place a chain "
        "leads to the same end. Then it does not matter which is true.",
        steps=(
            "Find two rows, or more, that would fit as many columns but for extra places.",
            "From each extra place walk a chain: if it is true, a candidate is false.",
            "If all of them reach a candidate that the columns would lose, it is false in any "
            "case.",
        ),
        mistake="To leave an extra place without a chain.",
        why="Either the rows fit the columns or an extra place is true, and each way ends at the "
        "same candidate.",
        aliases=("Kraken Fish",),
        under="finned X-wing",
    ),
)
(_KRAKEN,) = _MAIN

kinds = (
    *_MAIN,
    _KRAKEN.variant(
        "kraken fish type 2",
        line="an X-wing whose column agrees with its extra places",
        look="Look for an X-wing with places too many, and at one of its columns. If from each of "
        "its places in the rows, and from each extra place, a chain leads to the same end, that is "
        "so.",
        steps=(
            _KRAKEN.steps[0],
            "Choose one of the columns. It has the digit in one of these rows, or an extra place "
            "is true.",
            "From each of these places walk a chain: if it is true, a candidate is false. It may "
            "be of another digit.",
            "If all of them reach the same candidate, remove it.",
        ),
        mistake="To leave out a place of the column, or an extra place.",
        aliases=("Kraken-Fisch",),
    ),
)
