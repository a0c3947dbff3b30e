"""Fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind
from .finder import NAMES

SIZES = tuple(NAMES.values())
SMALL = SIZES[:3]  # there are siamese ones too


def _named(*words: str) -> tuple[str, ...]:
    """Return the fish of all sizes with these words before their name, then the siamese ones."""
    all_sizes = tuple(f"{word} {name}" for word in words for name in SIZES)
    return all_sizes + tuple(f"siamese {word} {name}" for word in words for name in SMALL)


kinds = (
    Kind(
        title=LazyMessage("X-wing"),
        line=LazyMessage("two rows, the same two columns"),
        techniques=("X-wing",),
        look=LazyMessage(
            "Pick one digit and forget the rest. Go down the rows and stop at those where it has "
            "just two places left."
        ),
        steps=(
            LazyMessage(
                "Find two rows in which the digit has two places, in the same two columns."
            ),
            LazyMessage("No matter which way round, both columns get their digit from these rows."),
            LazyMessage(
                "Remove the digit from the other cells of the two columns. If it has no place "
                "there, look on."
            ),
            LazyMessage(
                "Turned on its side it works as well: two columns with their places in the same two "
                "rows. Then the rows lose the digit in the other columns."
            ),
        ),
        mistake=LazyMessage(
            "A third place in one of the two rows, or removing the digit from the rows. The rows "
            "keep theirs, the columns lose the rest."
        ),
        why=LazyMessage(
            "Two rows need the digit twice, and only two columns have places for it. Each column "
            "has room once, so both are used up."
        ),
        aliases={
            "X-wing": ("X Wing", "Fish of size 2", "X-Flügel", "Fisch 2"),
        },
    ),
    Kind(
        title=LazyMessage("swordfish"),
        line=LazyMessage("three rows, the same three columns"),
        techniques=("swordfish",),
        look=LazyMessage(
            "Pick one digit. Look for three rows in which it has two or three places, all of "
            "them in the same three columns."
        ),
        steps=(
            LazyMessage("Mark the rows in which the digit has two or three places."),
            LazyMessage("Find three of them that use only three columns."),
            LazyMessage("Remove the digit from the other cells of the three columns."),
            LazyMessage("Or take three columns that use only three rows."),
        ),
        mistake=LazyMessage(
            "To expect nine cells. Two places in each of the three rows are enough, as long as "
            "no fourth column comes in."
        ),
        why=LazyMessage(
            "Three rows need the digit three times, and three columns have room for it three "
            "times. Nothing is left for other rows."
        ),
        aliases={
            "swordfish": ("Sword-Fish", "Fish of size 3", "Fisch 3"),
        },
    ),
    Kind(
        title=LazyMessage("jellyfish"),
        line=LazyMessage("four rows, the same four columns"),
        techniques=(
            "jellyfish",
            "squirmbag",
            "whale",
            "leviathan",
        ),
        look=LazyMessage(
            "Pick one digit that is rarely on the board yet. Look for four rows in which it uses "
            "only four columns."
        ),
        steps=(
            LazyMessage("Mark the rows in which the digit has two, three or four places."),
            LazyMessage("Find four of them that use only four columns."),
            LazyMessage("Remove the digit from the other cells of the four columns."),
        ),
        mistake=LazyMessage(
            "To look for five or more. If five rows fit five columns, the columns that are left "
            "make a smaller one with the same result."
        ),
        why=LazyMessage(
            "Four rows need the digit four times, and four columns have room for it four times."
        ),
        aliases={
            "jellyfish": ("Jelly-Fish", "Fish of size 4", "Fisch 4"),
            "squirmbag": ("Starfish", "Squirmbag", "Seestern"),
            "whale": ("Fish of size 6",),
            "leviathan": ("Fish of size 7",),
        },
    ),
    Kind(
        title=LazyMessage("Finned fish"),
        line=LazyMessage("an X-wing with a place too many"),
        techniques=_named("finned", "sashimi"),
        look=LazyMessage(
            "Look for an X-wing that fails because of one or two more places for the digit, all "
            "in one box. Those extra places are its fin."
        ),
        steps=(
            LazyMessage(
                "Find two rows, or three, that would fit as many columns but for some extra "
                "places in one box."
            ),
            LazyMessage("Either the digit is in an extra place, or the X-wing is right."),
            LazyMessage(
                "Of what the X-wing would remove, remove only what also sees every extra place: "
                "it lies in their box."
            ),
        ),
        mistake=LazyMessage(
            "To remove all that the X-wing would. What does not see the extra places stays."
        ),
        why=LazyMessage(
            "The rows need the digit, and their columns and the extra places are all the room "
            "there is. A candidate that sees both ways out would leave them none."
        ),
        aliases={
            "finned X-wing": ("Finned X Wing", "X-Wing mit Finne"),
            "sashimi X-wing": ("Sashimi Finned X-Wing",),
            "finned swordfish": ("Finned Sword-Fish", "Schwertfisch mit Finne"),
            "finned jellyfish": ("Qualle mit Finne",),
            "siamese finned X-wing": ("Siamesischer Fisch", "Siamese Fish"),
        },
    ),
    Kind(
        title=LazyMessage("Franken fish"),
        line=LazyMessage("rows and a box, and as many columns"),
        techniques=_named("franken", "finned franken"),
        look=LazyMessage(
            "Look for rows and boxes that need a digit, and for as many columns and boxes that "
            "have room for it. Count both."
        ),
        steps=(
            LazyMessage("Pick a digit. Take rows and boxes that need it, two or three in all."),
            LazyMessage(
                "Find as many columns, or columns and boxes, that have all its places there."
            ),
            LazyMessage(
                "Remove it from their other cells. If a place is left over, a fin, remove the "
                "digit only from cells that see the fin too."
            ),
        ),
        mistake=LazyMessage(
            "A cell that two of the chosen rows and boxes share. It would be counted twice."
        ),
        why=LazyMessage(
            "So many rows and boxes need the digit that often, and as many columns have room for "
            "it that often."
        ),
        aliases={
            "franken X-wing": ("Franken X Wing",),
            "franken swordfish": ("Franken Sword-Fish",),
        },
        under="finned X-wing",
    ),
    Kind(
        title=LazyMessage("Mutant fish"),
        line=LazyMessage("rows, columns and boxes in any mixture"),
        techniques=_named("mutant", "finned mutant"),
        look=LazyMessage(
            "Some rows, columns and boxes need a digit, and as many others have all its places."
        ),
        steps=(
            LazyMessage(
                "Choose rows, columns and boxes that need the digit and share no place of it."
            ),
            LazyMessage("Find as many others that have all its places there."),
            LazyMessage("Remove it from the rest of these."),
        ),
        mistake=LazyMessage("To search for it by eye. Programs find them, people hardly ever do."),
        why=LazyMessage("What needs the digit is as many as what has room for it."),
        aliases={
            "mutant X-wing": ("Mutant X Wing",),
            "mutant swordfish": ("Mutant Sword-Fish",),
        },
        under="finned X-wing",
    ),
)
