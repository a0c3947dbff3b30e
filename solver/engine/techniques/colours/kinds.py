"""Colouring, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "simple colours trap",
        title="Colouring",
        line="two colours, and one of them is true",
        look="Pick one digit. Where a row, column or box has two places for it, paint one blue and "
        "one yellow, and continue from there.",
        steps=(
            "Start at two such places and colour them blue and yellow.",
            "If a coloured place shares a row, column or box with just one other, give that one "
            "the other colour.",
            "All of one colour is true, all of the other is not.",
            "Remove the digit from every cell that sees both colours.",
        ),
        mistake="To continue where three places are left. Colours pass only between exactly two.",
        why="Each row, column or box with two places needs one of them. So the colours are true in "
        "turn, and one of them wins everywhere.",
        aliases=(
            "Simple Colouring",
            "Simple Colors",
            "Singles Chains",
            "Colour Trap",
            "Einfaches Färben",
            "Rule 4",
            "Farbketten",
        ),
    ),
)
(_COLOURS,) = _MAIN
_PAINT = _COLOURS.steps[:3]
_MULTI = _COLOURS.variant(
    "multi colours 1",
    line="two pairs of colours that touch",
    look="Pick one digit. Where a row, column or box has two places for it, paint one blue and one "
    "yellow, and continue from there. Paint places that do not hang together with these red and "
    "green in the same way.",
    steps=(
        "Colour what hangs together: blue and yellow, then red and green.",
        "Find a blue place that sees a red one. Both cannot be true.",
        "So yellow is true or green is true.",
        "Remove the digit from every cell that sees a yellow and a green place.",
    ),
    mistake="To remove what sees the two colours that meet. It is the other two that count.",
    why="One of blue and yellow is true, and one of red and green. If yellow and green were both "
    "false, blue and red would both be true, and they cannot be.",
    aliases=("Multi-Colouring", "Multi Colors 1", "Mehrfarbiges Färben"),
)

kinds = (
    *_MAIN,
    _COLOURS.variant(
        "simple colours wrap",
        line="a colour that meets itself is false",
        steps=(
            *_PAINT,
            "If a colour stands twice in a row, column or box, it is false. Remove the digit from "
            "all places of that colour.",
        ),
        mistake="To remove the other colour. The one that meets itself is false, so the other is "
        "true.",
        why="The places of a colour are all true or all false. Two in a row, column or box cannot "
        "both be true, so all of them are false.",
        aliases=("Colour Wrap", "Rule 2", "Einfaches Färben"),
    ),
    _MULTI,
    _MULTI.variant(
        "multi colours 2",
        line="a colour that meets two others is false",
        steps=(
            *_MULTI.steps[:1],
            "Find a blue place that sees a red one.",
            "Find a blue place that sees a green one. It may be another blue place.",
            "Blue is false then. Remove the digit from all blue places.",
        ),
        mistake="To expect one blue place that sees red and green. Two blue places do it as well, "
        "as they are true together.",
        why="Red or green is true. Each of them meets blue somewhere, so blue is false there, and "
        "then everywhere.",
        aliases=("Multi Colors 2",),
    ),
    _COLOURS.variant(
        "remote pair",
        line="the same two digits, all along a walk",
        look="Look for cells with the very same two candidates, each of which sees the next one. "
        "Along them the two digits take turns.",
        steps=(
            "Find four cells with the same two candidates, say 1 and 2, each of which sees the "
            "next.",
            "If the first is 1, the second is 2, the third is 1 and the fourth is 2.",
            "So of the first and the fourth one is 1 and one is 2.",
            "Remove 1 and 2 from every cell that sees the first and the fourth.",
            "With six cells the first and the sixth do the same, and so forth.",
        ),
        mistake="To use the first and the third cell. They are the same digit, so a cell that sees "
        "both can still be the other one.",
        why="Two cells that see each other cannot be the same digit, so the digits take turns. "
        "What sees a 1 and a 2 can be neither.",
        aliases=("Chute Remote Pairs", "Remote Pairs", "Entfernte Paare"),
    ),
)
