"""Templates, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

_MAIN = (
    Kind(
        title=LazyMessage("Templates"),
        line=LazyMessage("all the ways in which a digit can lie"),
        techniques=("template set",),
        look=LazyMessage(
            "Write down every way to place one digit nine times, once in each row, column and box. A "
            "cell that is in all of them has the digit."
        ),
        steps=(
            LazyMessage("Pick a digit with few places left."),
            LazyMessage("List all ways to fill it in, once in each row, column and box."),
            LazyMessage("Write the digit into each open cell that all of them have in common."),
        ),
        mistake=LazyMessage("To try it with many places left. There are thousands of ways then."),
        why=LazyMessage(
            "The solution is one of the ways. What is true for all is true for this one."
        ),
        aliases={
            "template set": ("Pattern Overlay Method", "POM", "Templates", "Musterüberlagerung"),
        },
        under="forcing chain contradiction",
    ),
)
(_TEMPLATES,) = _MAIN

kinds = (
    *_MAIN,
    _TEMPLATES.variant(
        "template delete",
        line=LazyMessage("what is in no way to place a digit"),
        look=LazyMessage(
            "Write down every way to place one digit nine times, once in each row, column and box. A "
            "cell that is in none of them has not the digit."
        ),
        steps=(
            *_TEMPLATES.steps[:2],
            LazyMessage("Remove the digit from each cell that none of them has."),
        ),
        why=LazyMessage(
            "The solution is one of the ways. A cell that none of them has is not in it."
        ),
        aliases={"template delete": ("Pattern Overlay", "Vorlagen löschen")},
    ),
)
