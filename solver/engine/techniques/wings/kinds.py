"""Wings, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("XY-wing"),
        line=LazyMessage("one cell decides between two"),
        techniques=("XY-wing",),
        look=LazyMessage(
            "Look for a cell with two candidates. Either way it decides one of two other cells, "
            "and both would be the same digit."
        ),
        steps=(
            LazyMessage("Take a cell with two candidates, say 1 and 2."),
            LazyMessage("Find two cells that it sees: one with 1 and 3, the other with 2 and 3."),
            LazyMessage(
                "If the cell with 1 and 2 is 1, the cell with 1 and 3 becomes 3. If it is 2, the cell "
                "with 2 and 3 does."
            ),
            LazyMessage("Remove 3 from every cell that sees both of them."),
        ),
        mistake=LazyMessage(
            "To use three cells of one row, column or box, which is an easier step. And to remove"
            " the digit where only one of the two cells with 3 is seen: both must be."
        ),
        why=LazyMessage(
            "If neither of the two cells with 3 were 3, they would be 1 and 2, and nothing would be "
            "left for the cell that sees both."
        ),
        aliases={
            "XY-wing": (
                "Y-Wing",
                "Y Wing",
                "XY Wing",
                "Bent Naked Triple",
                "XY-Flügel",
            ),
        },
    ),
    Kind(
        title=LazyMessage("XYZ-wing"),
        line=LazyMessage("the cell between may be the digit too"),
        techniques=("XYZ-wing",),
        look=LazyMessage(
            "Look for a cell with three candidates, and for two cells that it sees and that each "
            "have two of these three."
        ),
        steps=(
            LazyMessage("Take a cell with three candidates, say 1, 2 and 3."),
            LazyMessage("Find two cells that it sees, with 1 and 3, and with 2 and 3."),
            LazyMessage("One of the three cells is 3."),
            LazyMessage("Remove 3 from every cell that sees all three."),
        ),
        mistake=LazyMessage(
            "To remove the digit where only two of the three cells are seen. Here the middle "
            "counts too."
        ),
        why=LazyMessage(
            "Three cells need three digits. Without 3 they would have two, 1 and 2, and one cell "
            "would stay empty."
        ),
        aliases={
            "XYZ-wing": ("XYZ Wing", "XYZ-Flügel"),
        },
    ),
    Kind(
        title=LazyMessage("W-wing"),
        line=LazyMessage("two cells with the same two candidates, joined"),
        techniques=("W-wing",),
        look=LazyMessage(
            "Look for two cells far apart with the same two candidates. Something between them "
            "forbids both to be the same one."
        ),
        steps=(
            LazyMessage("Find two cells with the same two candidates, say 1 and 2."),
            LazyMessage(
                "Find a row, column or box where 1 has just two places, and each sees one of the "
                "cells."
            ),
            LazyMessage(
                "Were both cells 1, that row, column or box would have none. So one of them is 2."
            ),
            LazyMessage("Remove 2 from every cell that sees both cells."),
        ),
        mistake=LazyMessage("To remove the digit that joins them. The other one goes."),
        why=LazyMessage(
            "The row between needs a 1. Were both cells 1, it would have none. So one of them is 2."
        ),
        aliases={
            "W-wing": ("W Wing", "Semi-Remote Pair", "W-Flügel"),
        },
    ),
)
