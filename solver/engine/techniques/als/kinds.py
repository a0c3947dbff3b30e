"""Almost locked sets, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "Sue de Coq",
        line="where a box and a line share their digits out",
        look="Look at two or three cells where a box and a line cross. They have more candidates "
        "than cells, and their neighbours on the line and in the box share those out.",
        steps=(
            "Take two crossing cells with four candidates between them.",
            "Find a cell on the line with two of these, and a cell in the box with the other two.",
            "Four cells have four digits: each digit is in one of them.",
            "Remove the line’s two from the rest of the line, and the box’s two from the rest of "
            "the box.",
        ),
        mistake="A digit that line and box both have. Each digit belongs to one side.",
        why="As many cells as digits, and no digit can stand twice among them. So all digits are "
        "used, each on its side.",
        aliases=("Sue-de-Coq", "Two-Sector Disjoint Subsets", "SDC", "Zwei-Sektoren-Menge"),
    ),
    kind(
        "ALS-XZ",
        title="Almost locked sets",
        line="two sets of cells, each with a digit too many",
        look="Begin with a cell that has two candidates, say 1 and 2. Without the 1 it is 2. Some "
        "cells together can be like that: three cells of a row with the digits 1, 2, 3 and 4. "
        "Without the 1 these three are 2, 3 and 4 in some order.",
        steps=(
            "Take a cell with two candidates, say 1 and 2. Call it A.",
            "Then look for B. Begin with a cell that A sees and that can be 1. Add two cells, so "
            "that all three are in one row, column or box, have four digits between them, and 2 is "
            "one of these: say 1, 2, 3 and 4. (Four cells with five digits do as well.)",
            "Check the 1: A must see every cell of B that can be 1. Then A and B cannot both have "
            "the 1. Often just one cell of B can be 1. The others may be far away from A.",
            "So at least one of them is without the 1, and that one has the 2: A is 2, or one of "
            "the cells B is 2.",
            "Remove 2 from every cell outside A and B that sees A, and also sees each cell of B "
            "that can be 2.",
            "Nothing to remove? Let the two digits of A change places: check the 2, and remove the "
            "1. Then try other cells for B, then another A.",
        ),
        mistake="To leave out the check of the 1. Let A be r2c1 with 1 and 2, and let B be r1c2, "
        "r1c3 and r1c7 with 1, 2, 3 and 4. If r1c7 can be 1, nothing follows: A does not see r1c7, "
        "so both can be 1. If only r1c2 and r1c3 can be 1, it works: A sees both, as they are in "
        "its box.",
        why="A and B are four cells, so they need four digits. Without the 2 they have only 1, 3 "
        "and 4, and each of these once: the 3 and the 4 in B, the 1 in A or in B. That is three "
        "digits for four cells.",
        aliases=(
            "ALS",
            "Almost Locked Set XZ-Rule",
            "Almost Locked Sets",
            "WXYZ Wing",
            "WXYZ-Wing",
            "VWXYZ-Wing",
            "Fast gesperrte Menge",
            "Bent Sets",
            "Fast geschlossene Menge",
        ),
    ),
    kind(
        "ALS-XY-wing",
        title="ALS chain",
        line="three sets that pass a digit on",
        look="Some cells of a row, column or box with one digit more than cells are an almost "
        "locked set: two cells with 1, 2 and 3. Without one of its digits, it has all the others. "
        "Look for three such sets.",
        steps=(
            "Take a set A and a set B that share a digit, say 1. Each cell of A that can be 1 must "
            "see each cell of B that can be 1, so that only one of the sets has it.",
            "Take a set C that shares another digit with B in the same way, say 2.",
            "Find a third digit, say 3, that both A and C have.",
            "If A is without the 3, it has the 1. Then B is without the 1 and has the 2, so C is "
            "without the 2 and has the 3.",
            "Remove 3 from every cell that sees each cell of A and C that can be 3.",
        ),
        mistake="To pass the same digit on twice in a row. B takes one digit, and gives another "
        "one.",
        why="Each set has one digit to spare, and each digit that is passed on uses one up. So A "
        "and C have none left, and one of them needs its 3.",
        aliases=("Almost Locked Set XY-Wing",),
    ),
    kind(
        "Death Blossom",
        line="a cell, and a petal for each of its digits",
        look="Look at a cell with two or three candidates: the stem. For each of them find a petal "
        "that would lose it: cells of a row, column or box with one digit more than cells.",
        steps=(
            "For each candidate of the stem find a petal that has it.",
            "All cells of the petal that can be this digit see the stem.",
            "Find another digit that all the petals have.",
            "No matter what the stem is, one petal needs that digit. Remove it from cells that see "
            "all its places.",
        ),
        mistake="A candidate of the stem without a petal. Every one needs its own.",
        why="The stem takes one digit from one petal, and that petal has none to spare any more.",
        aliases=("Todesblume", "Blossom"),
    ),
)
_SUE_DE_COQ, _SETS, _CHAIN, _BLOSSOM = _MAIN

kinds = (
    *_MAIN,
    _CHAIN.variant(
        "ALS chain",
        line="four or more sets that pass a digit on",
        look="Some cells of a row, column or box with one digit more than cells are an almost "
        "locked set: two cells with 1, 2 and 3. Without one of its digits, it has all the others. "
        "Look for four such sets, or more.",
        steps=(
            "Take a set A and a set B that share a digit, say 1. Each cell of A that can be 1 must "
            "see each cell of B that can be 1, so that only one of the sets has it.",
            "Continue from B to a set C with another digit in the same way, from C to a set D, and "
            "so forth. No digit is passed on twice in a row.",
            "Stop at a set that has a further digit that A has too, say 3.",
            "If A is without the 3, it has the 1. So B passes on its digit, C the next, and the "
            "last set has the 3.",
            "Remove 3 from every cell that sees each cell of A and of the last set that can be 3.",
        ),
        why="Each set has one digit to spare, and each digit that is passed on uses one up. So A "
        "and the last set have none left, and one of them needs its 3.",
        aliases=(
            "Almost Locked Set Chain",
            "Almost Locked Set XY-Chain",
            "ALS XY-Chain",
            "AIC with ALSs",
        ),
    ),
)
