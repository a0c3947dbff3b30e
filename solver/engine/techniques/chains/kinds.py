"""Chains, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind

_MAIN = (
    Kind(
        title=LazyMessage("X-chain"),
        line=LazyMessage("one digit, step by step"),
        techniques=("X-chain",),
        look=LazyMessage(
            "Pick one digit and walk: not here, so there; there, so not here. If a walk begins "
            "and ends with a place that must have it, one of the ends does."
        ),
        steps=(
            LazyMessage(
                "Start where a row, column or box has two places: if it is not the one, it is "
                "the other."
            ),
            LazyMessage("From there step to a place that it sees: that one cannot have the digit."),
            LazyMessage("Take turns, and end with two such places again."),
            LazyMessage("Remove the digit from every cell that sees both ends."),
        ),
        mistake=LazyMessage(
            "To end with the wrong kind of step. First and last step must both be “if not here, "
            "then there”."
        ),
        why=LazyMessage(
            "Each row, column or box with two places needs the digit once, and each step between "
            "them takes at most one. One is left for the ends."
        ),
        aliases={
            "X-chain": (
                "X-Cycle",
                "X-Cycles",
                "Forcing X-Chain",
                "Bidirectional X-Cycle",
                "Fishy Cycle",
                "Guardians",
            ),
        },
    ),
    Kind(
        title=LazyMessage("XY-chain"),
        line=LazyMessage("cells with two candidates, hand in hand"),
        techniques=("XY-chain",),
        look=LazyMessage(
            "Walk over cells with two candidates. Each hands a digit to the next: if it is not "
            "the one, it is the other, and then the next cannot be that."
        ),
        steps=(
            LazyMessage(
                "Start at a cell with two candidates, say 1 and 2. If it is not 1, it is 2."
            ),
            LazyMessage("Step to a cell it sees, with 2 and 3: that becomes 3. And so forth."),
            LazyMessage("Stop at a cell that would become 1."),
            LazyMessage("One of the two ends is 1. Remove 1 from every cell that sees both."),
        ),
        mistake=LazyMessage("To pass on a digit to a cell that does not see the one before."),
        why=LazyMessage(
            "So many cells need as many digits, and the steps between them take up all but one. "
            "An end must be 1."
        ),
        aliases={
            "XY-chain": (
                "Bidirectional Y-Cycle",
                "Y-Cycle",
                "XY Chain",
                "Twinned XY-Chains",
                "Y-Chain",
            ),
        },
    ),
    Kind(
        title=LazyMessage("Alternating chain"),
        line=LazyMessage("off, on, off, on: across digits and cells"),
        techniques=("discontinuous nice loop",),
        look=LazyMessage(
            "Walk from candidate to candidate: if this one is false, that one is true; if that "
            "one is true, the next is false. A walk may change digit within a cell."
        ),
        steps=(
            LazyMessage(
                "From false to true: the last but one place of a digit, or a cell with two "
                "candidates."
            ),
            LazyMessage(
                "From true to false: the same digit in a cell that sees it, or another candidate "
                "of its cell."
            ),
            LazyMessage("Take turns, and come back to the cell where you began."),
            LazyMessage(
                "If “this is true” comes back as “this is false”, it is false: remove it. If “this is "
                "false” comes back as “this is true”, it is true: write it down."
            ),
        ),
        mistake=LazyMessage("Two steps of the same kind in a row. They must take turns."),
        why=LazyMessage(
            "A candidate that would make itself false cannot be true. One that would make itself true "
            "cannot be false."
        ),
        aliases={
            "discontinuous nice loop": (
                "Nice Loop",
                "DNL",
                "Forcing Chain",
                "Nice-Loop",
                "Diskontinuierliche Schleife",
                "Nette Schleife",
            ),
        },
    ),
    Kind(
        title=LazyMessage("Grouped chain"),
        line=LazyMessage("two or three places that count as one"),
        techniques=("grouped discontinuous nice loop",),
        look=LazyMessage(
            "Walk from candidate to candidate: if this one is false, that one is true; if that one is "
            "true, the next is false. Here two or three places of a digit, in one box and on one line, "
            "count as a single one, a group."
        ),
        steps=(
            LazyMessage("Find a box where a digit has its places on two lines."),
            LazyMessage(
                "If it is on neither place of the one line, it is on a place of the other."
            ),
            LazyMessage("Walk on from the group to what all its places see."),
            LazyMessage(
                "If “this is true” comes back as “this is false”, it is false: remove it. If “this is "
                "false” comes back as “this is true”, it is true: write it down."
            ),
        ),
        mistake=LazyMessage("To step from a group to what only one of its places sees."),
        why=LazyMessage(
            "A group is true if one of its places is. What sees all of them cannot be true at "
            "the same time."
        ),
        aliases={
            "grouped discontinuous nice loop": ("Grouped Nice Loop",),
        },
        under="discontinuous nice loop",
    ),
)
_X_CHAIN, _XY_CHAIN, _LOOP, _GROUPED = _MAIN
_CLOSED = LazyMessage(
    "Remove what sees both ends of a step from true to false, and within a cell of such a step every "
    "other candidate."
)
_ROUND = LazyMessage(
    "To stop at a walk that does not close. Its ends have to be next to each other."
)
_OF_ROUND = LazyMessage(
    "The walk can be gone both ways round. So of each two that are next to each other just one is true, "
    "and what sees both is false."
)
_ENDS = LazyMessage(
    "Begin with “if this is false” and end with “that is true”. So one of the two ends is true."
)
_OF_ENDS = LazyMessage(
    "If the first end is true, one end is true. If it is false, the walk makes the last one true. "
    "Either way what both ends rule out is false."
)

kinds = (
    *_MAIN,
    _LOOP.variant(
        "continuous nice loop",
        line=LazyMessage("a walk that closes without a break"),
        steps=(
            *_LOOP.steps[:2],
            LazyMessage("Take turns until you are back where you began, with no two steps alike."),
            _CLOSED,
        ),
        mistake=_ROUND,
        why=_OF_ROUND,
        aliases={
            "continuous nice loop": ("CNL", "Bidirectional Cycle", "Kontinuierliche Schleife")
        },
    ),
    _LOOP.variant(
        "AIC",
        line=LazyMessage("a walk, one end of which is true"),
        steps=(
            *_LOOP.steps[:2],
            _ENDS,
            LazyMessage(
                "If both ends are one digit, remove it from cells that see both. If they are two "
                "digits in cells that see each other, remove each digit from the other’s cell."
            ),
        ),
        why=_OF_ENDS,
        aliases={
            "AIC": (
                "Alternating Inference Chain",
                "Alternating Inference Chains",
                "3D Medusa",
                "S-Wing",
                "M-Wing",
                "L-Wing",
                "H-Wing",
                "Alternierende Kette",
            ),
        },
    ),
    _GROUPED.variant(
        "grouped continuous nice loop",
        line=LazyMessage("a walk over groups that closes without a break"),
        steps=(
            *_GROUPED.steps[:3],
            LazyMessage("Take turns until you are back where you began, with no two steps alike."),
            _CLOSED,
        ),
        why=_OF_ROUND,
        aliases={"grouped continuous nice loop": ("Grouped X-Cycles",)},
    ),
    _GROUPED.variant(
        "grouped AIC",
        line=LazyMessage("a walk over groups, one end of which is true"),
        steps=(
            *_GROUPED.steps[:3],
            _ENDS,
            LazyMessage("Remove what sees both ends: every place of an end that is a group."),
        ),
        why=_OF_ENDS,
        aliases={"grouped AIC": ("Grouped Alternating Inference Chain",)},
    ),
)
