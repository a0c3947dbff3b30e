"""Chains, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import kind

_MAIN = (
    kind(
        "X-chain",
        line="one digit, step by step",
        look="Pick one digit and walk: not here, so there; there, so not here. If a walk begins "
        "and ends with a place that must have it, one of the ends does.",
        steps=(
            "Start where a row, column or box has two places: if it is not the one, it is the "
            "other.",
            "From there step to a place that it sees: that one cannot have the digit.",
            "Take turns, and end with two such places again.",
            "Remove the digit from every cell that sees both ends.",
        ),
        mistake="To end with the wrong kind of step. First and last step must both be “if not "
        "here, then there”.",
        why="Each row, column or box with two places needs the digit once, and each step between "
        "them takes at most one. One is left for the ends.",
        aliases=(
            "X-Cycle",
            "X-Cycles",
            "Forcing X-Chain",
            "Bidirectional X-Cycle",
            "Fishy Cycle",
            "Guardians",
        ),
    ),
    kind(
        "XY-chain",
        line="cells with two candidates, hand in hand",
        look="Walk over cells with two candidates. Each hands a digit to the next: if it is not "
        "the one, it is the other, and then the next cannot be that.",
        steps=(
            "Start at a cell with two candidates, say 1 and 2. If it is not 1, it is 2.",
            "Step to a cell it sees, with 2 and 3: that becomes 3. And so forth.",
            "Stop at a cell that would become 1.",
            "One of the two ends is 1. Remove 1 from every cell that sees both.",
        ),
        mistake="To pass on a digit to a cell that does not see the one before.",
        why="So many cells need as many digits, and the steps between them take up all but one. An "
        "end must be 1.",
        aliases=("Bidirectional Y-Cycle", "Y-Cycle", "XY Chain", "Twinned XY-Chains", "Y-Chain"),
    ),
    kind(
        "discontinuous nice loop",
        title="Alternating chain",
        line="off, on, off, on: across digits and cells",
        look="Walk from candidate to candidate: if this one is false, that one is true; if that "
        "one is true, the next is false. A walk may change digit within a cell.",
        steps=(
            "From false to true: the last but one place of a digit, or a cell with two candidates.",
            "From true to false: the same digit in a cell that sees it, or another candidate of "
            "its cell.",
            "Take turns, and come back to the cell where you began.",
            "If “this is true” comes back as “this is false”, it is false: remove it. If “this is "
            "false” comes back as “this is true”, it is true: write it down.",
        ),
        mistake="Two steps of the same kind in a row. They must take turns.",
        why="A candidate that would make itself false cannot be true. One that would make itself "
        "true cannot be false.",
        aliases=(
            "Nice Loop",
            "DNL",
            "Forcing Chain",
            "Nice-Loop",
            "Diskontinuierliche Schleife",
            "Nette Schleife",
        ),
    ),
    kind(
        "grouped discontinuous nice loop",
        title="Grouped chain",
        line="two or three places that count as one",
        look="Walk from candidate to candidate: if this one is false, that one is true; if that "
        "one is true, the next is false. Here two or three places of a digit, in one box and on "
        "one line, count as a single one, a group.",
        steps=(
            "Find a box where a digit has its places on two lines.",
            "If it is on neither place of the one line, it is on a place of the other.",
            "Walk on from the group to what all its places see.",
            "If “this is true” comes back as “this is false”, it is false: remove it. If “this is "
            "false” comes back as “this is true”, it is true: write it down.",
        ),
        mistake="To step from a group to what only one of its places sees.",
        why="A group is true if one of its places is. What sees all of them cannot be true at the "
        "same time.",
        aliases=("Grouped Nice Loop",),
        under="discontinuous nice loop",
    ),
)
_X_CHAIN, _XY_CHAIN, _LOOP, _GROUPED = _MAIN
_CLOSED = LazyMessage(
    "Remove what sees both ends of a step from true to false, and within a cell of such a step "
    "every other candidate."
)
_ROUND = LazyMessage(
    "To stop at a walk that does not close. Its ends have to be next to each other."
)
_OF_ROUND = LazyMessage(
    "The walk can be gone both ways round. So of each two that are next to each other just one is "
    "true, and what sees both is false."
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
        line="a walk that closes without a break",
        steps=(
            *_LOOP.steps[:2],
            "Take turns until you are back where you began, with no two steps alike.",
            _CLOSED,
        ),
        mistake=_ROUND,
        why=_OF_ROUND,
        aliases=("CNL", "Bidirectional Cycle", "Kontinuierliche Schleife"),
    ),
    _LOOP.variant(
        "AIC",
        line="a walk, one end of which is true",
        steps=(
            *_LOOP.steps[:2],
            _ENDS,
            "If both ends are one digit, remove it from cells that see both. If they are two "
            "digits in cells that see each other, remove each digit from the other’s cell.",
        ),
        why=_OF_ENDS,
        aliases=(
            "Alternating Inference Chain",
            "Alternating Inference Chains",
            "3D Medusa",
            "S-Wing",
            "M-Wing",
            "L-Wing",
            "H-Wing",
            "Alternierende Kette",
        ),
    ),
    _GROUPED.variant(
        "grouped continuous nice loop",
        line="a walk over groups that closes without a break",
        steps=(
            *_GROUPED.steps[:3],
            "Take turns until you are back where you began, with no two steps alike.",
            _CLOSED,
        ),
        why=_OF_ROUND,
        aliases=("Grouped X-Cycles",),
    ),
    _GROUPED.variant(
        "grouped AIC",
        line="a walk over groups, one end of which is true",
        steps=(
            *_GROUPED.steps[:3],
            _ENDS,
            "Remove what sees both ends: every place of an end that is a group.",
        ),
        why=_OF_ENDS,
        aliases=("Grouped Alternating Inference Chain",),
    ),
)
