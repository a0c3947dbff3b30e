"""Templates, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Templates"),
        line=LazyMessage("all the ways in which a digit can lie"),
        techniques=("template set", "template delete"),
        look=LazyMessage(
            "Write down every way to place one digit nine times. A cell in all of them has the "
            "digit, a cell in none of them has not."
        ),
        steps=(
            LazyMessage("Pick a digit with few places left."),
            LazyMessage("List all ways to fill it in, once in each row, column and box."),
            LazyMessage("What all have in common is true. What none has is false."),
        ),
        mistake=LazyMessage("To try it with many places left. There are thousands of ways then."),
        why=LazyMessage(
            "The solution is one of the ways. What is true for all is true for this one."
        ),
        aliases={
            "template set": ("Pattern Overlay Method", "POM", "Templates"),
            "template delete": ("Pattern Overlay", "Vorlagen löschen"),
        },
        under="forcing chain verity",
    ),
)
