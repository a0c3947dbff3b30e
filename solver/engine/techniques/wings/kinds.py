"""Wings, as a teacher explains them."""

from ..kinds import kind

kinds = (
    kind(
        "XY-wing",
        line="one cell decides between two",
        look="Look for a cell with two candidates. Either way it decides one of two other cells, "
        "and both would be the same digit.",
        steps=(
            "Take a cell with two candidates, say 1 and 2.",
            "Find two cells that it sees: one with 1 and 3, the other with 2 and 3.",
            "If the cell with 1 and 2 is 1, the cell with 1 and 3 becomes 3. If it is 2, the cell "
            "with 2 and 3 does.",
            "Remove 3 from every cell that sees both of them.",
        ),
        mistake="To use three cells of one row, column or box, which is an easier step. And to "
        "remove the digit where only one of the two cells with 3 is seen: both must be.",
        why="If neither of the two cells with 3 were 3, they would be 1 and 2, and nothing would "
        "be left for the cell that sees both.",
        aliases=("Y-Wing", "Y Wing", "XY Wing", "Bent Naked Triple", "XY-Flügel"),
    ),
    kind(
        "XYZ-wing",
        line="the cell between may be the digit too",
        look="Look for a cell with three candidates, and for two cells that it sees and that each "
        "have two of these three.",
        steps=(
            "Take a cell with three candidates, say 1, 2 and 3.",
            "Find two cells that it sees, with 1 and 3, and with 2 and 3.",
            "One of the three cells is 3.",
            "Remove 3 from every cell that sees all three.",
        ),
        mistake="To remove the digit where only two of the three cells are seen. Here the middle "
        "counts too.",
        why="Three cells need three digits. Without 3 they would have two, 1 and 2, and one cell "
        "would stay empty.",
        aliases=("XYZ Wing", "XYZ-Flügel"),
    ),
    kind(
        "W-wing",
        line="two cells with the same two candidates, joined",
        look="Look for two cells far apart with the same two candidates. Something between them "
        "forbids both to be the same one.",
        steps=(
            "Find two cells with the same two candidates, say 1 and 2.",
            "Find a row, column or box where 1 has just two places, and each sees one of the "
            "cells.",
            "Were both cells 1, that row, column or box would have none. So one of them is 2.",
            "Remove 2 from every cell that sees both cells.",
        ),
        mistake="To remove the digit that joins them. The other one goes.",
        why="The row between needs a 1. Were both cells 1, it would have none. So one of them is "
        "2.",
        aliases=("W Wing", "Semi-Remote Pair", "W-Flügel"),
    ),
)
