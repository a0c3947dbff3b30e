"""Patterns that rest on one solution, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import kind

_MAIN = (
    kind(
        "uniqueness test 1",
        title="Unique rectangle",
        line="four cells that must not be alike",
        look="A good puzzle has one solution. Look for four cells in two rows, two columns and two "
        "boxes that nearly have the same two candidates.",
        steps=(
            "Find a rectangle of four open cells in just two boxes.",
            "If all four had only the same two candidates, these could be swapped, and there were "
            "two solutions.",
            "If only one cell can be something else, it is that: remove the two candidates there.",
        ),
        mistake="Four cells in four boxes. Then swapping changes the boxes, and nothing follows.",
        why="Swapping the two digits in all four cells leaves each row, column and box as it was. "
        "A puzzle with one solution does not allow it.",
        aliases=("Unique Rectangle Type 1", "UR 1", "Unique Loop", "Einzigartiges Rechteck"),
    ),
    kind(
        "hidden rectangle",
        title="Hidden and avoidable rectangle",
        line="a second solution, harder to find",
        look="A good puzzle has one solution. Look for four open cells in two rows, two columns "
        "and two boxes that can all be the same two digits. Now these hide among others.",
        steps=(
            "Find four such cells, one of which has just the two candidates. Look at the corner "
            "opposite to it.",
            "Find one of the two digits that has no other place but these corners in the row of "
            "that corner, and none in its column.",
            "Were that corner the second digit, the first would have to be next to it in the row "
            "and in the column, and the four could be swapped.",
            "So remove the second digit from that corner.",
        ),
        mistake="To remove the digit that has no other place. That one stays, the other one goes.",
        why="The four cells could be filled in two ways with the same rest. A puzzle with one "
        "solution does not come to that.",
        aliases=("Hidden Unique Rectangle", "HUR"),
    ),
    kind(
        "bivalue universal grave + 1",
        title="BUG+1",
        line="one cell has a candidate too many",
        look="Look at the whole board near its end. If every open cell has two candidates but for "
        "one cell with three, that cell decides.",
        steps=(
            "Check that all open cells but one have just two candidates.",
            "In the cell with three, find the candidate that its row, column and box have three "
            "times.",
            "Write it down there.",
        ),
        mistake="A candidate that should have been removed before. Tidy the candidates first.",
        why="Without it, each candidate would stand twice in each row, column and box. Such a "
        "board has two solutions or none.",
        aliases=("BUG", "Bivalue Universal Grave", "BUG Type 1", "Bivalue Grab"),
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
        line="two corners with the same third digit",
        steps=(
            _FIND,
            "Two corners side by side have just the same two candidates. The other two have one "
            "more, the same in both.",
            "One of these two is the third digit, or the four could be swapped.",
            "Remove the third digit from every cell that sees both of them.",
        ),
        mistake="To remove the third digit where only one of the two corners is seen. Both must "
        "be.",
        aliases=("Unique Rectangle Type 2", "UR 2"),
    ),
    _TEST.variant(
        "uniqueness test 3",
        line="two corners count as one cell of a pair",
        steps=(
            _FIND,
            _SIDE,
            "One of the other digits is true, or the four could be swapped. So these two corners "
            "count as one cell that has just the other digits.",
            "In a row, column or box of the two, find more cells so that there are as many cells "
            "as digits, as in a pair or a triple.",
            "Remove these digits from the rest of that row, column or box.",
        ),
        mistake="To count the two corners as two cells. Together they are one.",
        why="The four must not be swapped, so one of the two corners has another digit. With the "
        "cells next to them, as many cells as digits are full.",
        aliases=("Unique Rectangle Type 3", "Unique Rectangle Type 3B", "UR 3"),
    ),
    _TEST.variant(
        "uniqueness test 4",
        line="one digit is bound to two corners, the other goes",
        steps=(
            _FIND,
            _SIDE,
            "Look at the two with more. Find one of the two digits that has no other place in a "
            "row, column or box of both.",
            "So one of them is that digit. The other must not be the second digit.",
            "Remove the second digit from both of these corners.",
        ),
        mistake="To remove the digit that has no other place. That one stays, the other one goes.",
        why="One of the two corners is the digit without another place. With the second digit next "
        "to it the four could be swapped, and a puzzle with one solution does not allow it.",
        aliases=("Unique Rectangle Type 4", "UR 4"),
    ),
    _TEST.variant(
        "uniqueness test 5",
        line="opposite or three corners with the same third digit",
        steps=(
            _FIND,
            "Two opposite corners, or three, have one more candidate, the same in each. The others "
            "have just the two.",
            "One of these corners is the third digit, or the four could be swapped.",
            "Remove the third digit from every cell that sees all of these corners.",
        ),
        mistake="To leave out a corner that has the third digit. All must be seen.",
        aliases=("Unique Rectangle Type 5", "UR 5"),
    ),
    _TEST.variant(
        "uniqueness test 6",
        line="a digit that both rows have only here",
        steps=(
            _FIND,
            "Two opposite corners have just the same two candidates.",
            "Find one of the two digits that has in both rows, or in both columns, no place but "
            "these corners. So it is in two opposite ones.",
            "Were it in the two corners with more candidates, the other two would be the second "
            "digit, and the four could be swapped.",
            "Remove it from the two corners with more candidates.",
        ),
        mistake="To remove it from the corners with just two candidates. There it stays, and is "
        "true.",
        aliases=("Unique Rectangle Type 6", "UR 6"),
    ),
    _RECTANGLE.variant(
        "avoidable rectangle type 1",
        line="three filled corners, and what the fourth must not be",
        look="A good puzzle has one solution. Look for four cells in two rows, two columns and two "
        "boxes, three of them filled, and no given among them.",
        steps=(
            "Find three such corners. Two opposite ones have the same digit.",
            "Look at the open corner, and at the one opposite to it.",
            "Were these two the same digit as well, the four could be swapped. So remove that "
            "digit from the open corner.",
        ),
        mistake=_AVOIDED,
        aliases=("Avoidable Rectangle",),
    ),
    _RECTANGLE.variant(
        "avoidable rectangle type 2",
        line="two filled corners, and a third digit in the others",
        look="A good puzzle has one solution. Look for four cells in two rows, two columns and two "
        "boxes, two of them filled, and no given among them.",
        steps=(
            "Find two such corners. Each of the open ones has two candidates: one with which the "
            "four could be swapped, and one more, the same in both.",
            "One of the two open corners is this third digit, or the four could be swapped.",
            "Remove the third digit from every cell that sees both of them.",
        ),
        mistake=_AVOIDED,
        aliases=("AR 2",),
    ),
)
