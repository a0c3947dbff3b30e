"""Splits and the patterns that need them, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "split",
        title="Splits",
        line="every case rules this out",
        look="A cell has two or three candidates left, or a digit has two or three places in a "
        "row, column or box. One of them is true, and each of them is followed by itself.",
        steps=(
            "Choose the cell or the digit with the fewest candidates.",
            "Suppose the first one, and remove its digit from the cells that see it.",
            "Find out what cannot be then.",
            "Do the same with the others.",
            "Remove the candidate that cannot be in any of these cases.",
        ),
        mistake="To leave out a case. The last one counts as much as the first.",
        why="One of the candidates is true. A candidate that none of them allows cannot be true.",
        aliases=("Verity", "Case analysis", "Fallunterscheidung"),
    ),
    kind(
        "junior exocet",
        title="Exocet",
        line="two cells here have what two cells there have",
        look="Two cells of a box, side by side in a row or column, have only three or four digits "
        "together. They are the base. Two cells in the neighbouring boxes have the same digits and "
        "some more. They are the targets.",
        steps=(
            "Take three lines across the base: one through the third cell next to it, and one "
            "through each target.",
            "For each digit of the base, look at its places in these lines.",
            "Leave out the cells that see the base, and the targets.",
            "Two rows or columns have to cover what is left.",
            "Remove all other digits from the targets.",
        ),
        mistake="To check the cover for some of the digits only. Each of them needs one.",
        why="A digit of the base comes once in each of the three lines. Two covers have room for "
        "two. So the third must be in a target, and the base has two such digits.",
        aliases=("JExocet", "JE", "Exocet"),
        under="split",
    ),
    kind(
        "tridagon",
        title="Tridagon",
        line="twelve cells, three digits, and no way",
        look="Four boxes form a rectangle. In each of them three cells, no two in a line, have the "
        "same three digits, and almost no others.",
        steps=(
            "Follow the three cells of each box from row to row.",
            "In three boxes they lie alike, in the fourth the other way round.",
            "Collect all other candidates of the twelve cells.",
            "One of these is true. Remove what would make all of them false.",
        ),
        mistake="To take four boxes that lie alike. These can be filled with three digits.",
        why="Name the digits of the first box as you like. Then two boxes next to it have two ways "
        "each, and in each of the four cases two digits clash in the last box.",
        aliases=("Thor's Hammer", "Trivalue Oddagon"),
        under="split",
    ),
)
_SPLIT, _EXOCET, _TRIDAGON = _MAIN

kinds = (
    *_MAIN,
    _SPLIT.variant(
        "nested split",
        line="cases within cases rule this out",
        steps=(
            *_SPLIT.steps[:3],
            "Where that is not enough, choose a second cell or digit within this case, and follow "
            "each of its candidates as well.",
            *_SPLIT.steps[3:],
        ),
        mistake="To forget in which case you are. What follows in one case is not known in the "
        "next.",
        aliases=("Trial and error", "Versuch und Irrtum", "Nested T&E"),
    ),
    _EXOCET.variant(
        "senior exocet",
        line="two cells here, and a target far away",
        look="Two cells of a box, side by side in a row or column, have only three or four digits "
        "together. They are the base. Two other cells have the same digits and some more. They are "
        "the targets, and one of them is not in a box next to the base.",
        steps=(
            "Find the base and the target next to it first, then the one further away.",
            *_EXOCET.steps,
        ),
        aliases=("SExocet", "SE"),
    ),
)
