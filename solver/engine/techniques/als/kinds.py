"""Almost locked sets, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Sue de Coq"),
        line=LazyMessage("where a box and a line share their digits out"),
        techniques=("Sue de Coq",),
        look=LazyMessage(
            "Look at two or three cells where a box and a line cross. They have more "
            "candidates than cells, and their neighbours on the line and in the box "
            "share those out."
        ),
        steps=(
            LazyMessage("Take two crossing cells with four candidates between them."),
            LazyMessage(
                "Find a cell on the line with two of these, and a cell in the box with the "
                "other two."
            ),
            LazyMessage("Four cells have four digits: each digit is in one of them."),
            LazyMessage(
                "Remove the line’s two from the rest of the line, and the box’s two from the "
                "rest of the box."
            ),
        ),
        mistake=LazyMessage("A digit that line and box both have. Each digit belongs to one side."),
        why=LazyMessage(
            "As many cells as digits, and no digit can stand twice among them. So all "
            "digits are used, each on its side."
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
        line=LazyMessage("two sets of cells, each with a digit too many"),
        techniques=("ALS-XZ",),
        look=LazyMessage(
            "Begin with a cell that has two candidates, say 1 and 2. Without the 1 it is"
            " 2. Some cells together can be like that: three cells of a row with the "
            "digits 1, 2, 3 and 4. Without the 1 these three are 2, 3 and 4 in some "
            "order."
        ),
        steps=(
            LazyMessage("Take a cell with two candidates, say 1 and 2. Call it A."),
            LazyMessage(
                "Then look for B. Begin with a cell that A sees and that can be 1. Add two cells,"
                " so that all three are in one row, column or box, have four digits between them,"
                " and 2 is one of these: say 1, 2, 3 and 4. (Four cells with five digits do as "
                "well.)"
            ),
            LazyMessage(
                "Check the 1: A must see every cell of B that can be 1. Then A and B cannot both have "
                "the 1."
            ),
            LazyMessage(
                "So at least one of them is without the 1, and that one has the 2: A is 2, or"
                " one of the cells B is 2."
            ),
            LazyMessage(
                "Remove 2 from every cell outside A and B that sees A, and also sees each cell of B "
                "that can be 2."
            ),
            LazyMessage(
                "Nothing to remove? Let the two digits of A change places: check the 2, and "
                "remove the 1. Then try other cells for B, then another A."
            ),
        ),
        mistake=LazyMessage(
            "To leave out the check of the 1. Let A be r2c1 with 1 and 2, and let B be r1c2, r1c3 "
            "and r1c7 with 1, 2, 3 and 4. If r1c7 can be 1, nothing follows: A does not see r1c7, "
            "so both can be 1. If only r1c2 and r1c3 can be 1, it works: A sees both, as they are in "
            "its box."
        ),
        why=LazyMessage(
            "A and B are four cells, so they need four digits. Without the 2 they have "
            "only 1, 3 and 4, and each of these once: the 3 and the 4 in B, the 1 in A or"
            " in B. That is three digits for four cells."
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
                "Fast geschlossene Menge",
            ),
        },
    ),
    Kind(
        title=LazyMessage("ALS chain"),
        line=LazyMessage("three or more sets that pass a digit on"),
        techniques=("ALS-XY-wing", "ALS chain"),
        look=LazyMessage(
            "Some cells of a row, column or box with one digit more than cells are an "
            "almost locked set: two cells with 1, 2 and 3. Without one of its digits, it"
            " has all the others. Look for three such sets, or more, in a row."
        ),
        steps=(
            LazyMessage(
                "Take a set A and a set B that share a digit, say 1. Each cell of A that can be 1 "
                "must see each cell of B that can be 1, so that only one of the sets has it."
            ),
            LazyMessage("Take a set C that shares another digit with B in the same way, say 2."),
            LazyMessage("Find a third digit, say 3, that both A and C have."),
            LazyMessage(
                "If A is without the 3, it has the 1. Then B is without the 1 and has the 2, "
                "so C is without the 2 and has the 3."
            ),
            LazyMessage("Remove 3 from every cell that sees each cell of A and C that can be 3."),
            LazyMessage("More sets between A and C pass a digit on in the same way."),
        ),
        mistake=LazyMessage(
            "To pass the same digit on twice in a row. B takes one digit, and gives another one."
        ),
        why=LazyMessage(
            "Each set has one digit to spare, and each digit that is passed on uses one "
            "up. So A and C have none left, and one of them needs its 3."
        ),
        aliases={
            "ALS-XY-wing": ("Almost Locked Set XY-Wing",),
            "ALS chain": (
                "Almost Locked Set Chain",
                "Almost Locked Set XY-Chain",
                "ALS XY-Chain",
                "AIC with ALSs",
            ),
        },
    ),
    Kind(
        title=LazyMessage("Death Blossom"),
        line=LazyMessage("a cell, and a petal for each of its digits"),
        techniques=("Death Blossom",),
        look=LazyMessage(
            "Look at a cell with two or three candidates: the stem. For each of them "
            "find a petal that would lose it: cells of a row, column or box with one "
            "digit more than cells."
        ),
        steps=(
            LazyMessage("For each candidate of the stem find a petal that has it."),
            LazyMessage("All cells of the petal that can be this digit see the stem."),
            LazyMessage("Find another digit that all the petals have."),
            LazyMessage(
                "No matter what the stem is, one petal needs that digit. Remove it from cells"
                " that see all its places."
            ),
        ),
        mistake=LazyMessage("A candidate of the stem without a petal. Every one needs its own."),
        why=LazyMessage(
            "The stem takes one digit from one petal, and that petal has none to spare any more."
        ),
        aliases={
            "Death Blossom": ("Todesblume", "Blossom"),
        },
    ),
)
