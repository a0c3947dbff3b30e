"""Fish, as a teacher explains them."""

from ...core.i18n import LazyMessage
from ..kinds import Kind
from .finder import NAMES

COUNTS = {
    2: LazyMessage("two"),
    3: LazyMessage("three"),
    4: LazyMessage("four"),
    5: LazyMessage("five"),
    6: LazyMessage("six"),
    7: LazyMessage("seven"),
}


_MAIN = (
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
        techniques=("jellyfish",),
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
        },
    ),
    Kind(
        title=LazyMessage("Finned fish"),
        line=LazyMessage("an X-wing with a place too many"),
        techniques=("finned X-wing",),
        look=LazyMessage(
            "Look for an X-wing that fails because of one or two more places for the digit, all "
            "in one box. Those extra places are its fin."
        ),
        steps=(
            LazyMessage(
                "Find two rows that would fit as many columns but for some extra places in one box."
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
        },
    ),
    Kind(
        title=LazyMessage("Franken fish"),
        line=LazyMessage("rows and a box, and as many columns"),
        techniques=("franken X-wing",),
        look=LazyMessage(
            "Look for rows and boxes that need a digit, and for as many columns and boxes that "
            "have room for it. Count both."
        ),
        steps=(
            LazyMessage(
                "Pick a digit. Take rows and boxes that need it, {count} in all.", count=COUNTS[2]
            ),
            LazyMessage(
                "Find {count} columns, or columns and boxes, that have all its places there.",
                count=COUNTS[2],
            ),
            LazyMessage("Remove it from their other cells."),
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
        },
        under="finned X-wing",
    ),
    Kind(
        title=LazyMessage("Mutant fish"),
        line=LazyMessage("rows, columns and boxes in any mixture"),
        techniques=("mutant X-wing",),
        look=LazyMessage(
            "Some rows, columns and boxes need a digit, and as many others have all its places."
        ),
        steps=(
            LazyMessage(
                "Choose {count} rows, columns and boxes that need the digit and share no place of "
                "it.",
                count=COUNTS[2],
            ),
            LazyMessage("Find {count} others that have all its places there.", count=COUNTS[2]),
            LazyMessage("Remove it from the rest of these."),
        ),
        mistake=LazyMessage("To search for it by eye. Programs find them, people hardly ever do."),
        why=LazyMessage("What needs the digit is as many as what has room for it."),
        aliases={
            "mutant X-wing": ("Mutant X Wing",),
        },
        under="finned X-wing",
    ),
)
_X_WING, _SWORDFISH, _JELLYFISH, _FINNED, _FRANKEN, _MUTANT = _MAIN
ALIASES = {
    "squirmbag": ("Starfish", "Squirmbag", "Seestern"),
    "whale": ("Fish of size 6",),
    "leviathan": ("Fish of size 7",),
    "sashimi X-wing": ("Sashimi Finned X-Wing",),
    "finned swordfish": ("Finned Sword-Fish", "Schwertfisch mit Finne"),
    "finned jellyfish": ("Qualle mit Finne",),
    "franken swordfish": ("Franken Sword-Fish",),
    "mutant swordfish": ("Mutant Sword-Fish",),
    "siamese finned X-wing": ("Siamesischer Fisch", "Siamese Fish"),
}
_FIN = LazyMessage(
    "If places are left over, their fin, remove the digit only from cells that see every one of "
    "these too."
)


def _aliases(*techniques: str) -> dict[str, tuple[str, ...]]:
    return {name: ALIASES[name] for name in techniques if name in ALIASES}


def _large(size: int) -> Kind:
    """Return the kind of five or more rows."""
    name, count = NAMES[size], COUNTS[size]
    return _JELLYFISH.variant(
        name,
        line=LazyMessage("{count} rows, the same {count} columns", count=count),
        look=LazyMessage(
            "Pick one digit that is rarely on the board yet. Look for {count} rows in which it uses "
            "only {count} columns.",
            count=count,
        ),
        steps=(
            LazyMessage("Count, row by row, the columns in which the digit has a place."),
            LazyMessage("Find {count} rows that use only {count} columns.", count=count),
            LazyMessage(
                "Remove the digit from the other cells of the {count} columns.", count=count
            ),
        ),
        mistake=LazyMessage(
            "To search for it. The rows and columns that are left make a smaller one with the same "
            "result, and that is easier to find."
        ),
        why=LazyMessage(
            "Each of the {count} rows needs the digit, and {count} columns have room for it just as "
            "often. Nothing is left for other rows.",
            count=count,
        ),
        aliases=_aliases(name),
    )


