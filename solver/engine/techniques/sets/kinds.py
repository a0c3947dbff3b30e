"""Sets in general, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "sets",
        title="Sets in general",
        line="so many need it, so many have room",
        look="Every technique counts in the same way. A set is all candidates of a cell, or all "
        "places of a digit in a row, column or box. Some sets need one, and as many others have "
        "room for one. Then the room is used up.",
        steps=(
            "Choose what needs something: a cell needs a digit, a row, column or box needs a digit "
            "once.",
            "Collect the candidates that could give it.",
            "Cover all of them with as many others, each of which takes one at most.",
            "Remove every other candidate from the cover.",
        ),
        mistake="To count a candidate twice. Of the sets that need something, no two may share "
        "one.",
        why="If n sets need one each, and n sets with room for one each have all that they can "
        "get, nothing is left there for anyone else.",
        aliases=("Set Logic", "Rank 0", "Rank 0 Logic", "Mengenlogik", "Truths and links"),
    ),
)
(_SETS,) = _MAIN

kinds = (
    *_MAIN,
    _SETS.variant(
        "SK loop",
        line="sixteen cells around four filled ones",
        look="Look for four filled cells in two rows and two columns, in four boxes. Next to each "
        "of them, two cells of its row and two of its column lie in its box: sixteen in all.",
        steps=(
            "Find four such filled cells, with open cells next to them.",
            "Go round from two cells to the next two. Share out their digits, so that two cells "
            "and the next two have some in common.",
            "Count how often each digit has room: once for each row, column or box that the next "
            "two share with it. It works if that makes sixteen.",
            "Remove these digits from the other cells of these rows, columns and boxes.",
        ),
        mistake="To remove before you have counted. With room for seventeen nothing follows.",
        why="Sixteen cells need sixteen digits. If their rows, columns and boxes have room for "
        "just sixteen of them, nothing is left there for other cells.",
        aliases=("SK Loops", "SK-Loop", "Domino Loop"),
    ),
    _SETS.variant(
        "MSLS",
        line="where rows and columns cross, and all is used up",
        look="Look at the open cells where some rows and some columns cross. Choose some digits "
        "for the rows and the others for the columns, so that there is room for no more digits "
        "than cells.",
        steps=(
            "Choose three to five rows and as many columns. Count the open cells where they cross.",
            "For each digit, count the rows that have it there, or the columns if these are fewer.",
            "It works if these counts together are as many as the cells.",
            "Remove each digit from the other cells of the rows, or columns, counted for it.",
        ),
        mistake="To count a digit that is filled in there already. It needs no more room.",
        why="So many cells need as many digits, and that is all the room that the rows and columns "
        "have. Nothing is left there for other cells.",
        aliases=("Multi-Sector Locked Sets", "Multi-Fish"),
    ),
)
