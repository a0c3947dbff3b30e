"""Colouring, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

kinds = (
    Kind(
        title=LazyMessage("Colouring"),
        line=LazyMessage("two colours, and one of them is true"),
        techniques=(
            "simple colours trap",
            "simple colours wrap",
            "multi colours 1",
            "multi colours 2",
            "remote pair",
        ),
        look=LazyMessage(
            "Pick one digit. Where a row, column or box has two places for it, paint one blue "
            "and one yellow, and continue from there."
        ),
        steps=(
            LazyMessage("Start at two such places and colour them blue and yellow."),
            LazyMessage(
                "If a coloured place shares a row, column or box with just one other, give that "
                "one the other colour."
            ),
            LazyMessage("All of one colour is true, all of the other is not."),
            LazyMessage(
                "Remove the digit from every cell that sees both colours. If a colour stands "
                "twice in a row, column or box, remove the digit from all places of that colour."
            ),
        ),
        mistake=LazyMessage(
            "To continue where three places are left. Colours pass only between exactly two."
        ),
        why=LazyMessage(
            "Each row, column or box with two places needs one of them. So the colours are true "
            "in turn, and one of them wins everywhere."
        ),
        aliases={
            "simple colours trap": (
                "Simple Colouring",
                "Simple Colors",
                "Singles Chains",
                "Colour Trap",
                "Einfaches Färben",
                "Rule 4",
                "Farbketten",
            ),
            "simple colours wrap": ("Colour Wrap", "Rule 2", "Einfaches Färben"),
            "multi colours 1": ("Multi-Colouring", "Multi Colors 1", "Mehrfarbiges Färben"),
            "multi colours 2": ("Multi Colors 2",),
            "remote pair": ("Chute Remote Pairs", "Remote Pairs", "Entfernte Paare"),
        },
    ),
)
