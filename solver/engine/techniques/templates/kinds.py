"""Templates, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "template set",
        title="Templates",
        line="all the ways in which a digit can lie",
        look="Write down every way to place one digit nine times, once in each row, column and "
        "box. A cell that is in all of them has the digit.",
        steps=(
            "Pick a digit with few places left.",
            "List all ways to fill it in, once in each row, column and box.",
            "Write the digit into each open cell that all of them have in common.",
        ),
        mistake="To try it with many places left. There are thousands of ways then.",
        why="The solution is one of the ways. What is true for all is true for this one.",
        aliases=("Pattern Overlay Method", "POM", "Templates", "Musterüberlagerung"),
        under="forcing chain contradiction",
    ),
)
(_TEMPLATES,) = _MAIN

kinds = (
    *_MAIN,
    _TEMPLATES.variant(
        "template delete",
        line="what is in no way to place a digit",
        look="Write down every way to place one digit nine times, once in each row, column and "
        "box. A cell that is in none of them has not the digit.",
        steps=(
            *_TEMPLATES.steps[:2],
            "Remove the digit from each cell that none of them has.",
        ),
        why="The solution is one of the ways. A cell that none of them has is not in it.",
        aliases=("Pattern Overlay", "Vorlagen löschen"),
    ),
)
