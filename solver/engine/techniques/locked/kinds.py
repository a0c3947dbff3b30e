"""Locked candidates, as a teacher explains them."""

from ..kinds import kind

kinds = (
    kind(
        "pointing",
        line="a box points along a line",
        look="Look at one digit in one box. If all its places there lie in one row or column, it "
        "will be on that line, inside the box.",
        steps=(
            "Pick a digit and a box that lacks it.",
            "Find its two or three places in the box. Do they share a row or a column?",
            "Remove the digit from the rest of that line, outside the box.",
        ),
        mistake="To remove it inside the box. The box needs it. The rest of the line loses it.",
        why="The box needs the digit and has places for it on one line alone. The line has room "
        "for it once, and that is used up.",
        aliases=(
            "Pointing Pair",
            "Pointing Triple",
            "Locked Candidates Type 1",
            "Locked Candidates 1",
            "Intersection Removal",
            "Direct Pointing",
            "Gesperrte Kandidaten",
            "Zeigendes Paar",
            "Block-Linien-Interaktion",
        ),
    ),
    kind(
        "claiming",
        line="a line claims a box",
        look="Look at one digit in one row or column. If all its places there lie in one box, the "
        "line has claimed the digit of that box.",
        steps=(
            "Pick a digit and a row or column that lacks it.",
            "Find its places there. Are they all in one box?",
            "Remove the digit from the other cells of that box.",
        ),
        mistake="To mix it up with its twin. Ask first who has no other choice, the box or the "
        "line. The other one loses the digit.",
        why="The line needs the digit and has places for it in one box alone. The box has room for "
        "it once, and that is on the line.",
        aliases=(
            "Box/Line Reduction",
            "Box Line Reduction",
            "Locked Candidates Type 2",
            "Locked Candidates 2",
            "Line-Box Interaction",
            "Gesperrte Kandidaten",
            "Linien-Block-Interaktion",
            "Direct Claiming",
        ),
    ),
)
