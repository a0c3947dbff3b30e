"""Patterns that rest on one solution, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

_MAIN = (
    Kind(
        title=LazyMessage("Unique rectangle"),
        line=LazyMessage("four cells that must not be alike"),
        techniques=("uniqueness test 1",),
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
        },
    ),
    Kind(
        title=LazyMessage("Hidden and avoidable rectangle"),
        line=LazyMessage("a second solution, harder to find"),
        techniques=("hidden rectangle",),
        look=LazyMessage(
            "A good puzzle has one solution. Look for four open cells in two rows, two columns and "
            "two boxes that can all be the same two digits. Now these hide among others."
        ),
        steps=(
            LazyMessage(
                "Find four such cells, one of which has just the two candidates. Look at the corner "
                "opposite to it."
            ),
            LazyMessage(
                "Find one of the two digits that has no other place but these corners in the row of "
                "that corner, and none in its column."
            ),
            LazyMessage(
                "Were that corner the second digit, the first would have to be next to it in the row "
                "and in the column, and the four could be swapped."
            ),
            LazyMessage("So remove the second digit from that corner."),
        ),
        mistake=LazyMessage(
            "To remove the digit that has no other place. That one stays, the other one goes."
        ),
        why=LazyMessage(
            "The four cells could be filled in two ways with the same rest. A puzzle with one "
            "solution does not come to that."
        ),
        aliases={
            "hidden rectangle": ("Hidden Unique Rectangle", "HUR"),
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
_TEST, _RECTANGLE, _GRAVE = _MAIN
_FIND = _TEST.steps[0]
_SIDE = LazyMessage(
    "Two corners side by side have just the same two candidates. The other two have these and more."
)
_AVOIDED = LazyMessage(
    "A given among the corners. A given cannot be swapped, so there is nothing to avoid."
)

kinds = (
    *_MAIN,
    _TEST.variant(
        "uniqueness test 2",
        line=LazyMessage("two corners with the same third digit"),
        steps=(
            _FIND,
            LazyMessage(
                "Two corners side by side have just the same two candidates. The other two have one "
                "more, the same in both."
            ),
            LazyMessage("One of these two is the third digit, or the four could be swapped."),
            LazyMessage("Remove the third digit from every cell that sees both of them."),
        ),
        mistake=LazyMessage(
            "To remove the third digit where only one of the two corners is seen. Both must be."
        ),
        aliases={"uniqueness test 2": ("Unique Rectangle Type 2", "UR 2")},
    ),
    _TEST.variant(
        "uniqueness test 3",
        line=LazyMessage("two corners count as one cell of a pair"),
        steps=(
            _FIND,
            _SIDE,
            LazyMessage(
                "One of the other digits is true, or the four could be swapped. So these two corners "
                "count as one cell that has just the other digits."
            ),
            LazyMessage(
                "In a row, column or box of the two, find more cells so that there are as many cells "
                "as digits, as in a pair or a triple."
            ),
            LazyMessage("Remove these digits from the rest of that row, column or box."),
        ),
        mistake=LazyMessage("To count the two corners as two cells. Together they are one."),
        why=LazyMessage(
            "The four must not be swapped, so one of the two corners has another digit. With the "
            "cells next to them, as many cells as digits are full."
        ),
        aliases={
            "uniqueness test 3": ("Unique Rectangle Type 3", "Unique Rectangle Type 3B", "UR 3")
        },
    ),
    _TEST.variant(
        "uniqueness test 4",
        line=LazyMessage("one digit is bound to two corners, the other goes"),
        steps=(
            _FIND,
            _SIDE,
            LazyMessage(
                "Look at the two with more. Find one of the two digits that has no other place in a "
                "row, column or box of both."
            ),
            LazyMessage("So one of them is that digit. The other must not be the second digit."),
            LazyMessage("Remove the second digit from both of these corners."),
        ),
        mistake=LazyMessage(
            "To remove the digit that has no other place. That one stays, the other one goes."
        ),
        why=LazyMessage(
            "One of the two corners is the digit without another place. With the second digit next "
            "to it the four could be swapped, and a puzzle with one solution does not allow it."
        ),
        aliases={"uniqueness test 4": ("Unique Rectangle Type 4", "UR 4")},
    ),
    _TEST.variant(
        "uniqueness test 5",
        line=LazyMessage("opposite or three corners with the same third digit"),
        steps=(
            _FIND,
            LazyMessage(
                "Two opposite corners, or three, have one more candidate, the same in each. The "
                "others have just the two."
            ),
            LazyMessage("One of these corners is the third digit, or the four could be swapped."),
            LazyMessage("Remove the third digit from every cell that sees all of these corners."),
        ),
        mistake=LazyMessage("To leave out a corner that has the third digit. All must be seen."),
        aliases={"uniqueness test 5": ("Unique Rectangle Type 5", "UR 5")},
    ),
    _TEST.variant(
        "uniqueness test 6",
        line=LazyMessage("a digit that both rows have only here"),
        steps=(
            _FIND,
            LazyMessage("Two opposite corners have just the same two candidates."),
            LazyMessage(
                "Find one of the two digits that has in both rows, or in both columns, no place but "
                "these corners. So it is in two opposite ones."
            ),
            LazyMessage(
                "Were it in the two corners with more candidates, the other two would be the second "
                "digit, and the four could be swapped."
            ),
            LazyMessage("Remove it from the two corners with more candidates."),
        ),
        mistake=LazyMessage(
            "To remove it from the corners with just two candidates. There it stays, and is true."
        ),
        aliases={"uniqueness test 6": ("Unique Rectangle Type 6", "UR 6")},
    ),
    _RECTANGLE.variant(
        "avoidable rectangle type 1",
        line=LazyMessage("three filled corners, and what the fourth must not be"),
        look=LazyMessage(
            "A good puzzle has one solution. Look for four cells in two rows, two columns and two "
            "boxes, three of them filled, and no given among them."
        ),
        steps=(
            LazyMessage("Find three such corners. Two opposite ones have the same digit."),
            LazyMessage("Look at the open corner, and at the one opposite to it."),
            LazyMessage(
                "Were these two the same digit as well, the four could be swapped. So remove that "
                "digit from the open corner."
            ),
        ),
        mistake=_AVOIDED,
        aliases={"avoidable rectangle type 1": ("Avoidable Rectangle",)},
    ),
    _RECTANGLE.variant(
        "avoidable rectangle type 2",
        line=LazyMessage("two filled corners, and a third digit in the others"),
        look=LazyMessage(
            "A good puzzle has one solution. Look for four cells in two rows, two columns and two "
            "boxes, two of them filled, and no given among them."
        ),
        steps=(
            LazyMessage(
                "Find two such corners. Each of the open ones has two candidates: one with which the "
                "four could be swapped, and one more, the same in both."
            ),
            LazyMessage(
                "One of the two open corners is this third digit, or the four could be swapped."
            ),
            LazyMessage("Remove the third digit from every cell that sees both of them."),
        ),
        mistake=_AVOIDED,
        aliases={"avoidable rectangle type 2": ("AR 2",)},
    ),
)
