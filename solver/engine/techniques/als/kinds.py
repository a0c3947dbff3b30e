"""Almost locked sets, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Sue de Coq"),
        line=LazyMessage("where a box and a line share their digits out"),
        techniques=("Sue de Coq",),
        look=LazyMessage(
            "Look at two or three cells where a box and a line cross. They have more candidates "
            "than cells, and their neighbours on the line and in the box share those out."
        ),
        steps=(
            LazyMessage("Take two crossing cells with four candidates between them."),
            LazyMessage(
                "Find a cell on the line with two of these, and a cell in the box with the other "
                "two."
            ),
            LazyMessage("Four cells have four digits: each digit is in one of them."),
            LazyMessage(
                "Remove the line’s two from the rest of the line, and the box’s two from the "
                "rest of the box."
            ),
        ),
        mistake=LazyMessage("A digit that line and box both have. Each digit belongs to one side."),
        why=LazyMessage(
            "As many cells as digits, and no digit can stand twice among them. So all digits are "
            "used, each on its side."
        ),
        aliases={
            "Sue de Coq": (
                "Sue-de-Coq",
                "Two-Sector Disjoint Subsets",
                "SDC",
                "Zwei-Sektoren-Menge",
            ),
        },
    ),
    Kind(
        title=LazyMessage("Almost locked sets"),
        line=LazyMessage("two sets, each a digit too many"),
        techniques=("ALS-XZ", "ALS-XY-wing"),
        look=LazyMessage(
            "Start from a cell with two digits. Then look for a group of cells in a row, column or "
            "box that has one digit more than cells: two cells with three digits, three with four."
        ),
        steps=(
            LazyMessage(
                "The cell is a group too, of one cell and two digits. The two groups share a digit, "
                "say 1, and every 1 of one group sees every 1 of the other."
            ),
            LazyMessage(
                "Only one group can have the 1. The other one lacks it, so all its other digits "
                "are used."
            ),
            LazyMessage(
                "Find a second digit that both groups have, say 2. One of the groups has it for "
                "certain."
            ),
            LazyMessage("Remove 2 from every cell that sees all its places in both groups."),
        ),
        mistake=LazyMessage(
            "Two places of the shared digit that do not see each other. Then both groups can "
            "have it."
        ),
        why=LazyMessage(
            "Count cells and digits of both groups: there is one digit to spare in each, and the "
            "shared one can be used only once. Without the 2 too few are left."
        ),
        aliases={
            "ALS-XZ": (
                "ALS",
                "Almost Locked Set XZ-Rule",
                "Almost Locked Sets",
                "WXYZ Wing",
                "WXYZ-Wing",
                "Fast gesperrte Menge",
                "Bent Sets",
            ),
            "ALS-XY-wing": ("Almost Locked Set XY-Wing",),
        },
    ),
    Kind(
        title=LazyMessage("ALS chain"),
        line=LazyMessage("sets that pass it on"),
        techniques=("ALS chain",),
        look=LazyMessage(
            "It is the game of two almost locked sets with three or more of them in a row. Each "
            "takes a digit from the next."
        ),
        steps=(
            LazyMessage("Find a row of groups, each with one digit more than cells."),
            LazyMessage(
                "Neighbours share a digit that only one of them can have, another one each time."
            ),
            LazyMessage(
                "If the first group lacks a digit that the last one has too, the last one has it."
            ),
            LazyMessage("Remove that digit from every cell that sees all its places in both."),
        ),
        mistake=LazyMessage("To pass the same digit on twice in a row."),
        why=LazyMessage(
            "Each group has one digit to spare, and each step uses one up. The last digit has to "
            "be in an end."
        ),
        aliases={
            "ALS chain": ("Almost Locked Set Chain", "Almost Locked Set XY-Chain", "ALS XY-Chain"),
        },
    ),
    Kind(
        title=LazyMessage("Death Blossom"),
        line=LazyMessage("a cell and a set for each of its digits"),
        techniques=("Death Blossom",),
        look=LazyMessage(
            "Look at a cell with two or three candidates: the stem. For each of them find an "
            "almost locked set, its petal, that would lose it."
        ),
        steps=(
            LazyMessage(
                "For each candidate of the stem find a group of cells with one digit more than "
                "cells."
            ),
            LazyMessage("Its places for that candidate all see the stem."),
            LazyMessage("Find another digit that all the groups have."),
            LazyMessage(
                "No matter what the stem is, one group needs that digit. Remove it from cells "
                "that see all its places."
            ),
        ),
        mistake=LazyMessage("A candidate of the stem without a petal. Every one needs its own."),
        why=LazyMessage(
            "The stem takes one digit from one group, and that group has none to spare any more."
        ),
        aliases={
            "Death Blossom": ("Todesblume", "Blossom"),
        },
    ),
)
