"""Patterns of one digit, as a teacher explains them."""

from ..kinds import kind

_MAIN = (
    kind(
        "skyscraper",
        line="two towers of unlike height",
        look="Pick one digit. Look for two columns where it has two places each. If two of these "
        "stand in one row, that row is the ground of two towers.",
        steps=(
            "Find two columns, or two rows, with two places each for the digit.",
            "Two of the places share a row: the ground. The other two are the roofs.",
            "The ground has room for one digit, so at least one roof has it.",
            "Remove the digit from every cell that sees both roofs.",
        ),
        mistake="A tower with a third place for the digit. It must have exactly two.",
        why="Two columns need the digit twice. One row takes at most one, so a roof takes the "
        "other, and what sees both roofs cannot have it.",
        aliases=("Sky-Scraper", "Hochhaus"),
    ),
    kind(
        "two-string kite",
        line="a row and a column that meet in a box",
        look="Pick one digit. Look for a row and a column where it has two places each, with one "
        "place of each in the same box. They are the strings of a kite.",
        steps=(
            "Find a row with two places for the digit, and a column with two.",
            "One place of the row and one of the column share a box. It takes only one of them.",
            "So the digit is at the far end of the row or of the column.",
            "Remove it from the cell that sees both far ends.",
        ),
        mistake="To use one cell twice. The two places in the box must be different cells.",
        why="A row and a column need the digit twice, and their box takes one at most. So one far "
        "end has it.",
        aliases=(
            "2-String Kite",
            "2 String Kite",
            "Kite",
            "Drachen",
            "Zwei-Schnur-Drachen",
            "Zweier-Drachen",
        ),
    ),
    kind(
        "empty rectangle",
        line="a box with an empty corner",
        look="Pick one digit. Look for a box where all its places lie on one row and one column, "
        "like an L or a cross. The rest of the box is empty of it.",
        steps=(
            "Find such a box.",
            "Along its row or its column, find a place of the digit that shares a line with just "
            "one other.",
            "If the digit is not on the row of the box, it is on its column, and the other way "
            "round.",
            "Remove the digit where the other end and the box’s second line meet.",
        ),
        mistake="One place of the digit in the box that is on neither line. Then the corner is not "
        "empty.",
        why="The box needs the digit and so does the line with two places. A digit in a cell that "
        "sees the one way out of each would leave one of them none.",
        aliases=("Rectangle Elimination", "Hinge", "ER", "Rechteck-Elimination"),
    ),
)
_SKYSCRAPER, _KITE, _RECTANGLE = _MAIN

kinds = (
    *_MAIN,
    _SKYSCRAPER.variant(
        "turbot fish",
        line="two pairs of places, and a step between them",
        look="Pick one digit. Look for a row, column or box where it has just two places, and for "
        "a second one. A place of the first must see a place of the second.",
        steps=(
            "Find a row, column or box with just two places for the digit: A and B.",
            "Find another one with just two places, C and D, so that B sees C.",
            "B and C cannot both have the digit. So A or D has it.",
            "Remove the digit from every cell that sees both A and D.",
        ),
        mistake="To remove what sees B or C. They are between: only A and D are ends. And a third "
        "place in one of the two rows, columns or boxes.",
        why="The digit is at A or B, and at C or D, which makes two. B and C take one at most, so "
        "A or D takes the other.",
        aliases=("Turbot", "Steinbutt", "Turbot Crane", "Turbot Chain", "Turbotfisch"),
    ),
    _KITE.variant(
        "dual two-string kite",
        line="two kites on the same box",
        look="Pick one digit. Look for a box with just two places for it. A row through one and a "
        "column through the other with two places each make a kite. Here both ways round do.",
        steps=(
            "Find a row and a column with two places each, and one place of each in the same box.",
            "See whether the column of the first place and the row of the second have two places "
            "each as well.",
            "In each of the two kites the digit is at the far end of the row or column.",
            "For each kite, remove it from the cell that sees both far ends.",
        ),
        mistake="To mix the far ends of the two kites. Each kite has two of its own.",
        aliases=("Dual 2-String Kite", "Doppelter Drachen"),
    ),
    _RECTANGLE.variant(
        "dual empty rectangle",
        line="a box with an empty corner, used twice",
        steps=(
            "Find such a box.",
            "Along its row or its column, find a place of the digit that shares a line with just "
            "one other.",
            "Find a second such place that goes with the same box.",
            "For each of them, remove the digit where the other end and the box’s second line "
            "meet.",
        ),
        aliases=("Doppeltes Rechteck",),
    ),
)