def _finned(size: int) -> Kind:
    name, count = f"finned {NAMES[size]}", COUNTS[size]
    return _FINNED.variant(
        name,
        line=LazyMessage("{count} rows, as many columns, and a place too many", count=count),
        look=LazyMessage(
            "Pick one digit. Look for {count} rows that would fit {count} columns but for one or two "
            "more places, all in one box. Those extra places are their fin.",
            count=count,
        ),
        steps=(
            LazyMessage(
                "Find {count} rows that use only {count} columns, but for extra places in one box.",
                count=count,
            ),
            LazyMessage(
                "Either the digit is in an extra place, or the rows fill all of these columns."
            ),
            LazyMessage(
                "Of what the columns would lose, remove only what also sees every extra place: it "
                "lies in their box."
            ),
            LazyMessage("Or take {count} columns that would fit {count} rows.", count=count),
        ),
        mistake=LazyMessage(
            "To clear the whole columns. What does not see every extra place stays."
        ),
        aliases=_aliases(name),
    )


def _sashimi(size: int) -> Kind:
    """Return the same with a base that has one place or none besides the fin."""
    name, count, finned = f"sashimi {NAMES[size]}", COUNTS[size], _finned(size)
    return _FINNED.variant(
        name,
        line=LazyMessage("{count} rows, and a corner that is missing", count=count),
        look=LazyMessage(
            "Pick one digit. Look for {count} rows that would fit {count} columns but for one or two "
            "more places, all in one box. Those extra places are their fin. One of the rows has hardly "
            "a place without them.",
            count=count,
        ),
        steps=(
            finned.steps[0],
            LazyMessage(
                "Without the extra places, one of the rows has a single place or none. That does no "
                "harm: it still needs the digit."
            ),
            *finned.steps[1:],
        ),
        mistake=LazyMessage(
            "To give up because a corner is missing. The rows need no more than one place each."
        ),
        aliases=_aliases(name),
    )


def _of_boxes(kind: Kind, word: str, size: int) -> Kind:
    """Return a franken or mutant kind of a size, without a fin."""
    name, count = f"{word} {NAMES[size]}", COUNTS[size]
    counted = (LazyMessage(step.message, count=count) for step in kind.steps[:2])
    return kind.variant(name, steps=(*counted, kind.steps[2]), aliases=_aliases(name))


def _with_fin(kind: Kind) -> Kind:
    """Return a franken or mutant kind with a fin."""
    name = f"finned {kind.techniques[0]}"
    return kind.variant(
        name,
        line=LazyMessage("as many, and a place too many"),
        steps=(*kind.steps[:2], _FIN),
        mistake=LazyMessage(
            "To remove what does not see the fin. If the fin is true, nothing is known of the rest."
        ),
        why=LazyMessage(
            "Either the digit is in the fin, or as many have room for it as need it. What sees the fin "
            "and would lose the digit without it is false either way."
        ),
        aliases=_aliases(name),
    )


_BOXED = tuple(
    kind if size == 2 else _of_boxes(kind, word, size)
    for kind, word in ((_FRANKEN, "franken"), (_MUTANT, "mutant"))
    for size in NAMES
)
_TWINS = tuple(
    f"siamese {word} {name}"
    for word in ("finned", "sashimi", "franken", "finned franken", "mutant", "finned mutant")
    for name in list(NAMES.values())[:3]
)
kinds = (
    *_MAIN[:4],
    *(_large(size) for size in NAMES if size > 4),
    *(_finned(size) for size in NAMES if size > 2),
    *(_sashimi(size) for size in NAMES),
    *_BOXED,
    *map(_with_fin, _BOXED),
    _FINNED.variant(
        *_TWINS,
        title=LazyMessage("Siamese fish"),
        line=LazyMessage("the same rows, twice"),
        look=LazyMessage(
            "Pick one digit. Look for rows, or boxes, that fit as many columns in two ways: with "
            "other columns each time, or with other places left over. Places that are left over are "
            "a fin."
        ),
        steps=(
            LazyMessage("Find rows that fit as many columns, but for a fin."),
            LazyMessage(
                "Find a second way to fit the same rows, with other columns or another fin."
            ),
            LazyMessage("Remove what either of the two ways removes."),
        ),
        mistake=LazyMessage("To mix the two ways. Each of them removes what sees its own fin."),
        why=LazyMessage(
            "Each of the two ways is true by itself. They have the same rows, so they count as one "
            "step."
        ),
        aliases=_aliases(*_TWINS),
    ),
)
