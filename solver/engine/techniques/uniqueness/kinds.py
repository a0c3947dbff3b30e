"""Patterns that rest on one solution, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Unique rectangle"),
        line=LazyMessage("four cells that must not be alike"),
        techniques=(
            "uniqueness test 1",
            "uniqueness test 2",
            "uniqueness test 3",
            "uniqueness test 4",
            "uniqueness test 5",
            "uniqueness test 6",
        ),
        look=LazyMessage(
            "A good puzzle has one solution. Look for four cells in two rows, two columns and "
            "two boxes that nearly have the same two candidates."
        ),
        steps=(
            LazyMessage("Find a rectangle of four open cells in just two boxes."),
            LazyMessage(
                "If all four had only the same two candidates, these could be swapped, and there "
                "were two solutions."
            ),
            LazyMessage("So what else some of them can be must come true somewhere."),
            LazyMessage(
                "If only one cell can be something else, it is that: remove the two candidates "
                "there."
            ),
        ),
        mistake=LazyMessage(
            "Four cells in four boxes. Then swapping changes the boxes, and nothing follows."
        ),
        why=LazyMessage(
            "Swapping the two digits in all four cells leaves each row, column and box as it "
            "was. A puzzle with one solution does not allow it."
        ),
        aliases={
            "uniqueness test 1": (
                "Unique Rectangle Type 1",
                "UR 1",
                "Unique Loop",
                "Einzigartiges Rechteck",
            ),
            "uniqueness test 2": ("Unique Rectangle Type 2", "UR 2"),
            "uniqueness test 3": ("Unique Rectangle Type 3", "UR 3"),
            "uniqueness test 4": ("Unique Rectangle Type 4", "UR 4"),
            "uniqueness test 5": ("Unique Rectangle Type 5", "UR 5"),
            "uniqueness test 6": ("Unique Rectangle Type 6", "UR 6"),
        },
    ),
    Kind(
        title=LazyMessage("Hidden and avoidable rectangle"),
        line=LazyMessage("a second solution, harder to find"),
        techniques=("hidden rectangle", "avoidable rectangle type 1", "avoidable rectangle type 2"),
        look=LazyMessage(
            "Look for four cells in two rows, two columns and two boxes again. Now the two "
            "digits hide among others, or are partly on the board."
        ),
        steps=(
            LazyMessage(
                "Hidden: one corner has just two candidates, and one of them has no other place "
                "in the row and the column of the opposite corner."
            ),
            LazyMessage(
                "Then the opposite corner cannot be the other candidate, or the four could be "
                "swapped."
            ),
            LazyMessage(
                "Avoidable: three corners are filled, and none of the four is a given. The fourth"
                " must not be the digit with which the four could be swapped."
            ),
        ),
        mistake=LazyMessage(
            "A given among the corners. A given cannot be swapped, so there is nothing to avoid."
        ),
        why=LazyMessage(
            "The four cells could be filled in two ways with the same rest. A puzzle with one "
            "solution does not come to that."
        ),
        aliases={
            "hidden rectangle": ("Hidden Unique Rectangle", "HUR"),
            "avoidable rectangle type 1": ("Avoidable Rectangle",),
            "avoidable rectangle type 2": ("AR 2",),
        },
    ),
    Kind(
        title=LazyMessage("BUG+1"),
        line=LazyMessage("one cell has a candidate too many"),
        techniques=("bivalue universal grave + 1",),
        look=LazyMessage(
            "Look at the whole board near its end. If every open cell has two candidates but for "
            "one cell with three, that cell decides."
        ),
        steps=(
            LazyMessage("Check that all open cells but one have just two candidates."),
            LazyMessage(
                "In the cell with three, find the candidate that its row, column and box have "
                "three times."
            ),
            LazyMessage("Write it down there."),
        ),
        mistake=LazyMessage(
            "A candidate that should have been removed before. Tidy the candidates first."
        ),
        why=LazyMessage(
            "Without it, each candidate would stand twice in each row, column and box. Such a "
            "board has two solutions or none."
        ),
        aliases={
            "bivalue universal grave + 1": (
                "BUG",
                "Bivalue Universal Grave",
                "BUG Type 1",
                "Bivalue Grab",
            ),
        },
    ),
)
