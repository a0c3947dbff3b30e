"""Singles, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "full house",
        line="the last gap in a row, column or box",
        look="Look for a row, column or box that is full but for one cell. The digit that is "
        "missing there has only this place.",
        steps=(
            "Find a row, column or box with a single open cell.",
            "Count from 1 to 9. The digit that you do not meet belongs there.",
        ),
        mistake="To count in a hurry and to skip a digit that is there. Count once more backwards.",
        why="Nine cells take nine digits. Eight of them are used, so one digit and one cell are "
        "left for each other.",
        aliases=(
            "Last Digit",
            "Last Remaining Cell",
            "Open Single",
            "Letzte Ziffer",
            "Letztes Feld",
        ),
    ),
    kind(
        "hidden single",
        line="one place left for a digit",
        look="Pick one digit and let its copies draw lines across the board. Where a box, row or "
        "column keeps one free place, the digit goes there.",
        steps=(
            "Pick a digit that is on the board often.",
            "Cross out its rows and columns in a box that lacks it.",
            "If one open cell is left, the digit goes there.",
            "Then try the same along a row or a column.",
        ),
        mistake="To stop at the boxes. In a row or column the place is harder to find, because "
        "three boxes have to be looked at.",
        why="Each row, column and box needs the digit somewhere. If one place is left for it, it "
        "is there.",
        aliases=(
            "Scanning",
            "Cross-hatching",
            "Pinned Square",
            "Unique candidate",
            "Last place",
            "Versteckter Single",
            "Einziger Platz",
            "Scannen",
            "Ausschlussverfahren",
            "Direct Hidden Single",
        ),
    ),
    kind(
        "naked single",
        line="one digit left for a cell",
        look="Pick one cell and ask which digits it sees in its row, its column and its box. If it "
        "sees eight of them, it is the ninth.",
        steps=(
            "Pick a cell whose row, column and box are well filled.",
            "Go through 1 to 9 and leave out each digit that stands in one of the three.",
            "If one digit is left, write it down.",
        ),
        mistake="To forget the box. Nearly every wrong digit of a beginner stands a second time in "
        "its own box.",
        why="The cell needs a digit, and a digit may not stand twice in a row, column or box. So "
        "it is one that none of the three has.",
        aliases=(
            "Sole candidate",
            "Forced digit",
            "Lone single",
            "Nackter Single",
            "Einziger Kandidat",
            "Last Possible Number",
        ),
    ),
)
_FULL, _HIDDEN, _NAKED = _MAIN

kinds = (
    *_MAIN,
    _NAKED.variant(
        "placed digit",
        line="a digit clears its row, column and box",
        look="Whenever a digit is written into a cell, look along its row, its column and its box. "
        "No other cell there can be this digit.",
        steps=(
            "Take a cell that has just been filled.",
            "Remove its digit as a candidate from the other cells of its row.",
            "Do the same in its column and in its box.",
        ),
        mistake="To clear the row and the column and to forget the box. What should have gone "
        "there hides the next step.",
        why="A digit stands once in each row, column and box. In these three it stands here now.",
        aliases=("Elimination", "Cleanup"),
    ),
)
